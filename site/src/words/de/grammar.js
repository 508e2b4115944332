// How German writes numbers, lists and spans.

import { grammar } from '../grammar.js';

export const german = grammar('de');
