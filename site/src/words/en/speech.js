// What a screen reader hears of a lesson.

import { english } from './grammar.js';

const { count, number } = english;

export const speech = {
  /**
   * @param {string} title
   * @param {number} n its number; 0: it has none
   * @param {number} all how many there are
   */
  lesson: (title, n, all) => (n ? `Lesson ${number(n)} of ${number(all)}: ${title}` : `Lesson: ${title}`),
  /**
   * @param {string} text
   * @param {boolean} open whether it asks for something to be done
   */
  card: (text, open) => (open ? `To do: ${text}` : text),
  /**
   * @param {string} text
   * @param {string[]} options
   */
  question: (text, options) => `Question: ${text} ${count(options.length, 'answer', 'answers')}: press Q.`,
  /** @param {string} option what came true */
  held: (option) => `It happened: ${option.replace(/\.$/, '')}.`,
  /** @param {string} text */
  conclusion: (text) => `What to remember: ${text}`,
};
