// The card of a lesson at the place that is shown: what to look at, the one thing to do, and the chapters.

/** @import {App} from '../app.js' */
/** @import {Card, Tutor} from '../lesson.js' */

import { html, nothing } from 'lit-html';
import { lesson as words } from '../words/lesson.js';
import { localized } from '../words/words.js';
import { whole } from './whole.js';
import { verdict } from './question.js';

export { offer, path } from './library.js';
export { question } from './question.js';
export { follow } from './turn.js';

/** @param {App} app the card, beside the picture or in its tab */
export function lessonCard(app) {
  const { lesson } = app;
  if (!lesson) return nothing;
  const { question, refutes, source } = lesson.lesson;
  const say = words();
  return html`
    <section class="lesson card" aria-label=${say.label()}>
      <h2>${whole(localized(question))}</h2>
      ${refutes ? html`<p class="refuted small">${say.refuted(localized(refutes.text))}</p>` : nothing}
      ${lesson.plan ? [card(app, lesson), chapters(app, lesson)] : nothing}
      ${source ? retold(source) : nothing}
    </section>
  `;
}

/** @param {string} source the address of the report that the lesson retells; the core lets https through only */
function retold(source) {
  const { protocol, host } = new URL(source);
  if (protocol !== 'https:') return nothing;
  return html`<p class="small">
    <a href=${source} target="_blank" rel="noopener noreferrer">${words().retold(host)}</a>
  </p>`;
}

/**
 * @param {App} app
 * @param {Tutor} lesson
 */
function card(app, { card, ended, verdict: last }) {
  if (ended && last) return verdict(app, last); // the conclusion stands where the question did
  if (!card) return nothing;
  return html`<p class="said">${whole(localized(card.text))}</p>
    ${card.step ? deed(app, card) : nothing}`;
}

/**
 * @param {App} app
 * @param {Card} card that asks for something
 */
function deed(app, { done, begun, by = 'learner' }) {
  const say = words();
  if (done) return html`<p class="deed small done">${say.done[by]()}</p>`;
  if (begun) return html`<p class="deed small">${say.begun()}</p>`;
  return html`<p class="deed">
    <button class="primary" @click=${() => app.doAsCard()}>${say.showMe()}</button>
    <span class="small">${say.orYourself()}</span>
  </p>`;
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
      aria-disabled=${lesson.chapterAt(by) ? nothing : 'true'}
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
