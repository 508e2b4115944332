// The words of the picture, which come with it.

import { picture } from '../words/en/picture.js';
import { area } from '../words/words.js';

/** The words of the picture, in the language that is shown. */
export const pictured = area(picture, (language) => language.picture);
