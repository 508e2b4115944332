// How English writes numbers, lists and spans. The lists are British: no comma before "and".

import { grammar } from '../grammar.js';

export const english = grammar('en-GB');
