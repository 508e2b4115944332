// How to read the picture: the short key, the long text, and the words. Loaded when it is opened.

import { html, svg } from 'lit-html';
import { help as english } from '../words/en/help.js';
import { area, words } from '../words/words.js';
import { meanings } from './definition.js';

export const helpWords = area(english, (language) => language.help);

/** The signs of the key, in the order of their words. */
const signs = [
  svg`<g class="cell"><rect x="1" y="3" width="22" height="14" rx="4" /></g>`,
  svg`<g class="cell open"><rect x="1" y="3" width="22" height="14" rx="4" /><rect class="hatch" fill="url(#hatch)" x="1" y="3" width="22" height="14" rx="4" /></g>`,
  svg`<path class="edge" d="M12 1q4 4.5 0 9q-4 4.5 0 9" />`,
  svg`<g class="token"><circle class="disc" cx="12" cy="10" r="8" /><circle class="time" cx="12" cy="10" r="8" pathLength="100" stroke-dasharray="75 100" /></g>`,
  svg`<path class="fetch" transform="translate(12 10)" d="M-6 5L0 -6L6 5Z" />`,
];

/** The signs that the picture is made of. */
export function legend() {
  const meant = helpWords().signs();
  return html`
    <ul class="key" aria-label=${helpWords().key()}>
      ${signs.map(
        (sign, i) =>
          html`<li>
            <svg viewBox="0 0 24 20" width="24" height="20" aria-hidden="true">${sign}</svg>${meant[i]}
          </li>`,
      )}
    </ul>
  `;
}

/** How to read the picture. */
export function guide() {
  return html`
    <ul class="prose">
      ${helpWords()
        .guide()
        .map((text) => html`<li>${text}</li>`)}
    </ul>
  `;
}

/** Kafka's terms and what they mean. */
export function glossary() {
  const named = words().terms.forms();
  const meaning = meanings();
  const ids = /** @type {(keyof typeof named)[]} */ (Object.keys(named));
  return html`
    <dl class="prose">
      ${ids.map(
        (id) =>
          html`<div>
            <dt>${named[id][0]}</dt>
            <dd>${meaning[id]()}</dd>
          </div>`,
      )}
    </dl>
  `;
}
