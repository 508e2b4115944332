// What a screen reader hears: the sentence, at most once in two seconds, and a summary when more has happened.

/** @import {Mark} from './types' */

import { count, list } from './format.js';

const pauseMs = 2000;

/** Kinds worth counting in a summary. @type {Record<string, string>} */
const words = {
  append: 'append',
  complete: 'completion',
  refuse: 'refusal',
  expire: 'timeout',
  'high-watermark': 'advance of the high watermark',
  isr: 'change of the ISR',
  leader: 'election',
  truncate: 'truncation',
  fence: 'fencing of a broker',
};

/**
 * The happenings of a stretch, counted: "2 appends and 1 completion".
 * @param {Mark[]} marks
 */
export function summary(marks) {
  const parts = Object.entries(words).flatMap(([kind, word]) => {
    const n = marks.filter((m) => m[2] === kind && !m[3]).length; // a failure has an event of its own that counts
    const plural = word.includes(' of ') ? word.replace(' of ', 's of ') : `${word}s`;
    return n ? [count(n, word, plural)] : [];
  });
  return list(parts);
}

export class Announcer {
  #timer = 0;
  #last = 0;
  #said = '';
  /** @type {() => string} */
  #text = () => '';

  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
  }

  /**
   * Says a text soon; only the newest is said.
   * @param {() => string} text is asked when it is time
   */
  soon(text) {
    this.#text = text;
    if (this.#timer) return;
    const wait = Math.max(150, this.#last + pauseMs - performance.now());
    this.#timer = window.setTimeout(() => this.#say(), wait);
  }

  #say() {
    this.#timer = 0;
    const text = this.#text();
    if (text === this.#said) return;
    this.#last = performance.now();
    this.#said = text;
    this.region.textContent = text;
  }
}
