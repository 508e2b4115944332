// What is told of changes: the script's steps and the learner's hand, the ISR, the controller's books, the configuration. Pure.

/** @import {PartitionState, Sentence} from '../types' */
/** @import {Scene} from './parts.js' */

import { brokers, capital, list, partitionName, span } from '../format.js';
import { acksName, at, content, endOfLeader, partitionOf, reasonToWait, say } from './parts.js';

/** @param {Scene} scene */
export function tellStep({ event, script }) {
  const verb = event.verb ?? '';
  const step = script?.steps[event.step ?? -1];
  const tell = steps[verb];
  if (event.changed === false) return say(`The step “${verb}” changes nothing.`, 'It was so already.');
  return step && tell ? tell(step[verb]) : say(`The script's step “${verb}” is carried out.`);
}

/** @type {Record<string, (what: any) => Sentence>} */
const steps = {
  send: (a) =>
    say(`The application hands ${a.value} to producer ${a.producer}.`, 'send() returning proves no more.'),
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
      `A new configuration${a.topic ? ` of ${a.topic}` : ''}: ${Object.entries(a.config)
        .map(([key, value]) => `${key}=${value}`)
        .join(', ')}.`,
    ),
  isr: (a) =>
    say(
      `By your hand: the ISR of ${partitionName(a)} shall be ${list(a.members)}.`,
      'A broker that is put back fetches first, and returns by Kafka’s own rule.',
    ),
};

/** @param {any} a what a step says, which may be of one partition only */
function concerning(a) {
  return a.topic === undefined ? '' : ` for ${partitionName(a)}`;
}

/** @param {Scene} scene */
export function tellIsr({ event, state }) {
  const from = /** @type {number[]} */ (event.from ?? []);
  const to = /** @type {number[]} */ (event.to ?? []);
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
    `The ISR${here} is ${list(to)} now, as the leader has it.`,
    isrConsequence(partitionOf(state, event)),
    'Partition.handleAlterPartitionUpdate',
  );
}

/** @param {Scene} scene */
export function tellPartition({ event, state }) {
  const isr = event.isr ?? [];
  if (event.leader === -1)
    return say(`The controller's books${at(event, state)}: no leader.`, 'Nobody can write or read.');
  return say(
    `The controller's books${at(event, state)}: the ISR is ${list(isr) || 'empty'}, partition epoch ${event.partitionEpoch}.`,
    event.elr?.length
      ? `${capital(brokers(event.elr))} left it under the minimum and may still be elected: ${event.elr.length === 1 ? 'it has' : 'they have'} everything committed (ELR).`
      : 'The leader goes by it as soon as the news has reached it.',
    event.elr?.length ? 'PartitionChangeBuilder.maybePopulateTargetElr' : 'ReplicationControlManager',
  );
}

/** @param {Scene} scene */
export function tellConfig({ event, state }) {
  const value = Number(event.value);
  const head = `${event.key}${event.topic ? ` of ${event.topic}` : ''} is ${value} now.`;
  if (event.key !== 'min.insync.replicas') return say(head);
  const known = state.partitions.find((p) => !event.topic || p.topic === event.topic)?.minIsr ?? value;
  return say(
    head,
    value > known
      ? 'Where the ISR is smaller, writes with acks=all are refused from now on and the water is locked. Who waits already goes on waiting.'
      : 'The change itself moves nothing: the high watermark is looked at again with the next append, follower’s progress or change of the ISR.',
    'UnifiedLog.updateConfig',
  );
}

/** @param {PartitionState | undefined} p */
function isrConsequence(p) {
  if (!p) return '';
  if (p.locked) {
    return `That is under the minimum of ${p.effectiveMinIsr}: the high watermark is locked, new writes with acks=all are refused, who waits goes on waiting.`;
  }
  const rest = endOfLeader(p) > p.highWatermark ? reasonToWait(p) : '';
  return rest ? `${capital(rest)}.` : 'The water waits for the slowest of these.';
}
