// The sentences of moments: headlines, second lines, and what was done. Loaded once the page can be used.

import { deeds } from './deeds.js';
import { facts, rules } from './reasons.js';
import { tell } from './tell.js';

export const sentences = { deeds, reasons: { facts, rules }, tell };
