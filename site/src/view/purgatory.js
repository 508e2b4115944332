// The purgatory: tokens of parked requests, tied to the offsets they need. With one partition they hang on its axis;
// with several, each is tied to a pin on every axis it waits for.

/** @import {PartitionState, RequestPartition, RequestState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */
/** @import {Block} from './lanes.js' */

import { nothing, svg } from 'lit-html';
import { brokers, count, countdown, list, partitionName } from '../format.js';
import { offsetX, rows } from '../geometry.js';

const headHeight = 26;
const lineHeight = 16;
const emptyHeight = 40;

/** Tokens that are drawn in full; the rest is counted. */
const most = 3;

/**
 * The height of a token with its words. Those that hang on the axis have the head of the panel beside them.
 * @param {Measures} m
 */
function rowHeight(m) {
  return hangs(m) ? 40 : 46;
}

/** @param {Measures} m whether tokens hang on the axis itself */
function hangs(m) {
  return !m.narrow && !m.compact;
}

/** @param {State} state @returns {RequestState[]} the parked requests that are drawn, the oldest ones */
function parked(state) {
  return state.requests.filter((r) => r.phase === 'parked').slice(0, most);
}

/**
 * The height that is set apart, so that the page stands still while a few requests come and go.
 * @param {Measures} m
 * @param {State} state
 */
export function purgatoryRoom(m, state) {
  const kept = hangs(m) ? most * rowHeight(m) + 10 : headHeight + (m.compact ? 1 : 2) * rowHeight(m) + 24;
  return Math.max(kept, panelHeight(m, state)) + 1;
}

/**
 * @param {Measures} m
 * @param {State} state
 */
function panelHeight(m, state) {
  const keys = lineHeight * keyLines(state).length;
  if (!state.parked) return emptyHeight + keys + (isShort(m) ? lineHeight : 0) - (keys ? 4 : 0);
  const tokens = parked(state).reduce((sum, r) => sum + tokenHeight(m, r), 0);
  const body = m.narrow ? keys + 12 + tokens : Math.max(tokens, keys);
  return (hangs(m) ? 0 : headHeight) + Math.max(body, keys + 42) + (state.parked > most ? 20 : 0) + 10;
}

/**
 * @param {Measures} m
 * @param {RequestState} r has a line for each of its partitions where lines are short
 */
function tokenHeight(m, r) {
  return rowHeight(m) + (m.narrow ? Math.max(0, r.partitions.length - 1) * 15 : 0);
}

/**
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {State} state
 * @param {number} top
 */
export function drawPurgatory(m, blocks, state, top) {
  const height = panelHeight(m, state);
  const shown = parked(state);
  return svg`
    <g class="purgatory">
      <rect class="panel" x="0.5" y=${top + 0.5} width=${m.width - 1} height=${height - 1} rx="10" />
      ${m.compact ? places(m, shown, state, top).map((place, i) => drawThreads(m, blocks, place, i)) : nothing}
      ${drawHead(m, state, top, !state.parked)}
      ${hangs(m) ? drawHanging(m, blocks[0], shown, state, top) : drawTokens(m, shown, state, top)}
      ${
        state.parked > shown.length
          ? svg`<text class="small" x=${m.narrow ? 14 : m.x0} y=${top + height - 12}>and ${state.parked - shown.length} more that came later</text>`
          : nothing
      }
    </g>
  `;
}

/** What the room is for, while nobody is in it. */
const purpose = ['Nobody waits. An acks=all write waits here', 'until the water reaches its offset.'];

/** @param {Measures} m whether there is no room for it in one line */
function isShort(m) {
  return m.narrow || m.width - m.x0 < 490;
}

/**
 * @param {Measures} m
 * @param {State} state
 * @param {number} top
 * @param {boolean} empty
 */
function drawHead(m, state, top, empty) {
  const x = m.narrow ? 14 : 22;
  const under = empty && m.narrow ? 2 * lineHeight : 0;
  const lines = isShort(m) ? purpose : [purpose.join(' ')];
  return svg`
    <text class="name" x=${x} y=${top + 24}>Purgatory</text>
    ${
      empty
        ? lines.map(
            (line, i) =>
              svg`<text class="small" x=${m.narrow ? x : m.x0} y=${top + (m.narrow ? 42 : 24) + i * lineHeight}>${line}</text>`,
          )
        : nothing
    }
    ${keyLines(state).map((line, i) => svg`<text class="small" x=${x} y=${top + 42 + under + i * lineHeight}>${line}</text>`)}
  `;
}

/**
 * For each watch key its name, and how many wait there and how many are done but not swept out yet.
 * @param {State} state
 * @returns {string[]}
 */
function keyLines(state) {
  const several = state.brokers.filter((b) => b.keys.length).length > 1;
  return state.brokers.flatMap((b) =>
    b.keys.flatMap((key) => {
      const where = several ? `broker ${b.broker}: ` : '';
      const who = `${key.parked} parked${key.done ? ` · ${key.done} done, not swept` : ''}`;
      return state.partitions.length > 1
        ? [`${where}${partitionName(key)}: ${who}`]
        : [`${where}watch key ${partitionName(key)}`, who];
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
    const y = top + 24 + row * rowHeight(m);
    return svg`
      <path class="thread" d=${`M${x(token)} ${b.axis + 2}V${y - 18}`} />
      <circle class="pin" cx=${x(token)} cy=${b.axis} r="4" />
      ${drawToken(m, token, state, x(token), y)}
    `;
  });
}

/**
 * Where the tokens stand that do not hang on an axis, one beneath the other.
 * @param {Measures} m
 * @param {RequestState[]} tokens
 * @param {State} state
 * @param {number} top
 */
function places(m, tokens, state, top) {
  let next = top + (m.narrow ? headHeight + 32 + lineHeight * keyLines(state).length : 30);
  return tokens.map((token) => {
    const y = next;
    next += tokenHeight(m, token);
    return { token, x: m.narrow ? 32 : m.width - 48, y };
  });
}

/**
 * @param {Measures} m
 * @param {RequestState[]} tokens
 * @param {State} state
 * @param {number} top
 */
function drawTokens(m, tokens, state, top) {
  return places(m, tokens, state, top).map(({ token, x, y }) => drawToken(m, token, state, x, y));
}

/**
 * The pins of the tokens on the axes, where they do not hang there themselves.
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {State} state
 */
export function drawPins(m, blocks, state) {
  if (hangs(m)) return nothing;
  const shown = parked(state);
  return blocks.map((b) => drawFlags(m, b, shown));
}

/**
 * What a request wants of the partition of a block.
 * @param {Block} b
 * @param {RequestState} r
 */
function wanted(b, r) {
  const { topic, partition } = b.partition;
  const p = r.partitions.find((x) => x.topic === topic && x.partition === partition);
  return p && p.requiredOffset > 0 ? p : undefined;
}

/**
 * From a token to its pin on every axis.
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {{token: RequestState, x: number, y: number}} place
 * @param {number} index
 */
function drawThreads(m, blocks, { token, x, y }, index) {
  const gutter = m.width - 4 - index * 4;
  return blocks.map((b) => {
    const p = wanted(b, token);
    if (!p) return nothing;
    const from = offsetX(m, b.start, p.requiredOffset) + m.pitch - 8;
    const d = `M${from} ${b.axis + 13}H${gutter}V${y}H${x + 19}`;
    return svg`<path class=${p.state === 'waiting' ? 'thread' : 'thread decided'} d=${d} />`;
  });
}

/**
 * The pins on one axis, each with the numbers of those that wait at that offset.
 * @param {Measures} m
 * @param {Block} b
 * @param {RequestState[]} tokens
 */
function drawFlags(m, b, tokens) {
  /** @type {Map<number, {text: string, waiting: boolean}[]>} */
  const pins = new Map();
  for (const token of tokens) {
    const p = wanted(b, token);
    if (!p) continue;
    const waiting = p.state === 'waiting';
    const text = `#${token.request}${waiting ? '' : ' ✓'}`;
    pins.set(p.requiredOffset, [...(pins.get(p.requiredOffset) ?? []), { text, waiting }]);
  }
  return [...pins].map(([offset, flags]) => {
    const x = offsetX(m, b.start, offset);
    const level = b.axis + (m.narrow ? 34 : 13);
    const text = flags.map((f) => f.text).join(' ');
    const width = text.length * 7 + 8;
    const left = m.narrow ? x - width / 2 : x + 12;
    return svg`
      <g class=${flags.some((f) => f.waiting) ? 'tie' : 'tie decided'}>
        <path class="thread" d=${m.narrow ? `M${x} ${b.axis + 3}V${level - 9}` : `M${x} ${b.axis}L${left} ${level}`} />
        <circle class="pin" cx=${x} cy=${b.axis} r="4" />
        <rect class="flag" x=${left} y=${level - 8} width=${width} height="16" rx="8" />
        <text class="flag-text" x=${left + width / 2} y=${level + 4} text-anchor="middle">${text}</text>
      </g>
    `;
  });
}

/**
 * The token of a request: its number, a ring that shows the time it has left, and what it waits for.
 * @param {Measures} m
 * @param {RequestState} r
 * @param {State} state
 * @param {number} x
 * @param {number} y
 */
function drawToken(m, r, state, x, y) {
  const left = Math.max(0, r.until - state.t);
  const part = r.timeoutMs > 0 ? Math.min(1, left / r.timeoutMs) : 0;
  const lines = m.compact ? [together(r, state)] : waitTexts(r, state);
  const [at, anchor] = m.compact ? [-25, 'end'] : [25, 'start'];
  return svg`
    <g class="token" transform=${`translate(${x} ${y})`}>
      <circle class="disc" r="17" />
      <circle class="time" r="17" pathLength="100" stroke-dasharray=${`${Math.round(part * 1000) / 10} 100`} transform="rotate(-90)" />
      <text class="number" y="5" text-anchor="middle">#${r.request}</text>
      <text x=${at} y="-3" text-anchor=${anchor}>${`${needs(r, state)} · ${countdown(left)} left`}</text>
      ${lines.map((text, i) => svg`<text class="small" x=${at} y=${13 + i * 15} text-anchor=${anchor}>${text}</text>`)}
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
 * What a parked request waits for, in words, for each partition.
 * @param {RequestState} r
 * @param {State} state
 * @returns {string[]}
 */
function waitTexts(r, state) {
  const several = state.partitions.length > 1;
  return r.partitions.map((p) => {
    const text = waitFor(p, state);
    return several ? `${partitionName(p)} ${text}` : text;
  });
}

/**
 * The same in one line: partitions of which the same is to be said are named together.
 * @param {RequestState} r
 * @param {State} state
 */
function together(r, state) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const p of r.partitions) {
    const text = p.state !== 'waiting' && p.error === 'NONE' ? '✓' : waitFor(p, state, '');
    names.set(text, [...(names.get(text) ?? []), partitionName(p)]);
  }
  return [...names]
    .map(([text, who]) => `${list(who)} ${who.length > 1 ? text.replace('waits', 'wait') : text}`)
    .join(' · ');
}

/**
 * @param {RequestPartition} p
 * @param {State} state
 * @param {string} [need]
 */
function waitFor(p, state, need = state.partitions.length > 1 ? `needs ${p.requiredOffset}, ` : '') {
  if (p.state !== 'waiting') return p.error === 'NONE' ? `has ${p.requiredOffset} ✓` : p.error;
  /** @type {PartitionState | undefined} */
  const partition = state.partitions.find((x) => x.topic === p.topic && x.partition === p.partition);
  if (partition?.locked) return 'under the minimum';
  if (p.waitsFor.length) return `${need}waits for ${brokers(p.waitsFor)}`;
  return `${need}waits for the next look`;
}
