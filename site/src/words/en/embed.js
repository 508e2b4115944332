// What is said of frames, of what an author has set in them, and of how one gets such a frame.

export const embed = {
  openFull: () => 'Open the full page, in the same state',
  showMe: () => 'Show me',
  fixed: () => 'The author of this page has fixed that.',
  dismiss: () => 'Dismiss',

  /**
   * What is wrong with a parameter of the address.
   * @type {Record<string, (p: {name: string, value: string, expected: string}) => string>}
   */
  warnings: {
    unknown: ({ name }) => `There is no parameter “${name}”.`,
    value: ({ name, value, expected }) =>
      `${name} cannot be “${value}”, so it has its default. Expected: ${expected}.`,
    repeated: ({ name, value }) => `${name} is given twice; “${value}” is left out.`,
    'too-long': () => 'The address has too many parameters; none of them is used.',
    inapplicable: ({ name, value, expected }) => `${name} cannot be “${value}” here: ${expected}.`,
  },
  /** @param {number} n more warnings than are shown */
  more: (n) => `(${n} more)`,
};
