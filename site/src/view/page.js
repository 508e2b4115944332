// The whole page below its header.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { controls } from './controls.js';
import { log } from './log.js';
import { picture } from './picture.js';
import { legend } from './timeline.js';
import { transport } from './transport.js';
import { wheel } from './wheel.js';

/** Widths that the drawings may use, px.
 * @typedef {{picture: number, timeline: number}} Widths
 */

/**
 * @param {App} app
 * @param {Widths} widths
 */
export function page(app, widths) {
  const { main, why, where } = app.sentence;
  return html`
    <main>
      <div class="sentence">
        <p class="main">${main}</p>
        <p class="why">${why} ${where ? html`<code>${where}</code>` : nothing}</p>
      </div>
      <div class="stage">${picture(app.state, widths.picture)}</div>
      <aside>${controls(app)} ${wheel(app.state, app.state.partitions[app.target].leader)}</aside>
      <div class="more">
        ${log(app)}
        <details class="card">
          <summary>How to read the picture</summary>
          ${reading}
          <h3>On the timeline</h3>
          ${legend()}
          <p>Keys: Space plays and pauses, ← and → step, while no field has the focus.</p>
        </details>
      </div>
    </main>
    ${transport(app, widths.timeline)}
  `;
}

const reading = html`
  <ul class="prose">
    <li>
      Each lane is a broker's log, and all lanes share one axis of offsets. A lane ends where its log ends.
    </li>
    <li>
      The wavy line is the high watermark. What is left of it is under water: committed, readable. What is
      right of it, dashed and hatched, is written and not committed.
    </li>
    <li>The bracket at the left holds the ISR. A broker outside of it is pale.</li>
    <li>
      A round token is a request that waits in the purgatory. It hangs at the offset it needs; its ring shows
      the time it has left.
    </li>
    <li>
      At the right the followers' fetches travel: a triangle asks, a square brings records, and its number
      says how many.
    </li>
    <li>
      The small notch under a lane is the high watermark as that broker knows it. Followers learn it later.
    </li>
  </ul>
`;
