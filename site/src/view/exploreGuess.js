// "Kafka without this rule": how many failures does it take? One guesses before the search's answer is told.

import { html } from 'lit-html';
import { words } from './exploreSettings.js';

/** The guess that nothing is lost with so many failures. */
const none = Infinity;

/**
 * The question, or how the guess compares with the answer.
 * @param {{search: import('../explore/searches.js').Search, guess?: number}} asked
 * @param {Map<number, boolean>} guesses by rule, whether it was right
 * @param {number} fewest failures; -1: not known yet
 * @param {(guess: number) => void} predict
 */
export function guessing(asked, guesses, fewest, predict) {
  const say = words();
  const { search, guess } = asked;
  if (guess !== undefined) {
    if (fewest < 0) return html`<p>${say.guessKept(told(guess))}</p>`;
    if (!guesses.has(search.without)) guesses.set(search.without, guess === fewest);
    const right = [...guesses.values()].filter(Boolean).length;
    return html`<p>
      ${say.guessed(told(guess), guess === fewest)} ${say.guessedSoFar(right, guesses.size)}
    </p>`;
  }
  const choices = [...Array.from({ length: search.failures + 1 }, (_, n) => n), none];
  return html`<div role="group" aria-label=${say.guess()}>
    <p>${say.guess()}</p>
    <div class="row">
      ${choices.map(
        (n) =>
          html`<button @click=${() => predict(n)}>
            ${n === none ? say.guessNone(search.failures) : n}
          </button>`,
      )}
    </div>
  </div>`;
}

/** @param {number} guess */
const told = (guess) => (guess === none ? words().guessNothing() : String(guess));
