// What is on its way: produce requests and answers between the client and the leader, fetches between followers and
// the leader. Every place is a function of virtual time.

/** @import {ReplicaState, RequestState, State} from '../types' */
/** @import {Measures} from '../geometry.js' */
/** @import {Block} from './lanes.js' */

import { nothing, svg } from 'lit-html';
import { along, firstPart, offsetX, progress, round } from '../geometry.js';
import { cutFrom } from '../brokerStatus.js';
import { pictured } from './pictured.js';
import { lastAnswer, refusedAt } from './answers.js';
import { edgeName, laneMiddle } from './lanes.js';
import { isSlow } from './roles.js';

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
  const say = pictured();
  const answer = lastAnswer(state);
  const width = m.narrow ? 158 : m.x0 - 4;
  const middle = stripHeight / 2 - 2;
  return svg`
    <g class="client">
      <rect x="0.5" y="2.5" width=${width} height="36" rx="9" />
      <text class="name" x="12" y="19">${m.narrow ? say.producers() : producerName(state)}</text>
      <text class="small" x="12" y="33">${say.open(open, lost)}</text>
    </g>
    ${routes(m, blocks, width, middle).map((r) => svg`<path class="route" d=${r.d} />`)}
    ${blocks.map((b) => drawRefused(m, b, state))}
    ${crowds(state, underway(state, blocks)).map((crowd) => drawCrowd(m, blocks, state, crowd, width, middle))}
    ${answer ? parcel([width - 26, middle], { requests: [answer], count: 1 }, say.answered(say.who(answer.request, 1)), verdict(answer), blocks[0].select) : nothing}
  `;
}

/**
 * The requests that are somewhere between the client and the log. One whose token the high watermark takes along is not
 * seen twice.
 * @param {State} state
 * @param {Block[]} blocks
 */
function underway(state, blocks) {
  const lifted = new Set(blocks.flatMap((b) => b.shown.leaving.map((l) => l.request.request)));
  const phases = ['travelling', 'queued', 'appending', 'returning'];
  return state.requests.filter((r) => phases.includes(r.phase) && !lifted.has(r.request));
}

/** So many requests in one place are drawn one beside the other; more are one pile. */
const mostBeside = 4;

/** Requests are in one place that are no further apart than this part of their way. */
const oneplace = 0.07;

/**
 * The requests in groups of those that are on the way in the same place.
 * @param {State} state
 * @param {RequestState[]} requests
 * @returns {Crowd[]}
 */
function crowds(state, requests) {
  /** @type {(Crowd & {key: string, part: number})[]} */
  const groups = [];
  for (const r of requests) {
    const key = `${r.phase} ${r.broker} ${verdict(r)} ${r.partitions[0].topic}-${r.partitions[0].partition}`;
    const part = r.phase === 'queued' ? 0 : progress(state.t, r.since, r.until);
    const group = groups.find((g) => g.key === key && Math.abs(g.part - part) < oneplace);
    if (group) group.requests.push(r);
    else groups.push({ requests: [r], count: 1, key, part });
  }
  const known = state.requests.filter((r) => r.phase !== 'answered' && r.phase !== 'lost');
  const last = known.findIndex((r, i) => i > 0 && r.request > known[i - 1].request + 1);
  for (const g of groups) {
    // Of many requests the oldest and the newest are told one by one. Those between two of one place are there, too.
    const among = last > 0 && g.requests.includes(known[last - 1]) && g.requests.includes(known[last]);
    g.count = g.requests.length + (among ? Math.max(0, state.waiting - known.length) : 0);
  }
  return groups;
}

/**
 * Requests in one place, as far as they are told one by one, and how many they are.
 * @typedef {{requests: RequestState[], count: number}} Crowd
 */

/**
 * A few requests side by side, or a pile of many with their numbers and how many they are.
 * @param {Measures} m
 * @param {Block[]} blocks
 * @param {State} state
 * @param {Crowd} crowd
 * @param {number} from
 * @param {number} middle
 */
function drawCrowd(m, blocks, state, crowd, from, middle) {
  const { requests, count } = crowd;
  if (count === 1) return drawRequest(m, blocks, state, requests[0], from, middle);
  if (m.narrow || count > mostBeside)
    return drawRequest(m, blocks, state, requests[0], from, middle, 0, crowd);
  return requests.map((r, i) => drawRequest(m, blocks, state, r, from, middle, i * 44));
}

/** @param {State} state */
function producerName(state) {
  const { producers } = state;
  return producers.length === 1 ? pictured().producer(producers[0].id) : pictured().producers();
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
 * @param {number} [aside] how far it stands beside another in the same place
 * @param {Crowd} [crowd] that it stands for
 */
function drawRequest(m, blocks, state, r, from, middle, aside = 0, crowd = { requests: [r], count: 1 }) {
  const b = blocks.find(({ partition: p }) =>
    r.partitions.some((x) => x.topic === p.topic && x.partition === p.partition),
  );
  if (!b) return nothing;
  const path = route(m, b, from, middle, r.broker);
  const part = progress(state.t, r.since, r.until);
  const say = pictured();
  const who = say.who(r.request, crowd.count);
  const draw = (
    /** @type {[number, number]} */ [x, y],
    /** @type {string} */ title,
    /** @type {Kind} */ kind,
  ) => parcel([x + aside, y], crowd, title, kind, b.select);
  switch (r.phase) {
    case 'travelling':
      return draw(along(path, part), say.travels(who, r.broker), 'out');
    case 'queued':
      return draw(along(path, 0.93), say.queued(who, r.broker), 'out');
    case 'appending':
      if (r.partitions.every((p) => p.state === 'refused')) return nothing; // it is drawn as such
      return draw(path[3], say.handled(who, r.broker), 'out');
    case 'returning':
      return draw(along(path, 1 - part), say.answer(who), verdict(r));
    default:
      return nothing;
  }
}

/** How a parcel looks: on its way out, or an answer. @typedef {'out' | 'good' | 'bad'} Kind */

/** @param {RequestState} r */
function verdict(r) {
  return r.connectionClosed || r.partitions.some((p) => p.error !== 'NONE') ? 'bad' : 'good';
}

/**
 * @param {[number, number]} place
 * @param {Crowd} crowd
 * @param {string} title
 * @param {Kind} kind
 * @param {Block['select']} select
 */
function parcel([x, y], crowd, title, kind, select) {
  const [first] = crowd.requests;
  const last = crowd.requests[crowd.requests.length - 1];
  const mark = { out: '', good: ' ✓', bad: ' ✕' }[kind];
  const many = crowd.count > 1;
  const text = `${many ? `${crowd.count} × #${first.request}–${last.request}` : `#${first.request}`}${mark}`;
  const width = 18 + text.length * 7;
  const left = many ? -25 : -width / 2; // a pile begins where one of its parcels would
  const corner = kind === 'out' ? 5 : 11;
  return svg`
    <g class=${`parcel pick ${kind}`} transform=${`translate(${x} ${y})`} @click=${() => select({ request: first.request })}>
      ${many ? [6, 3].map((d) => svg`<rect x=${left + d} y=${-11 + d} width=${width} height="22" rx=${corner} />`) : nothing}
      <rect x=${left} y="-11" width=${width} height="22" rx=${corner} />
      <text x=${left + width / 2} y="4" text-anchor="middle">${text}</text>
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
    <g class="refused pick" @click=${() => b.select({ request: r.request })} transform=${`translate(${x} ${y}) rotate(${6 * fall})`}>
      <rect x=${-width / 2} y=${-m.cell / 2 + 2} width=${width} height=${m.cell - 4} rx="7" />
      <text y="4" text-anchor="middle">#${r.request}</text>
      <path d=${`M${-width / 2 + 5} ${m.cell / 2 - 7}L${width / 2 - 5} ${-m.cell / 2 + 7}`} />
    </g>
    ${refusal(m, p.error, x, y, width)}
  `;
}

/**
 * Why a write was refused, beside its token; where that is too narrow, beneath it.
 * @param {Measures} m
 * @param {string} error
 * @param {number} x of the token's middle
 * @param {number} y
 * @param {number} width of the token
 */
function refusal(m, error, x, y, width) {
  const beside = x + width / 2 + 8;
  const fits = beside + error.length * 8.2 * m.spread < m.width;
  const place = fits ? [beside, y + 4] : [Math.min(x - width / 2, m.width - 170), y + m.cell / 2 + 15];
  return svg`<text class="refusal" x=${place[0]} y=${place[1]}>${error}</text>`;
}

/**
 * The tracks on which fetches travel, one for each follower, at the right of the lanes. A fetch draws its line from the
 * follower's lane to the leader's, its answer draws one back; when either arrives, the whole line lights up once.
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
    /** @type {[number, number][]} */
    const way = [[m.x1 + 4, from], [x, from], [x, to], [m.x1 + 4, to]]; // prettier-ignore
    const slow = isSlow(state, b.partition, r);
    return svg`
      <g class=${`track${r.inSync ? '' : ' outside'}${slow ? ' slow' : ''}`}>
        <path class="rail" d=${`M${m.x1 + 4} ${from}H${x}V${to}H${m.x1 + 4}`} />
        ${b.shown.lines
          .filter((l) => l.broker === r.broker)
          .map(
            (l) =>
              svg`<path class="trail whole" opacity=${round(1 - l.part * l.part)} d=${firstPart(way, 1)} />`,
          )}
        ${cut ? svg`<path class="broken" d=${`M${x - 6} ${(from + to) / 2 + 5}l12 -6M${x - 6} ${(from + to) / 2 + 1}l12 -6`} />` : nothing}
        ${drawFetch(r, state, way)}
      </g>
    `;
  });
}

/**
 * @param {ReplicaState} r
 * @param {State} state
 * @param {[number, number][]} way from the follower to the leader
 */
function drawFetch(r, state, way) {
  const f = r.fetch;
  const part = progress(state.t, f.since, f.until);
  const [[, from], [x], [, to]] = way;
  const up = to < from ? 1 : -1;
  switch (f.phase) {
    case 'travelling': {
      const [ax, ay] = along(way, part);
      const title = pictured().asks(r.broker, f.offset, f.until - state.t);
      return svg`<path class="trail" d=${firstPart(way, part)} />${arrow(ax, ay, up, 'fetch', title)}`;
    }
    case 'waiting':
      return arrow(x, to, up, 'fetch waits', pictured().fetchWaits(r.broker));
    case 'paused':
      return svg`<path class="halt" d=${`M${x - 3} ${from - 5}v10M${x + 3} ${from - 5}v10`}><title>${pictured().fetchPaused(r.broker)}</title></path>`;
    case 'returning': {
      const [lx, ly] = along(way, 1 - part);
      return svg`<path class="trail" d=${firstPart([...way].reverse(), part)} />${load(lx, ly, f.records, r.broker)}`;
    }
    case 'appending':
      return load(way[0][0] + 8, from, -1, r.broker);
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
      <title>${pictured().fetchAnswer(broker)}</title>
    </g>
  `;
}
