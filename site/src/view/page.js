// The whole page below its header.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { budget } from './budget.js';
import { partitionName } from '../format.js';
import { isNarrow } from '../geometry.js';
import { controls } from './controls.js';
import { log } from './log.js';
import { heads } from './heads.js';
import { layout, picture } from './picture.js';
import { alarm, records } from './records.js';
import { key, reading, words } from './reading.js';
import { legend } from './timeline.js';
import { transport } from './transport.js';
import { wheel, wheelOf } from './wheel.js';

/** Widths that the drawings may use, px.
 * @typedef {{picture: number, timeline: number}} Widths
 */

/**
 * @param {App} app
 * @param {Widths} widths
 */
export function page(app, widths) {
  const { main, why, where } = app.sentence;
  const { partitions } = app.state;
  const places = layout(app.state, widths.picture, app.target);
  return html`
    <main>
      <div class="sentence">
        <p class="main">${main}</p>
        <p class="why">${why} ${where ? html`<code>${where}</code>` : nothing}</p>
      </div>
      <div class="stage">
        ${alarm(app)} ${isNarrow(widths.picture) && partitions.length > 1 ? tabs(app) : nothing}
        <div class="drawing">${picture(app.state, places, app.frame.last)} ${heads(app, places)}</div>
        ${key}
      </div>
      <aside>${controls(app)} ${wheel(app.state, wheelOf(app.state, partitions[app.target]))}</aside>
      <div class="more">${records(app)} ${budget(app)} ${log(app)} ${help}</div>
    </main>
    ${transport(app, widths.timeline)}
  `;
}

/** @param {App} app which partition is drawn where there is room for one only */
function tabs(app) {
  return html`
    <div class="tabs" role="group" aria-label="Partition shown">
      ${app.state.partitions.map(
        (p, i) =>
          html`<button aria-pressed=${i === app.target ? 'true' : 'false'} @click=${() => app.aim(i)}>
            ${partitionName(p)}
          </button>`,
      )}
    </div>
  `;
}

const help = html`
  <details class="card">
    <summary>How to read the picture</summary>
    ${reading}
    <h3>Words</h3>
    ${words}
    <h3>On the timeline</h3>
    ${legend()}
    <p>
      A long run shows the part around the place where you are; the bar beneath it is the whole. Drag in
      either.
    </p>
    <p>Keys: Space plays and pauses, ← and → step, while no field has the focus.</p>
  </details>
`;
