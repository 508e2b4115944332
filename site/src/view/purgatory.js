// The purgatory: tokens of parked requests, tied to the offsets they need. With one partition they hang on its axis;
// with several, each is tied to a pin on every axis it waits for.

/** @import {PartitionState, RequestPartition, RequestState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */
/** @import {Block} from './lanes.js' */

import { nothing, svg } from 'lit-html';
import { partitionName } from '../format.js';
import { offsetX, round, rows } from '../geometry.js';
import { pictured } from './pictured.js';
import { laneMiddle } from './lanes.js';

const lineHeight = 16;
const emptyHeight = 40;

/** Tokens that are drawn one by one. Where more wait, the last of these places is that of a crowd. */
const most = 3;

/** A token: a request that waits, or a crowd of them that is drawn as one. All but the first have a part in its words.
 * @typedef {{request: RequestState, crowd: RequestState[], count: number}} Token
 */

/** @param {Measures} m whether tokens hang on the axis itself */
function hangs(m) {
  return !m.narrow && !m.compact;
}

/** The height of a token with its words. */
const rowHeight = 38;

/**
 * The parked requests as they are drawn: a few one by one, of many the oldest, and the rest as a crowd.
 * @param {State} state
 * @returns {Token[]}
 */
function parked(state) {
  const all = state.requests.filter((r) => r.phase === 'parked');
  const alone = state.parked > most ? most - 1 : most;
  const tokens = all.slice(0, alone).map((request) => ({ request, crowd: [request], count: 1 }));
  const crowd = all.slice(alone);
  if (!crowd.length) return tokens;
  return [...tokens, { request: crowd[0], crowd, count: state.parked - alone }];
}

/** The least height of the panel: there is room for two tokens, so that what is beneath it stands still while they come
 * and go. */
const leastRoom = { narrow: 34, others: 86 };

/**
 * The height that the panel needs.
 * @param {Measures} m
 * @param {State} state
 */
export function purgatoryRoom(m, state) {
  if (m.tight && !state.parked) return 0;
  return Math.max(m.narrow ? leastRoom.narrow : leastRoom.others, panelHeight(m, state)) + 1;
}

/**
 * @param {Measures} m
 * @param {State} state
 */
function panelHeight(m, state) {
  if (m.narrow) return leastRoom.narrow;
  const keys = lineHeight * keyLines(state).length;
  if (!state.parked) return Math.max(emptyHeight, 30 + keys + (isShort(m) ? 2 * lineHeight : 0));
  const tokens = parked(state).length * rowHeight;
  return Math.max(tokens + 10, keys + 36);
}

/**
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {State} state
 * @param {number} top
 * @param {number} room its height
 */
export function drawPurgatory(m, blocks, state, top, room) {
  const height = room - 1;
  const shown = parked(state);
  const { select } = blocks[0];
  return svg`
    <g class="purgatory">
      <rect class="panel" x="0.5" y=${top + 0.5} width=${m.width - 1} height=${height - 1} rx="10" />
      ${m.compact ? places(m, shown, top).map((place, i) => drawThreads(m, blocks, place, i)) : nothing}
      ${m.narrow ? drawOneLine(m, state, top, select) : drawHead(m, state, top, !state.parked)}
      ${hangs(m) ? drawHanging(m, blocks[0], shown, state, top) : m.narrow ? nothing : drawTokens(m, shown, state, top, select)}
    </g>
  `;
}

/** @param {Measures} m whether there is no room for it in one line */
function isShort(m) {
  return m.width - m.x0 < 580 * m.spread;
}

/**
 * @param {Measures} m
 * @param {State} state
 * @param {number} top
 * @param {boolean} empty
 */
function drawHead(m, state, top, empty) {
  const say = pictured().purgatory;
  const lines = isShort(m) ? say.purpose() : [say.purpose().join(' ')];
  const under = empty ? (lines.length - 1) * lineHeight : 0;
  return svg`
    <text class="name" x="22" y=${top + 24}>${say.title()}</text>
    ${empty ? lines.map((line, i) => svg`<text class="small" x=${m.x0} y=${top + 24 + i * lineHeight}>${line}</text>`) : nothing}
    ${keyLines(state).map((line, i) => svg`<text class="small" x="22" y=${top + 42 + under + i * lineHeight}>${line}</text>`)}
  `;
}

/**
 * All of it in one line, where there is little room: how many wait, and what the oldest of them waits for. The pins on
 * the axis show which.
 * @param {Measures} m
 * @param {State} state
 * @param {number} top
 * @param {Block['select']} select
 */
function drawOneLine(m, state, top, select) {
  const room = Math.floor((m.width - 112) / (6.2 * m.spread));
  const say = pictured().purgatory;
  const [first] = state.requests.filter((r) => r.phase === 'parked');
  const count = say.parked(state.parked);
  const [id, what] = first ? [`#${first.request}`, together(first, state, true)] : [];
  // What there is no room for is left out as a whole: the time that is left first.
  const rests = first ? [`${id}: ${timed(first, state)}, ${what}`, `${id}: ${what}`, what, id] : [];
  const line = rests.map((rest) => `${count} · ${rest}`).find((text) => text.length <= room) ?? count;
  return svg`
    <g class="token line pick" @click=${() => first && select({ request: first.request })}>
      <text x="14" y=${top + 22}><tspan class="name">${say.title()}</tspan><tspan class="small" dx="6">${line}</tspan></text>
    </g>
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
      const say = pictured().purgatory;
      const where = several ? say.at(b.broker) : '';
      const who = say.watched(key.parked, key.done);
      return state.partitions.length > 1
        ? [`${where}${partitionName(key)}: ${who}`]
        : [`${where}${say.key(partitionName(key))}`, who];
    }),
  );
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {Token[]} tokens
 * @param {State} state
 * @param {number} top
 */
function drawHanging(m, b, tokens, state, top) {
  const need = (/** @type {Token} */ t) => t.request.partitions[0].requiredOffset;
  const placed = rows(tokens, need);
  return placed.map(({ token, row }) => {
    const x = offsetX(m, b.start, need(token));
    const y = hangingY(m, top, row);
    return svg`
      <path class="thread" d=${`M${x} ${b.axis + 2}V${y - 18}`} />
      <circle class="pin" cx=${x} cy=${b.axis} r="4" />
      ${drawToken(m, token, state, x, y, b.select)}
    `;
  });
}

/**
 * @param {Measures} m
 * @param {number} top
 * @param {number} row
 */
function hangingY(m, top, row) {
  return top + 23 + row * rowHeight;
}

/**
 * The tokens that the high watermark takes along: each waits until it is reached, and then goes with the high watermark
 * up to the lane of the leader, from where it is answered.
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {number} top of the purgatory
 */
export function drawLeaving(m, blocks, top) {
  return blocks.map((b) =>
    b.shown.leaving.map(({ request, row, part }) => {
      const { topic, partition } = b.partition;
      const p = request.partitions.find((x) => x.topic === topic && x.partition === partition);
      const x = Math.max(offsetX(m, b.start, p?.requiredOffset ?? 0), offsetX(m, b.start, b.shown.edge));
      const from = hangs(m) ? hangingY(m, top, row) : b.axis + 20;
      const to = laneMiddle(m, b, b.partition.leader);
      return svg`<g class="token leaving" transform=${`translate(${round(x)} ${round(from + (to - from) * part)})`}>
        <circle class="disc" r="17" />
        <circle class="time" r="17" />
        <text class="number" y="5" text-anchor="middle">#${request.request}</text>
      </g>`;
    }),
  );
}

/**
 * Where the tokens stand that do not hang on an axis, one beneath the other.
 * @param {Measures} m
 * @param {Token[]} tokens
 * @param {number} top
 */
function places(m, tokens, top) {
  return tokens.map((token, i) => ({ token, x: m.width - 48, y: top + 24 + i * rowHeight }));
}

/**
 * @param {Measures} m
 * @param {Token[]} tokens
 * @param {State} state
 * @param {number} top
 * @param {Block['select']} select
 */
function drawTokens(m, tokens, state, top, select) {
  return places(m, tokens, top).map(({ token, x, y }) => drawToken(m, token, state, x, y, select));
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
  const listed = shown.flatMap((t) => t.crowd);
  return blocks.map((b) => drawFlags(m, b, listed, blocks.length > 1 ? 0 : state.parked - listed.length));
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
 * @param {{token: Token, x: number, y: number}} place
 * @param {number} index
 */
function drawThreads(m, blocks, { token, x, y }, index) {
  const gutter = m.width - 4 - index * 4;
  return blocks.map((b) => {
    const p = wanted(b, token.request);
    if (!p) return nothing;
    const from = offsetX(m, b.start, p.requiredOffset) + m.pitch - 8;
    const d = `M${from} ${b.axis + 13}H${gutter}V${y}H${x + 19}`;
    return svg`<path class=${p.state === 'waiting' ? 'thread' : 'thread decided'} d=${d} />`;
  });
}

/**
 * The pins on one axis, each with the numbers of those that wait at that offset. What is beyond the end of the axis has
 * one pin there.
 * @param {Measures} m
 * @param {Block} b
 * @param {RequestState[]} tokens
 * @param {number} more how many the state of a crowd does not list: they lie towards its end
 */
function drawFlags(m, b, tokens, more) {
  /** @type {Map<number, {text: string, waiting: boolean}[]>} */
  const pins = new Map();
  for (const token of tokens) {
    const p = wanted(b, token);
    if (!p) continue;
    const waiting = p.state === 'waiting';
    const text = `#${token.request}${waiting ? '' : ' ✓'}`;
    const x = offsetX(m, b.start, p.requiredOffset);
    pins.set(x, [...(pins.get(x) ?? []), { text, waiting }]);
  }
  return [...pins].map(([x, flags], i) => {
    const level = b.axis + (m.narrow ? 34 : 13);
    const some = flags.map((f) => f.text);
    const count = some.length + (i === pins.size - 1 ? more : 0);
    const text = count > 3 ? `${count}×` : some.join(' ');
    const width = text.length * 7 + 8;
    const left = m.narrow ? Math.min(x - width / 2, m.width - width - 1) : x + 12;
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
 * The token of a request: its number, a ring that shows the time it has left, and what it waits for. That of a crowd is
 * a pile, with how many they are.
 * @param {Measures} m
 * @param {Token} token
 * @param {State} state
 * @param {number} x
 * @param {number} y
 * @param {Block['select']} select
 */
function drawToken(m, token, state, x, y, select) {
  const { request: r, count: many } = token;
  const lines =
    many > 1
      ? crowdTexts(token, state)
      : [timed(r, state), m.compact ? together(r, state) : waitTexts(r, state)[0]];
  const longest = Math.max(...lines.map((l) => l.length)) * 6.4 * m.spread;
  const [at, anchor] = m.compact || x + 25 + longest > m.width ? [-25, 'end'] : [25, 'start'];
  return svg`
    <g class="token pick" transform=${`translate(${x} ${y})`} @click=${() => select({ request: r.request })}>
      <rect class="hit" x=${anchor === 'end' ? -25 - longest : -18} y="-18" width=${longest + 44} height="36" />
      ${many > 1 ? [8, 4].map((d) => svg`<circle class="disc" cx=${at > 0 ? -d : d} r="17" />`) : nothing}
      <circle class="disc" r="17" />
      ${ring(r, state, 17)}
      <text class="number" y="5" text-anchor="middle">${many > 1 ? `${many}×` : `#${r.request}`}</text>
      ${lines.map((text, i) => svg`<text class=${i ? 'small halo' : 'halo'} x=${at} y=${-3 + i * 16} text-anchor=${anchor}>${text}</text>`)}
    </g>
  `;
}

/**
 * How much of its time a request has left.
 * @param {RequestState} r
 * @param {State} state
 * @param {number} radius
 */
function ring(r, state, radius) {
  const part = r.timeoutMs > 0 ? Math.min(1, Math.max(0, r.until - state.t) / r.timeoutMs) : 0;
  return svg`<circle class="time" r=${radius} pathLength="100" stroke-dasharray=${`${Math.round(part * 1000) / 10} 100`} transform="rotate(-90)" />`;
}

/**
 * @param {RequestState} r
 * @param {State} state
 */
function timed(r, state) {
  return pictured().purgatory.left(needs(r, state), Math.max(0, r.until - state.t));
}

/**
 * What there is to be said of a crowd: who they are, and what all of them wait for.
 * @param {Token} token
 * @param {State} state
 */
function crowdTexts({ crowd, count: many }, state) {
  const last = crowd[crowd.length - 1];
  const offsets = crowd.flatMap((r) => r.partitions.map((p) => p.requiredOffset)).filter((o) => o > 0);
  const say = pictured().purgatory;
  const range = state.partitions.length > 1 ? '' : say.range(Math.min(...offsets), Math.max(...offsets));
  const parts = crowd.flatMap((r) => r.partitions);
  const why = new Set(parts.map((p) => waitFor(p, state, false)));
  const [one] = why;
  const same = parts[0].waitsFor.length ? say.allWait(parts[0].waitsFor) : one;
  return [say.more(many, crowd[0].request, last.request) + range, why.size === 1 ? same : say.eachWaits()];
}

/**
 * @param {RequestState} r
 * @param {State} state
 */
function needs(r, state) {
  const waiting = r.partitions.filter((p) => p.state === 'waiting');
  if (state.partitions.length > 1 || r.partitions.length > 1)
    return pictured().purgatory.toGo(waiting.length);
  return pictured().purgatory.needs(r.partitions[0].requiredOffset);
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
 * @param {boolean} [nameless] whether the only partition need not be named
 */
function together(r, state, nameless = false) {
  if (nameless && state.partitions.length === 1) return waitFor(r.partitions[0], state);
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const p of r.partitions) {
    const text = p.state !== 'waiting' && p.error === 'NONE' ? '✓' : waitFor(p, state, false);
    names.set(text, [...(names.get(text) ?? []), partitionName(p)]);
  }
  return [...names].map(([text, who]) => pictured().purgatory.together(who, text)).join(' · ');
}

/**
 * @param {RequestPartition} p
 * @param {State} state
 * @param {boolean} [need] whether the offset is said that it needs
 */
function waitFor(p, state, need = state.partitions.length > 1) {
  const say = pictured().purgatory;
  if (p.state !== 'waiting') return p.error === 'NONE' ? say.has(p.requiredOffset) : p.error;
  /** @type {PartitionState | undefined} */
  const partition = state.partitions.find((x) => x.topic === p.topic && x.partition === p.partition);
  if (partition?.locked) return say.under();
  return need ? say.needsAnd(p.requiredOffset, say.waitsFor(p.waitsFor)) : say.waitsFor(p.waitsFor);
}
