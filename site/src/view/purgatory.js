// The purgatory: tokens of parked requests, tied to the offsets they need. With one partition they hang on its axis;
// with several, each is tied to a pin on every axis it waits for.

/** @import {PartitionState, RequestPartition, RequestState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */
/** @import {Block} from './lanes.js' */

import { nothing, svg } from 'lit-html';
import { brokers, count, countdown, partitionName } from '../format.js';
import { offsetX, rows } from '../geometry.js';

/** Tokens that are drawn in full; the rest is counted. */
const most = 5;
const rowHeight = 46;

/**
 * @param {State} state
 * @returns {RequestState[]} the parked requests, oldest first
 */
export function parked(state) {
  return state.requests.filter((r) => r.phase === 'parked');
}

/**
 * @param {Measures} m
 * @param {State} state
 */
export function purgatoryHeight(m, state) {
  const shown = Math.min(most, parked(state).length);
  const least = m.narrow ? 1 : 2;
  const head = hangs(m) ? 26 : 34 + (m.narrow ? 16 : 0) * keyLines(state).length;
  const tokens = parked(state).slice(0, most);
  const body = hangs(m) ? shown * rowHeight : tokens.reduce((sum, r) => sum + tiedHeight(r), 0);
  const keys = m.narrow ? 0 : 16 * keyLines(state).length;
  return head + Math.max(least * rowHeight, body, keys) + (parked(state).length > most ? 20 : 0) + 8;
}

/** @param {RequestState} r one line for each of its partitions */
function tiedHeight(r) {
  return rowHeight + Math.max(0, r.partitions.length - 1) * 15;
}

/** @param {Measures} m whether tokens hang on the axis itself */
function hangs(m) {
  return !m.narrow && !m.compact;
}

/**
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {State} state
 * @param {number} top
 */
export function drawPurgatory(m, blocks, state, top) {
  const all = parked(state);
  const height = purgatoryHeight(m, state);
  const shown = all.slice(0, most);
  return svg`
    <g class="purgatory">
      <rect class="panel" x="0.5" y=${top + 0.5} width=${m.width - 1} height=${height - 1} rx="10" />
      ${drawHead(m, state, top)}
      ${all.length ? nothing : svg`<text class="small" x=${m.narrow ? 104 : m.x0} y=${top + 24}>Nobody waits.</text>`}
      ${hangs(m) ? drawHanging(m, blocks[0], shown, state, top) : drawTied(m, blocks, shown, state, top, height)}
      ${
        all.length > most
          ? svg`<text class="small" x=${m.narrow ? 14 : m.x0} y=${top + height - 12}>and ${all.length - most} more that came later</text>`
          : nothing
      }
    </g>
  `;
}

/**
 * @param {Measures} m
 * @param {State} state
 * @param {number} top
 */
function drawHead(m, state, top) {
  const x = m.narrow ? 14 : 22;
  return svg`
    <text class="name" x=${x} y=${top + 24}>Purgatory</text>
    ${keyLines(state).map((line, i) => svg`<text class="small" x=${x} y=${top + 42 + i * 16}>${line}</text>`)}
  `;
}

/**
 * Two lines for each watch key: its name, and how many wait there and how many are done but not swept out yet.
 * @param {State} state
 * @returns {string[]}
 */
export function keyLines(state) {
  const several = state.brokers.filter((b) => b.keys.length).length > 1;
  return state.brokers.flatMap((b) =>
    b.keys.flatMap((key) => {
      const waiting = key.watchers.filter((w) => !w.completed).length;
      const done = key.watchers.length - waiting;
      return [
        `${several ? `broker ${b.broker}: ` : ''}watch key ${partitionName(key)}`,
        `${waiting} parked${done ? ` · ${done} done, not swept` : ''}`,
      ];
    }),
  );
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {RequestState[]} tokens
 * @param {State} state
 * @param {number} top
 */
function drawHanging(m, b, tokens, state, top) {
  const x = (/** @type {RequestState} */ r) => offsetX(m, b.start, r.partitions[0].requiredOffset);
  const placed = rows(tokens, (r) => r.partitions[0].requiredOffset);
  return placed.map(({ token, row }) => {
    const y = top + 34 + row * rowHeight;
    return svg`
      <path class="thread" d=${`M${x(token)} ${b.axis + 2}V${y - 18}`} />
      <circle class="pin" cx=${x(token)} cy=${b.axis} r="4" />
      ${drawToken(token, state, x(token), y)}
    `;
  });
}

/**
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {RequestState[]} tokens
 * @param {State} state
 * @param {number} top
 * @param {number} height
 */
function drawTied(m, blocks, tokens, state, top, height) {
  const x = m.narrow ? 32 : m.x0 + 20;
  const first = top + (m.narrow ? 54 + 16 * (keyLines(state).length - 1) : 32);
  let next = first + (m.narrow ? 14 : 0);
  return tokens.map((token, i) => {
    const y = next;
    next += tiedHeight(token);
    const gutter = m.width - 3 - i * 4;
    return svg`
      ${token.partitions.map((p) => drawTie(m, blocks, token, p, gutter, y, height))}
      ${drawToken(token, state, x, y)}
    `;
  });
}

/**
 * A pin on the axis of one partition and, where there is room, the thread to the token.
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {RequestState} token
 * @param {RequestPartition} p
 * @param {number} gutter x at which the thread goes down
 * @param {number} y of the token
 * @param {number} height
 */
function drawTie(m, blocks, token, p, gutter, y, height) {
  const b = blocks.find((k) => k.partition.topic === p.topic && k.partition.partition === p.partition);
  if (!b || p.requiredOffset <= 0 || height <= 0) return nothing;
  const x = offsetX(m, b.start, p.requiredOffset);
  const level = b.axis + 34;
  const text = `#${token.request}${p.state === 'waiting' ? '' : ' ✓'}`;
  const width = text.length * 7 + 10;
  return svg`
    <g class=${p.state === 'waiting' ? 'tie' : 'tie decided'}>
      <path class="thread" d=${`M${x} ${b.axis + 3}V${level - 9}`} />
      ${m.narrow ? nothing : svg`<path class="thread" d=${`M${x + width / 2} ${level}H${gutter}V${y}H${m.x0 + 345}`} />`}
      <circle class="pin" cx=${x} cy=${b.axis} r="4" />
      <rect class="flag" x=${x - width / 2} y=${level - 9} width=${width} height="18" rx="9" />
      <text class="flag-text" x=${x} y=${level + 4} text-anchor="middle">${text}</text>
    </g>
  `;
}

/**
 * The token of a request: its number, a ring that shows the time it has left, and what it waits for.
 * @param {RequestState} r
 * @param {State} state
 * @param {number} x
 * @param {number} y
 */
function drawToken(r, state, x, y) {
  const left = Math.max(0, r.until - state.t);
  const part = r.timeoutMs > 0 ? Math.min(1, left / r.timeoutMs) : 0;
  return svg`
    <g class="token" transform=${`translate(${x} ${y})`}>
      <circle class="disc" r="17" />
      <circle class="time" r="17" pathLength="100" stroke-dasharray=${`${Math.round(part * 1000) / 10} 100`} transform="rotate(-90)" />
      <text class="number" y="5" text-anchor="middle">#${r.request}</text>
      <text x="25" y="-3">${`${needs(r, state)} · ${countdown(left)} left`}</text>
      ${waitTexts(r, state).map((text, i) => svg`<text class="small" x="25" y=${13 + i * 15}>${text}</text>`)}
    </g>
  `;
}

/**
 * @param {RequestState} r
 * @param {State} state
 */
function needs(r, state) {
  const waiting = r.partitions.filter((p) => p.state === 'waiting');
  if (state.partitions.length > 1 || r.partitions.length > 1)
    return `${count(waiting.length, 'partition')} to go`;
  return `needs ${r.partitions[0].requiredOffset}`;
}

/**
 * What a parked request waits for, in words: one line for each partition.
 * @param {RequestState} r
 * @param {State} state
 * @returns {string[]}
 */
export function waitTexts(r, state) {
  const several = state.partitions.length > 1;
  return r.partitions.map((p) => {
    const text = waitFor(p, state);
    return several ? `${partitionName(p)} ${text}` : text;
  });
}

/**
 * @param {RequestPartition} p
 * @param {State} state
 */
function waitFor(p, state) {
  if (p.state !== 'waiting') return p.error === 'NONE' ? `has ${p.requiredOffset} ✓` : p.error;
  /** @type {PartitionState | undefined} */
  const partition = state.partitions.find((x) => x.topic === p.topic && x.partition === p.partition);
  if (partition?.locked) return 'under the minimum';
  const need = state.partitions.length > 1 ? `needs ${p.requiredOffset}, ` : '';
  if (p.waitsFor.length) return `${need}waits for ${brokers(p.waitsFor)}`;
  return `${need}waits for the next look`;
}
