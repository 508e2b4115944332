// What was done: the steps of a moment, brought together so that one sentence can tell them. Pure.

/** @import {DeedParameters} from '../words/en/deeds.js' */
/** @import {Deed, Scene, Told} from './scene.js' */

import { countWords } from '../pace.js';
import { words } from './words.js';
import { ids, unique } from './scene.js';

/** So many different things are told one by one, in so many words. */
const mostTold = 2;
const mostWords = 14;

/**
 * @param {Scene} scene
 * @returns {string} what was done in the moment; empty where nothing was
 */
export function deedsOf(scene) {
  const { deeds } = scene;
  if (!deeds.length) return '';
  const { deeds: say } = words();
  const done = together(scene, deeds);
  const byHand = scene.byHand;
  if (done.length === 1 && deeds.every((d) => !d.changed)) return say.idle(byHand, done[0]);
  const told = done.length > mostTold ? '' : say.done(byHand, done);
  if (told && countWords(told) <= mostWords) return told;
  const effects = unique(deeds.map((d) => (d.verb === 'link' ? effect(d.args) : '')));
  if (effects.includes('')) return say.many(byHand, done.length);
  return say.links(byHand, deeds.length, effects.length === 1 ? effects[0] : '');
}

/**
 * @param {Scene} scene
 * @param {Deed[]} deeds
 * @returns {DeedParameters[]} those of one kind as one
 */
function together(scene, deeds) {
  const links = linked(
    scene,
    deeds.filter((d) => d.verb === 'link'),
  );
  /** @type {Map<string, DeedParameters>} */
  const found = new Map();
  for (const deed of deeds) {
    if (deed.verb === 'link') continue;
    const one = parameters(scene, deed);
    const { broker, ...rest } = deed.args;
    const alone = broker === undefined || deed.verb === 'produce' || deed.verb === 'set';
    const key = alone ? `${deed.step} ${deed.verb}` : JSON.stringify([deed.verb, rest]);
    const same = found.get(key);
    if (same) same.brokers = ids([...same.brokers, ...one.brokers]);
    else found.set(key, one);
  }
  return [...links, ...found.values()];
}

/**
 * @param {Scene} scene
 * @param {Deed} deed
 * @returns {DeedParameters}
 */
function parameters(scene, deed) {
  const { verb, args } = deed;
  const named = args.topic !== undefined && args.partition !== undefined ? scene.place(args) : '';
  return {
    verb,
    brokers: typeof args.broker === 'number' ? [args.broker] : [],
    from: [],
    to: [],
    place: named,
    name: String(args.producer ?? (scene.partitions === 1 ? '' : args.topic) ?? ''),
    content: contentOf(scene, deed),
    args,
  };
}

/**
 * The records that a step hands over: of one that repeats itself, the one of this moment.
 * @param {Scene} scene
 * @param {Deed} deed
 */
function contentOf(scene, { verb, args, at }) {
  if (verb === 'produce') {
    const records = (args.partitions ?? []).map((/** @type {any} */ p) => p.records);
    const values = records.flatMap((/** @type {any} */ r) => (Array.isArray(r) ? r.map(String) : []));
    const numbers = records.map((/** @type {any} */ r) => (Array.isArray(r) ? r.length : Number(r)));
    return {
      values,
      records: numbers.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0),
    };
  }
  const count = args.count ?? 1;
  const every = args['every.ms'] ?? 0;
  if (count === 1) return { values: [String(args.value)], records: 1 };
  if (!every) {
    const values = Array.from({ length: Math.min(count, 4) }, (_, i) => `${args.value}-${i + 1}`);
    return { values, records: count };
  }
  const nth = Math.round((scene.moment.from - at) / every) + 1;
  return { values: [`${args.value}-${nth}`], records: 1 };
}

/** The effects of a link's step, each direction by itself. @param {any} args */
function effect(args) {
  if (args.silent) return 'silence';
  return args.up === false ? 'drop' : args.up ? 'heal' : 'latency';
}

/**
 * Links that are cut or restored: both directions as one, and those with one end in common together.
 * @param {Scene} scene
 * @param {Deed[]} deeds
 * @returns {DeedParameters[]}
 */
function linked(scene, deeds) {
  /** @type {Map<string, DeedParameters>} */
  const found = new Map();
  const pairs = deeds.map((d) => ({ from: String(d.args.from), to: String(d.args.to), args: d.args }));
  const bothWays = (/** @type {typeof pairs[0]} */ p) =>
    pairs.some((o) => o.from === p.to && o.to === p.from && effect(o.args) === effect(p.args)) ||
    scene.state?.links.some(
      (l) => l.from === p.to && l.to === p.from && l.up === p.args.up && p.args.up === false,
    );
  for (const pair of pairs) {
    const { from, to, args } = pair;
    const what = effect(args);
    const both = what !== 'latency' && bothWays(pair);
    const verb = both ? (what === 'drop' ? 'cut' : 'restore') : what;
    const hub = both ? common(pairs, pair) : to;
    const other = hub === to ? from : to;
    const key = JSON.stringify([verb, hub, args['latency.ms']]);
    const same = found.get(key);
    if (same) same[both ? 'to' : 'from'] = unique([...same[both ? 'to' : 'from'], other]);
    else {
      const ends = both ? { from: [hub], to: [other] } : { from: [from], to: [to] };
      found.set(key, {
        verb,
        brokers: [],
        ...ends,
        place: '',
        name: '',
        content: { values: [], records: 0 },
        args,
      });
    }
  }
  return [...found.values()];
}

/**
 * The end of a pair that most others have, too; of two alike the smaller one, brokers before all else.
 * @param {{from: string, to: string}[]} pairs
 * @param {{from: string, to: string}} pair
 */
function common(pairs, { from, to }) {
  const times = (/** @type {string} */ node) => pairs.filter((p) => p.from === node || p.to === node).length;
  const [a, b] = [from, to].sort((x, y) => times(y) - times(x) || (x < y ? -1 : 1));
  return a ?? b;
}

/** What a deed leads to, where nothing else is told of it. @param {Scene} scene @returns {Told} */
export function tellDeeds(scene) {
  const { rules } = words().reasons;
  const verbs = unique(scene.deeds.map((d) => d.verb));
  const main = deedsOf(scene) || words().tell.nothingYet();
  if (verbs.length !== 1) return tellTwo(scene) ?? { main };
  const [{ args }] = scene.deeds;
  if (args.node) return { main };
  const asks = ['set', 'isr', 'reassign', 'elect'].includes(verbs[0]);
  if (asks && scene.state && scene.state.controller !== 'running')
    return { main, fact: words().reasons.facts.controllerAway() };
  const n = unique(scene.deeds.map((d) => d.args.broker)).length;
  const told = {
    send: { rule: rules.inMemory(), where: 'KafkaProducer.doSend' },
    flush: { rule: rules.flushSends(), where: 'KafkaProducer.flush' },
    close: { where: 'KafkaProducer.close' },
    link: { rule: linkRule(scene) },
    'fetch-delay': args.ms > 0 ? { rule: rules.stillWaitedFor(n) } : { rule: rules.fetchesAgain(n) },
    'fetch-rate': args['records-per-second'] > 0 ? { rule: rules.stillWaitedFor(n) } : {},
    'fetch-pause': { rule: rules.stillWaitedFor(n), where: 'Partition.maybeShrinkIsr' },
    'fetch-resume': { rule: rules.fetchesAgain(n) },
    isr: { rule: rules.putBackFetches() },
    stop: { rule: rules.moves(n), where: 'BrokerLifecycleManager.beginControlledShutdown' },
    start: { rule: rules.fencedUntil(n), where: 'ClusterControlManager.registerBroker' },
    freeze: { rule: rules.notDeadEither(n) },
    thaw: { rule: rules.pastIsDue(n) },
    kill: { rule: rules.logStays(n) },
    'power-off': { rule: rules.notOnDisk(), where: 'UnifiedLog.append' },
    reassign: { rule: rules.addedFirst() },
    elect: {
      rule: args.type === 'PREFERRED' ? rules.firstOfAssignment() : rules.anyReplica(),
      where: 'ReplicationControlManager.electLeader',
    },
    'delete-records': { rule: rules.deletesCommitted(), where: 'Partition.deleteRecordsOnLeader' },
    set: {},
    produce: {},
  }[verbs[0]];
  if (scene.deeds.some((d) => d.changed)) return { main, ...told };
  return { main, fact: verbs[0] === 'elect' ? notHeld(scene, args) : '', where: told?.where };
}

/**
 * Why an election that was asked for is not held.
 * @param {Scene} scene
 * @param {{topic: string, partition: number, type: string}} args
 */
function notHeld(scene, args) {
  const p = scene.partition(args);
  if (!p) return '';
  const preferred = p.replicas[0].broker;
  const needless = args.type === 'PREFERRED' ? p.leader === preferred : p.leader > 0;
  const error = needless
    ? 'ELECTION_NOT_NEEDED'
    : args.type === 'PREFERRED'
      ? 'PREFERRED_LEADER_NOT_AVAILABLE'
      : 'ELIGIBLE_LEADERS_NOT_AVAILABLE';
  return words().reasons.facts.notHeld({ error, leader: p.leader, preferred });
}

/**
 * Two deeds that are too long for one line.
 * @param {Scene} scene
 * @returns {Told | undefined}
 */
function tellTwo(scene) {
  const { deeds: say } = words();
  const done = together(scene, scene.deeds);
  if (done.length !== 2 || countWords(say.done(scene.byHand, done)) <= mostWords) return undefined;
  return { main: say.done(scene.byHand, [done[0]]), fact: say.done(scene.byHand, [done[1]]) };
}

/** @param {Scene} scene */
function linkRule(scene) {
  const { rules } = words().reasons;
  const { deeds } = scene;
  if (deeds.some((d) => d.args.up)) return rules.resets();
  if (!deeds.some((d) => d.args.up === false)) return '';
  return deeds.some((d) => d.args.from === 'controller' || d.args.to === 'controller')
    ? rules.takenForDead()
    : rules.lostSilently();
}
