// The part of the catalogue for lessons, which comes with their views.

import { lesson as en } from './en/lesson.js';
import { area } from './words.js';

export const lesson = area(en, (language) => language.lesson);
