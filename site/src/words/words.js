// The catalogue of all that the page says, in the language that it is shown in. A message is a function of its
// parameters and gives a whole text: `words().transport.stepBack()`. English is the catalogue that others are checked
// against, and what is shown until another language has been loaded.
//
// A view that is loaded later brings its own part: `const why = area(en, { de: () => import('./de/why.js').then((m) =>
// m.de) })`, and then `why().title()`.

import { en } from './en.js';

/** The languages, each by its own name. */
export const languages = /** @type {const} */ ({ en: 'English', de: 'Deutsch' });

/** @typedef {keyof typeof languages} Language */

/** How the parts of one language are loaded. @typedef {{[L in Exclude<Language, 'en'>]: () => Promise<unknown>}} Loaders */

/** @type {Language} what is shown */
let shown = 'en';

/** @type {Language} what is to be shown, once it is there */
let wanted = 'en';

/** The parts, each by the languages that have been loaded. @type {{loaders: Loaders, by: Record<string, any>}[]} */
const parts = [];

/** How often other words have been shown. */
let editions = 0;

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * A part of the catalogue. It is English until the part in the language shown has arrived, and those who listen are told
 * when it has.
 * @template T
 * @param {T} english
 * @param {{[L in Exclude<Language, 'en'>]: () => Promise<NoInfer<T>>}} loaders
 * @returns {() => T}
 */
export function area(english, loaders) {
  const part = { loaders, by: /** @type {Record<string, any>} */ ({ en: english }) };
  parts.push(part);
  if (wanted !== 'en') show(wanted).catch(() => {}); // English will do
  return () => part.by[shown] ?? english;
}

/** The part of the catalogue that is always there. */
export const words = area(en, { de: () => import('./de.js').then((m) => m.de) });

/** The language that is shown. @returns {Language} */
export function language() {
  return shown;
}

/** A number that changes with the words that are shown: what is kept of texts is kept for one of them. */
export function edition() {
  return editions;
}

/**
 * Loads a language, shows it, and tells those who listen.
 * @param {Language} chosen
 * @returns {Promise<void>} fails, and leaves all as it was, if it cannot be loaded
 */
export async function setLanguage(chosen) {
  wanted = chosen;
  try {
    await show(chosen);
  } catch (error) {
    if (wanted === chosen) wanted = shown;
    throw error;
  }
}

/** @param {Language} chosen is shown once every part of it is there, unless another one has been chosen meanwhile */
async function show(chosen) {
  for (let missing = parts; missing.length; missing = parts.filter(({ by }) => !(chosen in by))) {
    await Promise.all(missing.map(async (part) => (part.by[chosen] ??= await load(part.loaders, chosen))));
  }
  if (wanted !== chosen) return;
  shown = chosen;
  editions++;
  listeners.forEach((tell) => tell());
}

/**
 * @param {Loaders} loaders
 * @param {Language} chosen
 */
function load(loaders, chosen) {
  return chosen === 'en' ? undefined : loaders[chosen]();
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
