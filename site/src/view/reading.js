// How to read the picture, at length.

import { html } from 'lit-html';
import { glossary, guide, helpWords, legend } from './help.js';
import { shapes } from './timeline.js';

/** The signs, how to read the picture, the words, the timeline and the keys. */
export function help() {
  const say = helpWords();
  return html`
    ${legend()} ${guide()}
    <h3>${say.words()}</h3>
    ${glossary()}
    <h3>${say.onTimeline()}</h3>
    ${shapes()}
    <p>${say.timeline()}</p>
    <p>${say.keys()}</p>
    <p class="small version">${say.version(HIGHWATER_VERSION)}</p>
  `;
}
