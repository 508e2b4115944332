// What is said is true: of random moments of random runs, no sentence names a fact that the state at the moment's end
// contradicts. The rules go over messages and their parameters, so that they hold in every language: each call of the
// catalogue is recorded, and those whose text stands in the sentence are checked.
//
// By default 100 moments; HIGHWATER_MOMENTS=1000 for the full form.
//
// Of the sentences that were wrong once these rules would have caught: W-01 (asLeaderKnows: only what the leader knows is
// claimed), W-02 (frozen, queued), W-04 (notEligible, unfenced), W-06 (waitsFor…: only those who hold it back), W-07
// (fetched: what the follower has), W-08 (whose deed), W-09 (words of the ELR without ELR), W-14 (gone: the high watermark
// that has fallen), W-16 (enough, belowMinimum), W-18 (timedOut, refused…: what the request was told).

import assert from 'node:assert/strict';
import test from 'node:test';
import { Run } from '../../src/engine.js';
import { tell } from '../../src/sentence.js';
import { sentences as en } from '../../src/words/en/sentences.js';
import { startModule } from '../module.js';
import { dice, randomScript } from './randomScript.js';

/** @typedef {import('../../src/types').Moment} Moment */
/** @typedef {import('../../src/types').PartitionState} PartitionState */
/** @typedef {import('../../src/types').State} State */

/** @typedef {{state: State, moment: Moment, hand: Set<number>, elr: boolean, text: string}} Scene */
/** @typedef {{name: string, args: any[], text: string}} Call */

const wanted = Number(process.env.HIGHWATER_MOMENTS ?? 100);
const eachRun = 10;
const elrFeature = 'eligible.leader.replicas.version';

/** @type {Call[]} */
let calls = [];
for (const [area, part] of /** @type {[string, any][]} */ ([
  ['tell', en.tell],
  ['facts', en.reasons.facts],
  ['rules', en.reasons.rules],
  ['deeds', en.deeds],
])) {
  for (const name of Object.keys(part)) {
    const message = part[name];
    part[name] = (/** @type {any[]} */ ...args) => {
      const text = message(...args);
      calls.push({ name: `${area}.${name}`, args, text });
      return text;
    };
  }
}

/** @param {Scene} s @param {string} [place] @returns {PartitionState[]} the ones that a message may be about */
const at = ({ state }, place) =>
  state.partitions.filter((p) => !place || `${p.topic}-${p.partition}` === place);

/** @param {PartitionState} p @param {number} broker */
const replica = (p, broker) => p.replicas.find((r) => r.broker === broker);

/** @param {Scene} s @param {number} id */
const broker = ({ state }, id) => state.brokers.find((b) => b.broker === id);

/** @param {Scene} s @param {number} id */
const request = ({ state }, id) => state.requests.find((r) => r.request === id);

/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a.toSorted().join() === b.toSorted().join();

/** Whether a request was told success for every partition, as far as it is still listed. @param {Scene} s @param {number} id */
const succeeded = (s, id) => {
  const r = request(s, id);
  return !r || (r.phase !== 'parked' && r.partitions.every((p) => p.error === 'NONE'));
};

/** @param {Scene} s @param {number[]} ids @param {string} error */
const told = (s, ids, error) =>
  ids.every((id) => request(s, id)?.partitions.some((p) => p.error === error) ?? true);

/** @param {Scene} s @param {{waiting: number[], all: number}} p what is said to wait in the purgatory */
const waits = (s, { waiting, all }) =>
  waiting.every((id) => request(s, id)?.phase === 'parked') && (all === 0 || s.state.parked > 0);

/** @param {Scene} s @param {boolean} byHand */
const whose = (s, byHand) => s.moment.events.some((e) => e.kind === 'step' && s.hand.has(e.step)) === byHand;

/** @param {Scene} s @param {number[]} isr as the controller or a leader has it */
const isIsr = (s, isr) =>
  s.state.partitions.some((p) => same(p.isr, isr)) ||
  s.moment.events.some((e) => e.kind === 'partition' && same(e.isr, isr));

/** @type {Record<string, string[]>} */
const phases = {
  killed: ['down'],
  'powered-off': ['off'],
  stopped: ['down'],
  frozen: ['frozen'],
  started: ['starting', 'running'],
  running: ['running'],
  thawed: ['running', 'starting', 'stopping'],
};

/** What has to hold of each message. @type {Record<string, (s: Scene, ...args: any[]) => boolean>} */
const rules = {
  'tell.sent': (s, p) => whose(s, p.byHand),
  'tell.written': (s, p) =>
    at(s, p.place).some((x) => (replica(x, p.broker)?.logEndOffset ?? 0) > p.last) &&
    p.requests.every(
      (/** @type {number} */ id) =>
        !p.parked || request(s, id)?.phase === 'parked' || request(s, id)?.phase === 'answered',
    ),
  'tell.writtenAtOnce': (s, p) =>
    at(s, p.place).some((x) => (replica(x, p.broker)?.logEndOffset ?? 0) > p.last),
  'tell.answered': (s, p) =>
    p.error === 'NONE'
      ? p.requests.every((/** @type {number} */ id) => succeeded(s, id))
      : p.error === '' || told(s, p.requests, p.error),
  'tell.refusedMinimum': (s, p) =>
    p.isr < p.min &&
    told(s, p.requests, 'NOT_ENOUGH_REPLICAS') &&
    s.state.partitions.some(
      (x) => (x.isr.length === p.isr && x.effectiveMinIsr === p.min) || x.leader !== p.broker,
    ),
  'tell.refusedLeader': (s, p) => told(s, p.requests, 'NOT_LEADER_OR_FOLLOWER'),
  'tell.timedOut': (s, p) =>
    p.requests.every(
      (/** @type {number} */ id) =>
        request(s, id)?.partitions.some((x) => x.error === 'REQUEST_TIMED_OUT' && x.baseOffset >= 0) ?? true,
    ),
  'tell.queued': (s, p) =>
    p.requests.every((/** @type {number} */ id) =>
      ['queued', 'lost', undefined].includes(request(s, id)?.phase),
    ),
  'tell.copied': (s, p) =>
    p.followers.every((/** @type {number} */ f) =>
      at(s, p.place).some((x) => (replica(x, f)?.logEndOffset ?? 0) > p.last),
    ),
  'tell.copiedYet': (s, p) =>
    s.state.partitions.some(
      (x) =>
        same(x.heldBackBy, p.brokers) &&
        x.waiting === p.n &&
        p.waiting.every((/** @type {number} */ id) => request(s, id)?.phase === 'parked') &&
        (!p.all ||
          p.followers.every(
            (/** @type {number} */ f) => replica(x, f)?.knownEnd === replica(x, x.leader)?.logEndOffset,
          )),
    ),
  'facts.standing': (s, p) =>
    s.state.partitions.some(
      (x) =>
        x.heldBackBy.includes(p.broker) &&
        replica(x, p.broker)?.logEndOffset === p.logEnd &&
        (p.member === 'in') === x.isr.includes(p.broker),
    ),
  'tell.fetched': (s, p) =>
    at(s, p.place).some((x) => x.leader !== p.broker || (replica(x, p.follower)?.knownEnd ?? -1) >= p.offset),
  'tell.committed': (s, p) =>
    at(s, p.place).some((x) => x.highWatermark === p.to) &&
    p.acknowledged.every((/** @type {number} */ id) => succeeded(s, id)),
  'tell.risen': (s, p) => at(s, p.place).some((x) => x.highWatermark === p.to),
  'tell.risenMany': (s, p) => p.acknowledged.every((/** @type {number} */ id) => succeeded(s, id)),
  'tell.risenDeposed': (s, p) =>
    at(s, p.place).some((x) => x.leader !== p.broker && replica(x, p.broker)?.highWatermark === p.to),
  'tell.seen': (s, p) =>
    s.state.consumers.some((c) => p.consumers.includes(c.id) && c.positions.some((x) => x.offset > p.last)),
  'tell.truncated': (s, p) => at(s, p.place).some((x) => replica(x, p.broker)?.logEndOffset === p.from),
  'tell.lostTail': (s, p) => at(s, p.place).some((x) => replica(x, p.broker)?.logEndOffset === p.from),
  'tell.isr': (s, p) => at(s, p.place).some((x) => same(x.isr, p.isr)),
  'tell.recorded': (s, p) => isIsr(s, p.isr) && (s.elr || p.elr.length === 0),
  'tell.process': (s, p) =>
    p.brokers.every((/** @type {number} */ b) => phases[p.state].includes(broker(s, b)?.process ?? '')),
  'tell.unfenced': (s, p) => p.brokers.every((/** @type {number} */ b) => !broker(s, b)?.fenced),
  'tell.fenced': (s, p) => p.brokers.every((/** @type {number} */ b) => broker(s, b)?.fenced),
  'tell.fencedInOrder': (s, p) => p.brokers.every((/** @type {number} */ b) => broker(s, b)?.fenced),
  'tell.elected': (s, p) => at(s, p.place).some((x) => x.leader === p.broker && x.leaderEpoch === p.epoch),
  'tell.leads': (s, p) =>
    at(s, p.place).some(
      (x) =>
        replica(x, p.broker)?.leads &&
        replica(x, p.broker)?.knownEpoch === p.epoch &&
        replica(x, p.broker)?.logEndOffset === p.logEnd,
    ),
  'tell.leaderless': (s, p) =>
    p.places.every((/** @type {string} */ place) => at(s, place).some((x) => x.leader < 0)),
  'tell.informed': (s, p) =>
    p.key !== 'min.insync.replicas' ||
    s.state.partitions.some((x) => String(x.minIsr) === p.value || !p.brokers.includes(x.leader)),
  'facts.toNobody': (s, p) =>
    p.producers.every((/** @type {string} */ id) => s.state.producers.some((x) => x.id === id && x.dead)),
  'facts.locked': (s, p) =>
    waits(s, p) &&
    s.state.partitions.some((x) => x.locked && x.isr.length === p.isr && x.effectiveMinIsr === p.min),
  'facts.waitsForMany': (s, p) =>
    waits(s, p) && s.state.partitions.some((x) => same(x.heldBackBy, p.brokers)),
  'facts.waitsForMissing': (s, p) =>
    waits(s, p) &&
    ['down', 'off', 'frozen'].includes(broker(s, p.broker)?.process ?? '') &&
    broker(s, p.broker)?.sessionEndsMs === p.until &&
    s.state.partitions.some((x) => x.heldBackBy.includes(p.broker) && x.isr.includes(p.broker) === p.inSync),
  'facts.waitsForNews': (s, p) =>
    waits(s, p) &&
    s.state.partitions.some(
      (x) =>
        x.heldBackBy.includes(p.broker) &&
        (replica(x, p.broker)?.logEndOffset ?? 0) > (replica(x, p.broker)?.knownEnd ?? 0),
    ),
  'facts.waitsForCopy': (s, p) =>
    waits(s, p) &&
    s.state.partitions.some(
      (x) =>
        x.heldBackBy.includes(p.broker) &&
        replica(x, p.broker)?.logEndOffset === p.logEnd &&
        (p.member === 'in') === x.isr.includes(p.broker),
    ),
  'facts.needs': (s, p) =>
    s.state.requests.some(
      (r) =>
        r.phase !== 'parked' ||
        (r.until === p.deadline && r.partitions.some((x) => x.requiredOffset === p.offset)),
    ),
  'facts.deposed': (s, p) =>
    s.state.partitions.some(
      (x) => x.leader !== p.broker && (p.leader > 0 ? x.leader === p.leader : x.leader < 0),
    ),
  'facts.frozen': (s, p) => broker(s, p.broker)?.process === 'frozen',
  'facts.isrNow': (s, p) => at(s, p.place).some((x) => same(x.isr, p.isr)),
  'facts.isrIs': (s, p) => isIsr(s, p.isr),
  'facts.isrRecorded': (s, p) => isIsr(s, p.isr),
  'facts.belowMinimum': (s, p) => p.isr < p.min && s.state.partitions.some((x) => x.isr.length === p.isr),
  'facts.enough': (s, p) =>
    p.isr >= Math.min(p.min, 3) && s.state.partitions.some((x) => x.isr.length === p.isr),
  'facts.onItsWay': (s, p) =>
    s.state.partitions.some((x) => x.minIsr === p.min && x.askedMinIsr !== x.minIsr),
  'facts.acknowledged': (s, p) => p.requests.every((/** @type {number} */ id) => succeeded(s, id)),
  'facts.errors': (s, p) =>
    p.requests.every((/** @type {number} */ id) =>
      p.errors.some((/** @type {string} */ e) => told(s, [id], e)),
    ),
  'facts.session': (s, p) => s.state.brokers.some((b) => b.sessionEndsMs === p.until && !b.fenced),
  'facts.sessionOfLeader': (s, p) =>
    p.places.every((/** @type {string} */ place) =>
      at(s, place).some(
        (x) => broker(s, x.leader)?.sessionEndsMs === p.until && !broker(s, x.leader)?.fenced,
      ),
    ),
  'facts.notDead': (s) => s.state.brokers.some((b) => b.fenced && ['running', 'frozen'].includes(b.process)),
  'facts.notEligible': (s, p) =>
    p.elr === s.elr &&
    p.brokers.every((/** @type {number} */ b) =>
      s.state.partitions.some((x) => x.leader < 0 && !x.isr.includes(b) && !x.elr.includes(b)),
    ),
  'facts.gone': (s, p) => {
    const ghosts = s.state.partitions.flatMap((x) => x.ghosts.map((g) => g.value));
    const fallen =
      p.falls < 0 ||
      s.state.partitions.some(
        (x) => x.highWatermark === p.falls && x.ghosts.some((g) => g.offset >= p.falls),
      );
    return fallen && p.ghosts.every((/** @type {string} */ g) => ghosts.includes(g));
  },
  'facts.readAhead': (s, p) =>
    s.state.consumers.some((c) => c.id === p.consumer && c.positions.some((x) => x.offset === p.read)),
  'facts.none': (s, each) =>
    each.every(
      (/** @type {any} */ { broker: b, reason }) =>
        (broker(s, b)?.process === 'running') === ['out', 'neither', 'fenced'].includes(reason),
    ),
  'facts.believed': (s, p) => s.state.partitions.some((x) => replica(x, p.broker)?.logEndOffset === p.logEnd),
  'tell.isrStale': (s, p) => at(s, p.place).some((x) => x.leader !== p.broker),
  'facts.above': (s, p) =>
    s.state.partitions.some((x) => x.highWatermark === p.highWatermark && p.logEnd > p.highWatermark),
  'facts.ends': (s, p) => s.state.partitions.some((x) => x.replicas.some((r) => r.logEndOffset === p.ends)),
  'rules.lockedForAll': (s) => s.state.partitions.some((x) => x.locked),
  'rules.slowest': (s) => s.state.partitions.some((x) => !x.locked && x.heldBackBy.length > 0),
  'rules.inElrHasAll': (s) => s.elr,
  'rules.elr': (s) => s.elr,
  'deeds.done': (s, byHand) => whose(s, byHand),
  'deeds.many': (s, byHand) => whose(s, byHand),
  'deeds.links': (s, byHand) => whose(s, byHand),
  'deeds.takesOut': (s, byHand) => whose(s, byHand),
  'deeds.idle': (s, byHand) => whose(s, byHand),
};

const api = await startModule();

/** @param {number} seed @returns {{used: Set<string>, moments: number, false: string[]}} */
function check(seed) {
  const script = randomScript(seed);
  const roll = dice(seed * 7919);
  const hand = new Set(script.steps.map((_, i) => i).filter(() => roll(3) === 0));
  const run = new Run(api, script);
  const look = (/** @type {any} */ query) => {
    let frame = run.frame({ ...query, cells: 12 });
    while ('working' in frame) frame = run.frame({});
    return frame;
  };
  const last = look({ to: 70000 }).state.moment;
  const found = { used: new Set(), moments: 0, false: /** @type {string[]} */ ([]) };
  for (let i = 0; i < eachRun && i <= last; i++) {
    const { state, moment } = look({ moment: roll(last + 1) });
    if (!moment) continue;
    calls = [];
    const said = tell(moment, { script, state, hand });
    const text = `${said.main} ${said.why}`;
    const scene = { state, moment, hand, elr: script.cluster.features?.[elrFeature] !== 0, text };
    found.moments++;
    const wrong = calls
      .filter((c) => text.includes(c.text))
      .filter((c) => {
        found.used.add(c.name);
        return !(rules[c.name]?.(scene, ...c.args) ?? true);
      });
    for (const c of wrong)
      found.false.push(
        `seed ${seed}, moment ${moment.n} (${moment.kind}): ${c.name} ${JSON.stringify(c.args)}: ${text}`,
      );
    if (!scene.elr && /\bELR\b/.test(text)) found.false.push(`seed ${seed}, moment ${moment.n}: ${text}`);
  }
  run.release();
  return found;
}

test(`nothing that is said of ${wanted} random moments is contradicted by the state`, () => {
  const used = new Set();
  let moments = 0;
  /** @type {string[]} */
  const contradicted = [];
  for (let seed = 1; moments < wanted; seed++) {
    const found = check(seed);
    moments += found.moments;
    contradicted.push(...found.false);
    found.used.forEach((name) => used.add(name));
  }
  assert.deepEqual(contradicted.slice(0, 20), []);
  assert.ok(used.size > 30, `the runs say ${used.size} different things`);
});

test('a sentence that is wrong would be found', () => {
  const wrong = /** @type {any} */ ({
    state: {
      partitions: [{ topic: 'p', partition: 0, highWatermark: 4, leader: 1, replicas: [] }],
      requests: [],
    },
  });
  assert.equal(rules['tell.risen'](wrong, { from: 3, to: 5, place: '' }), false);
  assert.equal(rules['tell.risen'](wrong, { from: 3, to: 4, place: '' }), true);
  assert.ok(
    Object.keys(rules).every((name) => known(name)),
    'every rule is about a message that there is',
  );
});

/** @param {string} name */
function known(name) {
  const [area, message] = name.split('.');
  const parts = /** @type {any} */ ({ tell: en.tell, deeds: en.deeds, ...en.reasons });
  return typeof parts[area][message] === 'function';
}
