// The part of the catalogue that sentences are made of: it comes with them.

import { sentences } from '../words/en/sentences.js';
import { area } from '../words/words.js';

/** The words of sentences, in the language that is shown. */
export const words = area(sentences, (language) => language.sentences);
