// What an author takes away: a link, a file, or what goes into another page; and what one begins with.

/** @import {Desk} from './desk.js' */

import { html, nothing } from 'lit-html';
import { plainScript } from './draft.js';
import { button } from './fields.js';
import { words } from './words.js';

/** How long a file may be, in bytes: a script has at most 1 MiB. */
const longestFile = 1 << 20;

/** @param {Desk} desk */
export function takeForm(desk) {
  const say = words();
  const begin = () => desk.begin(plainScript(say.newTitle()));
  return html`
    <p class="row">
      ${button(say.copyLink(), '', () => copyLink(desk))} ${button(say.saveFile(), '', () => saveFile(desk))}
      ${button(say.forPages(), '', () => share(desk))}
      <label class="file"
        >${say.openFile()}
        <input
          type="file"
          accept=".json,application/json"
          @change=${(/** @type {any} */ e) => openFile(desk, e.target)}
      /></label>
      ${button(say.beginAnew(), '', begin)}
      ${desk.aside ? button(say.takeUp(), '', () => desk.takeUp()) : nothing}
    </p>
    <p class="small" role="status">${desk.notice}</p>
    ${desk.link ? html`<div class="field"><label for="studio-link">${say.link()}</label><input id="studio-link" type="text" readonly .value=${desk.link} @focus=${(/** @type {any} */ e) => e.target.select()} /></div>` : nothing}
  `;
}

/** @param {Desk} desk */
async function copyLink(desk) {
  const say = words();
  if (!desk.right) return desk.say(say.mendFirst());
  try {
    const { addressOf } = await import('../address.js');
    desk.link = await addressOf(desk.app);
    await navigator.clipboard.writeText(desk.link).then(
      () => desk.say(say.copied()),
      () => desk.say(say.copyByHand()),
    );
  } catch (error) {
    desk.say(say.failed(error instanceof Error ? error.message : String(error)));
  }
}

/** @param {Desk} desk what one pastes into another page, to have the scenario there */
async function share(desk) {
  if (!desk.right) return desk.say(words().mendFirst());
  const { openDialog } = await import('../embed/dialog.js');
  await openDialog(desk.app);
}

/** @param {Desk} desk hands over what is written as a file, right or wrong */
function saveFile(desk) {
  const blob = new Blob([`${JSON.stringify(desk.draft, null, 2)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${fileName(String(desk.draft.title ?? ''))}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000); // the download may begin later
  desk.say(words().saved(link.download));
}

/** @param {string} title @returns {string} a name for a file */
export function fileName(title) {
  const plain = title
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/[\s_]+/g, '-')
    .toLowerCase();
  return plain.slice(0, 60) || 'scenario';
}

/**
 * Goes on with the script of a file, which may be wrong: then it says what.
 * @param {Desk} desk
 * @param {HTMLInputElement} input
 */
async function openFile(desk, input) {
  const say = words();
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  try {
    if (file.size > longestFile) throw new Error(say.tooLong());
    const script = JSON.parse(await file.text());
    if (Object(script) !== script || Array.isArray(script)) throw new Error(say.noScript());
    desk.begin(script);
    desk.say(say.opened(file.name));
  } catch (error) {
    desk.say(say.failed(error instanceof Error ? error.message : String(error)));
  }
}
