// Why what is selected is as it is: its causes, what would release it, each with a button where it is one deed, and how
// things stand. Loaded when something is selected for the first time. The core answers; nothing is concluded here.

/** @import {App} from '../app.js' */
/** @import {Fact, Moment, Release, Step, Subject, Why} from '../types' */

import { html, nothing } from 'lit-html';
import { partitionName } from '../format.js';
import { tell, tellEvent } from '../sentence.js';
import { why as en } from '../words/en/why.js';
import { area, words } from '../words/words.js';

const say = area(en, (language) => language.why);

/** How many causes are shown. */
const maxCauses = 12;

/** Deeds that break something; the others heal, or change a setting. */
const breaking = ['kill', 'stop', 'freeze', 'fetch-pause'];

/** What was asked, where, and what the answer is, with the moments that its
 * causes are in. It is asked for again when the place or the subject is another one.
 * @typedef
 * {{subject: Subject, place: string, run: unknown, answer: Why | null, error: string, moments: Map<number, Moment
 * | null>}}
 * Asked
 */

/** @type {WeakMap<App, Asked>} */
const asked = new WeakMap();

/**
 * The answer for what is selected. While playing it stays that of the place where it was asked; where the core has not
 * tried everything yet, it goes on with the next frames.
 * @param {App} app
 * @param {Subject} subject
 * @returns {Asked}
 */
function ask(app, subject) {
  const { model } = app;
  const before = asked.get(app);
  const place = `${model.state.n} ${model.state.t}`;
  const same = before?.subject === subject && before.run === model.run;
  if (same && (before.place === place ? !before.answer?.working : app.clock.playing)) return before;
  if (model.working)
    return before ?? { subject, place: '', run: null, answer: null, error: '', moments: new Map() };
  /** @type {Asked} */
  const now = { subject, place, run: model.run, answer: null, error: '', moments: new Map() };
  try {
    now.answer = model.run.why(subject);
  } catch (error) {
    now.error = error instanceof Error ? error.message : String(error);
  }
  asked.set(app, now);
  if (now.answer?.working) setTimeout(() => app.changed());
  return now;
}

/** @param {App} app */
export function why(app) {
  const subject = /** @type {Subject | null} */ (app.selected);
  if (!subject) return nothing;
  const { answer, error, moments } = ask(app, subject);
  app.ui.heard.why = answer ? spoken(app, answer, moments) : error;
  return html`
    <div class="why-panel">
      <button class="close" @click=${() => app.select(null)}>${say().close()}</button>
      <h2>${say().of(subject)}</h2>
      ${error ? html`<p class="small">${error}</p>` : nothing}
      ${
        answer
          ? html`${releases(app, answer)} ${facts(answer)} ${crashes(answer)} ${causes(app, answer, moments)}`
          : nothing
      }
    </div>
  `;
}

/**
 * What is said of it: how it stands, and the newest cause.
 * @param {App} app
 * @param {Why} answer
 * @param {Asked['moments']} moments
 */
function spoken(app, { facts, chain }, moments) {
  const [cause] = chainLines(app, chain.slice(0, 1), moments);
  return [facts.length ? fact(facts[0]) : '', cause?.main ?? say().noCause()].filter(Boolean).join(' ');
}

/**
 * @param {App} app
 * @param {Why} answer
 * @param {Asked['moments']} moments
 */
function causes(app, { chain, root }, moments) {
  const lines = chainLines(app, chain, moments);
  if (!lines.length)
    return html`<h3>${say().causes()}</h3>
      <p>${say().noCause()}</p>`;
  return html`
    <h3>${say().causes()}</h3>
    <ol class="causes">
      ${lines.slice(0, maxCauses).map(
        ({ t, main, where, go }) =>
          html`<li>
            <button @click=${go}>
              <span class="at">${words().grammar.clock(t)}</span> <span class="told">${main}</span>
            </button>
            ${where ? html`<code>${where}</code>` : nothing}
          </li>`,
      )}
    </ol>
    ${lines.length > maxCauses ? html`<p class="small">${say().more(lines.length - maxCauses)}</p>` : nothing}
    <p class="small">${say().roots[root]()}</p>
  `;
}

/**
 * The causes as lines: the newest event by itself, then the moments that led to it, each once.
 * @param {App} app
 * @param {Why['chain']} chain
 * @param {Asked['moments']} known the moments that have been asked for
 */
function chainLines(app, chain, known) {
  const { model } = app;
  const momentOf = (/** @type {number} */ n) => {
    if (!known.has(n)) {
      const own = model.frame.moment;
      known.set(n, own?.n === n ? own : (n >= 0 && model.run.moments(n, 1)[0]) || null);
    }
    return known.get(n) ?? null;
  };
  const around = { script: model.script };
  /** @type {{t: number, main: string, where: string, go: () => void}[]} */
  const lines = [];
  let last = NaN;
  for (const [i, { n, moment: number, t, event }] of chain.entries()) {
    const moment = momentOf(number);
    if (i > 0 && (number === last || !moment)) continue;
    const { main, where } = i === 0 || !moment ? tellEvent(event, moment, around) : tell(moment, around);
    const go = moment && i > 0 ? () => app.seekMoment(number) : () => app.seekEvent(n + 1);
    lines.push({ t, main, where, go });
    last = number;
  }
  return lines;
}

/**
 * @param {App} app
 * @param {Why} answer
 */
function releases(app, answer) {
  const list = answer.releases;
  const waits = 'request' in (app.selected ?? {}) || list.length || answer.working;
  const refused = answer.facts.some((f) => f.kind === 'refused');
  if (!waits || (!list.length && !answer.working && !answer.facts.some((f) => f.kind === 'needs')))
    return nothing;
  const breaks = list.filter((r) => r.step && hurts(r));
  return html`
    <h3>${refused ? say().letIn() : say().releases()}</h3>
    ${list.length || answer.working ? nothing : html`<p>${say().nothing()}</p>`}
    <ul class="releases">
      ${list.filter((r) => !hurts(r)).map((r) => release(app, r))}
    </ul>
    ${answer.working ? html`<p class="small" role="status">${say().working()}</p>` : nothing}
    ${
      breaks.length
        ? html`<details>
            <summary>${say().breaks()}</summary>
            <ul class="releases">
              ${breaks.map((r) => release(app, r))}
            </ul>
          </details>`
        : nothing
    }
  `;
}

/** @param {Release} r whether it is a deed that breaks something */
function hurts({ step }) {
  return !!step && (breaking.some((verb) => verb in step) || step.link?.up === false);
}

/**
 * @param {App} app
 * @param {Release} r
 */
function release(app, r) {
  const { step } = r;
  const outcome = say().outcome(r.t, r.t - app.model.state.t, r.errors, !!r.closed);
  return html`<li>
    ${
      step
        ? html`<button @click=${() => app.act(step)}>${say().deed(step, members(app, step))}</button>`
        : html`<span>${say().comes(r)}</span>`
    }
    <span class="small">${outcome}</span>
  </li>`;
}

/**
 * Who leaves the ISR by a step isr, and who may come back.
 * @param {App} app
 * @param {Step} step
 */
function members(app, { isr }) {
  const all = app.model.state.partitions.find((p) => p.topic === isr?.topic && p.partition === isr.partition);
  const named = new Set(isr?.members);
  const those = (/** @type {boolean} */ held) =>
    all?.replicas.filter((r) => r.heldOut === held && named.has(r.broker) === held).map((r) => r.broker) ??
    [];
  return { out: those(false), back: those(true) };
}

/** @param {Why} answer */
function facts({ facts }) {
  if (!facts.length) return nothing;
  const several = new Set(facts.map((f) => f.kind === 'replica' && partitionName(f))).size > 2;
  return html`
    <h3>${say().facts()}</h3>
    <ul class="facts">
      ${facts.map((f) => html`<li>${fact(f, several)}</li>`)}
    </ul>
  `;
}

/** @param {Fact} f @param {boolean} [several] whether replicas of several partitions are told of */
function fact(f, several) {
  const message = say();
  switch (f.kind) {
    case 'needs':
      return message.needs({ ...f, place: partitionName(f) });
    case 'refused':
      return message.refused({ ...f, place: partitionName(f) });
    case 'deadline':
      return message.deadline(f.t);
    case 'answered':
      return message.answered(f.t, f.errors);
    case 'registration':
      return message.registration({ ...f, place: partitionName(f) });
    case 'minimum':
      return f.isr
        ? message.minimum({
            place: partitionName(f),
            isr: f.isr,
            minimum: f.minimum ?? 0,
            locked: !!f.locked,
          })
        : message.leaderless({ ...f, place: partitionName(f) });
    case 'replica':
      return message.replica({ ...f, knownEnd: f.knownEnd, place: several ? partitionName(f) : '' });
    case 'record':
      return message.record(f);
    case 'broker':
      return message.broker({ ...f, sessionEnds: f.sessionEnds, leads: f.leads.map(partitionName) });
  }
}

/** @param {Why} answer */
function crashes({ crashes }) {
  if (!crashes.length) return nothing;
  return html`
    <h3>${say().crashes()}</h3>
    <ul class="facts">
      ${crashes.map((c) => html`<li>${say().crash(c)}</li>`)}
    </ul>
  `;
}
