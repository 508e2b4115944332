// What is told of brokers that go and come, of who leads after that, and of records that are gone. Pure.

/** @import {PartitionState, State} from '../types' */
/** @import {Scene} from './parts.js' */

import { capital, count, list, partitionName } from '../format.js';
import { brokerOf, isMissed, leaderless, lifeOf, missedUntil, patience } from '../brokerStatus.js';
import { at, offsets, partitionOf, reasonToWait, say } from './parts.js';

/** @param {Scene<'process'>} scene */
export function tellProcess({ event, state }) {
  const name = `Broker ${event.broker}`;
  const known = missedUntil(state, event.broker ?? 0);
  switch (event.state) {
    case 'started':
      return say(
        `The process of broker ${event.broker} is up: it asks the controller to be let in.`,
        'It is refused as long as the session of its former life lasts, and asks again. Until then it is fenced: it neither leads nor counts.',
        'ClusterControlManager.registerBroker',
      );
    case 'running':
      return say(
        `${name} knows the metadata now, and takes requests.`,
        'It follows, or leads, as the controller’s books say.',
        'BrokerServer.startup',
      );
    case 'stopped':
      return say(
        `${name} has stopped in order.`,
        'It has noted that its end was clean: when it comes back, it keeps its place in the ELR, if it has one.',
        'BrokerServer.shutdown',
      );
    case 'killed':
      return say(
        `${name} is dead: its connections close, its log stays on its disk.${leading(state, event)}`,
        known,
      );
    case 'powered-off':
      return say(
        `The machine of broker ${event.broker} is dead: its connections fall silent.${leading(state, event)}`,
        `What its disk had not got yet is gone: Kafka answers before anything is flushed. ${known}`,
        'UnifiedLog.append',
      );
    case 'frozen':
      return say(
        `${name} stands still: no fetch, no heartbeat, no answer; its connections stay open.${leading(state, event)}`,
        known,
      );
    case 'thawed':
      return say(
        `${name} goes on where it stood.`,
        'It does not know how long it slept: what has waited in its sockets comes first, then the news from the controller.',
      );
    default:
      return say(`The process of broker ${event.broker} has changed.`);
  }
}

/**
 * What it led, if the books say so.
 * @param {State} state
 * @param {{broker: number}} event
 */
function leading(state, event) {
  const led = state.partitions.filter((p) => p.leader === event.broker);
  return led.length ? ` It leads ${list(led.map(partitionName))}, and nobody else does yet.` : '';
}

/** @param {Scene<'register'>} scene */
export function tellRegister({ event }) {
  if (event.error) {
    return say(
      `The controller does not let broker ${event.broker} in yet: ${event.error}.`,
      'The session of its former life has not ended. It asks again.',
      'ClusterControlManager.registerBroker',
    );
  }
  return say(
    `The controller takes broker ${event.broker} in, with broker epoch ${event.brokerEpoch}: its last end was ${event.clean ? 'clean' : 'not clean'}.`,
    event.clean
      ? 'It stays fenced until it has read the metadata. Where it is in the ELR, it stays there.'
      : 'With the ELR on it leaves every ELR: its disk may lack what it had acknowledged. It stays fenced until it has read the metadata.',
    'ReplicationControlManager.handleBrokerShutdown',
  );
}

/** @param {Scene<'fence'>} scene */
export function tellFence({ event, state }) {
  const process = brokerOf(state, event.broker ?? 0)?.process ?? '';
  if (process === 'stopping') {
    return say(
      `The controller fences broker ${event.broker}, which wants to stop and leads nothing any more: it may go.`,
      'Where others are in sync it leaves the ISR with that, so nobody waits for it.',
      'BrokerHeartbeatManager.calculateNextBrokerState',
    );
  }
  /** @type {Record<string, string>} */
  const truth = {
    down: 'It is dead indeed.',
    off: 'It is dead indeed.',
    frozen: 'It is not dead but frozen; the controller cannot tell the difference.',
    running: 'It is alive, but its heartbeats have not arrived: the controller cannot tell the difference.',
  };
  return say(
    `The controller has not heard broker ${event.broker} for a whole session, and fences it.`,
    `${truth[process] ?? ''} Where others are in sync it leaves the ISR, and what it led gets another leader, if there is one.`.trim(),
    'ReplicationControlManager.maybeFenceOneStaleBroker',
  );
}

/** @param {Scene<'unfence'>} scene */
export function tellUnfence({ event, state }) {
  const none = state.partitions.some((p) => p.leader < 0);
  return say(
    `The controller unfences broker ${event.broker}: it can lead and join the ISR again.`,
    none
      ? 'Every partition without a leader is looked at again.'
      : 'That alone puts it into no ISR: it catches up first, then the leader asks it in.',
    'ReplicationControlManager.handleBrokerUnfenced',
  );
}

/** @param {Scene<'shut-down'>} scene */
export function tellShutDown({ event }) {
  return say(
    `Broker ${event.broker} wants to stop: the controller moves what it leads to others first.`,
    'Nobody has to miss it: that is the difference between a stop and a crash.',
    'ReplicationControlManager.handleBrokerInControlledShutdown',
  );
}

/** How a leader was found, and why it was allowed. @type {Record<string, string>} */
const elections = {
  clean: 'It is in the ISR, so it has everything that is committed.',
  eligible:
    'The ISR was empty; it is in the ELR, so it has everything that is committed. What was acknowledged without being committed may be gone.',
  'last-known':
    'ISR and ELR were empty; it led last, and is taken at the risk of losing records: the partition is recovering until its ISR changes.',
  unclean:
    'It was not in sync: unclean.leader.election.enable, or an administrator, preferred a leader that lacks records to none at all.',
};

/** @param {Scene<'leader'>} scene */
export function tellLeader({ event, state }) {
  const p = partitionOf(state, event);
  const here = at(event, state);
  const where = 'PartitionChangeBuilder.electLeader';
  if (event.election === 'none') {
    return say(
      `There is nobody to lead${here ? here.replace(' of ', ' ') : ''}: no replica may.`,
      p ? `${leaderless(state, p)} Nobody can write or read.` : 'Nobody can write or read.',
      where,
    );
  }
  return say(
    `The controller elects broker ${event.leader}${here ? ` leader${here}` : ''}: leader epoch ${event.leaderEpoch}.${gone(p)}`,
    `${elections[event.election ?? ''] ?? ''} The ISR is ${list(event.isr ?? [])}.${orderly(state, p)}`.trim(),
    where,
  );
}

/**
 * The one before, where it hands over in order.
 * @param {State} state
 * @param {PartitionState | undefined} p
 */
function orderly(state, p) {
  const before = p?.replicas.find((r) => !r.leader && r.leads && lifeOf(state, r.broker) === 'shutting down');
  return before
    ? ` Broker ${before.broker}, which wants to stop, leads until it hears of it: no session has to end.`
    : '';
}

/**
 * Acknowledged records that are gone with this leader.
 * @param {PartitionState | undefined} p
 */
function gone(p) {
  if (!p?.ghosts.length) return '';
  const names = p.ghosts.slice(0, 2).map((g) => `${g.value} (acks=${g.acks})`);
  const more = p.ghosts.length - names.length;
  const what = list(more > 0 ? [...names, `${more} more`] : names);
  return ` Acknowledged, and gone: ${what}.`;
}

/** @param {Scene<'role'>} scene */
export function tellRole({ event, state }) {
  const p = partitionOf(state, event);
  if (event.leads) {
    return say(
      `Broker ${event.broker} takes up the lead${at(event, state)} in epoch ${event.leaderEpoch}; its log ends at ${event.logEndOffset}.`,
      p && p.highWatermark < (event.logEndOffset ?? 0)
        ? `A leader never cuts its log: what it has above the water stays, and may still be committed. ${wait(p, state)}`
        : 'A leader never cuts its log: the others cut theirs to fit.',
      'Partition.makeLeader',
    );
  }
  const leader = Number(event.leader);
  return say(
    leader > 0
      ? `Broker ${event.broker} learns that broker ${leader} leads${at(event, state)} in epoch ${event.leaderEpoch}, and follows it.`
      : `Broker ${event.broker} learns that nobody leads${at(event, state)}.`,
    'Writes that wait with it are answered NOT_LEADER_OR_FOLLOWER.',
    'Partition.makeFollower',
  );
}

/**
 * @param {PartitionState} p
 * @param {State} state
 */
function wait(p, state) {
  const reason = reasonToWait(p, state);
  return reason ? `${capital(reason)}.` : '';
}

/** @param {Scene<'truncate'>} scene */
export function tellTruncate({ event, state }) {
  const [from, to] = [Number(event.from), Number(event.to)];
  const what = `${count(from - to, 'record')} at ${offsets({ baseOffset: to, lastOffset: from - 1 })}`;
  if (event.reason === 'power-off') {
    return say(
      `The disk of broker ${event.broker} never got ${what}${at(event, state)}: its log ends at ${to}.`,
      'A record is acknowledged when it is in the logs of enough brokers, not when it is on their disks. Copies protect, not the disk.',
      'UnifiedLog.append',
    );
  }
  const head = `Broker ${event.broker} drops ${what}${at(event, state)}: its log ends at ${to}.`;
  if (event.reason === 'out-of-range') {
    return say(
      head,
      'Its log went on where its leader’s has ended.',
      'AbstractFetcherThread.fetchOffsetAndTruncate',
    );
  }
  return say(
    head,
    'It asked its leader for more, naming the epoch of its last record. The leader’s log diverges there: everything after that belongs to a different history and is truncated.',
    'AbstractFetcherThread.truncateOnFetchResponse',
  );
}

/** @param {Scene<'visible'>} scene */
export function tellVisible({ event, state }) {
  const read = offsets({ baseOffset: Number(event.from), lastOffset: event.offset });
  return say(
    `Consumer ${event.consumer} has read ${read}${at(event, state)} from broker ${event.broker}.`,
    'A consumer reads up to the high watermark and no further: what is only written is not shown to it.',
    'Partition.readRecords',
  );
}

/** @param {Scene<'duplicate'>} scene */
export function tellDuplicate({ event, state }) {
  return say(
    `Broker ${event.broker} has the batch of request ${event.request}${at(event, state)} already, at ${offsets(event)}: it writes nothing.`,
    'The producer’s id and sequence numbers told. It answers with the offsets of the first append.',
    'UnifiedLog.analyzeAndValidateProducerState',
  );
}

/**
 * What everybody waits for, while a partition has no leader that acts; empty when all have one.
 * @param {State} state
 */
export function stillness(state) {
  const none = state.partitions.find((p) => p.leader < 0);
  if (none) return leaderless(state, none);
  const led = state.partitions.find((p) => isMissed(state, p.leader));
  if (!led) return '';
  const { leader } = led;
  return `Broker ${leader}, the leader${at(led, state)}, is ${lifeOf(state, leader)}. The controller does not know: ${patience(state, leader)}.`;
}

/** @param {Scene<'disconnect'>} scene */
export function tellDisconnect({ event }) {
  return say(
    `The fetch of broker ${event.broker} to broker ${event.leader} got nowhere.`,
    `It tries again after replica.fetch.backoff.ms, until it hears of another leader.`,
    'AbstractFetcherThread.handlePartitionsWithErrors',
  );
}

/** @param {Scene<'producer-expire'>} scene */
export function tellProducerExpire({ event, state }) {
  return say(
    `Broker ${event.broker} forgets producer id ${event.producerId}${at(event, state)}: it has written nothing for producer.id.expiration.ms.`,
    'A retry of what is in the log is appended as new from now on, as a second copy.',
    'ProducerStateManager.removeExpiredProducers',
  );
}
