// Where a lesson stands among others: the path in the header, and the list of all.

/** @import {App} from '../app.js' */
/** @import {Scenario} from '../types' */

import { html, nothing } from 'lit-html';
import { lesson as words } from '../words/lesson.js';
import { localized } from '../words/words.js';

/** @param {Scenario} scenario the question that its lesson answers, or its title */
export function titleOf({ id, question, title, script }) {
  const asked = question ?? script?.lesson?.question;
  return asked ? localized(asked) : (title ?? script?.title ?? id);
}

/**
 * The lessons of a group, in order.
 * @param {Scenario[]} scenarios
 * @param {string | undefined} group undefined: those without a lesson
 */
export function shelf(scenarios, group) {
  return scenarios.filter((s) => s.group === group).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

/** @param {App} app @returns {{id: string, title: string} | null} what to try after the present lesson */
export function nextOf({ model, scenarios }) {
  const next = scenarios.find(({ id }) => id === model.given.lesson?.next);
  return next ? { id: next.id, title: titleOf(next) } : null;
}

/** @param {App} app whether the path ends with the present lesson */
export function isLastOfPath({ model, scenarios }) {
  const path = shelf(scenarios, 'path');
  return path.length > 1 && path[path.length - 1].id === model.scenario;
}

/** @param {App} app where one is in the group of the present lesson, and the way to its neighbours */
export function path(app) {
  const { scenarios, model } = app;
  const here = scenarios.find((s) => s.id === model.scenario);
  if (!here?.group) return nothing;
  const say = words();
  const all = shelf(scenarios, here.group);
  const at = all.indexOf(here);
  const finished = all.flatMap(({ id }, i) => (app.finished.has(id) ? [i + 1] : []));
  const go = (
    /** @type {Scenario | undefined} */ to,
    /** @type {string} */ label,
    /** @type {string} */ sign,
  ) =>
    html`<button
      class="icon"
      aria-label=${label}
      title=${to ? `${label}: ${titleOf(to)}` : label}
      aria-disabled=${to ? nothing : 'true'}
      @click=${() => to && app.load(to.id)}
    >
      ${sign}
    </button>`;
  return html`<nav class="path" aria-label=${say.groups[here.group]()}>
    ${go(all[at - 1], say.previousLesson(), '‹')}
    <span class="dots" aria-hidden="true"
      >${all.map((s) => html`<i class=${[s === here ? 'here' : '', app.finished.has(s.id) ? 'finished' : ''].join(' ')}></i>`)}</span
    >
    <span class="small">${say.place(at + 1, all.length)}</span>
    ${finished.length ? html`<span class="visually-hidden">${say.finished(finished)}</span>` : nothing}
    ${go(all[at + 1], say.nextLesson(), '›')}
  </nav>`;
}

/**
 * Offers all scenarios in a list, by group.
 * @param {HTMLSelectElement} picker
 * @param {Scenario[]} scenarios
 */
export function offer(picker, scenarios) {
  const say = words();
  const groups = [...Object.keys(say.groups), undefined];
  const shelves = groups.map((group) => {
    const label = group ? say.groups[group]() : say.others();
    const options = shelf(scenarios, group).map((s) => {
      return new Option(s.order ? `${s.order}  ${titleOf(s)}` : titleOf(s), s.id);
    });
    const element = Object.assign(document.createElement('optgroup'), { label });
    element.append(...options);
    return element;
  });
  picker.replaceChildren(...shelves.filter((s) => s.children.length));
}
