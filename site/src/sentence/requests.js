// What is told of a request: its way from the producer to the log, to the purgatory and back. Pure.

/** @import {EventOf, RequestState, State} from '../types' */
/** @import {Scene} from './parts.js' */

import { brokerOf, lifeOf, missedUntil, slotMs } from '../brokerStatus.js';
import { capital, count, list, partitionName, span, time } from '../format.js';
import {
  acksName,
  at,
  content,
  nameIn,
  offsets,
  partitionOf,
  reasonToWait,
  requestOf,
  say,
} from './parts.js';

/** @param {Scene<'request'>} scene */
export function tellRequest({ event, state }) {
  const what = valuesOf(requestOf(state, event.request));
  const promise = {
    all: `It may wait there for up to ${span(event.timeoutMs ?? 0)} until every in-sync replica has it.`,
    1: 'acks=1: the leader’s own append will be enough.',
    0: 'acks=0: no answer will come, whatever happens.',
  }[acksName(event.acks)];
  return say(
    `Request ${event.request} leaves for broker ${event.broker} with acks=${acksName(event.acks)}: ${what}.`,
    promise,
  );
}

/** @param {Scene<'receive'>} scene */
export function tellReceive({ event }) {
  if (!event.queued) return say(`Request ${event.request} reaches broker ${event.broker}.`);
  return say(
    `Request ${event.request} has arrived, but waits behind an earlier request on its connection.`,
    'A broker reads the next request of a connection only when the one before is answered.',
    'Processor.processCompletedReceives',
  );
}

/** @param {Scene<'append'>} scene */
export function tellAppend({ event, state }) {
  const request = requestOf(state, event.request);
  const where = at(event, state);
  const several = Number(event.lastOffset) > Number(event.baseOffset);
  const why = {
    all: `Written, not committed: ${several ? 'the records are' : 'the record is'} above the high watermark until every in-sync replica has ${several ? 'them' : 'it'}.`,
    1: 'acks=1 asks for no more than this one copy.',
    0: 'acks=0: nobody is told.',
  }[acksName(request?.acks)];
  const part = request?.partitions.find((p) => p.topic === event.topic && p.partition === event.partition);
  const leader = partitionOf(state, event)?.leader ?? event.broker;
  const deposed = leader !== event.broker;
  return say(
    `Broker ${event.broker}, ${deposed ? 'which considers itself the leader' : 'the leader'}${where}, writes ${content(part?.values)} at ${offsets(event)}.`,
    deposed
      ? `It has not heard that ${Number(leader) > 0 ? `broker ${leader} leads in a newer epoch: that one’s log does not have this record` : 'nobody leads now'}.`
      : why,
    'Partition.appendRecordsToLeader',
  );
}

/** @param {Scene<'refuse'>} scene */
export function tellRefuse({ event, state }) {
  const head = `Broker ${event.broker} refuses request ${event.request}${at(event, state)} with ${event.error}`;
  const source = 'Partition.appendRecordsToLeader';
  if (event.error === 'NOT_ENOUGH_REPLICAS') {
    return say(
      `${head}: ${count(event.isrSize ?? 0, 'replica')} in the ISR, and at least ${event.effectiveMinIsr} required.`,
      'The test comes before the append and concerns only acks=all: nothing was written, so the record never becomes a cell.',
      source,
    );
  }
  if (event.error === 'NOT_LEADER_OR_FOLLOWER') {
    return say(`${head}: it does not lead.`, 'Nothing was written. The client looks for the leader.', source);
  }
  if (event.check === 'message-size') {
    return say(
      `${head}: the batch has ${event.batchBytes} bytes, and ${event.maxMessageBytes} are allowed.`,
      'Nothing was written. A producer splits a batch of several records; a single one fails.',
      'UnifiedLog.analyzeAndValidateRecords',
    );
  }
  if (event.check === 'record-key') {
    return say(
      `${head}: ${count(event.invalidRecords ?? 1, 'record')} without a key, and the topic is compacted.`,
      'Nothing was written, of the others neither.',
      'LogValidator.validateKey',
    );
  }
  if (event.error === 'INVALID_REQUIRED_ACKS') {
    return say(`${head}.`, 'Only all (-1), 1 and 0 are allowed.', 'ReplicaManager.appendRecords');
  }
  return say(`${head}.`, 'Nothing was written.', source);
}

/** @param {Scene<'throttle'>} scene */
export function tellThrottle({ event }) {
  return say(
    `With request ${event.request} producer ${event.producer} has sent broker ${event.broker} more than its quota: the broker reads nothing more from the connection for ${span(event.throttleTimeMs)}.`,
    'The answer goes out at once, and says so. That time brings the average back to the quota.',
    'ClientQuotaManager.recordAndGetThrottleTimeMs',
  );
}

/** @param {Scene<'park'>} scene */
export function tellPark({ event, state }) {
  const needs = (event.partitions ?? []).map((p) => `${nameIn(p, state)}${p.requiredOffset}`);
  const reason = firstReason(state, event.request);
  return say(
    `Request ${event.request} waits in the purgatory of broker ${event.broker} until the high watermark reaches ${list(needs)}.`,
    `${reason ? `${capital(reason)}. ` : ''}The broker’s thread is free again; the deadline is ${time(event.deadline ?? 0)}.`,
    'ReplicaManager.maybeAddDelayedProduce',
  );
}

/** @param {Scene<'complete'>} scene */
export function tellComplete({ event, state }) {
  const request = requestOf(state, event.request);
  const id = `Request ${event.request}`;
  switch (event.by) {
    case 'high-watermark':
      return say(
        `The water has reached ${id.toLowerCase()}, so it is complete.`,
        mixed(request)
          ? 'Each of its partitions is decided now, each with its own result.'
          : 'Every partition it wrote to has a high watermark at or above the offset it needed.',
        'DelayedProduce.tryComplete',
      );
    case 'timeout':
      return say(
        `${id} ran out of time: what is still pending is answered REQUEST_TIMED_OUT.`,
        'The records stay in the log, written and not committed; they may still be committed later.',
        'DelayedProduce.onComplete',
      );
    case 'leader-change':
      return say(
        `${id} is over: broker ${event.broker} does not lead any more what it waits for.`,
        'What it wrote may survive, if the new leader has it, or be cut off.',
        'ReplicaManager.applyLocalFollowersDelta',
      );
    default:
      return say(...atOnce(id, request), 'ReplicaManager.maybeAddDelayedProduce');
  }
}

/**
 * @param {string} id
 * @param {RequestState | undefined} request
 * @returns {[string, string]}
 */
function atOnce(id, request) {
  const head = `${id} is done at once: it never waits in the purgatory.`;
  if (request?.partitions.every((p) => p.state === 'refused')) {
    return [head, 'Nothing was written, so there is nothing to wait for.'];
  }
  const why = {
    all: 'The high watermark covered it right after the append.',
    1: 'acks=1 waits for the leader’s append alone.',
    0: 'acks=0 waits for nothing.',
  }[acksName(request?.acks)];
  return [head, why ?? ''];
}

/** @param {Scene<'expire'>} scene */
export function tellExpire({ event }) {
  return say(
    `The time of request ${event.request} was up with ${count(event.pending ?? 1, 'partition')} still pending.`,
    'The deadline came with the request: its client’s request.timeout.ms. Had the water reached it first, a check would have completed it, and no timer.',
    'DelayedOperation.run',
  );
}

/** @param {Scene<'response'>} scene */
export function tellResponse({ event, state }) {
  const request = requestOf(state, event.request);
  const head = `Broker ${event.broker}`;
  if (event.connectionClosed && acksName(request?.acks) !== '0') {
    const life = lifeOf(state, event.broker ?? 0);
    if (!life) {
      return say(
        `${head} never reads request ${event.request}: its client has closed the connection.`,
        'A connection is read one request at a time, so the broker finds out only when it cannot write an answer: what it had read by then is done.',
        'Selector.pollSelectionKeys',
      );
    }
    return say(
      `Broker ${event.broker} is ${life}, and the connection of request ${event.request} with it: no answer comes.`,
      `Its client cannot know whether the record was written, copied, or neither. ${missedUntil(state, event.broker ?? 0)}`.trim(),
    );
  }
  if (event.connectionClosed) {
    return say(
      `${head} closes the connection of request ${event.request}.`,
      'With acks=0 there is no answer, so closing is the only way to tell of an error.',
      'KafkaApis.handleProduceRequest',
    );
  }
  const errors = [...new Set((event.partitions ?? []).map((p) => p.error ?? 'NONE'))];
  const answer = `${head} answers request ${event.request}`;
  if (errors.length > 1) {
    const each = (event.partitions ?? []).map((p) => `${partitionName(p)} ${p.error}`);
    return say(
      `${answer}: ${each.join(', ')}.`,
      'One answer for all its partitions, each with its own result.',
    );
  }
  return say(...verdict(answer, errors[0], event, request, state), 'KafkaApis.handleProduceRequest');
}

/**
 * @param {string} answer
 * @param {string} error
 * @param {EventOf<'response'>} event
 * @param {RequestState | undefined} request
 * @param {State} state
 * @returns {[string, string]}
 */
function verdict(answer, error, event, request, state) {
  const what = valuesOf(request);
  const many = request ? request.partitions.flatMap((p) => p.values).length : 1;
  const is = many === 1 ? 'is' : 'are';
  const base = event.partitions?.[0].baseOffset ?? 0;
  const place =
    event.partitions?.length === 1 ? ` at ${offsets({ baseOffset: base, lastOffset: base + many - 1 })}` : '';
  if (error === 'REQUEST_TIMED_OUT') {
    return [
      `${answer}: REQUEST_TIMED_OUT, although ${what} ${is} in its log${place}.`,
      'The producer cannot know what became of it: it may be committed later, or lost.',
    ];
  }
  if (error === 'NOT_ENOUGH_REPLICAS') {
    return [`${answer}: NOT_ENOUGH_REPLICAS.`, 'Nothing was written; the producer may try again.'];
  }
  if (error === 'NOT_LEADER_OR_FOLLOWER') {
    return [
      `${answer}: NOT_LEADER_OR_FOLLOWER.`,
      event.partitions?.some((p) => (p.baseOffset ?? -1) >= 0)
        ? 'It was written here, but not committed under this leader: it may survive or not. The client asks for the new leader and sends again.'
        : 'Nothing was written here. The client asks for the leader and sends again.',
    ];
  }
  if (error !== 'NONE') return [`${answer}: ${error}.`, ''];
  const led = (event.partitions ?? [])
    .map((p) => partitionOf(state, p))
    .find((p) => p && p.leader !== event.broker);
  if (led) {
    const now = led.leader > 0 ? `broker ${led.leader} leads` : 'nobody leads';
    return [
      `${answer}: success, although ${now}.`,
      led.ghosts.some((g) => g.request === event.request)
        ? `It has not heard that it is deposed. Broker ${led.leader} does not have ${what}: acknowledged, and gone as soon as broker ${event.broker} follows.`
        : `It has not heard that it is deposed. What becomes of ${what}${place} depends on whether the next leader has it.`,
    ];
  }
  return acksName(request?.acks) === '1'
    ? [
        `${answer}: success, ${what} ${is} in the leader’s log${place}.`,
        'One copy is all that acks=1 promises: if the leader dies before a follower has it, the record is lost.',
      ]
    : [
        `${answer}: success, ${what} ${is} committed${place}.`,
        `Every in-sync replica has ${many === 1 ? 'it' : 'them'}. How many these are, the ISR decides; min.insync.replicas is only the floor.`,
      ];
}

/** @param {Scene<'timer'>} scene */
export function tellTimer({ event, state }) {
  const wheel = brokerOf(state, event.broker)?.wheel;
  const ring = wheel ? `buckets of ${span(slotMs(wheel, event.level ?? 0))}` : 'its buckets';
  const action = {
    armed: `The deadline of request ${event.request} goes into the timing wheel, among ${ring}.`,
    cascaded: `The deadline of request ${event.request} moves inward in the timing wheel, to ${ring}.`,
    cancelled: `The deadline of request ${event.request} is taken off the wheel: it was completed early.`,
    fired: `The deadline of request ${event.request} has come.`,
  }[event.action];
  const why =
    event.action === 'cascaded'
      ? 'Its bucket was due. Nothing ticks: the wheel moves only when a bucket is due.'
      : 'A wheel makes adding and cancelling cheap, however many wait.';
  return say(action, why, 'SystemTimer.advanceClock');
}

/**
 * @param {State} state
 * @param {number | undefined} id
 */
function firstReason(state, id) {
  const pending = requestOf(state, id)?.partitions.find((p) => p.state === 'waiting');
  const partition = pending && partitionOf(state, pending);
  const broker = requestOf(state, id)?.broker;
  return partition && partition.leader === broker ? reasonToWait(partition, state) : '';
}

/** @param {RequestState | undefined} request whose partitions had different ends */
function mixed(request) {
  return new Set(request?.partitions.map((p) => p.error)).size > 1;
}

/** @param {RequestState | undefined} request */
function valuesOf(request) {
  return content(request?.partitions.flatMap((p) => p.values));
}
