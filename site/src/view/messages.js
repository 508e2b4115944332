// What is on its way: produce requests and answers between the client and the leader, fetches between followers and
// the leader. Every place is a function of virtual time.

/** @import {ReplicaState, RequestState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */
/** @import {Block} from './lanes.js' */

import { nothing, svg } from 'lit-html';
import { count, span } from '../format.js';
import { along, offsetX, progress } from '../geometry.js';
import { cutFrom } from '../brokerStatus.js';
import { lastAnswer, refusedAt } from './answers.js';
import { edgeName, laneMiddle } from './lanes.js';

/** Half of a parcel's width, and some room. */
const parcelRoom = 29;

/** Height of the strip above the lanes. */
export const stripHeight = 44;

/**
 * The client at the left, and what travels between it and the leaders.
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {State} state
 */
export function drawStrip(m, blocks, state) {
  const open = state.waiting + state.requests.filter((r) => r.phase === 'returning').length;
  const lost = state.requests.filter((r) => r.phase === 'lost').length;
  const words = [open && count(open, 'request') + ' open', lost && `${lost} lost, unanswered`].filter(
    Boolean,
  );
  const answer = lastAnswer(state);
  const width = m.narrow ? 158 : m.x0 - 4;
  const middle = stripHeight / 2 - 2;
  return svg`
    <g class="client">
      <rect x="0.5" y="2.5" width=${width} height="36" rx="9" />
      <text class="name" x="12" y="19">${m.narrow ? 'Producers' : producerName(state)}</text>
      <text class="small" x="12" y="33">${words.join(' · ') || 'nothing open'}</text>
    </g>
    ${routes(m, blocks, width, middle).map((r) => svg`<path class="route" d=${r.d} />`)}
    ${blocks.map((b) => drawRefused(m, b, state))}
    ${underway(state).map((r, i, all) => drawRequest(m, blocks, state, r, width, middle + 12 * together(r, all.slice(0, i))))}
    ${answer ? parcel([width - 26, middle], answer, `request ${answer.request} is answered`, verdict(answer)) : nothing}
  `;
}

/** @param {State} state the requests that are somewhere between the client and the log */
function underway(state) {
  return state.requests.filter((r) => ['travelling', 'queued', 'appending', 'returning'].includes(r.phase));
}

/**
 * How many earlier requests are on the way at the very same place.
 * @param {RequestState} r
 * @param {RequestState[]} earlier
 */
function together(r, earlier) {
  return earlier.filter((o) => o.phase === r.phase && o.since === r.since).length;
}

/** @param {State} state */
function producerName(state) {
  return state.producers.length === 1 ? `Producer ${state.producers[0].id}` : 'Producers';
}

/**
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {number} from x of the client's right side
 * @param {number} middle
 */
function routes(m, blocks, from, middle) {
  return blocks
    .slice(0, 1)
    .filter((b) => b.partition.leader > 0)
    .map((b) => {
      const [a, c, d, e] = route(m, b, from, middle);
      return { d: `M${a[0]} ${a[1]}H${c[0]}V${d[1]}H${e[0]}` };
    });
}

/**
 * To the place of the broker's next record, around the name of the edge.
 * @param {Measures} m
 * @param {Block} b
 * @param {number} from x of the client's right side
 * @param {number} middle
 * @param {number} [broker] who gets it, if it is not the leader
 * @returns {[number, number][]}
 */
function route(m, b, from, middle, broker = b.partition.leader) {
  const leader = b.partition.replicas.find((r) => r.broker === broker);
  const last = m.x1 - m.pitch / 2;
  const end = Math.min(offsetX(m, b.start, leader?.logEndOffset ?? 0) + m.pitch / 2, last);
  const name = edgeName(m, b);
  const inTheWay = end > name.x - parcelRoom && end < name.x + name.width + parcelRoom;
  const down = inTheWay ? Math.max(end, Math.min(name.x + name.width + parcelRoom, last)) : end;
  const begin = down > from + 30 ? from + 22 : down; // a client that is wider than that sends straight down
  const level = down > from + 30 ? middle : middle + 18;
  const lane = laneMiddle(m, b, broker);
  return [
    [begin, level],
    [down, level],
    [down, lane],
    [end, lane],
  ];
}

/**
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {State} state
 * @param {RequestState} r
 * @param {number} from
 * @param {number} middle
 */
function drawRequest(m, blocks, state, r, from, middle) {
  const b = blocks.find(({ partition: p }) =>
    r.partitions.some((x) => x.topic === p.topic && x.partition === p.partition),
  );
  if (!b) return nothing;
  const path = route(m, b, from, middle, r.broker);
  const part = progress(state.t, r.since, r.until);
  switch (r.phase) {
    case 'travelling':
      return parcel(along(path, part), r, `request ${r.request} on its way to broker ${r.broker}`, 'out');
    case 'queued':
      return parcel(
        along(path, 0.93),
        r,
        `request ${r.request} waits behind another on its connection`,
        'out',
      );
    case 'appending':
      if (r.partitions.every((p) => p.state === 'refused')) return nothing; // it is drawn as such
      return parcel(path[3], r, `request ${r.request} is being handled`, 'out');
    case 'returning':
      return parcel(along(path, 1 - part), r, `the answer to request ${r.request}`, verdict(r));
    default:
      return nothing;
  }
}

/** @param {RequestState} r */
function verdict(r) {
  return r.connectionClosed || r.partitions.some((p) => p.error !== 'NONE') ? 'bad' : 'good';
}

/**
 * @param {[number, number]} place
 * @param {RequestState} r
 * @param {string} title
 * @param {'out' | 'good' | 'bad'} kind
 */
function parcel([x, y], r, title, kind) {
  const mark = { out: '', good: ' ✓', bad: ' ✕' }[kind];
  const text = `#${r.request}${mark}`;
  const width = 18 + text.length * 7;
  return svg`
    <g class=${`parcel ${kind}`} transform=${`translate(${x} ${y})`}>
      <rect x=${-width / 2} y="-11" width=${width} height="22" rx=${kind === 'out' ? 5 : 11} />
      <text y="4" text-anchor="middle">${text}</text>
      <title>${title}</title>
    </g>
  `;
}

/**
 * A refused write: a struck token that falls off at the leader's log end. It was never a cell.
 * @param {Measures} m
 * @param {Block} b
 * @param {State} state
 */
function drawRefused(m, b, state) {
  const r = refusedAt(b.partition, state);
  const leader = b.partition.replicas.find((x) => x.broker === r?.broker);
  const p = r?.partitions.find((x) => x.state === 'refused');
  if (!leader || !r || !p) return nothing;
  const fall = r.phase === 'returning' ? progress(state.t, r.since, r.until) : 1;
  const x = Math.min(offsetX(m, b.start, leader.logEndOffset) + m.pitch / 2, m.x1 - m.pitch / 2);
  const y = laneMiddle(m, b, leader.broker) + 6 * fall;
  const width = m.pitch - 6;
  return svg`
    <g class="refused" transform=${`translate(${x} ${y}) rotate(${6 * fall})`}>
      <rect x=${-width / 2} y=${-m.cell / 2 + 2} width=${width} height=${m.cell - 4} rx="7" />
      <text y="4" text-anchor="middle">#${r.request}</text>
      <path d=${`M${-width / 2 + 5} ${m.cell / 2 - 7}L${width / 2 - 5} ${-m.cell / 2 + 7}`} />
    </g>
    <text class="refusal" x=${Math.min(x - width / 2, m.width - 170)} y=${y + m.cell / 2 + 15}>${p.error}</text>
  `;
}

/**
 * The tracks on which fetches travel, one for each follower, at the right of the lanes.
 * @param {Measures} m
 * @param {Block} b
 * @param {State} state
 */
export function drawTracks(m, b, state) {
  const followers = b.partition.replicas.filter((r) => !r.leader);
  return followers.map((r, i) => {
    if (r.knownLeader < 1 || r.knownLeader === r.broker || !r.alive) return nothing;
    const x = m.tracks + i * m.trackGap;
    const to = laneMiddle(m, b, r.knownLeader);
    const from = laneMiddle(m, b, r.broker);
    const cut = cutFrom(state, r.broker).includes(String(r.knownLeader));
    return svg`
      <g class=${r.inSync ? 'track' : 'track outside'}>
        <path class="rail" d=${`M${m.x1 + 4} ${from}H${x}V${to}H${m.x1 + 4}`} />
        ${cut ? svg`<path class="broken" d=${`M${x - 6} ${(from + to) / 2 + 5}l12 -6M${x - 6} ${(from + to) / 2 + 1}l12 -6`} />` : nothing}
        ${drawFetch(r, state, x, from, to)}
      </g>
    `;
  });
}

/**
 * @param {ReplicaState} r
 * @param {State} state
 * @param {number} x
 * @param {number} from y of the follower
 * @param {number} to y of the leader
 */
function drawFetch(r, state, x, from, to) {
  const f = r.fetch;
  const part = progress(state.t, f.since, f.until);
  const up = to < from ? 1 : -1;
  switch (f.phase) {
    case 'travelling':
      return arrow(
        x,
        from + (to - from) * part,
        up,
        'fetch',
        `broker ${r.broker} asks from offset ${f.offset}; ${span(f.until - state.t)} to go`,
      );
    case 'waiting':
      return arrow(x, to, up, 'fetch waits', `the fetch of broker ${r.broker} waits at the leader for data`);
    case 'paused':
      return svg`<path class="halt" d=${`M${x - 3} ${from - 5}v10M${x + 3} ${from - 5}v10`}><title>${`broker ${r.broker} is kept from fetching`}</title></path>`;
    case 'returning':
      return load(x, to + (from - to) * part, f.records, r.broker);
    case 'appending':
      return load(x, from, -1, r.broker);
    default:
      return nothing;
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} up 1 or -1
 * @param {string} name
 * @param {string} title
 */
function arrow(x, y, up, name, title) {
  return svg`<path class=${name} transform=${`translate(${x} ${y}) scale(1 ${up})`} d="M-6 5L0 -6L6 5Z"><title>${title}</title></path>`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} records -1: not known
 * @param {number} broker
 */
function load(x, y, records, broker) {
  const text = records > 0 ? `${records}` : '';
  return svg`
    <g class=${records === 0 ? 'load empty' : 'load'} transform=${`translate(${x} ${y})`}>
      <rect x="-7" y="-7" width="14" height="14" rx="3" />
      <text y="4" text-anchor="middle">${text}</text>
      <title>${`the answer to the fetch of broker ${broker}`}</title>
    </g>
  `;
}
