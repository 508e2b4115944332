// What moves in the picture, and how. A step of the run changes the state at once; the eye needs to see what went
// where. So the picture shows, for less than a second of real time after a change, places between the old state and the
// new one: the high watermark rises and takes its tokens along, records land, a fetch is a line to the leader and back.
// All of it is a function of the two states and of the time since the change. What nobody did does not move: a run that
// goes back, another run, and a picture for those who want no motion show the new state at once.

/** @import {PartitionState, ReplicaState, RequestState, State} from './types' */

/** How long it takes, ms of real time. */
export const riseMs = 400;
export const landMs = 260;
export const lineMs = 420;
export const scrollMs = 600;
/** The axis begins to scroll so long after the high watermark has come to rest (ms). */
export const scrollLateMs = 250;

/** A number on its way: from where, to where, since when (it may lie ahead), and for how long, ms.
 * @typedef {{from: number, to: number, since: number, ms: number}} Way
 */

/** What a partition shows while it moves.
 * @typedef {object} Shown
 * @property {number} edge the high watermark, perhaps between two offsets
 * @property {number} start first offset on the axis, likewise
 * @property {(broker: number, offset: number) => number} landed how far a record has landed in a log, from 0 to 1
 * @property {{broker: number, back: boolean, part: number}[]} lines fetches that have just come to the leader, or back
 * @property {{request: RequestState, row: number, part: number}[]} leaving tokens that the high watermark takes along
 */

/** What is remembered of a partition.
 * @typedef {object} Past
 * @property {PartitionState} p as it was seen last
 * @property {Way} edge
 * @property {Way} start
 * @property {Map<number, Way>} ends log ends, by broker
 * @property {{broker: number, back: boolean, since: number}[]} lines
 * @property {{request: RequestState, row: number, since: number}[]} leaving
 */

export class Motion {
  /** Whether anything is on its way, as of the last look. */
  moving = false;
  /** @type {Map<string, Past>} */
  #past = new Map();
  /** @type {unknown} */
  #run = null;
  #n = -1;
  #now = 0;
  /** @type {State | null} */
  #state = null;
  /** What is parked, in the order in which it is drawn. @type {RequestState[]} */
  #parked = [];

  /**
   * Takes a state in. Until the next call the places are those of this instant.
   * @param {State} state
   * @param {unknown} run which it is of
   * @param {number} now real time, ms
   * @param {boolean} still nothing shall move
   */
  see(state, run, now, still) {
    const jump = still || run !== this.#run || state.n < this.#n || this.#n < 0;
    this.#now = now;
    this.moving = false;
    if (run !== this.#run || jump) this.#past.clear();
    if (state !== this.#state && !jump) this.#change(state);
    const parked = state.requests.filter((r) => r.phase === 'parked');
    if (state !== this.#state) this.#parked = parked;
    this.#run = run;
    this.#n = state.n;
    this.#state = state;
  }

  /** @param {State} state the next one */
  #change(state) {
    const gone = this.#parked
      .map((request, row) => ({ request, row, since: this.#now }))
      .filter(
        ({ request }) => !state.requests.some((r) => r.request === request.request && r.phase === 'parked'),
      )
      .slice(0, 3);
    for (const p of state.partitions) {
      const past = this.#past.get(name(p));
      if (!past) continue;
      this.#fetched(past, p);
      const caused = past.lines.some((l) => l.since === this.#now && !l.back) ? lineMs / 2 : 0;
      const risen = p.highWatermark > past.p.highWatermark;
      if (p.highWatermark !== past.edge.to)
        past.edge = risen ? this.#way(past.edge, p.highWatermark, riseMs, caused) : rest(p.highWatermark);
      if (risen)
        past.leaving = gone
          .filter(({ request }) => wants(request, p))
          .map((g) => ({ ...g, since: g.since + caused }));
      for (const r of p.replicas) {
        const end = past.ends.get(r.broker);
        if (!end || r.logEndOffset === end.to) continue;
        const grown = r.logEndOffset > end.to;
        past.ends.set(
          r.broker,
          grown ? { from: end.to, to: r.logEndOffset, since: this.#now, ms: landMs } : rest(r.logEndOffset),
        );
      }
      past.p = p;
    }
  }

  /**
   * Which fetches have come to the leader, and which answers have come back, since the last state.
   * @param {Past} past
   * @param {PartitionState} p
   */
  #fetched(past, p) {
    const before = (/** @type {ReplicaState} */ r) => past.p.replicas.find((x) => x.broker === r.broker);
    const since = this.#now;
    past.lines = past.lines.filter((l) => this.#now < l.since + lineMs);
    for (const r of p.replicas) {
      const was = before(r);
      if (!was || r.leader || was.leader) continue;
      if (r.knownEnd > was.knownEnd) past.lines.push({ broker: r.broker, back: false, since });
      else if (r.logEndOffset > was.logEndOffset) past.lines.push({ broker: r.broker, back: true, since });
    }
  }

  /**
   * @param {Way} way that was under way
   * @param {number} to
   * @param {number} ms
   * @param {number} [wait] ms
   * @returns {Way} onward from where it is
   */
  #way(way, to, ms, wait = 0) {
    return { from: at(way, this.#now), to, since: this.#now + wait, ms };
  }

  /**
   * What a partition shows now.
   * @param {PartitionState} p
   * @param {number} start the first offset that the axis shall show
   * @param {number} slots how many there are
   * @returns {Shown}
   */
  shown(p, start, slots) {
    const past = this.#past.get(name(p)) ?? this.#first(p, start);
    if (past.start.to !== start) this.#scroll(past, start, slots);
    const now = this.#now;
    const part = (/** @type {number} */ since, /** @type {number} */ ms) =>
      Math.min(1, Math.max(0, (now - since) / ms));
    const alive = [past.edge, past.start, ...past.ends.values()].some((w) => now < w.since + w.ms);
    past.leaving = past.leaving.filter((l) => now < l.since + riseMs);
    past.lines = past.lines.filter((l) => now < l.since + lineMs);
    this.moving ||= alive || past.leaving.length > 0 || past.lines.length > 0;
    return {
      edge: at(past.edge, now),
      start: at(past.start, now),
      landed: (broker, offset) => {
        const end = past.ends.get(broker);
        return !end || offset < end.from ? 1 : ease(part(end.since, end.ms));
      },
      lines: past.lines.map(({ broker, back, since }) => ({ broker, back, part: part(since, lineMs) })),
      leaving: past.leaving.map(({ request, row, since }) => ({
        request,
        row,
        part: ease(part(since, riseMs)),
      })),
    };
  }

  /**
   * @param {PartitionState} p
   * @param {number} start
   */
  #first(p, start) {
    /** @type {Past} */
    const past = {
      p,
      edge: rest(p.highWatermark),
      start: rest(start),
      ends: new Map(p.replicas.map((r) => [r.broker, rest(r.logEndOffset)])),
      lines: [],
      leaving: [],
    };
    this.#past.set(name(p), past);
    return past;
  }

  /**
   * The axis scrolls late and gently, so that the high watermark never seems to fall: not before it has come to rest.
   * Where it would leave the axis meanwhile, the axis is at its new place at once.
   * @param {Past} past
   * @param {number} start
   * @param {number} slots
   */
  #scroll(past, start, slots) {
    const { edge } = past;
    const now = this.#now;
    const far = edge.to > at(past.start, now) + slots || Math.abs(start - past.start.to) > slots;
    if (far || start < past.start.to) {
      past.start = rest(start);
      return;
    }
    const quiet = Math.max(now, edge.since + edge.ms + scrollLateMs);
    past.start = { from: at(past.start, now), to: start, since: quiet, ms: scrollMs };
  }
}

/**
 * @param {Way} way
 * @param {number} now
 */
function at({ from, to, since, ms }, now) {
  return from + (to - from) * ease(Math.min(1, Math.max(0, ms ? (now - since) / ms : 1)));
}

/** @param {number} value @returns {Way} that is at its end */
function rest(value) {
  return { from: value, to: value, since: -Infinity, ms: 0 };
}

/** @param {number} part slow at both ends */
function ease(part) {
  return part * part * (3 - 2 * part);
}

/** @param {{topic: string, partition: number}} p */
function name(p) {
  return `${p.topic}-${p.partition}`;
}

/**
 * @param {RequestState} request
 * @param {PartitionState} p
 */
function wants(request, p) {
  return request.partitions.some((x) => x.topic === p.topic && x.partition === p.partition);
}
