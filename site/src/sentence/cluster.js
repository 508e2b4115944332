// What is told of the cluster: the ISR, processes, the controller, leaders, and configuration. Pure.

/** @import {EventOf, Event} from '../types' */
/** @import {Scene, Told} from './scene.js' */

import { brokerOf, lifeOf } from '../brokerStatus.js';
import { words as common } from '../words/words.js';
import { words } from './words.js';
import { deedsOf } from './deeds.js';
import { answers, isrNow } from './logs.js';
import { ids, unique } from './scene.js';
import { endOfLeader, gone, hasFallen, isDeposed, nobody, readAhead, waitingFor } from './waits.js';

/** @param {{topic: string, partition: number}} p */
const key = (p) => `${p.topic}-${p.partition}`;

/**
 * @param {{from: number[], to: number[]}} change
 * @returns {{gone: number[], come: number[]}}
 */
function change({ from, to }) {
  return { gone: from.filter((b) => !to.includes(b)), come: to.filter((b) => !from.includes(b)) };
}

/** @param {Scene} scene @returns {Told} changes of the ISR */
export function tellInSync(scene) {
  const { tell, reasons } = words();
  const changes = scene.of('isr');
  const done = changes.filter((i) => i.state === 'committed');
  if (done.length) return tellChanged(scene, done);
  const [asked] = changes.filter((i) => i.state === 'proposed');
  const [rejected] = changes.filter((i) => i.state === 'rejected');
  if (rejected) {
    const { broker, error = '' } = rejected;
    return {
      main: tell.isrRejected({ broker, error, place: scene.place(rejected) }),
      rule: reasons.rules.confirmedFirst(),
      where: 'Partition.handleAlterPartitionError',
    };
  }
  const books = scene.of('partition');
  if (books.length) return tellRecorded(scene, books);
  const { gone: leave, come } = change(asked);
  return {
    main: tell.isrAsked({ broker: asked.broker, gone: leave, come, place: scene.place(asked) }),
    rule: leave.length ? reasons.rules.confirmedFirst() : reasons.rules.waitsForJoining(come.length),
    where: leave.length ? 'Partition.maybeShrinkIsr' : 'Partition.maybeExpandIsr',
  };
}

/**
 * @param {Scene} scene
 * @param {EventOf<'isr'>[]} done
 * @returns {Told}
 */
function tellChanged(scene, done) {
  const { tell, deeds } = words();
  const where = 'Partition.handleAlterPartitionUpdate';
  const [one] = done;
  const first = { ...one, to: done.filter((d) => key(d) === key(one)).at(-1)?.to ?? one.to };
  const place = scene.place(first);
  const moved = change(first);
  const step = scene.deeds.find((d) => d.verb === 'isr');
  const outcome = consequence(scene, first);
  if (step && moved.gone.length && !moved.come.length && unique(done.map(key)).length === 1) {
    return { main: deeds.takesOut(step.byHand, moved.gone, place), ...outcome, where };
  }
  const { broker } = first;
  if (isDeposed(scene, first)) return { main: tell.isrStale({ broker, isr: first.to, place }), where };
  const main =
    unique(done.map(key)).length > 1
      ? tell.isrMany({ n: unique(done.map(key)).length })
      : tell.isr({ ...moved, isr: first.to, place });
  return { main, ...outcome, where };
}

/**
 * What a new ISR means.
 * @param {Scene} scene
 * @param {{topic: string, partition: number, to: number[]}} isr
 * @returns {{fact: string, rule: string}}
 */
function consequence(scene, isr) {
  const { facts, rules } = words().reasons;
  const p = scene.partition(isr);
  if (p?.locked) return { fact: facts.belowMinimum({ isr: p.isr.length, min: p.effectiveMinIsr }), rule: '' };
  const did = scene.deeds.some((d) => d.verb === 'isr');
  const fact = waitingFor(scene, p) || (did ? facts.isrIs({ isr: isr.to, place: scene.place(isr) }) : '');
  return { fact, rule: rules.slowestOfThese() };
}

/**
 * @param {Scene} scene
 * @param {EventOf<'partition'>[]} books what the controller has written down
 * @returns {Told}
 */
function tellRecorded(scene, books) {
  const { tell, deeds, reasons } = words();
  const { facts, rules } = reasons;
  const b = books[books.length - 1];
  const elr = scene.elr ? b.elr : [];
  const where = elr.length ? 'PartitionChangeBuilder.maybePopulateTargetElr' : 'ReplicationControlManager';
  const step = scene.deeds.find((d) => d.verb === 'isr');
  if (b.leader < 0) {
    return {
      main: tell.recorded({ isr: b.isr, elr, place: scene.place(b) }),
      fact: nobody(scene, scene.partition(b)),
      where,
    };
  }
  const config = scene.of('config').find((c) => !c.error);
  if (config) return { ...tellConfigured(scene), where };
  const outcome = step
    ? { fact: facts.isrRecorded({ isr: b.isr, place: scene.place(b) }), rule: rules.leaderGoesBy() }
    : { rule: elr.length ? rules.elr() : rules.leaderGoesBy() };
  const main = step
    ? takenOut(scene, b) || deedsOf(scene)
    : tell.recorded({ isr: b.isr, elr, place: scene.place(b) });
  return { main: main || deeds.many(false, 1), ...outcome, where };
}

/**
 * Whom a step takes out of the ISR, while the leader still goes by the old one.
 * @param {Scene} scene
 * @param {EventOf<'partition'>} books
 */
function takenOut(scene, books) {
  if (scene.deeds.length !== 1) return '';
  const leader = scene.partition(books)?.replicas ?? [];
  const out = leader.filter((r) => r.inSync && !books.isr.includes(r.broker)).map((r) => r.broker);
  const [{ byHand }] = scene.deeds;
  return out.length ? words().deeds.takesOut(byHand, out, scene.place(books)) : '';
}

/** @param {Scene} scene @returns {Told} processes that start, end, freeze or thaw */
export function tellLived(scene) {
  const did = deedsOf(scene);
  if (scene.of('controller').length) return tellController(scene, did);
  const processes = scene.of('process');
  const unfenced = scene.of('unfence');
  if (!did && unfenced.length) return tellUnfenced(scene, unfenced);
  if (!did && !processes.length) return tellShutDown(scene);
  const { tell } = words();
  const [{ state } = { state: '' }] = processes;
  const of = processes.filter((p) => p.state === state).map((p) => p.broker);
  return { main: did || tell.process({ brokers: ids(of), state }), ...living(scene, state, of) };
}

/**
 * @param {Scene} scene
 * @param {string} did what was done, told
 * @returns {Told} what becomes of the controller's process
 */
function tellController(scene, did) {
  const { tell, reasons } = words();
  const { rules } = reasons;
  const [{ state }] = scene.of('controller');
  const main = did || tell.controller({ state });
  switch (state) {
    case 'started':
      return { main, rule: rules.sessionsAnew(), where: 'ClusterControlManager.activate' };
    case 'thawed':
      return { main, rule: rules.checkComesFirst(), where: 'PeriodicTaskControlManager.activate' };
    default:
      return { main, rule: rules.goOnWithout() };
  }
}

/**
 * What the new state of a process means.
 * @param {Scene} scene
 * @param {string} life
 * @param {number[]} brokers
 * @returns {{fact?: string, rule?: string, where?: string}}
 */
function living(scene, life, brokers) {
  const { rules } = words().reasons;
  const n = brokers.length;
  switch (life) {
    case 'started':
      return {
        fact: formerLife(scene, brokers),
        rule: rules.fencedUntil(n),
        where: 'ClusterControlManager.registerBroker',
      };
    case 'running':
      return { rule: rules.catchesUp(n), where: 'BrokerServer.startup' };
    case 'stopped':
      return { rule: rules.cleanEnd(n), where: 'BrokerServer.shutdown' };
    case 'killed':
      return { fact: missed(scene, brokers), rule: rules.logStays(n) };
    case 'powered-off':
      return { fact: missed(scene, brokers), rule: rules.notOnDisk(), where: 'UnifiedLog.append' };
    case 'frozen':
      return { fact: missed(scene, brokers), rule: rules.notDeadEither(n) };
    case 'thawed':
      return { rule: rules.pastIsDue(n) };
    default:
      return {};
  }
}

/**
 * What the controller does not know of brokers that do nothing.
 * @param {Scene} scene
 * @param {number[]} brokers
 */
function missed({ state, ...scene }, brokers) {
  const { facts } = words().reasons;
  const [broker] = brokers;
  const b = state && brokerOf(state, broker);
  if (!state || !b || b.fenced || brokers.length > 1) return '';
  const led = state.partitions.filter((p) => p.leader === broker);
  const until = b.sessionEndsMs;
  const place = (/** @type {any} */ p) => (state.partitions.length > 1 ? key(p) : '');
  if (led.length) return facts.sessionOfLeader({ places: led.map(place), until });
  return until >= 0 && scene ? facts.session({ until }) : '';
}

/**
 * @param {Scene} scene
 * @param {number[]} brokers that have come up
 */
function formerLife({ state }, brokers) {
  const b = state && brokers.length === 1 ? brokerOf(state, brokers[0]) : undefined;
  if (!b || b.fenced || b.sessionEndsMs < 0) return '';
  return words().reasons.facts.oldSession({ broker: b.broker, until: b.sessionEndsMs });
}

/**
 * @param {Scene} scene
 * @param {EventOf<'unfence'>[]} unfenced
 * @returns {Told}
 */
function tellUnfenced(scene, unfenced) {
  const { tell, reasons } = words();
  const brokers = ids(unfenced.map((u) => u.broker));
  const out = brokers.filter((b) =>
    scene.state?.partitions.some(
      (p) =>
        p.leader < 0 && p.replicas.some((r) => r.broker === b) && !p.isr.includes(b) && !p.elr.includes(b),
    ),
  );
  return {
    main: tell.unfenced({ brokers }),
    fact: out.length ? reasons.facts.notEligible({ brokers: out, elr: scene.elr }) : '',
    rule: out.length ? '' : reasons.rules.catchesUp(brokers.length),
    where: 'ReplicationControlManager.handleBrokerUnfenced',
  };
}

/** @param {Scene} scene @returns {Told} */
function tellShutDown(scene) {
  const [stop] = scene.of('shut-down');
  if (!stop) return { main: words().tell.unknown(scene.moment.kind) };
  return {
    main: words().tell.shutDown({ broker: stop.broker }),
    rule: words().reasons.rules.moves(1),
    where: 'ReplicationControlManager.handleBrokerInControlledShutdown',
  };
}

/** @param {Scene} scene @returns {Told} brokers on whom the controller counts no longer */
export function tellFenced(scene) {
  const { tell, reasons } = words();
  const { facts, rules } = reasons;
  const brokers = ids(scene.of('fence').map((f) => f.broker));
  const orderly = scene.of('fence').every((f) => f.cause !== undefined); // the end of a session comes of nothing
  const change = scene.of('isr').find((i) => i.state === 'committed');
  const books = scene.of('partition').at(-1);
  const shrunk = change
    ? isrNow(scene, {
        ...change,
        to:
          scene
            .of('isr')
            .filter((i) => key(i) === key(change))
            .at(-1)?.to ?? change.to,
      })
    : books
      ? facts.isrIs({ isr: books.isr, place: scene.place(books) })
      : '';
  const did = deedsOf(scene);
  const [life] = brokers.length === 1 && scene.state ? [brokerOf(scene.state, brokers[0])?.process] : [];
  const alive = !orderly && scene.state && ['frozen', 'running'].includes(life ?? '');
  return {
    main: did || (orderly ? tell.fencedInOrder({ brokers }) : tell.fenced({ brokers })),
    fact: alive
      ? facts.notDead({
          life: lifeOf(/** @type {any} */ (scene.state), brokers[0]) || common().status.life('running'),
        })
      : shrunk,
    rule: orderly ? rules.cleanEnd(brokers.length) : rules.noHeartbeat(),
    where: orderly
      ? 'BrokerHeartbeatManager.calculateNextBrokerState'
      : 'ReplicationControlManager.maybeFenceOneStaleBroker',
  };
}

/** @param {Scene} scene @returns {Told} new leaders */
export function tellElected(scene) {
  const { tell, reasons } = words();
  const leaders = scene.of('leader').filter((l) => l.leader > 0);
  if (!leaders.length) return tellRole(scene);
  const [l] = leaders;
  const n = unique(leaders.map(key)).length;
  const lost = [gone(scene, leaders), readAhead(scene, leaders)].filter(Boolean).join(' ');
  const hands = scene.of('shut-down')[0]?.broker;
  const did = deedsOf(scene);
  const { rules } = reasons;
  return {
    main:
      n === 1
        ? tell.elected({ broker: l.leader, place: scene.place(l), epoch: l.leaderEpoch })
        : tell.electedMany({ brokers: ids(leaders.map((x) => x.leader)), n }),
    fact:
      lost ||
      refusedToo(scene) ||
      (hands ? reasons.facts.handsOver({ broker: hands, leader: l.leader }) : did) ||
      fencedToo(scene),
    rule:
      {
        clean: hands ? '' : rules.inIsrHasAll(l.leader),
        eligible: leaders.some((x) => hasFallen(scene.partition(x))) ? '' : rules.inElrHasAll(l.leader),
        'last-known': rules.lastKnown(l.leader),
        unclean: rules.unclean(l.leader),
        none: '',
      }[l.election] ?? '',
    where: 'PartitionChangeBuilder.electLeader',
  };
}

/** @param {Scene} scene @returns {string} the requests that the change of the leader has ended */
function refusedToo(scene) {
  const { bad, errors } = answers(scene);
  return bad.length ? words().reasons.facts.errors({ requests: bad, errors }) : '';
}

/** @param {Scene} scene */
function fencedToo(scene) {
  const brokers = ids(scene.of('fence').map((f) => f.broker));
  return brokers.length ? words().tell.fenced({ brokers }) : '';
}

/** @param {Scene} scene @returns {Told} brokers that take up a lead */
function tellRole(scene) {
  const { tell, reasons } = words();
  const [role] = scene.of('role').filter((r) => r.leads);
  const [book] = scene.of('partition');
  if (!role) return book ? tellRecorded(scene, [book]) : { main: tell.unknown(scene.moment.kind) };
  const p = scene.partition(role);
  const above = p && p.leader === role.broker && p.highWatermark < endOfLeader(p);
  const lost = gone(scene, [role]) || readAhead(scene, [role]);
  if (role.again && !lost) {
    return {
      main: tell.leadsAgain({ broker: role.broker, place: scene.place(role), epoch: role.leaderEpoch }),
      rule: reasons.rules.newEpoch(),
      where: 'PartitionChangeBuilder.triggerLeaderEpochBumpForReplicaReassignmentIfNeeded',
    };
  }
  return {
    main: tell.leads({
      broker: role.broker,
      place: scene.place(role),
      epoch: role.leaderEpoch,
      logEnd: role.logEndOffset,
    }),
    fact:
      lost ||
      refusedToo(scene) ||
      (above ? reasons.facts.above({ logEnd: endOfLeader(p), highWatermark: p.highWatermark }) : ''),
    rule: lost ? '' : reasons.rules.neverCuts(),
    where: 'Partition.makeLeader',
  };
}

/** @param {Scene} scene @returns {Told} partitions that nobody may lead */
export function tellLeaderless(scene) {
  const none = scene.of('leader').filter((l) => l.leader < 0);
  return {
    main: words().tell.leaderless({ places: unique(none.map((l) => scene.place(l))) }),
    fact: none.length === 1 ? nobody(scene, scene.partition(none[0])) : '',
    rule: words().reasons.rules.noReadNoWrite(),
    where: 'PartitionChangeBuilder.electLeader',
  };
}

/** @param {Scene} scene @returns {Told} a configuration that takes effect, or that brokers learn */
export function tellConfigured(scene) {
  const { tell, reasons } = words();
  const learned = scene.of('learn');
  if (learned.length && !scene.deeds.length) return tellLearned(scene, learned);
  const [c] = scene.of('config');
  if (!c) return { main: deedsOf(scene) };
  if (c.error) return { main: tell.configRefused({ key: c.key, broker: c.broker ?? 0, error: c.error }) };
  const place = c.topic && scene.partitions !== 1 ? c.topic : '';
  const value =
    c.policy ?? (c.key === 'unclean.leader.election.enable' ? String(!!c.value) : String(c.value));
  const main = deedsOf(scene) || tell.configured({ key: c.key, value, place });
  if (c.key === 'unclean.leader.election.enable') {
    return {
      main,
      rule: c.value ? reasons.rules.uncleanLater() : reasons.rules.onlyCommitted(),
      where: 'ReplicationControlManager.maybeElectUncleanLeaders',
    };
  }
  return c.key === 'min.insync.replicas' ? { main, ...minimumAsked(scene, c) } : { main };
}

/**
 * @param {Scene} scene
 * @param {EventOf<'config'>} c
 * @returns {{fact: string, rule: string, where: string}}
 */
function minimumAsked(scene, c) {
  const { facts, rules } = words().reasons;
  const asked = Number(c.value);
  const concerned = scene.state?.partitions.filter((p) => !c.topic || p.topic === c.topic) ?? [];
  const behind = concerned.find((p) => p.leader > 0 && p.minIsr !== p.askedMinIsr);
  const [p] = concerned;
  const enough = concerned.every((x) => x.isr.length >= Math.min(asked, x.replicas.length));
  return {
    fact: behind
      ? facts.onItsWay({ isr: behind.isr.length, min: behind.minIsr })
      : p && enough
        ? facts.enough({ isr: p.isr.length, min: asked })
        : '',
    rule:
      concerned.length && !enough ? rules.whereSmaller() : concerned.length ? '' : rules.nothingByItself(),
    where: 'UnifiedLog.updateConfig',
  };
}

/**
 * @param {Scene} scene
 * @param {EventOf<'learn'>[]} learned
 * @returns {Told}
 */
function tellLearned(scene, learned) {
  const { tell, reasons } = words();
  const { facts, rules } = reasons;
  const [e] = learned;
  const { isr: { length: isr } = [], effectiveMinIsr: min } = e;
  return {
    main: tell.informed({
      brokers: ids(learned.map((x) => x.broker)),
      key: e.key,
      value: e.policy ?? (e.key === 'unclean.leader.election.enable' ? String(!!e.value) : String(e.value)),
      place: e.topic === undefined ? '' : scene.place(e),
    }),
    fact: min === undefined ? '' : isr >= min ? facts.enough({ isr, min }) : facts.belowMinimum({ isr, min }),
    rule: min !== undefined && isr >= min ? rules.nothingByItself() : '',
    where: 'DynamicConfigPublisher.onMetadataUpdate',
  };
}

/** @param {Event} event of no moment of its own @param {Scene} scene @returns {Told | undefined} */
export function tellRoutine(event, scene) {
  const { tell, reasons } = words();
  const { rules } = reasons;
  switch (event.kind) {
    case 'enqueue':
      return { main: tell.buffered(event), rule: rules.inMemory() };
    case 'batch':
      return { main: tell.batched(event) };
    case 'receive':
      return event.queued ? undefined : { main: tell.received(event) };
    case 'check':
      return {
        main: tell.checked({ n: event.completed }),
        where: 'DelayedOperationPurgatory.checkAndComplete',
      };
    case 'timer':
      return { main: tell.timer(event), rule: rules.wheel(), where: 'SystemTimer.advanceClock' };
    case 'register':
      return {
        main: tell.registered({ broker: event.broker, error: event.error ?? '' }),
        rule: rules.fencedUntil(1),
        where: 'ClusterControlManager.registerBroker',
      };
    case 'disconnect':
      return {
        main: tell.disconnected({ follower: event.broker, broker: event.leader }),
        rule: rules.backoff(),
        where: 'AbstractFetcherThread.handlePartitionsWithErrors',
      };
    case 'high-watermark':
      return event.leader
        ? undefined
        : {
            main: tell.learned({ broker: event.broker, to: event.to, place: scene.place(event) }),
            rule: rules.oneFetchBehind(),
            where: 'ReplicaFetcherThread.processPartitionData',
          };
    case 'fetch-response':
      return event.records ? undefined : { main: tell.answeredFetch(event) };
    case 'throttle':
      return {
        main: tell.throttled({ producer: event.producer, broker: event.broker, forMs: event.throttleTimeMs }),
        rule: rules.backToQuota(),
        where: 'ClientQuotaManager.recordAndGetThrottleTimeMs',
      };
    case 'producer-expire':
      return {
        main: tell.forgotten({
          broker: event.broker,
          producerId: event.producerId,
          place: scene.place(event),
        }),
        rule: rules.retriesAsNew(),
        where: 'ProducerStateManager.removeExpiredProducers',
      };
    case 'role':
      return event.leads
        ? undefined
        : {
            main: tell.follows({ broker: event.broker, leader: event.leader, place: scene.place(event) }),
            where: 'Partition.makeFollower',
          };
    default:
      return undefined;
  }
}
