// The switch of the language in the header, and the words of the page that stand in index.html itself.

/** @import {Language} from './words.js' */

import { keep, kept } from '../kept.js';
import { language, languages, onLanguage, setLanguage, words } from './words.js';

/**
 * Shows the language of the last visit or, at the first, the reader's own, and lets it be changed.
 * @param {HTMLSelectElement} control
 * @param {(error: unknown) => void} failed is called when a language cannot be loaded
 */
export function offerLanguages(control, failed) {
  onLanguage(() => {
    control.value = language();
    translatePage(document);
  });
  const show = (/** @type {string} */ wanted) =>
    setLanguage(known(wanted)).catch((error) => {
      control.value = language();
      failed(error);
    });
  control.addEventListener('change', () => {
    keep('language', control.value);
    show(control.value);
  });
  const wanted = known(kept('language') || navigator.language);
  if (wanted !== language()) show(wanted);
}

/**
 * @param {string} tag of a language, such as "de-AT"
 * @returns {Language} one that the page speaks
 */
function known(tag) {
  const [name] = tag.split('-');
  return Object.hasOwn(languages, name) ? /** @type {Language} */ (name) : 'en';
}

/**
 * Puts what index.html says into the language that is shown.
 * @param {Document} page
 */
function translatePage(page) {
  const { frame } = words();
  page.documentElement.lang = language();
  page.title = frame.title();
  for (const [selector, text] of frame.texts()) {
    for (const element of page.querySelectorAll(selector)) element.textContent = text;
  }
}
