// One partition: the lanes of its logs on one offset axis, and the water.

/** @import {Cell, Event, PartitionState, ReplicaState, RequestState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */
/** @import {Motion, Shown} from '../motion.js' */

import { nothing, svg } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { cut, partitionName } from '../format.js';
import { firstStart, offsetX, progress, round, wave, windowStart } from '../geometry.js';
import { isAstray } from '../brokerStatus.js';
import { language } from '../words/words.js';
import { pictured } from './pictured.js';
import { refusedAt } from './answers.js';
import { isSlow, noteOf, roleOf, shortNote } from './roles.js';
import { cutCells, deletedPart, ghostLane, headSigns, isCut, readerRoom, readers, seat } from './icons.js';

/** What one may want to know the why of, as the verb why takes it. @typedef {Record<string, any>} Subject */

/** Where the parts of a block stand.
 * @typedef {object} Block
 * @property {PartitionState} partition
 * @property {number} start first offset on the axis; between two while it scrolls
 * @property {Shown} shown what of it is on its way
 * @property {(subject: Subject) => void} select opens the why of what is drawn
 * @property {number} top
 * @property {number} lanes y of the first lane
 * @property {number} axis y of the axis
 * @property {number} bottom
 */

/**
 * @param {Measures} m
 * @param {PartitionState} partition
 * @param {number} top
 * @param {State} state
 * @param
 * {{motion?: Motion | null, select?: (subject: Subject) => void, axis?: (p: PartitionState, slots: number) => number}}
 * [live] axis: the first offset on the axis, if it is not for the partition to say
 * @returns {Block}
 */
export function block(m, partition, top, state, { motion, select = () => {}, axis: from = ownStart } = {}) {
  const lanes = top + (m.narrow ? 50 : m.compact ? 25 : 30);
  const axis = lanes + (partition.replicas.length + Math.min(1, partition.ghosts.length)) * m.lane + 4;
  const start = from(partition, m.slots);
  const shown = motion?.shown(partition, start, m.slots) ?? atRest(partition, start);
  const bottom = axis + (m.narrow ? 48 : m.compact ? 22 : 26) + readerRoom(m, state, partition);
  return { partition, start: shown.start, top, lanes, axis, bottom, shown, select };
}

/**
 * @param {PartitionState} p
 * @param {number} slots offsets on the axis
 */
function ownStart(p, slots) {
  return windowStart(p.endOffset, slots, p.highWatermark, firstStart(p));
}

/**
 * What is shown where nothing moves.
 * @param {PartitionState} p
 * @param {number} start
 * @returns {Shown}
 */
function atRest(p, start) {
  return { edge: p.highWatermark, start, landed: () => 1, lines: [], leaving: [] };
}

/** @param {PartitionState} p whether its high watermark cannot move, whatever is copied */
function stands(p) {
  return p.locked || p.leader < 0;
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
 * @param {Event | null} last the newest notable event
 */
export function drawBlock(m, b, state, last) {
  const p = b.partition;
  const still = stands(p);
  const edge = offsetX(m, b.start, b.shown.edge);
  const pick = () => b.select({ topic: p.topic, partition: p.partition });
  const line = svg`<path class="edge pick" d=${wave(edge, b.lanes - 4, b.axis + 8, still ? 0 : 4)} @click=${pick} />`;
  return svg`
    <g class=${still ? 'block locked' : 'block'}>
      <path class="water" d=${waterShape(m, b, edge, still)} />
      ${p.replicas.map((r, i) => dry(m, b, r, i, edge))}
      ${isrBracket(m, b)} ${m.narrow ? line : nothing}
      ${p.replicas.map((r, i) => drawLane(m, b, r, i, state, last))}
      ${ghostLane(m, b, b.lanes + p.replicas.length * m.lane)}
      ${guard([language(), m.width, m.compact, m.lane, b.start, b.axis, partitionName(p), firstStart(p)], () => drawAxis(m, b))} ${m.narrow ? nothing : line}
      ${edgeLabel(m, b)} ${readers(m, b, state)}
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
 * What is committed and a replica does not have: there the water is pale, since nothing of it stands in that log.
 * @param {Measures} m
 * @param {Block} b
 * @param {ReplicaState} r
 * @param {number} index
 * @param {number} edge
 */
function dry(m, b, r, index, edge) {
  const from = offsetX(m, b.start, r.logEndOffset);
  if (r.logEndOffset >= Math.floor(b.shown.edge) || edge - from < 4) return nothing;
  return svg`<rect class="dry" x=${from} y=${b.lanes + index * m.lane - 2} width=${edge - from} height=${m.lane} />`;
}

/**
 * Where the name of the edge stands: left of it if there is room, so that it keeps clear of what is on its way to the
 * leader's log end.
 * @param {Measures} m
 * @param {Block} b
 */
export function edgeName(m, b) {
  const p = b.partition;
  const edge = offsetX(m, b.start, b.shown.edge);
  const how = p.leader < 0 ? 'stands' : p.locked ? 'locked' : '';
  const text = pictured().highWatermark(p.highWatermark, how);
  const width = text.length * 7.3 * m.spread + (stands(p) ? 36 : 24);
  const least = m.narrow
    ? 0
    : (m.compact ? partitionName(p).length + 3 : 0) * 7.2 * m.spread +
      isrLabel(m, p).length * 7.2 * m.spread +
      12;
  const x = Math.min(Math.max(edge + 9 - width, least), m.width - width);
  return { text, width, x };
}

/**
 * @param {Measures} m
 * @param {Block} b
 */
function edgeLabel(m, b) {
  const locked = stands(b.partition);
  const { text, width, x } = edgeName(m, b);
  const y = b.lanes - 26;
  return svg`
    <g class="edge-label pick" @click=${() => b.select({ topic: b.partition.topic, partition: b.partition.partition })}>
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
  const where = (/** @type {(r: ReplicaState) => boolean} */ test) =>
    runs(p.replicas.map((r, i) => (test(r) ? i : -1)).filter((i) => i >= 0));
  const isr = where((r) => r.inSync);
  const elr = where((r) => p.elr.includes(r.broker));
  const x = m.narrow ? 2 : 4;
  const label = isrLabel(m, p);
  const name = m.compact ? `${partitionName(p)} · ` : '';
  return svg`
    <g class="isr">
      ${[...isr.map((run) => ({ run, name: '' })), ...elr.map((run) => ({ run, name: 'elr' }))].map(
        ({ run: [first, last], name }) => {
          const top = b.lanes + first * m.lane + 2;
          const bottom = b.lanes + (last + 1) * m.lane - 6;
          return svg`<path class=${name} d=${`M${x + 7} ${top}H${x}V${bottom}H${x + 7}`} />`;
        },
      )}
      ${
        isr.length > 1
          ? svg`<path class="spine" d=${`M${x} ${b.lanes + isr[0][0] * m.lane + 2}V${
              b.lanes + (isr[isr.length - 1][1] + 1) * m.lane - 6
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
 * "ISR 2 of 3 · min 2", Kafka's two numbers of the floor, and who else may be elected.
 * @param {Measures} m
 * @param {PartitionState} p
 */
function isrLabel(m, p) {
  const is = { leader: p.leader >= 0, under: p.locked && !m.compact };
  return pictured().isr(p.isr.length, p.replicas.length, p.effectiveMinIsr, p.elr, is);
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
 * @param {Event | null} last
 */
function drawLane(m, b, r, index, state, last) {
  const p = b.partition;
  const y = b.lanes + index * m.lane;
  const holds = isSlow(state, p, r);
  const bottom = y + m.cellTop + m.cell + m.bed;
  const landed = b.shown.landed(r.broker, r.logEndOffset - 1);
  const end = offsetX(m, b.start, r.logEndOffset);
  const cutOff = r.logEndOffset > b.start + m.slots;
  const after = b.start + m.slots - (cutOff ? 1 : 0);
  return svg`
    <g class=${`lane${r.alive && (r.inSync || r.leader) ? '' : ' outside'}${holds ? ' holds' : ''}${r.leads && !r.leader ? ' deposed' : ''}`}>
      ${seat(m, state, r, y)}
      <path class="bed" d=${`M${m.narrow ? 12 : 22} ${bottom}H${m.x1}`} />
      <g class="pick" @click=${() => b.select({ topic: p.topic, partition: p.partition, broker: r.broker })}>
        ${laneLabel(m, state, p, r, y)}
      </g>
      ${guard(laneKey(m, b, r, y, after), () =>
        r.cells.map((c, i) =>
          c.offset >= b.start - 0.01 && c.offset < after
            ? drawCell(m, b, c, y, isAstray(p, r, c), r.cells[i - 1], r.broker)
            : nothing,
        ),
      )}
      ${deletedPart(m, b, r, y)} ${cutCells(m, b, r, y, last)}
      ${
        cutOff
          ? svg`<text class="small" x=${m.x1 - m.pitch / 2} y=${y + m.cellTop + m.cell / 2 + 4} text-anchor="middle">… ${r.logEndOffset} ▸<title>${pictured().logEnd(r.logEndOffset)}</title></text>`
          : svg`<path class="end" d=${`M${end} ${y + m.cellTop - 3}V${bottom}`} />`
      }
      ${cutOff || isCut(p, r, last) || (r.leader && busy(p, state)) ? nothing : endLabel(m, r, end, y)}
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
 * @param {number} after first offset that is not drawn
 */
function laneKey(m, b, r, y, after) {
  const { partition: p } = b;
  const cells = r.cells.map((c) => `${c.value} ${c.told} ${c.epoch} ${isAstray(p, r, c)}`).join('/');
  return [
    language(),
    m.width,
    m.compact,
    partitionName(p),
    b.start,
    y,
    after,
    Math.floor(b.shown.edge),
    r.inSync || r.leader,
    b.shown.landed(r.broker, r.logEndOffset - 1),
    r.cells[0]?.offset,
    cells,
  ];
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {Cell} c
 * @param {number} y
 * @param {boolean} astray it is none of the leader's
 * @param {Cell | undefined} before
 * @param {number} broker
 */
function drawCell(m, b, c, y, astray, before, broker) {
  const x = offsetX(m, b.start, c.offset);
  const committed = !astray && c.offset < Math.floor(b.shown.edge);
  const landed = b.shown.landed(broker, c.offset);
  const { topic, partition } = b.partition;
  const flight = landed < 1 ? `translate(0 ${round(-16 * (1 - landed))})` : nothing;
  const begins = before ? before.epoch !== c.epoch : c.epoch > 0;
  const room = Math.floor((m.pitch - 8) / ((m.narrow ? 6.4 : 6.9) * m.spread));
  return svg`
    <g
      class=${committed ? 'cell pick' : astray ? 'cell open astray pick' : 'cell open pick'}
      transform=${flight}
      @click=${() => b.select({ topic, partition, offset: c.offset, broker })}
    >
      <rect x=${x + 2} y=${y + m.cellTop} width=${m.pitch - 4} height=${m.cell} rx=${m.compact ? 5 : 7} />
      ${committed ? nothing : svg`<rect class="hatch" fill="url(#hatch)" x=${x + 2} y=${y + m.cellTop} width=${m.pitch - 4} height=${m.cell} rx=${m.compact ? 5 : 7} />`}
      <text x=${x + m.pitch / 2} y=${y + m.cellTop + m.cell / 2 + 4} text-anchor="middle">${cut(c.value, room)}</text>
      ${committed || !c.told ? nothing : drawTold(x + m.pitch - 8, y + m.cellTop + 1, c.told === 'NONE')}
      ${begins ? drawEpoch(m, c, x, y) : nothing}
      <title>${cellWords(c, committed, astray)}</title>
    </g>
  `;
}

/**
 * Where a new leader epoch begins in a log.
 * @param {Measures} m
 * @param {Cell} c
 * @param {number} x
 * @param {number} y
 */
function drawEpoch(m, c, x, y) {
  const top = y + m.cellTop;
  const path = svg`<path d=${`M${x} ${top - (m.compact ? 2 : 6)}V${top + m.cell + 2}`} />`;
  if (m.compact || m.narrow)
    return svg`<g class="epoch">${path}<title>${pictured().epoch(c.epoch)}</title></g>`;
  return svg`<g class="epoch">${path}<text x=${x + 3} y=${top - 1}>${pictured().epoch(c.epoch)}</text></g>`;
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
 * @param {boolean} astray
 */
function cellWords(c, committed, astray) {
  const fate = committed ? 'committed' : astray ? 'astray' : 'written';
  return pictured().record(c.offset, c.value, c.epoch, fate, c.told);
}

/** How wide the words at a log's end are in one line, where the leader knows less. */
const oneLineWidth = 160;

/**
 * @param {Measures} m
 * @param {ReplicaState} r
 * @param {number} end x of the log end
 * @param {number} y
 */
function endLabel(m, r, end, y) {
  const say = pictured();
  const behind = !r.leader && r.knownEnd >= 0 && r.knownEnd !== r.logEndOffset;
  const right = end + 90 > m.x1 + 8;
  if (right && !behind) return nothing;
  if (m.compact || m.tight) {
    const all = [say.logEnd(r.logEndOffset), ...(behind ? [say.leaderKnows(r.knownEnd)] : [])];
    const fits = m.compact || end + oneLineWidth * m.spread < m.x1 + 8;
    const text = fits ? all.join(' · ') : all.at(-1);
    return svg`<text class="small" x=${end + 6} y=${y + m.cellTop + m.cell / 2 + 4}>${text}</text>`;
  }
  return svg`
    <text class="small" x=${end + 6} y=${y + m.cellTop + (behind ? m.cell / 2 - 3 : m.cell / 2 + 4)}>${say.logEnd(r.logEndOffset)}</text>
    ${
      behind
        ? svg`<text class="small" x=${end + 6} y=${y + m.cellTop + m.cell / 2 + 12}>${say.leaderKnows(r.knownEnd)}</text>`
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
  return svg`<path class="notch" d=${`M${x - 4} ${bottom + (m.compact ? 4 : 5)}h8l-4 -${m.compact ? 4 : 5}z`}><title>${pictured().brokerKnows(r.broker, r.highWatermark)}</title></path>`;
}

/**
 * @param {Measures} m
 * @param {State} state
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @param {number} y
 */
function laneLabel(m, state, p, r, y) {
  const role = roleOf(m, state, p, r);
  const name = pictured().broker(r.broker);
  if (m.narrow) {
    const room = Math.floor((m.x1 - 66) / 6.3) - name.length - role.length - 2;
    const note = room < 14 ? '' : cut(shortNote(state, p, r), room);
    return svg`<text class="halo" x="14" y=${y + 14}><tspan class="name">${name}</tspan><tspan class="role" dx="6">${role}</tspan>${
      note ? svg`<tspan class="small" dx="6">${note}</tspan>` : nothing
    }</text>${headSigns(state, r, m.x1 + 6, y + 4, 0.8)}`;
  }
  const note = noteOf(state, p, r);
  const middle = y + m.cellTop + m.cell / 2;
  if (m.compact) {
    const left = Math.floor((m.x0 - 36) / (6.1 * m.spread) - name.length * 1.25);
    return svg`
      <text x="22" y=${middle + 5}><tspan class="name">${name}</tspan><tspan class="role" dx="7">${cut(role, left)}</tspan>${
        note ? svg`<title>${note}</title>` : nothing
      }</text>
      ${headSigns(state, r, 9, middle - 5, 0.72)}
    `;
  }
  const [first, more] = twoLines(role, Math.floor((m.x0 - 32) / (6.1 * m.spread)));
  const second = more || note;
  return svg`
    <text class="name" x="22" y=${middle + (second ? -10 : -3)}>${name}</text>
    ${headSigns(state, r, 30 + name.length * 8.4, middle + (second ? -22 : -15))}
    <text class="role" x="22" y=${middle + (second ? 6 : 14)}>${first}</text>
    ${second ? svg`<text class=${more ? 'role' : 'small'} x="22" y=${middle + 21}>${second}${more && note ? svg`<title>${note}</title>` : nothing}</text>` : nothing}
  `;
}

/**
 * A text that is too long for a line, in two.
 * @param {string} text
 * @param {number} room letters of a line
 * @returns {[string, string]} the second is empty if one line has room for it
 */
function twoLines(text, room) {
  if (text.length <= room) return [text, ''];
  const at = text.lastIndexOf(' ', room);
  if (at < 1) return [cut(text, room), ''];
  const rest = text.slice(at + 1).replace(/^· /, '');
  return [text.slice(0, at).replace(/ ·$/, ''), cut(rest, room)];
}

/**
 * @param {Measures} m
 * @param {Block} b
 */
function drawAxis(m, b) {
  const first = Math.ceil(b.start);
  const ticks = Array.from({ length: m.slots + (first > b.start ? 0 : 1) }, (_, i) => first + i);
  const begin = firstStart(b.partition);
  const earlier =
    begin < first ? pictured().earlier(first - begin) : first > 0 ? pictured().deletedBefore(first) : '';
  const x = (/** @type {number} */ o) => offsetX(m, b.start, o);
  const level = b.axis + (m.compact ? 17 : 19);
  return svg`
    <g class="axis">
      <path d=${`M${m.x0} ${b.axis}H${m.x1}${ticks.map((o) => `M${x(o)} ${b.axis}v5`).join('')}`} />
      ${ticks.map((o) => svg`<text x=${x(o)} y=${level} text-anchor="middle">${o}</text>`)}
      ${m.narrow || m.compact ? nothing : svg`<text x="22" y=${level}>${pictured().axis(partitionName(b.partition))}</text>`}
      ${earlier ? svg`<text class="earlier" x=${m.x0 - (m.narrow ? -4 : 10)} y=${m.narrow ? b.axis + 36 : m.compact ? level : b.axis + 4} text-anchor=${m.narrow ? 'start' : 'end'}>${earlier}</text>` : nothing}
    </g>
  `;
}
