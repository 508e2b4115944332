// What is said of embedding.

import { embed } from '../words/en/embed.js';
import { area } from '../words/words.js';

export const words = area(embed, (language) => language.embed);
