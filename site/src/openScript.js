// What one may open besides the built-in scenarios: a script as JSON, a saved state, or a link; from a file, the
// clipboard, a drop onto the page, or an address of the same origin. What is opened can be undone; what is refused
// changes nothing.

/** @import {App} from './app.js' */
/** @import {Scenario, Script} from './types' */

import { builtIn, openLink, words } from './link.js';

/** How large a script may be, in bytes. */
const mostBytes = 4 << 20;

/** What the name of a built-in scenario may be: all else is an address. */
const name = /^[\w-]+$/;

/**
 * Opens what a text holds.
 * @param {App} app
 * @param {string} text a script, a saved state, or a link, or an address with one
 * @throws {Error} that says what is wrong: then all is as it was
 */
export async function openText(app, text) {
  if (text.length > mostBytes) throw new Error(words().tooMuch(mostBytes));
  if (!/^\s*[{[]/.test(text)) {
    if (!holdsLink(text)) throw new Error(words().neither());
    return openLink(app, text).catch((error) => {
      throw new Error(words().damaged(error.message));
    });
  }
  const value = parsed(text);
  try {
    if (value?.script && value.place) app.reopen(value);
    else app.begin(value, '');
  } catch (error) {
    throw new Error(words().refused(error instanceof Error ? error.message : String(error)));
  }
}

/** @param {string} text @returns {boolean} whether it may be a link */
function holdsLink(text) {
  return /#s(=|%3D)/i.test(text) || /^\s*<?\d{1,6}-[0-9a-z]+-/.test(text);
}

/** @param {string} text @returns {boolean} whether it may be something to open, and is not pasted for something else */
export function canOpen(text) {
  return holdsLink(text) || /^\s*\{[^]*"(steps|script)"/.test(text);
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(words().noJson(error instanceof Error ? error.message : String(error)));
  }
}

/**
 * @param {App} app
 * @param {Blob} file
 * @throws {Error} as openText
 */
export async function openFile(app, file) {
  if (file.size > mostBytes) throw new Error(words().tooMuch(mostBytes));
  await openText(app, await file.text());
}

/**
 * The scenario that an address asks for.
 * @param {string} wanted the name of a built-in one, or the address of a script of the same origin
 * @param {() => Promise<Scenario[]>} library
 * @returns {Promise<Scenario>} with its script, which the core has not checked; one of one's own has no name
 * @throws {Error} that says why there is none
 */
export async function scenarioAt(wanted, library) {
  const script = name.test(wanted) ? await builtIn(library)(wanted) : undefined;
  if (script) return { id: wanted, script };
  if (name.test(wanted)) throw new Error(words().noScenario(wanted));
  return { id: '', script: await scriptAt(wanted) };
}

/**
 * @param {string} address
 * @returns {Promise<Script>}
 */
async function scriptAt(address) {
  const say = words();
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : null;
  if (url?.origin !== location.origin) throw new Error(say.otherOrigin(address));
  const response = await fetch(url).catch(() => null); // of a file, nothing is
  if (!response?.ok) throw new Error(say.notThere(address, response?.status ?? 0));
  const reader = response.body?.getReader();
  const parts = [];
  for (let size = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size <= mostBytes) continue;
    reader.cancel().catch(() => {});
    throw new Error(say.tooMuch(mostBytes));
  }
  return parsed(await new Blob(parts).text());
}

/**
 * Opens something; where it is refused, that is said in the tab for saving and opening.
 * @param {App} app
 * @param {() => Promise<void>} open
 */
export async function offered(app, open) {
  try {
    await open();
    app.ui.refused = '';
    app.say([words().opened(app.title), app.notice].join(' ').trim());
  } catch (error) {
    app.ui.refused = error instanceof Error ? error.message : String(error);
    app.show('take');
  }
}

/**
 * Takes what is dropped or pasted onto the page.
 * @param {App} app
 * @param {AbortSignal} signal ends it
 */
export function takeIn(app, signal) {
  const isField = (/** @type {Event} */ { target }) =>
    target instanceof Element && !!target.closest('input:not([type=range]), textarea, [contenteditable]');
  const over = (/** @type {DragEvent} */ event) => {
    if (!isField(event)) event.preventDefault();
  };
  const drop = (/** @type {DragEvent} */ event) => {
    if (isField(event)) return;
    event.preventDefault();
    take(app, event.dataTransfer, true);
  };
  const paste = (/** @type {ClipboardEvent} */ event) => {
    if (!isField(event)) take(app, event.clipboardData, false);
  };
  addEventListener('dragover', over, { signal });
  addEventListener('drop', drop, { signal });
  addEventListener('paste', paste, { signal });
}

/**
 * @param {App} app
 * @param {DataTransfer | null} data
 * @param {boolean} meant for this page: what cannot be opened is refused, too
 */
function take(app, data, meant) {
  const [file] = data?.files ?? [];
  const text = data?.getData('text/plain') ?? '';
  if (file) offered(app, () => openFile(app, file));
  else if (canOpen(text) || (meant && text)) offered(app, () => openText(app, text));
}
