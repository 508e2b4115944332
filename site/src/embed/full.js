// The way from a frame to the full page, in a window of its own and in the same state.

/** @import {App} from '../app.js' */

/** The address of the full page, beside this one: of the hosted form or, from a file, of the one file. */
export function fullPage() {
  const here = new URL(location.href);
  here.hash = '';
  here.search = '';
  here.pathname = here.pathname.replace(
    /embed\.html$/,
    here.protocol === 'file:' ? 'highwater.html' : 'index.html',
  );
  return here.href;
}

/**
 * The state of a playground as a link has it, behind `#s=`.
 * @param {App} app
 * @returns {Promise<string>}
 */
export async function stateOf(app) {
  const { builtIn, encode } = await import('../address.js');
  return encode(app.save(), builtIn(app.library));
}

/**
 * The address of the full page in the state in which a playground is.
 * @param {App} app
 * @returns {Promise<string>}
 */
export async function linkTo(app) {
  return `${fullPage()}#s=${await stateOf(app)}`;
}

/**
 * Gives a link the state before it is followed in whatever way.
 * @param {App} app
 * @param {Event} event of the link
 */
export async function prepare(app, event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  link.href = await linkTo(app).catch(fullPage);
}

/**
 * Opens the full page.
 * @param {App} app
 * @param {Event} event of the link
 */
export async function openFull(app, event) {
  event.preventDefault();
  app.pause();
  window.open(await linkTo(app).catch(fullPage), '_blank', 'noopener');
}
