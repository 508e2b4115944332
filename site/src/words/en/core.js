// What the core says in English: warnings of a script, and why something cannot be done.

export const core = {
  /**
   * @param {string} message of the core's
   * @returns {string | undefined} it in this language; undefined: the catalogue does not know it
   */
  said: (message) => message,
};
