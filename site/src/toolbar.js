// What the controls are set to: how the next records are sent, and to which partition.

/** The longest request.timeout.ms that the page offers: an hour. */
export const longestTimeoutMs = 3600000;

export class Toolbar {
  /** What the next records are sent with. */
  acks = 'all';
  timeoutMs = 30000;
  /** Index of the partition that the controls concern. */
  target = 0;

  /**
   * @param {string} text from the field; what is not a whole number of milliseconds in range changes nothing
   * @returns {string} what is wrong with it, or nothing
   */
  setTimeoutMs(text) {
    const ms = Number(text);
    if (!/^\d+$/.test(text.trim()) || ms > longestTimeoutMs)
      return `request.timeout.ms is a whole number from 0 to ${longestTimeoutMs}; it stays ${this.timeoutMs}.`;
    this.timeoutMs = ms;
    return '';
  }
}
