// What is told of changes: the script's steps and the learner's hand, the ISR, the controller's books, the configuration. Pure.

/** @import {PartitionState, Sentence, State, Verb, Verbs} from '../types' */
/** @import {Scene} from './parts.js' */

import { brokers, capital, list, partitionName, span } from '../format.js';
import { isBroker, leaderless, nodeNames } from '../brokerStatus.js';
import { acksName, at, content, endOfLeader, partitionOf, reasonToWait, say } from './parts.js';
import { producerSteps } from './producer.js';

/** @param {Scene<'step'>} scene */
export function tellStep({ event, state, script }) {
  const { verb } = event;
  const step = script?.steps[event.step];
  const tell = /** @type {((what: any, state: State) => Sentence) | undefined} */ (steps[verb]);
  if (event.changed === false && step?.elect) return noElection(step.elect, state);
  if (event.changed === false) return say(`The step “${verb}” changes nothing.`, 'It was so already.');
  return step && tell ? tell(step[verb], state) : say(`The script's step “${verb}” is carried out.`);
}

/**
 * Why an election that was asked for was not held.
 * @param {Verbs['elect']} a
 * @param {State} state
 */
function noElection(a, state) {
  const p = partitionOf(state, a);
  const head = `The ${a.type.toLowerCase()} election of ${partitionName(a)} is refused`;
  const where = 'ReplicationControlManager.electLeader';
  if (!p) return say(`${head}.`, '', where);
  if (a.type === 'UNCLEAN') {
    return p.leader > 0
      ? say(
          `${head}: broker ${p.leader} leads (ELECTION_NOT_NEEDED).`,
          'Only where nobody leads is one held.',
          where,
        )
      : say(
          `${head}: ELIGIBLE_LEADERS_NOT_AVAILABLE.`,
          `No replica is alive. ${leaderless(state, p)}`,
          where,
        );
  }
  const [{ broker }] = p.replicas;
  return p.leader === broker
    ? say(`${head}: broker ${broker} leads already (ELECTION_NOT_NEEDED).`, '', where)
    : say(
        `${head}: broker ${broker}, the first of the assignment, may not lead (PREFERRED_LEADER_NOT_AVAILABLE).`,
        'It would have to be alive, not fenced, and in the ISR.',
        where,
      );
}

/** @type {{[V in Verb]: (what: Verbs[V], state: State) => Sentence}} */
const steps = {
  kill: (a) =>
    say(`The process of broker ${a.broker} is killed (kill −9).`, 'It has no time to tell anybody.'),
  'power-off': (a) =>
    say(
      `The machine of broker ${a.broker} loses its power${a.lose === 0 ? '' : `, and ${a.lose === 'all' ? 'all records' : `the last ${a.lose === 1 ? 'record' : `${a.lose} records`}`} of each of its logs`}.`,
      'Kafka does not wait for the disk before it answers.',
    ),
  stop: (a) =>
    say(
      `Broker ${a.broker} is asked to stop in order.`,
      'It asks the controller first: what it leads gets another leader before it goes.',
      'BrokerLifecycleManager.beginControlledShutdown',
    ),
  start: (a) =>
    say(
      `Broker ${a.broker} is started again.`,
      'Its log is what its disk has kept; whom to follow, it has to learn.',
    ),
  freeze: (a) =>
    say(
      `The process of broker ${a.broker} is frozen (SIGSTOP).`,
      'It is not dead, and its connections stay open.',
    ),
  thaw: (a) =>
    say(`The process of broker ${a.broker} goes on (SIGCONT).`, 'Whatever was due meanwhile is due now.'),
  link: tellLink,
  elect: (a) =>
    say(
      `An administrator asks for ${a.type === 'UNCLEAN' ? 'an unclean' : 'a preferred'} election of ${partitionName(a)}.`,
      a.type === 'UNCLEAN'
        ? 'One that is in sync shall lead, if there is one; else the first replica that is alive.'
        : 'The first replica of the assignment shall lead, if it is in sync.',
      'ReplicationControlManager.electLeader',
    ),
  ...producerSteps,
  produce: (a) =>
    say(
      `A client sends ${content(a.partitions.flatMap((/** @type {any} */ p) => p.records))} with acks=${acksName(a.acks)}.`,
      a.partitions.length > 1
        ? 'One request for several partitions gets one answer, when all are decided.'
        : '',
    ),
  'fetch-delay': (a) =>
    a.ms > 0
      ? say(
          `From now on the fetches of broker ${a.broker}${concerning(a)} travel ${span(a.ms)} longer.`,
          'As long as it is in the ISR, the high watermark waits for it.',
        )
      : say(`The fetches of broker ${a.broker}${concerning(a)} travel at their usual speed again.`),
  'fetch-rate': (a) => say(`Broker ${a.broker} copies at another speed now.`),
  'fetch-pause': (a) =>
    say(
      `Broker ${a.broker} sends no more fetches, while its heartbeats go on.`,
      'As long as it is in the ISR, the water rises no further than its log; once it has been behind for replica.lag.time.max.ms the leader asks it out.',
      'Partition.maybeShrinkIsr',
    ),
  'fetch-resume': (a) => say(`Broker ${a.broker} fetches again.`),
  set: (a) =>
    say(
      `A new configuration${a.topic || a.producer ? ` of ${a.topic ?? a.producer}` : ''}: ${Object.entries(
        a.config,
      )
        .map(([key, value]) => `${key}=${value}`)
        .join(', ')}.`,
    ),
  isr: (a) =>
    say(
      `By your hand: the ISR of ${partitionName(a)} shall be ${list(a.members)}.`,
      'A broker that is put back fetches first, and returns by Kafka’s own rule.',
    ),
};

/**
 * @param {Verbs['link']} a
 * @param {State} state
 */
function tellLink(a, state) {
  const [from, to] = [String(a.from), String(a.to)];
  const name = (/** @type {string} */ node) => nodeNames([node]);
  if (a.up === undefined) {
    return say(`What ${name(from)} sends to ${name(to)} takes ${span(a['latency.ms'] ?? 0)} now.`);
  }
  const back = state.links.find((l) => l.from === to && l.to === from)?.up ?? true;
  const both = back === a.up;
  if (a.up) {
    return say(
      both
        ? `${capital(name(from))} and ${name(to)} can talk to each other again.`
        : `What ${name(from)} sends arrives at ${name(to)} again.`,
      'A connection that has lost something is reset: now its two ends learn of it.',
    );
  }
  const controller = !isBroker(from) || !isBroker(to);
  return say(
    both
      ? `${capital(name(from))} and ${name(to)} are cut off from each other.`
      : `Nothing that ${name(from)} sends arrives at ${name(to)} any more.`,
    `What is sent is lost, and nobody is told.${controller ? ' Without heartbeats the controller will take a live broker for dead.' : ''}`,
  );
}

/** @param {Verbs['fetch-delay']} a which may be of one partition only */
function concerning({ topic, partition = 0 }) {
  return topic === undefined ? '' : ` for ${partitionName({ topic, partition })}`;
}

/** @param {Scene<'isr'>} scene */
export function tellIsr({ event, state }) {
  const { from, to } = event;
  const gone = from.filter((id) => !to.includes(id));
  const come = to.filter((id) => !from.includes(id));
  const change = gone.length ? `${brokers(gone)} out of` : `${brokers(come)} into`;
  const here = at(event, state);
  if (event.state === 'proposed') {
    return gone.length
      ? say(
          `The leader${here} asks the controller to take ${change} the ISR.`,
          'Until the controller agrees, they still count: shrinking helps nobody before it is confirmed.',
          'Partition.maybeShrinkIsr',
        )
      : say(
          `The leader${here} asks the controller to take ${change} the ISR.`,
          'It has reached the high watermark; it need not have everything. From now on the water waits for it, too.',
          'Partition.maybeExpandIsr',
        );
  }
  if (event.state === 'rejected') {
    return say(
      `The controller refuses to take ${change} the ISR: ${event.error}.`,
      '',
      'Partition.handleAlterPartitionError',
    );
  }
  return say(
    `The ISR${here} is ${to.length === 1 ? `broker ${to[0]} alone` : list(to)} now, as the leader has it.`,
    isrConsequence(partitionOf(state, event), state),
    'Partition.handleAlterPartitionUpdate',
  );
}

/** @param {Scene<'partition'>} scene */
export function tellPartition({ event, state }) {
  const isr = event.isr ?? [];
  const p = partitionOf(state, event);
  if (event.leader === -1) {
    return say(
      `The controller’s books${at(event, state)}: no leader, the ISR is ${list(isr) || 'empty'}${event.elr?.length ? `, the ELR ${list(event.elr)}` : ''}.`,
      p && p.leader < 0 ? leaderless(state, p) : 'Nobody can write or read.',
      'ReplicationControlManager',
    );
  }
  return say(
    `The controller’s books${at(event, state)}: the ISR is ${list(isr) || 'empty'}, partition epoch ${event.partitionEpoch}.`,
    event.elr?.length
      ? `${capital(brokers(event.elr))} left it under the minimum and may still be elected: ${event.elr.length === 1 ? 'it has' : 'they have'} everything committed (ELR).`
      : 'The leader goes by it as soon as the news has reached it.',
    event.elr?.length ? 'PartitionChangeBuilder.maybePopulateTargetElr' : 'ReplicationControlManager',
  );
}

/** @param {Scene<'config'>} scene */
export function tellConfig({ event, state }) {
  const value = Number(event.value);
  if (event.error)
    return say(`The controller refuses ${event.key} for broker ${event.broker}: ${event.error}.`);
  if (event.key === 'unclean.leader.election.enable') {
    return say(
      `${event.key}${event.topic ? ` of ${event.topic}` : ''} is ${value ? 'true' : 'false'} now.`,
      value
        ? 'That triggers nothing by itself: a partition without a leader is looked at again when a broker is unfenced, every five minutes, or when somebody asks.'
        : 'Only a replica that has everything committed may lead from now on.',
      'ReplicationControlManager.maybeElectUncleanLeaders',
    );
  }
  const whose = event.topic ?? event.producer;
  const head = `${event.key}${whose ? ` of ${whose}` : ''} is ${event.policy ?? value} now.`;
  if (event.key !== 'min.insync.replicas') return say(head);
  const known = state.partitions.find((p) => !event.topic || p.topic === event.topic)?.minIsr ?? value;
  return say(
    head,
    value > known
      ? 'Where the ISR is smaller, writes with acks=all are refused from now on and the high watermark is locked. Requests that wait already go on waiting.'
      : 'The change itself moves nothing: the high watermark is looked at again with the next append, follower’s progress or change of the ISR.',
    'UnifiedLog.updateConfig',
  );
}

/** @param {Scene<'learn'>} scene */
export function tellLearn({ event }) {
  const { key, isr, effectiveMinIsr: minimum } = event;
  const head = `Broker ${event.broker} learns that ${key} is ${event.policy ?? event.value}`;
  if (!isr || minimum === undefined) return say(`${head}.`, '', 'BrokerMetadataPublisher.onMetadataUpdate');
  const enough = isr.length >= minimum;
  return say(
    `${head}: the ISR has ${isr.length}${enough ? ', enough' : ', too few'}.`,
    enough
      ? 'That moves nothing by itself: the high watermark is looked at again with the next append, fetch or change of the ISR.'
      : 'From now on it refuses writes with acks=all, and the high watermark is locked. Requests that wait go on waiting.',
    'BrokerMetadataPublisher.onMetadataUpdate',
  );
}

/**
 * @param {PartitionState | undefined} p
 * @param {State} state
 */
function isrConsequence(p, state) {
  if (!p || p.leader < 0) return '';
  if (p.locked) {
    return `That is under the minimum of ${p.effectiveMinIsr}: the high watermark is locked, new writes with acks=all are refused, waiting requests go on waiting.`;
  }
  const rest = endOfLeader(p) > p.highWatermark ? reasonToWait(p, state) : '';
  return rest ? `${capital(rest)}.` : 'The water waits for the slowest of these.';
}
