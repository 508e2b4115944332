// The bet on a write that was sent by hand: what may become of it, and what has.

/** @import {App} from '../app.js' */
/** @import {Bet} from '../bet.js' */

import { html, nothing } from 'lit-html';
import { closeBet, fates, placeBet } from '../bet.js';
import { lesson as words } from '../words/lesson.js';
import { whole } from './whole.js';

/**
 * @param {App} app
 * @param {Bet} bet
 */
export function betCard(app, bet) {
  const { choice, holds, event } = bet;
  const say = words().bet;
  return html`
    <section class="question card bet ${holds ? 'told' : 'asked'}" aria-label=${say.label()}>
      <h2>${whole(say.ask(bet.value, bet.records))}</h2>
      <ul>
        ${fates.map((fate) => {
          const text = whole(say.fate[fate]());
          if (!choice) return html`<li><button @click=${() => placeBet(app, fate)}>${text}</button></li>`;
          const state = [fate === choice ? 'chosen' : '', fate === holds ? 'holds' : ''].join(' ');
          return html`<li>
            <p class=${state}><span>${text}</span>${mark(fate, bet)}</p>
          </li>`;
        })}
      </ul>
      <p class=${holds ? 'told' : 'small'}>
        ${holds ? html`<b>${holds === choice ? say.right() : say.wrong()}</b>` : choice ? say.kept(app.clock.playing) : say.without()}
        ${event === undefined ? nothing : html`<button class="link" @click=${() => app.select({ event })}>${words().why()}</button>`}
        <button class="link" @click=${() => closeBet(app)}>${say.close()}</button>
      </p>
    </section>
  `;
}

/**
 * @param {Bet['choice']} fate
 * @param {Bet} bet
 */
function mark(fate, { choice, holds }) {
  if (fate === holds) return html` <b class="mark">✓ ${words().happened()}</b>`;
  return fate === choice && holds ? html` <span class="mark small">${words().bet.yours()}</span>` : nothing;
}
