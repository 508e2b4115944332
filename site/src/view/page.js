// The whole page below its header.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { budget } from './budget.js';
import { partitionName } from '../format.js';
import { isNarrow } from '../geometry.js';
import { controls } from './controls.js';
import { log } from './log.js';
import { brokerMenus } from './brokerMenu.js';
import { layout, picture } from './picture.js';
import { alarm, records } from './records.js';
import { glossary, guide, legend } from './help.js';
import { panel } from './panel.js';
import { shapes } from './timeline.js';
import { transport } from './transport.js';
import { wheel } from './wheel.js';

/** Widths that the drawings may use, px.
 * @typedef {{picture: number, timeline: number}} Widths
 */

/**
 * @param {App} app
 * @param {Widths} widths
 * @param {Iterable<Element> | null} still stands in for what the stage shows, or null
 */
export function page(app, widths, still) {
  const { main, why, where } = app.sentence;
  return html`
    <main aria-busy=${app.model.working ? 'true' : 'false'}>
      <div class="sentence">
        <p class="main">${main}</p>
        <p class="why">${why} ${where ? html`<code>${where}</code>` : nothing}</p>
      </div>
      <div class="stage">${still ?? stage(app, widths.picture)}</div>
      <aside>${controls(app)} ${wheel(app)}</aside>
      <div class="more">${records(app)} ${warnings(app)} ${budget(app)} ${log(app)} ${help(app)}</div>
    </main>
    ${transport(app, widths.timeline)}
  `;
}

/**
 * @param {App} app
 * @param {number} width of the picture, px
 */
function stage(app, width) {
  const places = layout(app.state, width, app.toolbar.target);
  return html`
    ${alarm(app)} ${isNarrow(width) && app.state.partitions.length > 1 ? tabs(app) : nothing}
    <div class="drawing">${picture(app, places)} ${brokerMenus(app, places)}</div>
    ${legend}
  `;
}

/** @param {App} app what Kafka, or its documentation, says of the configuration */
function warnings(app) {
  const found = app.model.warnings;
  if (!found.length) return nothing;
  const list = () =>
    html`<ul class="prose">
      ${found.map(({ path, message }) => html`<li><code>${path}</code>: ${message}.</li>`)}
    </ul>`;
  return panel(app, { name: 'warnings', title: 'Warnings about this configuration', open: true }, list);
}

/** @param {App} app which partition is drawn where there is room for one only */
function tabs(app) {
  return html`
    <div class="tabs" role="group" aria-label="Partition shown">
      ${app.state.partitions.map(
        (p, i) =>
          html`<button aria-pressed=${i === app.toolbar.target ? 'true' : 'false'} @click=${() => app.aim(i)}>
            ${partitionName(p)}
          </button>`,
      )}
    </div>
  `;
}

/** @param {App} app */
function help(app) {
  const all = () => html`
    ${guide}
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
  return panel(app, { name: 'help', title: 'How to read the picture', open: false, shared: true }, all);
}
