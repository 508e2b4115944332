// In the tab for saving and opening: a link of all that is there, and a field and a button to open what was saved.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { addressOf } from '../address.js';
import { words } from '../link.js';
import { offered, openFile, openText } from '../openScript.js';

/** Some tools cut addresses that are longer than so many characters. */
const longestSafe = 2000;

/** A link that could not be copied, so that it can be by hand. @type {WeakMap<App, string>} */
const shown = new WeakMap();

/** @param {App} app */
export function copy(app) {
  const say = words();
  const address = shown.get(app);
  return html`<li>
    <button @click=${() => copyLink(app)}>${say.copy()}</button>
    <span class="small">${say.copyNote()}</span>
    ${address ? html`<input class="address" type="text" readonly aria-label=${say.address()} .value=${address} @focus=${select} />` : nothing}
  </li>`;
}

/** @param {Event} event */
function select({ currentTarget }) {
  /** @type {HTMLInputElement} */ (currentTarget).select();
}

/**
 * Copies the address that brings back what is there now.
 * @param {App} app
 */
async function copyLink(app) {
  const say = words();
  try {
    const made = addressOf(app);
    await write(made);
    const { length } = await made;
    shown.delete(app);
    app.say(length > longestSafe ? say.copiedLong(length, longestSafe) : say.copied(length));
  } catch {
    await show(app);
  }
}

/**
 * @param {Promise<string>} text is put onto the clipboard when it is there: some browsers want to be asked at once
 */
async function write(text) {
  const { clipboard } = navigator;
  if (!globalThis.ClipboardItem || !clipboard.write) return clipboard.writeText(await text);
  const blob = text.then((t) => new Blob([t], { type: 'text/plain' }));
  return clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** @param {App} app whose link is shown, to be copied by hand */
async function show(app) {
  try {
    shown.set(app, await addressOf(app));
    app.say(words().copyByHand());
    requestAnimationFrame(() => {
      const field = document.getElementById(app.name)?.querySelector('.takeaway .address');
      if (field instanceof HTMLInputElement) field.focus();
    });
  } catch (error) {
    app.say(words().noLink(error instanceof Error ? error.message : String(error)));
  }
}

/** @param {App} app */
export function openField(app) {
  const say = words();
  const wrong = app.ui.refused;
  const open = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLTextAreaElement} */ (
      /** @type {HTMLFormElement} */ (event.target).elements.namedItem('text')
    );
    if (field.value.trim()) await offered(app, () => openText(app, field.value));
  };
  const choose = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    if (file) await offered(app, () => openFile(app, file));
    input.value = ''; // the same file may be chosen again
  };
  return html`
    <form class="opening" @submit=${open}>
      <h3>${say.open()}</h3>
      <p class="small">${say.openNote()}</p>
      <textarea
        name="text"
        rows="2"
        spellcheck="false"
        autocomplete="off"
        aria-label=${say.field()}
      ></textarea>
      <div class="row">
        <button>${say.openText()}</button>
        <label
          >${say.file()} <input type="file" accept=".json,.txt,application/json,text/plain" @change=${choose}
        /></label>
      </div>
      ${wrong ? html`<p class="bad" role="alert">${wrong}</p>` : nothing}
    </form>
  `;
}
