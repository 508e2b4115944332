// Why the simulation did not start.

import { words } from './words/words.js';

/** @typedef {Exclude<keyof typeof import('./words/en/failure.js').failure, 'progress'>} Code */

/** A load that failed: a code, and what its message tells. */
export class LoadFailure extends Error {
  /**
   * @param {Code} code names the message (words/en/failure.js)
   * @param {...(string | number)} facts that the message tells
   */
  constructor(code, ...facts) {
    super(code);
    this.code = code;
    this.facts = facts;
    /** Where what it is about should be; '': it is about no file. */
    this.address = aboutTheFile.includes(code)
      ? HIGHWATER_WASM_URL && new URL(HIGHWATER_WASM_URL, document.baseURI).href
      : '';
  }

  /** What happened, and what helps, in the language that is shown. @returns {[what: string, remedy: string]} */
  told() {
    return /** @type {any} */ (words().failure[this.code])(...this.facts);
  }
}

/** The failures whose remedy is to look at the module's file. */
const aboutTheFile = ['stalled', 'status', 'network', 'other', 'cut', 'damaged', 'version'];
