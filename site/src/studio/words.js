// The words of the studio, and what keys and verbs mean.

import { html } from 'lit-html';
import { catalogue as englishCatalogue } from '../words/en/catalogue.js';
import { studio as english } from '../words/en/studio.js';
import { area, words as all } from '../words/words.js';

export const words = area(english, (language) => language.studio);

/** What configuration keys, verbs and their members mean. */
export const meanings = area(englishCatalogue, (language) => language.catalogue);

/**
 * What the core says, in the language that is shown; where the catalogue does not know it, in English.
 * @param {string} message
 */
export function said(message) {
  const text = words().said(message) ?? all().core.said(message);
  return text ?? html`<span lang="en">${message}</span>`;
}
