// How to read the picture, at length.

import { html } from 'lit-html';
import { glossary, guide, legend } from './help.js';
import { shapes } from './timeline.js';

/** The signs, how to read the picture, the words, the timeline and the keys. */
export function help() {
  return html`
    ${legend} ${guide}
    <h3>Words</h3>
    ${glossary}
    <h3>On the timeline</h3>
    ${shapes()}
    <p>
      A long run shows the part around the place where you are; the bar beneath it is the whole. Drag in
      either.
    </p>
    <p>Keys: Space plays and pauses, ← and → step, while no field has the focus.</p>
  `;
}
