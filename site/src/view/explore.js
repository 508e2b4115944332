// "Can this lose an acknowledged record?": the question, as the run has it or set by hand; the answer, as the search
// comes to it; the shortest way to a loss, or the closest call, which can be played; and what other settings would have
// done.

/** @import {App} from '../app.js' */
/** @import {Answer, Search, Step} from '../explore/searches.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ask } from '../explore/searches.js';
import { guessing } from './exploreGuess.js';
import { fewest, keyOf, mapped, others } from './exploreMap.js';
import { kinds, mostReplicas, rules, settings, thoroughMost, usual, words } from './exploreSettings.js';

/** What a playground asks, and what it knows.
 * @typedef {object} Form
 * @property {Search} search what is set
 * @property {Asked | null} asked
 * @property {Map<number, boolean>} guesses by the rule that Kafka was without: whether the guess was right
 * @property {Map<string, Answer>} map by setting
 * @property {(() => void)[]} ends of what is under way
 * @property {boolean} folded whether the question is a line: the answer has the room then
 * @property {Set<number>} unfolded steps of the trace before which others are shown
 * @property {import('../types').Script | null} played
 */

/** What has been asked, and what came of it.
 * @typedef {object} Asked
 * @property {Search} search
 * @property {Answer | null} answer
 * @property {boolean} cancelled
 * @property {number} took ms
 * @property {number} [guess] failures; the answer to a question without a rule is not told before there is one
 */

/** @type {WeakMap<App, Form>} */
const forms = new WeakMap();

/** @param {App} app @returns {Search} what the run is about */
function ofRun(app) {
  const p = app.state.partitions[Math.min(app.toolbar.target, app.state.partitions.length - 1)];
  return {
    replicas: Math.min(p.replicas.length, mostReplicas),
    minInSyncReplicas: Math.min(p.askedMinIsr, p.replicas.length, mostReplicas),
    elr: app.model.elr ? 1 : 0,
    unclean: p.uncleanAllowed ? 1 : 0,
    acks: app.toolbar.acks === 'all' ? -1 : 1,
    records: 2,
    kinds: usual,
    failures: 3,
    without: 0,
    thorough: 0,
  };
}

/** @param {App} app */
export function explore(app) {
  let form = forms.get(app);
  if (!form) {
    form = {
      search: ofRun(app),
      asked: null,
      guesses: new Map(),
      map: new Map(),
      ends: [],
      folded: false,
      unfolded: new Set(),
      played: null,
    };
    forms.set(app, form);
  }
  const { search: set, ends } = form;
  const say = words();
  const change = (/** @type {Partial<Search>} */ to) => {
    Object.assign(set, to);
    if (set.thorough) {
      set.replicas = Math.min(set.replicas, thoroughMost);
      set.records = Math.min(set.records, thoroughMost);
    }
    set.minInSyncReplicas = Math.min(set.minInSyncReplicas, set.replicas);
    app.changed();
  };
  const search = () => begin(app, form, { ...set });
  const end = ends.length ? () => cancel(app, form) : null;
  // at once, not when the browser tells of it: an answer that comes in between draws what is known
  const fold = (/** @type {Event} */ event) => {
    event.preventDefault();
    form.folded = !form.folded;
    app.changed();
  };
  return html`
    <div>
      <details .open=${live(!form.folded)}>
        <summary @click=${fold}>${form.asked ? askedInWords(form.asked.search) : say.about()}</summary>
        ${settings(form.search, change, [say.ofRun(), () => change(ofRun(app))], search)}
      </details>
      ${form.asked ? answered(app, form, form.asked, end) : nothing}
    </div>
  `;
}

/** @param {Search} search */
function askedInWords(search) {
  const say = words();
  return say.asked(search, search.without ? `${say.without()} ${say.rules[rules[search.without]]()}` : '');
}

/**
 * @param {App} app
 * @param {Form} form
 * @param {Search} search
 */
function begin(app, form, search) {
  stop(form);
  /** @type {Asked} */
  const asked = { search, answer: null, cancelled: false, took: 0 };
  const begun = performance.now();
  form.asked = asked;
  form.folded = true;
  form.unfolded.clear();
  /** @param {Search} of @param {(answer: Answer) => void} heard */
  const searchFor = (of, heard) => {
    const end = ask(of, (answer) => {
      if (answer.over) form.ends = form.ends.filter((other) => other !== end);
      heard(answer);
      app.changed();
    });
    form.ends.push(end);
  };
  searchFor(search, (answer) => {
    asked.answer = answer;
    asked.took = performance.now() - begun;
    form.map.set(keyOf(search), answer);
    if (answer.over) app.notice = guessDue(asked) ? words().guessFirst() : verdict(search, answer);
  });
  for (const other of search.without ? [{ ...search, without: 0 }] : search.thorough ? [] : others(search)) {
    if (!form.map.get(keyOf(other))?.over) searchFor(other, (answer) => form.map.set(keyOf(other), answer));
  }
  app.changed();
}

/** Whether the learner is to guess before the answer is told. @param {Asked} asked */
const guessDue = ({ search, guess }) => !!search.without && guess === undefined;

/** @param {Form} form */
function stop(form) {
  for (const end of form.ends.splice(0)) end();
}

/**
 * @param {App} app
 * @param {Form} form
 */
function cancel(app, form) {
  stop(form);
  if (form.asked && !form.asked.answer?.over) form.asked.cancelled = true;
  app.changed();
}

/**
 * The answer in words.
 * @param {Search} search
 * @param {Answer} answer
 */
function verdict(search, answer) {
  const say = words();
  if (answer.error) return answer.error;
  const { trace = [], states, layers } = answer;
  if (answer.lost) {
    const parts = kinds
      .map(
        (kind) =>
          /** @type {[string, number]} */ ([kind, trace.filter(({ action }) => action === kind).length]),
      )
      .filter(([, n]) => n);
    return parts.length ? say.lost(parts, trace.length) : say.lostUnasked(trace.length);
  }
  if (!answer.full) return say.none(states, search.failures);
  return say.full(states, layers.length - 1);
}

/**
 * @param {App} app
 * @param {Form} form
 * @param {Asked} asked
 * @param {(() => void) | null} end of what is under way
 */
function answered(app, form, asked, end) {
  const say = words();
  const { search, answer, cancelled, took } = asked;
  const layers = answer?.layers ?? [];
  const predict = (/** @type {number} */ n) => {
    asked.guess = n;
    if (answer?.over) app.notice = verdict(search, answer);
    app.changed();
  };
  const guess = search.without
    ? guessing(asked, form.guesses, fewest(form.map.get(keyOf(search))), predict)
    : nothing;
  if (guessDue(asked)) return guess;
  return html`
    <div class="row">
      ${
        answer?.over
          ? html`<p class="verdict">${verdict(search, answer)}</p>
              ${answer.script && answer.trace?.length ? html`<button class="primary" @click=${() => play(app, form, search, answer)}>${say.play()}</button>` : nothing}`
          : html`<p>${cancelled ? say.cancelled() : say.working(answer?.states ?? 0, layers.length)}</p>`
      }
      ${end ? html`<button @click=${end}>${say.cancel()}</button>` : nothing}
    </div>
    ${guess} ${search.without ? html`<p class="small">${withRule(form, search)}</p>` : nothing}
    <div class="found">
      ${answer?.over && answer.trace?.length ? html`<div>${traced(app, form, search, answer)}</div>` : nothing}
      <div>${mapped(search, form.map, form.ends.length > 0, (cell) => choose(app, form, cell))}</div>
    </div>
    ${layers
      .slice(0, answer?.over && !answer.lost ? -1 : undefined)
      .map((states, most) => html`<p class="small">${say.none(states, most)}</p>`)}
    ${answer?.over && took ? html`<p class="small">${say.took(answer.states, took)}</p>` : nothing}
  `;
}

/**
 * The steps, failures in bold and the others between them folded, and who has which record after each.
 * @param {App} app
 * @param {Form} form
 * @param {Search} search
 * @param {Answer} answer
 */
function traced(app, form, search, answer) {
  const say = words();
  const { trace = [], noReturn } = answer;
  const shown = (/** @type {number} */ i) => isFailure(trace[i]) || i === trace.length - 1;
  /** @type {unknown[]} */
  const rows = [];
  for (let i = 0; i < trace.length; i++) {
    let next = i;
    while (!shown(next)) next++;
    if (next - i > 1 && !form.unfolded.has(next)) {
      const open = () => {
        form.unfolded.add(next);
        app.changed();
      };
      rows.push(
        html`<tr>
          <td colspan=${search.replicas + 2}><button @click=${open}>${say.between(next - i)}</button></td>
        </tr>`,
      );
      i = next;
    }
    rows.push(row(app, form, search, answer, i, !!answer.lost && i === noReturn));
  }
  return html`
    ${answer.lost ? nothing : html`<p>${say.closest(answer.copies ?? 0)}</p>`}
    ${answer.script ? nothing : html`<p class="small">${search.without ? say.unplayed() : say.unplayable()}</p>`}
    <table class="trace">
      <tr>
        <th scope="col" colspan="2">${say.step()}</th>
        ${ids(search).map((id) => html`<th scope="col">${say.broker(id)}</th>`)}
      </tr>
      ${rows}
    </table>
  `;
}

/** @param {Search} search */
const ids = (search) => Array.from({ length: search.replicas }, (_, i) => i + 1);

/** @param {Step} step */
const isFailure = (step) => kinds.some((kind) => kind === step.action);

/**
 * @param {App} app
 * @param {Form} form
 * @param {Search} search
 * @param {Answer} answer
 * @param {number} i
 * @param {boolean} noReturn
 */
function row(app, form, search, answer, i, noReturn) {
  const say = words();
  const step = /** @type {Step[]} */ (answer.trace)[i];
  const text = say.actions[step.action](step.broker, step.lose);
  const told = isFailure(step) ? html`<b>${text}</b>` : text;
  const there = () => {
    if (form.played !== answer.script) play(app, form, search, answer);
    app.seekTime(step.at);
  };
  return html`
    <tr>
      <td>${i + 1}</td>
      <td>
        ${answer.script ? html`<button @click=${there}>${told}</button>` : told}
        ${noReturn ? html`<em>${say.noReturn()}</em>` : nothing}
        ${step.broken.map((promise) => html`<span class="bad small">${say.promises[promise]()}</span> `)}
      </td>
      ${ids(search).map((id) => {
        const has = step.records.flatMap(({ copies }, r) => (copies.includes(id) ? [r + 1] : []));
        const alive = step.running.includes(id);
        const note = !alive
          ? say.dead()
          : step.leader === id
            ? say.leads()
            : step.isr.includes(id)
              ? 'ISR'
              : '';
        return html`<td>${say.has(has)} <span class="small">${note}</span></td>`;
      })}
    </tr>
  `;
}

/**
 * Opens the script of a trace as a run.
 * @param {App} app
 * @param {Form} form
 * @param {Search} search
 * @param {Answer} answer
 */
function play(app, form, search, answer) {
  if (!answer.script) return;
  form.played = answer.script;
  app.open({ ...answer.script, title: verdict(search, answer) });
  app.changed();
}

/** What it takes when Kafka has the rule. @param {Form} form @param {Search} search */
function withRule(form, search) {
  const answer = form.map.get(keyOf({ ...search, without: 0 }));
  const n = fewest(answer);
  return n < 0 ? '' : words().withRule(n, answer?.trace?.length ?? 0, search.failures);
}

/**
 * Shows what is known of another setting, or asks it.
 * @param {App} app
 * @param {Form} form
 * @param {Search} cell
 */
function choose(app, form, cell) {
  form.search = { ...cell };
  const known = form.map.get(keyOf(cell));
  if (known?.over) {
    form.asked = { search: cell, answer: known, cancelled: false, took: 0 };
    form.unfolded.clear();
    app.changed();
  } else begin(app, form, cell);
}
