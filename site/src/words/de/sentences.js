// German: see ../en/sentences.js.

import { deeds } from './deeds.js';
import { facts, rules } from './reasons.js';
import { tell } from './tell.js';

/** @type {typeof import('../en/sentences.js').sentences} */
export const sentences = { deeds, reasons: { facts, rules }, tell };
