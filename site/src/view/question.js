// What a lesson asks before a turning point, what came of it, and at the end what to remember.

/** @import {App} from '../app.js' */
/** @import {Prediction} from '../lesson.js' */

import { html, nothing } from 'lit-html';
import { betOf } from '../bet.js';
import { lesson as words } from '../words/lesson.js';
import { localized } from '../words/words.js';
import { betCard } from './bet.js';
import { whole } from './whole.js';
import { isLastOfPath, nextOf } from './library.js';

/** @param {App} app the question before a turning point; behind it, what came of it; at the end, the conclusion; and,
 * of a write that one has sent, a bet in their place */
export function question(app) {
  const bet = betOf(app);
  if (bet) return betCard(app, bet);
  const { prediction, verdict: earlier, ended } = app.lesson ?? {};
  if (ended) return conclusion(app);
  if (!prediction) return nothing;
  const { phase, ask, choice } = prediction;
  const say = words();
  return html`
    <section class="question card ${phase}" aria-label=${say.prediction()}>
      ${earlier ? verdict(app, earlier) : nothing}
      <h2>${whole(localized(ask))}</h2>
      <ul>
        ${prediction.options.map((_, i) => option(app, prediction, i))}
      </ul>
      ${
        phase === 'told'
          ? told(app, prediction)
          : html`<p class="small">${choice === undefined ? say.without() : say.kept(app.clock.playing)}</p>`
      }
    </section>
  `;
}

/**
 * @param {App} app
 * @param {Prediction} prediction
 * @param {number} i
 */
function option(app, { phase, options, choice, holds }, i) {
  const say = words();
  const text = whole(localized(options[i]));
  const mark =
    i === holds
      ? html` <b class="mark">✓ ${say.happened()}</b>`
      : i === choice && phase === 'told'
        ? html` <span class="mark small">${say.yours()}</span>`
        : nothing;
  if (phase === 'asked' && choice === undefined) {
    return html`<li><button @click=${() => app.guess(i)}>${text}</button></li>`;
  }
  const state = [i === choice ? 'chosen' : '', i === holds ? 'holds' : ''].join(' ');
  return html`<li>
    <p class=${state}><span>${text}</span>${mark}</p>
  </li>`;
}

/**
 * @param {App} app
 * @param {Prediction} prediction
 */
function told(app, prediction) {
  const say = words();
  return html`<p class="told">
    ${judged(prediction)} ${localized(prediction.told)}
    <button class="link" @click=${() => app.select({ event: prediction.event })}>${say.why()}</button>
  </p>`;
}

/** @param {Prediction} prediction whether the learner was right */
function judged({ choice, holds }) {
  if (choice === undefined) return nothing;
  return html`<b>${choice === holds ? words().right() : words().wrong()}</b>`;
}

/**
 * What came of a question, in short: whether the learner was right, what happened, and why.
 * @param {App} app
 * @param {Prediction} prediction
 */
export function verdict(app, prediction) {
  const { holds, options, told, event } = prediction;
  const say = words();
  return html`<p class="verdict small">
    ${judged(prediction)} ${holds === undefined ? nothing : say.outcome(localized(options[holds]))}
    ${whole(localized(told))}
    <button class="link" @click=${() => app.select({ event })}>${say.why()}</button>
  </p>`;
}

/** @param {App} app what to remember, and what comes next */
function conclusion(app) {
  const { lesson } = app;
  if (!lesson) return nothing;
  const say = words();
  const next = nextOf(app);
  return html`<section class="question card conclusion" aria-label=${say.conclusion()}>
    <div class="said">
      <h2>${say.conclusion()}</h2>
      <p>${localized(lesson.lesson.conclusion)}</p>
    </div>
    ${isLastOfPath(app) ? html`<p class="said">${say.pathDone()}</p>` : nothing}
    <p class="onward">
      ${
        next
          ? html`<button class="primary" @click=${() => app.load(next.id)}>
              ${say.next()}: ${next.title}
            </button>`
          : nothing
      }
      <button @click=${() => app.reset()}>${say.again()}</button>
    </p>
  </section>`;
}
