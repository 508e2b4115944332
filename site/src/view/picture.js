// The one drawing: producers above, lanes and water, the purgatory beneath.

/** @import {App} from '../app.js' */
/** @import {PartitionState, State} from '../types' */
/** @import {Block, Subject} from './lanes.js' */
/** @import {Motion} from '../motion.js' */
/** @import {Measures} from '../geometry.js' */

import { html, nothing, svg } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { describe } from '../describe.js';
import { measure } from '../geometry.js';
import { block, drawBlock } from './lanes.js';
import { drawStrip, drawTracks, stripHeight } from './messages.js';
import { drawLeaving, drawPins, drawPurgatory, purgatoryRoom } from './purgatory.js';

/**
 * Where everything stands.
 * @param {State} state
 * @param {number} width CSS pixels
 * @param {number} target index of the partition that is drawn where there is room for one only
 * @param
 * {{motion?: Motion | null, select?: (subject: Subject) => void, spread?: number, low?: boolean, tight?: boolean,
 *   axis?: (p: PartitionState, slots: number) => number}} [live]
 * what moves, what a click on anything does, how much wider letters are set than usual, and whether there is little
 * height
 * @returns {{m: Measures, blocks: Block[], bottom: number}}
 */
export function layout(state, width, target, live = {}) {
  const { partitions } = state;
  const followers = Math.max(1, ...partitions.map((p) => p.replicas.length - 1));
  const m = measure(width, partitions.length, followers, live);
  let y = stripHeight;
  const blocks = (m.narrow ? partitions.slice(target, target + 1) : partitions).map((p) => {
    const b = block(m, p, y, state, live);
    y = b.bottom + 8;
    return b;
  });
  return { m, blocks, bottom: y };
}

/**
 * @param {Pick<App, 'state' | 'narrated'> & {model: Pick<App['model'], 'frame'>}} app
 * @param {ReturnType<typeof layout>} places
 * @param {number} [scale] pixels for each of the drawing's units
 */
export function picture(app, { m, blocks, bottom: y }, scale = 1) {
  const { state } = app;
  const { last } = app.model.frame;
  const room = purgatoryRoom(m, state);
  const height = y + room;
  return html`
    <svg
      class="picture"
      role="img"
      aria-label=${guard([app.narrated], () => describe(app.narrated.state))}
      viewBox=${`0 0 ${m.width} ${height}`}
      width=${m.width * scale}
      height=${height * scale}
    >
      ${room ? drawPurgatory(m, blocks, state, y, room) : nothing}
      ${blocks.map((b) => svg`${drawBlock(m, b, state, last)}${drawTracks(m, b, state)}`)}
      ${drawPins(m, blocks, state)} ${drawStrip(m, blocks, state)} ${drawLeaving(m, blocks, y)}
    </svg>
  `;
}
