// Icons on a partition beside its records: how a broker stands, records that are gone or go, and where consumers are.

/** @import {ConsumerPosition, Event, EventOf, PartitionState, ReplicaState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */
/** @import {Block} from './lanes.js' */

import { nothing, svg } from 'lit-html';
import { cut } from '../format.js';
import { offsetX } from '../geometry.js';
import { brokerOf } from '../brokerStatus.js';
import { pictured } from './pictured.js';

/** A sign for each thing that a process can be, 14 px square. @type {Record<string, string>} */
const shapes = {
  leader: 'M2 14V1l11 4l-11 4',
  down: 'M2 2l10 10M12 2l-10 10',
  off: 'M2 2l10 10M12 2l-10 10',
  frozen: 'M7 0v14M1 3.5l12 7M13 3.5l-12 7',
  starting: 'M7 13V2M2.5 6.5L7 2l4.5 4.5',
  stopping: 'M7 1v11M2.5 7.5L7 12l4.5 -4.5',
  fenced: 'M3 1v12M7 1v12M11 1v12M0 5h14M0 9h14',
};

/**
 * The signs at the head of a lane: a flag for who leads (a hollow one for who only believes it), and the state of the
 * process.
 * @param {State} state
 * @param {ReplicaState} r
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export function headSigns(state, r, x, y, scale = 1) {
  const b = brokerOf(state, r.broker);
  const life = !b || b.process === 'running' ? (b?.fenced ? 'fenced' : '') : b.process;
  const small = scale < 0.8;
  const flag = (r.leader || r.leads) && !(life && small);
  /** @type {[string, string][]} */
  const signs = [];
  if (flag) signs.push(['leader', r.leader ? 'flag' : 'flag hollow']);
  if (life) signs.push([life, life]);
  return signs.map(
    ([shape, name], i) =>
      svg`<path class=${`sign ${name}`} transform=${`translate(${x + i * 20 * scale} ${y}) scale(${scale})`} d=${shapes[shape]} />`,
  );
}

/**
 * An empty seat around the lane of a broker that does nothing.
 * @param {Measures} m
 * @param {State} state
 * @param {ReplicaState} r
 * @param {number} y
 */
export function seat(m, state, r, y) {
  const process = brokerOf(state, r.broker)?.process ?? 'running';
  if (process === 'running' || process === 'stopping') return nothing;
  const x = m.narrow ? 11 : 16;
  const low = m.narrow || m.lane < 60;
  const top = y + (m.compact || low ? (m.narrow ? 0 : 1) : 4);
  return svg`<rect class=${`seat ${process}`} x=${x} y=${top} width=${m.x1 - x + 4} height=${m.lane - (m.compact ? 3 : low ? 4 : 9)} rx="8" />`;
}

/**
 * Whether a log has just been truncated.
 * @param {PartitionState} p
 * @param {ReplicaState} r
 * @param {Event | null} last the newest notable event
 * @returns {last is EventOf<'truncate'>}
 */
export function isCut(p, r, last) {
  if (last?.kind !== 'truncate') return false;
  return last.topic === p.topic && last.partition === p.partition && last.broker === r.broker;
}

/**
 * The records that a truncation has just taken off a log.
 * @param {Measures} m
 * @param {Block} b
 * @param {ReplicaState} r
 * @param {number} y
 * @param {Event | null} last the newest notable event
 */
export function cutCells(m, b, r, y, last) {
  const p = b.partition;
  if (!isCut(p, r, last)) return nothing;
  const first = Math.max(last.to, Math.ceil(b.start));
  const count = Math.max(0, Math.min(last.from, Math.floor(b.start + m.slots)) - first);
  return Array.from({ length: count }, (_, i) => {
    const x = offsetX(m, b.start, first + i) + 2;
    const top = y + m.cellTop;
    return svg`
      <g class="cut">
        <rect x=${x} y=${top} width=${m.pitch - 4} height=${m.cell} rx="5" />
        <path d=${`M${x + 5} ${top + m.cell - 5}L${x + m.pitch - 9} ${top + 5}`} />
        <text class="small" x=${x + m.pitch / 2 - 3} y=${top + m.cell / 2 + 4} text-anchor="middle">${pictured().gone()}</text>
        <title>${pictured().dropped(r.broker, first + i)}</title>
      </g>
    `;
  });
}

/**
 * What is deleted from the beginning of a log, as far as the axis shows it: an empty place up to the log start offset.
 * @param {Measures} m
 * @param {Block} b
 * @param {ReplicaState} r
 * @param {number} y
 */
export function deletedPart(m, b, r, y) {
  const start = r.logStartOffset;
  const x = offsetX(m, b.start, start);
  const width = x - m.x0;
  if (!(width > 4)) return nothing;
  const say = pictured();
  const top = y + m.cellTop;
  const room = (width - 6) / (6.3 * m.spread);
  const text = [say.logStart(start), say.logStartShort(start), `${start}`].find((t) => t.length <= room);
  return svg`
    <g class="deleted">
      <rect x=${m.x0 + 2} y=${top} width=${width - 4} height=${m.cell} rx="5" />
      <path d=${`M${x} ${top - 3}v${m.cell + 6}`} />
      <text class="small" x=${m.x0 + width / 2} y=${top + m.cell / 2 + 4} text-anchor="middle">${text}</text>
      <title>${say.deleted(r.broker, start)}</title>
    </g>
  `;
}

/**
 * A lane of its own for what producers were told is acknowledged, and the leader does not have.
 * @param {Measures} m
 * @param {Block} b
 * @param {number} y
 */
export function ghostLane(m, b, y) {
  const { ghosts } = b.partition;
  if (!ghosts.length) return nothing;
  const say = pictured();
  const names = say.some(
    ghosts.slice(0, 2).map((g) => g.value),
    Math.max(0, ghosts.length - 2),
  );
  const middle = y + m.cellTop + m.cell / 2;
  const seen = ghosts.filter((g) => g.offset >= b.start && g.offset < b.start + m.slots);
  const title = say.ghosts(ghosts.length);
  return svg`
    <g class="ghosts">
      <rect class="band" x=${m.narrow ? 2 : 4} y=${y + (m.compact ? 0 : 2)} width=${m.x1 - (m.narrow ? -2 : 0)} height=${m.lane - (m.compact ? 2 : 4)} rx="8" />
      ${
        m.narrow || m.compact
          ? svg`<text class="lost halo" x=${m.narrow ? 14 : 22} y=${m.narrow ? y + 15 : middle + 5}>${m.compact ? say.ghostsShort() : title}</text>`
          : svg`<text class="lost" x="22" y=${middle - 3}>${title}</text><text class="small" x="22" y=${middle + 14}>${cut(names, 30)}</text>`
      }
      ${seen.map((g) => {
        const x = offsetX(m, b.start, g.offset);
        const [w, h, top] = [m.pitch - 4, m.cell, y + m.cellTop];
        // Where there is room for one word, it is the acks: the value stands above, in the dead leader's lane.
        const text = m.compact ? `acks=${g.acks}` : g.value;
        return svg`
          <g class="ghost" transform=${`translate(${x + 2} ${top})`}>
            <path d=${ghostShape(w, h)} />
            <text x=${w / 2} y=${m.compact ? h / 2 + 3 : h / 2 - 3} text-anchor="middle">${cut(text, Math.floor(w / 6.9))}</text>
            ${m.compact ? nothing : svg`<text class="acks" x=${w / 2} y=${h / 2 + 10} text-anchor="middle">${cut(`acks=${g.acks}`, Math.floor(w / 6.2))}</text>`}
            <title>${say.ghost(g.offset, g.value, g.request, g.acks)}</title>
          </g>
        `;
      })}
    </g>
  `;
}

/**
 * A head that is round, and a hem that waves.
 * @param {number} w
 * @param {number} h
 */
function ghostShape(w, h) {
  const r = Math.min(12, h / 2);
  const s = w / 6;
  return `M0 ${h}V${r}Q0 0 ${r} 0H${w - r}Q${w} 0 ${w} ${r}V${h}${`l${-s} -4l${-s} 4`.repeat(3)}Z`;
}

/**
 * Where consumers are, beneath the axis: those of the script where they read next, and without one how far any could
 * read, which is to the high watermark.
 * @param {Measures} m
 * @param {Block} b
 * @param {State} state
 */
export function readers(m, b, state) {
  const p = b.partition;
  /** @type {Map<string, ConsumerPosition & {ids: string[]}>} those that are at one place, by it */
  const at = new Map();
  for (const c of state.consumers ?? []) {
    const here = c.positions.find((x) => x.topic === p.topic && x.partition === p.partition);
    if (!here) continue;
    const place = `${here.offset} ${here.ended}`;
    at.set(place, { ...here, ids: [...(at.get(place)?.ids ?? []), c.id] });
  }
  const say = pictured();
  const found = [...at.values()].map(({ offset, ended, ids }) =>
    reader(m, b, offset, ended ? say.readerEnded(ids, offset) : say.reader(ids, offset)),
  );
  return found.length || !readerRoom(m, state, p) || p.leader < 0 ? found : anyReader(m, b);
}

/**
 * @param {Measures} m
 * @param {Block} b
 */
function anyReader(m, b) {
  const { highWatermark: hw } = b.partition;
  return reader(m, b, b.shown.edge, pictured().anyReader(hw));
}

/**
 * @param {Measures} m
 * @param {Block} b
 * @param {number} offset
 * @param {string} whole
 */
function reader(m, b, offset, whole) {
  const y = b.bottom - 6;
  const x = offsetX(m, b.start, offset);
  const text = cut(whole, 44);
  const length = text.length * 6.4 * m.spread + 10;
  const left = m.narrow ? x + length > m.width : x - length > 0;
  return svg`
    <g class="reader">
      <path d=${`M${x - 5} ${y}L${x} ${y - 9}L${x + 5} ${y}Z`} />
      <text class="small halo" x=${x + (left ? -9 : 9)} y=${y} text-anchor=${left ? 'end' : 'start'}>${text}</text>
    </g>
  `;
}

/** @param {State} state @param {PartitionState} p whether anybody reads it */
function isRead(state, p) {
  return (state.consumers ?? []).some((c) =>
    c.positions.some((x) => x.topic === p.topic && x.partition === p.partition),
  );
}

/**
 * The height of the line that says where consumers are.
 * @param {Measures} m
 * @param {State} state
 * @param {PartitionState} p
 */
export function readerRoom(m, state, p) {
  return isRead(state, p) || (!m.narrow && !m.compact) ? 16 : 0;
}
