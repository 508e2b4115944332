// The one sentence: what just happened, why, and where Kafka's source says so. It explains events and reads the state;
// it decides nothing. Pure.

/** @import {Event, PartitionState, RequestState, Script, Sentence, State} from './types' */

import { brokers, capital, count, list, partitionName, requests, span, time } from './format.js';

/** What a sentence is made from.
 * @typedef {{event: Event, state: State, script: Script | undefined}} Scene
 */

/**
 * @param {Event | null} event the newest notable event at the place
 * @param {State} state at that place
 * @param {Script} [script] to name what a step does
 * @returns {Sentence}
 */
export function explain(event, state, script) {
  if (!event) {
    return say('Nothing has happened yet.', 'Step forward, or press play.');
  }
  const tell = tellers[event.kind];
  return tell ? tell({ event, state, script }) : say(`${capital(event.kind.replaceAll('-', ' '))}.`);
}

/** @type {Record<string, (scene: Scene) => Sentence>} */
const tellers = {
  step: tellStep,
  enqueue: ({ event }) =>
    say(`The producer takes ${event.value} into its buffer.`, 'Nothing has left it yet.'),
  batch: ({ event }) => say(`A batch of ${count(event.records ?? 1, 'record')} is closed and ready to go.`),
  request: tellRequest,
  unsent: ({ event }) =>
    say(`Request ${event.request} goes nowhere: its partition has no leader.`, 'Nothing was written.'),
  receive: tellReceive,
  append: tellAppend,
  refuse: tellRefuse,
  park: tellPark,
  check: ({ event }) =>
    say(
      `A look into the purgatory completes ${count(event.completed ?? 0, 'request')}.`,
      '',
      purgatory.check,
    ),
  complete: tellComplete,
  expire: tellExpire,
  response: tellResponse,
  fetch: tellFetch,
  'fetch-response': tellFetchResponse,
  replicate: tellReplicate,
  'high-watermark': tellHighWatermark,
  isr: tellIsr,
  partition: tellPartition,
  config: tellConfig,
  timer: tellTimer,
  acknowledge: tellAcknowledge,
  fail: ({ event }) =>
    say(
      `The application is told that ${event.value} failed: ${event.error}.`,
      'That says what the producer knows, not whether the record is in a log.',
      'ProducerBatch.completeExceptionally',
    ),
};

const purgatory = { check: 'DelayedOperationPurgatory.checkAndComplete' };

/**
 * @param {string} main
 * @param {string} [why]
 * @param {string} [where]
 * @returns {Sentence}
 */
function say(main, why = '', where = '') {
  return { main, why, where };
}

/** @param {Scene} scene */
function tellStep({ event, script }) {
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
          `From now on the fetches of broker ${a.broker} travel ${span(a.ms)} longer.`,
          'As long as it is in the ISR, the high watermark waits for it.',
        )
      : say(`The fetches of broker ${a.broker} travel at their usual speed again.`),
  'fetch-rate': (a) => say(`Broker ${a.broker} copies at another speed now.`),
  'fetch-pause': (a) =>
    say(
      `Broker ${a.broker} sends no more fetches, while its heartbeats go on.`,
      'It stays in the ISR, and holds the water back, until it has been behind for replica.lag.time.max.ms.',
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

/** @param {Scene} scene */
function tellRequest({ event, state }) {
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

/** @param {Scene} scene */
function tellReceive({ event }) {
  if (!event.queued) return say(`Request ${event.request} reaches broker ${event.broker}.`);
  return say(
    `Request ${event.request} has arrived, but waits behind an earlier request on its connection.`,
    'A broker reads the next request of a connection only when the one before is answered.',
    'Processor.processCompletedReceives',
  );
}

/** @param {Scene} scene */
function tellAppend({ event, state }) {
  const request = requestOf(state, event.request);
  const where = at(event, state);
  const why = {
    all: 'Written, not committed: the record stands above the water until every in-sync replica has it.',
    1: 'acks=1 asks for no more than this one copy.',
    0: 'acks=0: nobody is told.',
  }[acksName(request?.acks)];
  const part = request?.partitions.find((p) => p.topic === event.topic && p.partition === event.partition);
  return say(
    `Broker ${event.broker}, the leader${where}, writes ${content(part?.values)} at ${offsets(event)}.`,
    why,
    'Partition.appendRecordsToLeader',
  );
}

/** @param {Scene} scene */
function tellRefuse({ event, state }) {
  const head = `Broker ${event.broker} refuses request ${event.request}${at(event, state)} with ${event.error}`;
  const source = 'Partition.appendRecordsToLeader';
  if (event.error === 'NOT_ENOUGH_REPLICAS') {
    return say(
      `${head}: ${count(event.isrSize ?? 0, 'replica')} in the ISR, and at least ${event.effectiveMinIsr} required.`,
      'The test comes before the append and concerns only acks=all: nothing was written, so the record never becomes a cell.',
      source,
    );
  }
  if (event.error === 'INVALID_REQUIRED_ACKS') {
    return say(`${head}.`, 'Only all (-1), 1 and 0 are allowed.', 'ReplicaManager.appendRecords');
  }
  return say(`${head}.`, 'Nothing was written.', source);
}

/** @param {Scene} scene */
function tellPark({ event, state }) {
  const needs = (event.partitions ?? []).map((p) => `${nameIn(p, state)}${p.requiredOffset}`);
  const reason = firstReason(state, event.request);
  return say(
    `Request ${event.request} waits in the purgatory of broker ${event.broker} until the high watermark reaches ${list(needs)}.`,
    `${reason ? `${capital(reason)}. ` : ''}The broker’s thread is free again; the deadline is ${time(event.deadline ?? 0)}.`,
    'ReplicaManager.maybeAddDelayedProduce',
  );
}

/** @param {Scene} scene */
function tellComplete({ event, state }) {
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
        'DelayedProduce.onExpiration',
      );
    case 'leader-change':
      return say(
        `${id} is over: the partition it waits for has another leader now.`,
        'What it wrote may survive on other replicas.',
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
  const head = `${id} is decided at once, without a stay in the purgatory.`;
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

/** @param {Scene} scene */
function tellExpire({ event }) {
  return say(
    `The time of request ${event.request} was up with ${count(event.pending ?? 1, 'partition')} still pending.`,
    'The deadline comes with the request (request.timeout.ms of the client); completion itself is never driven by the timer.',
    'DelayedProduce.onExpiration',
  );
}

/** @param {Scene} scene */
function tellResponse({ event, state }) {
  const request = requestOf(state, event.request);
  const head = `Broker ${event.broker}`;
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
  return say(...verdict(answer, errors[0], event, request), 'KafkaApis.handleProduceRequest');
}

/**
 * @param {string} answer
 * @param {string} error
 * @param {Event} event
 * @param {RequestState | undefined} request
 * @returns {[string, string]}
 */
function verdict(answer, error, event, request) {
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
  if (error !== 'NONE') return [`${answer}: ${error}.`, ''];
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

/** @param {Scene} scene */
function tellFetch({ event, state }) {
  const item = (event.partitions ?? []).find((p) => partitionOf(state, p)) ?? event.partitions?.[0];
  const partition = item && partitionOf(state, item);
  if (!item || !partition) return say(`Broker ${event.follower} fetches from broker ${event.broker}.`);
  const all = (item.fetchOffset ?? 0) >= endOfLeader(partition);
  const has = `Broker ${event.follower} has ${all ? 'everything' : `everything before offset ${item.fetchOffset}`}${
    state.partitions.length > 1 ? ` of ${partitionName(item)}` : ''
  }`;
  const waiting = waitingOn(state, partition);
  const reason = reasonToWait(partition);
  if (waiting.length && reason) {
    return say(
      `${has}, but ${requests(waiting)} ${waiting.length === 1 ? 'waits' : 'wait'}: ${reason}.`,
      partition.locked
        ? 'Under the minimum the high watermark does not move, for any level of acks.'
        : 'acks=all waits for the slowest in-sync replica, not for min.insync.replicas copies.',
      partition.locked ? 'Partition.maybeIncrementLeaderHW' : 'Partition.checkEnoughReplicasReachOffset',
    );
  }
  return say(
    `${has}: its fetch from offset ${item.fetchOffset} tells the leader so.`,
    'Followers send no acknowledgements. The next fetch is the acknowledgement.',
    'Partition.updateFollowerFetchState',
  );
}

/** @param {Scene} scene */
function tellFetchResponse({ event }) {
  const why = {
    'new-data': 'Its fetch was waiting at the leader for just that.',
    'wait-over': 'The fetch has waited for replica.fetch.wait.max.ms.',
  }[event.reason ?? ''];
  return say(
    `The leader sends ${count(event.records ?? 0, 'record')} to broker ${event.follower}.`,
    `${why ? `${why} ` : ''}The high watermark does not move yet: the leader counts on nothing it only sent.`,
    'ReplicaManager.fetchMessages',
  );
}

/** @param {Scene} scene */
function tellReplicate({ event, state }) {
  return say(
    `Broker ${event.broker} writes ${offsets(event)}${at(event, state)} to its own log.`,
    `The leader does not know yet: it learns of it from the next fetch, which asks from offset ${(event.lastOffset ?? 0) + 1}.`,
    'AbstractFetcherThread.processFetchRequest',
  );
}

/** @param {Scene} scene */
function tellHighWatermark({ event, state }) {
  const from = Number(event.from);
  const to = Number(event.to);
  const partition = partitionOf(state, event);
  const reason = partition && to < endOfLeader(partition) ? reasonToWait(partition) : '';
  return say(
    `${inPlace(event, state)} rises from ${from} to ${to}: ${
      to - from === 1 ? `the record at offset ${from} is` : `the records at offsets ${from} to ${to - 1} are`
    } committed.`,
    `${reason ? `It stops there: ${reason}.` : `Every replica that counts for the high watermark has ${to - from === 1 ? 'it' : 'them'}.`} Consumers may read ${to - from === 1 ? 'it' : 'them'} now.`,
    'Partition.maybeIncrementLeaderHW',
  );
}

/** @param {Scene} scene */
function tellIsr({ event, state }) {
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
function tellPartition({ event, state }) {
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
function tellConfig({ event, state }) {
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

/** @param {Scene} scene */
function tellTimer({ event }) {
  const ring = `buckets of ${span(20 ** (event.level ?? 0))}`;
  const action = {
    armed: `The deadline of request ${event.request} goes into the timing wheel, among ${ring}.`,
    cascaded: `The deadline of request ${event.request} moves inward in the timing wheel, to ${ring}.`,
    cancelled: `The deadline of request ${event.request} is taken off the wheel: it was completed early.`,
    fired: `The deadline of request ${event.request} has come.`,
  }[event.action ?? ''];
  const why =
    event.action === 'cascaded'
      ? 'Its bucket was due. Nothing ticks: the wheel moves only when a bucket is due.'
      : 'A wheel makes adding and cancelling cheap, however many wait.';
  return say(action ?? 'The timing wheel moves.', why, 'SystemTimer.advanceClock');
}

/** @param {Scene} scene */
function tellAcknowledge({ event }) {
  const place = event.offset === undefined ? '' : ` at offset ${event.offset}`;
  return say(
    `The application is told: ${event.value} is acknowledged${place}.`,
    'An acknowledgement says nothing about a consumer’s work.',
    'ProducerBatch.complete',
  );
}

// Helpers: parts of sentences.

/**
 * Why the edge stands where it stands, as the second half of a sentence; empty when it is at the leader's end.
 * @param {PartitionState} partition
 */
export function reasonToWait(partition) {
  if (partition.locked) {
    return `the ISR has ${partition.isr.length} of the ${partition.effectiveMinIsr} replicas that min.insync.replicas demands`;
  }
  const slowest = partition.replicas.filter((r) => partition.heldBackBy.includes(r.broker));
  if (!slowest.length) return '';
  if (slowest.length > 1) {
    return `${brokers(slowest.map((r) => r.broker))} are still waited for, and as the leader knows them, their logs end at ${slowest[0].knownEnd}`;
  }
  const [r] = slowest;
  const name = `broker ${r.broker}`;
  if (r.logEndOffset > r.knownEnd && r.knownEnd >= 0) {
    return `${name} has more by now, but the leader learns that only from its next fetch`;
  }
  if (r.inSync) return `${name} is still in the ISR, and its log ends at ${r.logEndOffset}`;
  return partition.maximalIsr.includes(r.broker)
    ? `${name} is on its way into the ISR, and its log ends at ${r.logEndOffset}`
    : `${name} is out of the ISR but counts as caught up, and its log ends at ${r.logEndOffset}`;
}

/**
 * @param {State} state
 * @param {number | undefined} id
 */
function firstReason(state, id) {
  const pending = requestOf(state, id)?.partitions.find((p) => p.state === 'waiting');
  const partition = pending && partitionOf(state, pending);
  return partition ? reasonToWait(partition) : '';
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

/**
 * @param {State} state
 * @param {PartitionState} partition
 * @returns {number[]} the requests parked for it and not decided
 */
function waitingOn(state, partition) {
  return state.requests
    .filter((r) => r.phase === 'parked')
    .filter((r) =>
      r.partitions.some(
        (p) => p.state === 'waiting' && p.topic === partition.topic && p.partition === partition.partition,
      ),
    )
    .map((r) => r.request);
}

/**
 * @param {State} state
 * @param {{topic?: string, partition?: number}} name
 */
function partitionOf(state, name) {
  return state.partitions.find((p) => p.topic === name.topic && p.partition === name.partition);
}

/**
 * @param {State} state
 * @param {number | undefined} id
 */
function requestOf(state, id) {
  return state.requests.find((r) => r.request === id);
}

/** @param {PartitionState} partition */
function endOfLeader(partition) {
  return partition.replicas.find((r) => r.leader)?.logEndOffset ?? partition.endOffset;
}

/** @param {RequestState | undefined} request whose partitions had different ends */
function mixed(request) {
  return new Set(request?.partitions.map((p) => p.error)).size > 1;
}

/** @param {RequestState | undefined} request */
function valuesOf(request) {
  return content(request?.partitions.flatMap((p) => p.values));
}

/** @param {(string | number)[] | undefined} values up to three by name */
function content(values) {
  if (!values?.length) return 'its records';
  if (values.length === 1 && typeof values[0] === 'number') return count(values[0], 'record');
  return values.length > 3 ? count(values.length, 'record') : list(values);
}

/** @param {string | number | undefined} acks */
function acksName(acks) {
  return String(acks) === '-1' ? 'all' : String(acks);
}

/** @param {{baseOffset?: number, lastOffset?: number}} event */
function offsets(event) {
  const { baseOffset = 0, lastOffset = baseOffset } = event;
  return baseOffset === lastOffset ? `offset ${baseOffset}` : `offsets ${baseOffset} to ${lastOffset}`;
}

/**
 * " of payments-0" where there are several partitions, else nothing.
 * @param {{topic?: string, partition?: number}} name
 * @param {State} state
 */
function at(name, state) {
  return state.partitions.length > 1 && name.topic !== undefined ? ` of ${name.topic}-${name.partition}` : '';
}

/**
 * The subject of a sentence about the edge.
 * @param {Event} event
 * @param {State} state
 */
function inPlace(event, state) {
  return state.partitions.length > 1 ? `In ${event.topic}-${event.partition} the water` : 'The water';
}

/**
 * @param {{topic: string, partition: number}} name
 * @param {State} state
 */
function nameIn(name, state) {
  return state.partitions.length > 1 ? `${partitionName(name)} at ` : '';
}
