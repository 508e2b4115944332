// How to read the picture, at length.

import { html, nothing } from 'lit-html';
import { hosted } from '../hosted.js';
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
    ${hosted ? besides() : nothing}
    <p class="small version">${say.version(HIGHWATER_VERSION)}</p>
  `;
}

/** What lies beside the page: itself in one file, what it may be believed, and the guide for authors. */
function besides() {
  const say = helpWords();
  return html`
    <h3>${say.besides()}</h3>
    <ul class="prose">
      <li><a href="highwater.html" download>${say.oneFile()}</a></li>
      <li><a href="trust.html" target="_blank">${say.trust()}</a></li>
      <li><a href="guide.html" target="_blank">${say.authors()}</a></li>
    </ul>
  `;
}
