// What a lesson says at the place that is shown: its card with the one thing to do, its chapters, the question before a
// turning point, and the conclusion.

/** @import {App} from '../app.js' */
/** @import {Prediction, Tutor} from '../lesson.js' */

import { html, nothing } from 'lit-html';
import { lesson as words } from '../words/lesson.js';
import { localized } from '../words/words.js';
import { nextOf } from './library.js';

export { offer, path } from './library.js';

/** @param {App} app the card, beside the picture or in its tab */
export function lessonCard(app) {
  const { lesson } = app;
  if (!lesson) return nothing;
  const { question, refutes } = lesson.lesson;
  const say = words();
  return html`
    <section class="lesson card" aria-label=${say.label()}>
      <h2>${localized(question)}</h2>
      ${refutes ? html`<p class="refuted small">${say.refuted(localized(refutes.text))}</p>` : nothing}
      ${lesson.plan ? [conclusion(app, lesson) ?? card(app, lesson), chapters(app, lesson)] : nothing}
    </section>
  `;
}

/**
 * @param {App} app
 * @param {Tutor} lesson
 */
function card(app, { card }) {
  if (!card) return nothing;
  const say = words();
  const deed = !card.step
    ? nothing
    : card.done
      ? html`<p class="deed small done">${say.done()}</p>`
      : html`<p class="deed">
          <button class="primary" @click=${() => app.doAsCard()}>${say.showMe()}</button>
          <span class="small">${say.orYourself()}</span>
        </p>`;
  return html`<p class="said">${localized(card.text)}</p>
    ${deed}`;
}

/**
 * @param {App} app
 * @param {Tutor} lesson
 */
function conclusion(app, { conclusion }) {
  if (!conclusion) return null;
  const say = words();
  const next = nextOf(app);
  return html`<div class="conclusion">
    <h3>${say.conclusion()}</h3>
    <p>${localized(conclusion)}</p>
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
  </div>`;
}

/**
 * @param {App} app
 * @param {Tutor} lesson
 */
function chapters(app, lesson) {
  const say = words();
  const { chapter, plan } = lesson;
  const go = (/** @type {1 | -1} */ by, /** @type {string} */ label, /** @type {string} */ sign) =>
    html`<button
      class="icon"
      aria-label=${label}
      aria-keyshortcuts=${by > 0 ? ']' : '['}
      title="${label} (${by > 0 ? ']' : '['})"
      ?disabled=${!lesson.chapterAt(by)}
      @click=${() => app.seekChapter(by)}
    >
      ${sign}
    </button>`;
  return html`<nav class="chapters" aria-label=${say.chapters()}>
    ${go(-1, say.previousChapter(), '‹')}
    <ol>
      ${lesson.lesson.chapters.map(({ name }, i) => {
        const place = plan?.chapters[i];
        return html`<li>
          <button
            aria-current=${i === chapter ? 'step' : nothing}
            ?disabled=${!place}
            title=${localized(name)}
            @click=${() => place && app.seekMoment(place.moment)}
          >
            <i aria-hidden="true">${i + 1}</i> <span>${localized(name)}</span>
          </button>
        </li>`;
      })}
    </ol>
    ${go(1, say.nextChapter(), '›')}
  </nav>`;
}

/** @param {App} app the question before a turning point; behind it, what came of it */
export function question(app) {
  const prediction = app.lesson?.prediction;
  if (!prediction) return nothing;
  const { phase, ask, choice } = prediction;
  const say = words();
  return html`
    <section class="question card ${phase}" aria-label=${say.prediction()}>
      <h2>${localized(ask)}</h2>
      <ul>
        ${prediction.options.map((_, i) => option(app, prediction, i))}
      </ul>
      ${
        phase === 'told'
          ? told(app, prediction)
          : html`<p class="small">${choice === undefined ? say.without() : say.kept()}</p>`
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
  const text = localized(options[i]);
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
function told(app, { choice, holds, told, event }) {
  const say = words();
  const verdict = choice === undefined ? '' : choice === holds ? say.right() : say.wrong();
  return html`<p class="told">
    ${verdict ? html`<b>${verdict}</b> ` : nothing}${localized(told)}
    <button class="link" @click=${() => app.select({ event })}>${say.why()}</button>
  </p>`;
}
