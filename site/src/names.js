// What deeds are called when they are undone. Loaded once something has been done.

/** @import {Step} from './types' */

import { names as english } from './words/en/names.js';
import { area } from './words/words.js';

const words = area(english, (language) => language.names);

/** @param {Step[]} steps what was done */
export function namesOf(steps) {
  return steps.map((step) => words().deed(step));
}
