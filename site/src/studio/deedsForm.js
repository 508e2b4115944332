// The third section: what is done, and when. What is done in the playground by hand joins the list.

/** @import {Step} from '../types' */
/** @import {Desk} from './desk.js' */

import { html, nothing } from 'lit-html';
import { words as all } from '../words/words.js';
import { verbs } from './catalogue.js';
import { isStartingLink, list, newStep, ordered, pathText, verbOf } from './draft.js';
import { button, goTo, idOf, textField, trouble } from './fields.js';
import { stepFields } from './stepForm.js';
import { meanings, words } from './words.js';

/** So many steps are listed: a script may have thousands. */
const mostShown = 200;

/** @param {Desk} desk */
export function deedsForm(desk) {
  const say = words();
  const steps = list(desk.draft.steps);
  return html`
    <p class="small">${say.deedsHint()}</p>
    <ol class="steps">
      ${steps.slice(0, mostShown).map((step, i) => deed(desk, step, i))}
    </ol>
    ${steps.length > mostShown ? html`<p class="small">${say.moreDeeds(steps.length - mostShown)}</p>` : nothing}
    ${addForm(desk)} ${trouble(desk, ['steps'], true)}
  `;
}

/**
 * @param {Step} step
 * @returns {string} what it does, as scripts write it: "link from 1, to 2, latency.ms 400"
 */
export function stepText(step) {
  const verb = verbOf(step);
  const write = (/** @type {unknown} */ value) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  const args = Object.entries(Object(/** @type {any} */ (step)?.[verb]));
  return `${verb} ${args.map(([name, value]) => `${name} ${write(value)}`).join(', ')}`;
}

/**
 * @param {Desk} desk
 * @param {Step} step
 * @param {number} i its place
 */
function deed(desk, step, i) {
  const say = words();
  const path = ['steps', i];
  const open = desk.open === i && !isStartingLink(step);
  const text = stepText(step);
  const when = typeof step?.at === 'number' ? all().grammar.clock(step.at) : String(step?.at ?? '–');
  const elsewhere = isStartingLink(step); // it has its form among the links
  const show = () => (elsewhere ? goTo(pathText([...path, 'link', 'from'])) : desk.show(open ? -1 : i));
  const remove = () => {
    if (desk.open >= i) desk.open = -1;
    desk.edit(path, undefined);
  };
  return html`<li>
    <p><span class="when">${when}</span> <code>${text}</code></p>
    <p class="row">
      <button
        type="button"
        aria-expanded=${elsewhere ? nothing : open ? 'true' : 'false'}
        id=${`${idOf(path)}-edit`}
        @click=${show}
      >
        ${say.edit()}<span class="visually-hidden"> ${text}</span>
      </button>
      ${typeof step?.at === 'number' ? button(say.goThere(), when, () => desk.app.seekTime(Number(step.at))) : nothing}
      ${button(say.remove(), text, remove)}
    </p>
    ${
      open
        ? html`<div class="group">
            ${textField(desk, { path: [...path, 'at'], label: 'at', code: true, hint: say.atHint(), set: (ms) => desk.move(i, ms) })}
            ${stepFields(desk, path, verbOf(step))}
          </div>`
        : elsewhere
          ? nothing
          : trouble(desk, path)
    }
  </li>`;
}

/** @param {Desk} desk */
function addForm(desk) {
  const say = words();
  const add = (/** @type {any} */ e) => {
    e.preventDefault();
    const { verb, at } = e.target.elements;
    const step = newStep(desk.draft, verb.value, Number(at.value) || 0);
    const steps = ordered([...list(desk.draft.steps), step]);
    desk.open = steps.indexOf(step);
    desk.edit(['steps'], steps);
  };
  const explain = (/** @type {any} */ e) => {
    desk.verb = e.target.value;
    desk.show(desk.open);
  };
  const now = Math.round(desk.app.state.t * 1000) / 1000;
  return html`<form class="group" @submit=${add}>
    <div class="field">
      <label for="studio-verb">${say.addDeed()}</label>
      <select id="studio-verb" name="verb" aria-describedby="studio-verb-hint" @change=${explain}>
        ${verbs.map(({ verb }) => html`<option ?selected=${verb === desk.verb}>${verb}</option>`)}
      </select>
      <p class="small" id="studio-verb-hint">${meanings().verbs[desk.verb]}</p>
    </div>
    <div class="field">
      <label for="studio-when">${say.when()}</label>
      <input
        id="studio-when"
        name="at"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        .value=${String(now)}
      />
    </div>
    <button type="submit">${say.add()}</button>
  </form>`;
}
