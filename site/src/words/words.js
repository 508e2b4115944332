// The catalogue of all that the page says, in the language that it is shown in. A message is a function of its
// parameters and gives a whole text: `words().transport.stepBack()`. English is the catalogue that others are checked
// against, and what is shown until another language has been loaded.
//
// A language is one file, but for English: what is said later comes with the view that says it, which has an area of
// its own: `const why = area(en, (language) => language.why)`, and then `why().title()`.

import { en } from './en.js';

/** The languages, each by its own name. */
export const languages = /** @type {const} */ ({ en: 'English', de: 'Deutsch' });

/** @typedef {keyof typeof languages} Language */

/** All that a language says. @typedef {typeof import('./de.js').de} Catalogue */

/** Where the languages come from. @typedef {{[L in Exclude<Language, 'en'>]: () => Promise<Catalogue>}} Sources */

/** @type {Sources} */
const sources = { de: () => import('./de.js').then((m) => m.de) };

/** @type {Partial<Record<Language, Catalogue>>} those that have been loaded */
const loaded = {};

/** @type {Language} what is shown */
let shown = 'en';

/** @type {Language} what is to be shown, once it is there */
let wanted = 'en';

/** How often other words have been shown. */
let editions = 0;

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * A part of the catalogue in the language that is shown.
 * @template T
 * @param {T} english
 * @param {(language: Catalogue) => NoInfer<T>} part the same in another language
 * @returns {() => T}
 */
export function area(english, part) {
  return () => {
    const other = loaded[shown];
    return other ? part(other) : english;
  };
}

/** The part of the catalogue that is always there. */
export const words = area(en, (language) => language);

/** The language that is shown. @returns {Language} */
export function language() {
  return shown;
}

/** A number that changes with the words that are shown: what is kept of texts is kept for one of them. */
export function edition() {
  return editions;
}

/**
 * Loads a language, shows it unless another one has been chosen meanwhile, and tells those who listen.
 * @param {Language} chosen
 * @param {Sources} [from]
 * @returns {Promise<void>} fails, and leaves all as it was, if it cannot be loaded
 */
export async function setLanguage(chosen, from = sources) {
  wanted = chosen;
  try {
    if (chosen !== 'en') loaded[chosen] ??= await from[chosen]();
  } catch (error) {
    if (wanted === chosen) wanted = shown;
    throw error;
  }
  if (wanted !== chosen || shown === chosen) return;
  shown = chosen;
  editions++;
  listeners.forEach((tell) => tell());
}

/**
 * @param {() => void} tell is called when other words are shown
 * @param {AbortSignal} [signal] ends it
 */
export function onLanguage(tell, signal) {
  listeners.add(tell);
  signal?.addEventListener('abort', () => listeners.delete(tell));
}

/**
 * The text in the language that is shown, of one that comes with its languages, as those of lessons do.
 * @param {{en: string} & {[L in Language]?: string}} text
 */
export function localized(text) {
  return text[shown] ?? text.en;
}
