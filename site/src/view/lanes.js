// One partition: the lanes of its logs on one offset axis, and the water.

/** @import {Cell, PartitionState, ReplicaState, RequestState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */

import { nothing, svg } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { countdown, cut, partitionName } from '../format.js';
import { offsetX, progress, wave, windowStart } from '../geometry.js';
import { refusedAt } from './answers.js';

/** Where the parts of a block stand.
 * @typedef {object} Block
 * @property {PartitionState} partition
 * @property {number} start first offset on the axis
 * @property {number} top
 * @property {number} lanes y of the first lane
 * @property {number} axis y of the axis
 * @property {number} bottom
 */

/**
 * @param {Measures} m
 * @param {PartitionState} partition
 * @param {number} top
 * @returns {Block}
 */
export function block(m, partition, top) {
  const lanes = top + (m.narrow ? 50 : m.compact ? 27 : 30);
  const axis = lanes + partition.replicas.length * m.lane + 4;
  const start = windowStart(partition.endOffset, m.slots, partition.highWatermark);
  return { partition, start, top, lanes, axis, bottom: axis + (m.narrow ? 48 : m.compact ? 22 : 26) };
}

/**
 * The y of the middle of a replica's cells.
 * @param {Measures} m
 * @param {Block} b
 * @param {number} broker
 */
export function laneMiddle(m, b, broker) {
  const index = b.partition.replicas.findIndex((r) => r.broker === broker);
  return b.lanes + Math.max(0, index) * m.lane + m.cellTop + m.cell / 2;
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {State} state
 */
export function drawBlock(m, b, state) {
  const p = b.partition;
  const edge = offsetX(m, b.start, p.highWatermark);
  const line = svg`<path class="edge" d=${wave(edge, b.lanes - 4, b.axis + 8, p.locked ? 0 : 4)} />`;
  return svg`
    <g class=${p.locked ? 'block locked' : 'block'}>
      <path class="water" d=${waterShape(m, b, edge, p.locked)} />
      ${isrBracket(m, b)} ${m.narrow ? line : nothing}
      ${p.replicas.map((r, i) => drawLane(m, b, r, i, state))}
      ${guard([m.width, m.compact, b.start, b.axis, partitionName(p)], () => drawAxis(m, b))} ${m.narrow ? nothing : line}
      ${edgeLabel(m, b)}
    </g>
  `;
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {number} edge
 * @param {boolean} locked
 */
function waterShape(m, b, edge, locked) {
  const left = m.narrow ? 0 : m.x0 - 4;
  if (edge <= left) return '';
  const top = b.lanes - 4;
  return `${wave(edge, top, b.axis, locked ? 0 : 4)}H${left}V${top}Z`;
}

/**
 * Where the name of the edge stands: left of it if there is room, so that it keeps clear of what is on its way to the
 * leader's log end.
 * @param {Measures} m
 * @param {Block} b
 */
export function edgeName(m, b) {
  const p = b.partition;
  const edge = offsetX(m, b.start, p.highWatermark);
  const text = `high watermark ${p.highWatermark}${p.locked ? ' · locked' : ''}`;
  const width = text.length * 7.3 + (p.locked ? 36 : 24);
  const least = m.narrow
    ? 0
    : (m.compact ? partitionName(p).length + 3 : 0) * 7.2 + isrLabel(m, p).length * 7.2 + 12;
  const x = Math.min(Math.max(edge + 9 - width, least), m.width - width);
  return { text, width, x };
}

/**
 * @param {Measures} m
 * @param {Block} b
 */
function edgeLabel(m, b) {
  const { locked } = b.partition;
  const { text, width, x } = edgeName(m, b);
  const y = b.lanes - 26;
  return svg`
    <g class="edge-label">
      <rect x=${x} y=${y} width=${width} height="22" rx="11" />
      ${locked ? padlock(x + 10, y + 4) : nothing}
      <text x=${x + width / 2 + (locked ? 8 : 0)} y=${y + 15} text-anchor="middle">${text}</text>
    </g>
  `;
}

/**
 * @param {number} x
 * @param {number} y
 */
function padlock(x, y) {
  return svg`<path class="padlock" transform="translate(${x} ${y})"
    d="M1 6h10v7.5H1zM3.2 6V4a2.8 2.8 0 0 1 5.6 0v2" />`;
}

/**
 * The bracket that holds the ISR; where a broker in between is out of it, the spine is dotted.
 * @param {Measures} m
 * @param {Block} b
 */
function isrBracket(m, b) {
  const p = b.partition;
  const inside = p.replicas.map((r, i) => (r.inSync ? i : -1)).filter((i) => i >= 0);
  const x = m.narrow ? 2 : 4;
  const label = isrLabel(m, p);
  const name = m.compact ? `${partitionName(p)} · ` : '';
  return svg`
    <g class="isr">
      ${runs(inside).map(([first, last]) => {
        const top = b.lanes + first * m.lane + 2;
        const bottom = b.lanes + (last + 1) * m.lane - 6;
        return svg`<path d=${`M${x + 7} ${top}H${x}V${bottom}H${x + 7}`} />`;
      })}
      ${
        inside.length > 1
          ? svg`<path class="spine" d=${`M${x} ${b.lanes + inside[0] * m.lane + 2}V${
              b.lanes + (inside[inside.length - 1] + 1) * m.lane - 6
            }`} />`
          : nothing
      }
      <text x=${m.narrow ? 0 : 4} y=${b.top + 15}>${
        name ? svg`<tspan class="part-name">${name}</tspan>` : nothing
      }${label}</text>
    </g>
  `;
}

/**
 * "ISR 2 of 3 · min 2", Kafka's two numbers of the floor.
 * @param {Measures} m
 * @param {PartitionState} p
 */
function isrLabel(m, p) {
  const under = p.locked && !m.compact ? 'under ' : '';
  return `ISR ${p.isr.length} of ${p.replicas.length} · ${under}min ${p.effectiveMinIsr}`;
}

/**
 * Groups of neighbours: [0, 1, 3] is [[0, 1], [3, 3]].
 * @param {number[]} indices ascending
 * @returns {[number, number][]}
 */
function runs(indices) {
  /** @type {[number, number][]} */
  const groups = [];
  for (const i of indices) {
    const last = groups[groups.length - 1];
    if (last && last[1] === i - 1) last[1] = i;
    else groups.push([i, i]);
  }
  return groups;
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {ReplicaState} r
 * @param {number} index
 * @param {State} state
 */
function drawLane(m, b, r, index, state) {
  const now = state.t;
  const p = b.partition;
  const y = b.lanes + index * m.lane;
  const holds = p.heldBackBy.includes(r.broker);
  const bottom = y + m.cellTop + m.cell + m.bed;
  const end = offsetX(m, b.start, r.logEndOffset);
  const cutOff = r.logEndOffset > b.start + m.slots;
  const last = b.start + m.slots - (cutOff ? 1 : 0);
  return svg`
    <g class=${r.inSync ? (holds ? 'lane holds' : 'lane') : 'lane outside'}>
      <path class="bed" d=${`M${m.narrow ? 12 : 22} ${bottom}H${m.x1}`} />
      ${laneLabel(m, p, r, y, holds, now)}
      ${guard(laneKey(m, b, r, y, last), () =>
        r.cells.filter((c) => c.offset >= b.start && c.offset < last).map((c) => drawCell(m, b, c, y)),
      )}
      ${
        cutOff
          ? svg`<text class="small" x=${m.x1 - m.pitch / 2} y=${y + m.cellTop + m.cell / 2 + 4} text-anchor="middle">… ${r.logEndOffset} ▸<title>log end ${r.logEndOffset}</title></text>`
          : svg`<path class="end" d=${`M${end} ${y + m.cellTop - 3}V${bottom}`} />`
      }
      ${cutOff || (r.leader && busy(p, state)) ? nothing : endLabel(m, r, end, y)}
      ${ownWatermark(m, b, r, bottom)}
    </g>
  `;
}

/**
 * Whether something stands right behind the leader's last record.
 * @param {PartitionState} p
 * @param {State} state
 */
function busy(p, state) {
  const here = (/** @type {{topic: string, partition: number}} */ x) =>
    x.topic === p.topic && x.partition === p.partition;
  const near = (/** @type {RequestState} */ r) =>
    r.phase === 'appending' || (r.phase === 'returning' && progress(state.t, r.since, r.until) < 0.1);
  return refusedAt(p, state) || state.requests.some((r) => near(r) && r.partitions.some(here));
}

/**
 * All that the cells of a lane look like depends on.
 * @param {Measures} m
 * @param {Block} b
 * @param {ReplicaState} r
 * @param {number} y
 * @param {number} last offset that is not drawn
 */
function laneKey(m, b, r, y, last) {
  const { partition: p } = b;
  const cells = r.cells.map((c) => `${c.value} ${c.told}`).join('/');
  return [m.width, m.compact, partitionName(p), b.start, y, last, p.highWatermark, r.cells[0]?.offset, cells];
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {Cell} c
 * @param {number} y
 */
function drawCell(m, b, c, y) {
  const x = offsetX(m, b.start, c.offset);
  const committed = c.offset < b.partition.highWatermark;
  const room = Math.floor((m.pitch - 8) / (m.narrow ? 6.4 : 6.9));
  return svg`
    <g class=${committed ? 'cell' : 'cell open'}>
      <rect x=${x + 2} y=${y + m.cellTop} width=${m.pitch - 4} height=${m.cell} rx=${m.compact ? 5 : 7} />
      ${committed ? nothing : svg`<rect class="hatch" fill="url(#hatch)" x=${x + 2} y=${y + m.cellTop} width=${m.pitch - 4} height=${m.cell} rx=${m.compact ? 5 : 7} />`}
      <text x=${x + m.pitch / 2} y=${y + m.cellTop + m.cell / 2 + 4} text-anchor="middle">${cut(c.value, room)}</text>
      ${committed || !c.told ? nothing : drawTold(x + m.pitch - 8, y + m.cellTop + 1, c.told === 'NONE')}
      <title>${cellWords(c, committed)}</title>
    </g>
  `;
}

/**
 * What the producer was told of a record that is not committed: a tick or a cross on the corner of its cell.
 * @param {number} x
 * @param {number} y
 * @param {boolean} good
 */
function drawTold(x, y, good) {
  return svg`
    <g class=${good ? 'told good' : 'told bad'} transform=${`translate(${x} ${y})`}>
      <circle r="7" /><path d=${good ? 'M-3 0l2 2.5L3 -2.5' : 'M-2.5 -2.5l5 5M2.5 -2.5l-5 5'} />
    </g>
  `;
}

/**
 * @param {Cell} c
 * @param {boolean} committed
 */
function cellWords(c, committed) {
  const told = c.told === 'NONE' ? ', acknowledged' : c.told ? `, answered ${c.told}` : '';
  return `offset ${c.offset}: ${c.value}, ${committed ? 'committed' : 'written, not committed'}${told}`;
}

/**
 * @param {Measures} m
 * @param {ReplicaState} r
 * @param {number} end x of the log end
 * @param {number} y
 */
function endLabel(m, r, end, y) {
  const behind = !r.leader && r.knownEnd >= 0 && r.knownEnd !== r.logEndOffset;
  const right = end + 90 > m.x1 + 8;
  if (right && !behind) return nothing;
  if (m.compact) {
    const text = `log end ${r.logEndOffset}${behind ? ` · leader knows ${r.knownEnd}` : ''}`;
    return svg`<text class="small" x=${end + 6} y=${y + m.cellTop + m.cell / 2 + 4}>${text}</text>`;
  }
  return svg`
    <text class="small" x=${end + 6} y=${y + m.cellTop + (behind ? m.cell / 2 - 3 : m.cell / 2 + 4)}>log end ${r.logEndOffset}</text>
    ${
      behind
        ? svg`<text class="small" x=${end + 6} y=${y + m.cellTop + m.cell / 2 + 12}>leader knows ${r.knownEnd}</text>`
        : nothing
    }
  `;
}

/**
 * A notch on the bed of a lane: the high watermark as this replica knows it.
 * @param {Measures} m
 * @param {Block} b
 * @param {ReplicaState} r
 * @param {number} bottom
 */
function ownWatermark(m, b, r, bottom) {
  if (r.highWatermark < b.start || r.highWatermark > b.start + m.slots) return nothing;
  const x = offsetX(m, b.start, r.highWatermark);
  return svg`<path class="notch" d=${`M${x - 4} ${bottom + (m.compact ? 4 : 5)}h8l-4 -${m.compact ? 4 : 5}z`}><title>${`broker ${r.broker} knows the high watermark as ${r.highWatermark}`}</title></path>`;
}

/**
 * @param {Measures} m
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @param {number} y
 * @param {boolean} holds
 * @param {number} now
 */
function laneLabel(m, p, r, y, holds, now) {
  const role = holds ? (m.compact ? 'holds it back' : 'holds the water back') : roleOf(m, p, r);
  const fetch = r.leader ? '' : fetchPhrase(r, now);
  if (m.narrow) {
    return svg`<text class="halo" x="14" y=${y + 14}><tspan class="name">Broker ${r.broker}</tspan><tspan class="role" dx="6">${role}</tspan>${
      fetch ? svg`<tspan class="small" dx="6">${shortFetch(r, now)}</tspan>` : nothing
    }</text>`;
  }
  const middle = y + m.cellTop + m.cell / 2;
  if (m.compact) {
    return svg`
      <text x="22" y=${middle + 5}><tspan class="name">Broker ${r.broker}</tspan><tspan class="role" dx="7">${role}</tspan>${
        fetch ? svg`<title>${fetch}</title>` : nothing
      }</text>
    `;
  }
  return svg`
    <text class="name" x="22" y=${middle + (fetch ? -10 : -3)}>Broker ${r.broker}</text>
    <text class="role" x="22" y=${middle + (fetch ? 6 : 14)}>${role}</text>
    ${fetch ? svg`<text class="small" x="22" y=${middle + 21}>${fetch}</text>` : nothing}
  `;
}

/**
 * @param {Measures} m
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function roleOf(m, p, r) {
  if (r.leader) return `leader · epoch ${p.leaderEpoch}`;
  if (r.inSync) return m.compact ? 'in sync' : 'follower · in sync';
  if (p.maximalIsr.includes(r.broker)) return 'joining the ISR';
  return r.heldOut ? 'taken out of the ISR' : 'fell out of the ISR';
}

/**
 * Where a follower's loop of fetches stands, in words.
 * @param {ReplicaState} r
 * @param {number} now
 */
function fetchPhrase(r, now) {
  const left = countdown(r.fetch.until - now);
  switch (r.fetch.phase) {
    case 'travelling':
      return `next fetch arrives in ${left}`;
    case 'waiting':
      return 'its fetch waits at the leader';
    case 'returning':
      return `answer arrives in ${left}`;
    case 'appending':
      return 'is writing';
    case 'paused':
      return 'fetches are paused';
    case 'idle':
      return 'between two fetches';
    default:
      return 'does not fetch';
  }
}

/**
 * @param {ReplicaState} r
 * @param {number} now
 */
function shortFetch(r, now) {
  return r.fetch.phase === 'travelling' ? `fetch in ${countdown(r.fetch.until - now)}` : '';
}

/**
 * @param {Measures} m
 * @param {Block} b
 */
function drawAxis(m, b) {
  const ticks = Array.from({ length: m.slots + 1 }, (_, i) => b.start + i);
  const x = (/** @type {number} */ o) => offsetX(m, b.start, o);
  const level = b.axis + (m.compact ? 17 : 19);
  return svg`
    <g class="axis">
      <path d=${`M${m.x0} ${b.axis}H${m.x1}${ticks.map((o) => `M${x(o)} ${b.axis}v5`).join('')}`} />
      ${ticks.map((o) => svg`<text x=${x(o)} y=${level} text-anchor="middle">${o}</text>`)}
      ${m.narrow || m.compact ? nothing : svg`<text x="22" y=${b.axis + 5}>${partitionName(b.partition)}, offset</text>`}
    </g>
  `;
}
