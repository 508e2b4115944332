// What is told of clients: what they send, what they hear, and what consumers read. Pure.

/** @import {EventOf} from '../types' */
/** @import {Scene, Told} from './scene.js' */

import { brokerOf } from '../brokerStatus.js';
import { words } from './words.js';
import { ids, unique } from './scene.js';

/** @param {Scene} scene @returns {Told} requests that leave */
export function tellSent(scene) {
  const { facts, rules } = words().reasons;
  const requests = scene.of('request');
  if (!requests.length) return tellUnsent(scene);
  const acks = unique(requests.map((r) => scene.acks(r.request)));
  const unheard = scene.of('acknowledge').filter((a) => scene.acks(a.request) === '0');
  const fact = unheard.length
    ? facts.unheard({ content: { values: unheard.map((a) => a.value), records: unheard.length } })
    : '';
  const rule =
    acks.length > 1
      ? rules.mixedAcks()
      : ({ all: rules.mayWait(), 1: rules.oneCopy(), 0: fact ? '' : rules.noAnswer() }[acks[0]] ?? '');
  return { main: leaving(scene, requests), fact, rule };
}

/**
 * @param {Scene} scene
 * @param {EventOf<'request'>[]} requests
 */
function leaving(scene, requests) {
  const { tell } = words();
  const [{ request, broker, producer }] = requests;
  const records = requests.flatMap((r) => r.partitions).reduce((n, p) => n + p.records, 0);
  if (requests.length === 1 && !scene.moment.left) {
    const content = { ...scene.content([request]), records };
    return producer === undefined
      ? tell.sent({ request, broker, acks: scene.acks(request), content, byHand: scene.byHand })
      : tell.sentBy({ request, broker, producer, content });
  }
  const producers = unique(requests.map((r) => r.producer ?? ''));
  return tell.sentMany({
    producers: producers.includes('') ? [] : producers,
    brokers: ids(requests.map((r) => r.broker)),
    n: requests.length,
    records,
    more: scene.moment.left > 0,
  });
}

/** @param {Scene} scene @returns {Told} */
function tellUnsent(scene) {
  const { tell, reasons } = words();
  const unsent = scene.of('unsent');
  const places = unique(unsent.flatMap((u) => u.partitions.map((p) => scene.place(p))));
  return {
    main: tell.unsent({
      requests: unsent.map((u) => u.request),
      place: places.length === 1 ? places[0] : '',
    }),
    rule: reasons.rules.noReadNoWrite(),
  };
}

/** @param {Scene} scene @returns {Told} requests that wait unread */
export function tellQueued(scene) {
  const { tell, reasons } = words();
  const waiting = scene.of('receive');
  const brokers = ids(waiting.map((e) => e.broker));
  const frozen = brokers.find((b) => scene.state && brokerOf(scene.state, b)?.process === 'frozen');
  return {
    main: tell.queued({ requests: waiting.map((e) => e.request), brokers }),
    ...(frozen
      ? { fact: reasons.facts.frozen({ broker: frozen }) }
      : {
          rule: scene.state ? reasons.rules.onConnection() : '',
          where: 'Processor.processCompletedReceives',
        }),
  };
}

/** @param {Scene} scene @returns {Told} consumers that read on */
export function tellSeen(scene) {
  const { tell, reasons } = words();
  return {
    main: reading(scene, tell.seen),
    rule: reasons.rules.committedOnly(),
    where: 'Partition.readRecords',
  };
}

/**
 * What consumers have read, by a message for one partition, or by the one for several.
 * @param {Scene} scene
 * @param {(p: {consumers: string[], place: string, last: number}) => string} one
 */
export function reading(scene, one) {
  const seen = scene.of('visible');
  if (!seen.length) return '';
  const consumers = unique(seen.map((v) => v.consumer));
  const places = unique(seen.map((v) => `${v.topic}-${v.partition}`));
  if (places.length === 1 && consumers.length === 1) {
    const last = Math.max(...seen.map((v) => v.offset));
    return one({ consumers, place: scene.place(seen[0]), last });
  }
  const records = seen.reduce((n, v) => n + v.offset - v.from + 1, 0);
  return words().tell.seenMany({ consumers, records });
}

/**
 * What a producer makes of an answer.
 * @type {Record<string, 'maybeTwice' | 'answerLost' | 'safeRetry' | 'newLeader' | 'splits'>}
 */
const afterwards = {
  REQUEST_TIMED_OUT: 'maybeTwice',
  NETWORK_EXCEPTION: 'answerLost',
  NOT_ENOUGH_REPLICAS: 'safeRetry',
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: 'maybeTwice',
  NOT_LEADER_OR_FOLLOWER: 'newLeader',
  MESSAGE_TOO_LARGE: 'splits',
};

/** @param {Scene} scene @returns {Told} what applications hear, and producers decide */
export function tellTold(scene) {
  if (scene.of('request').length) return tellSent(scene);
  if (scene.of('client').length) return tellClient(scene);
  if (scene.of('give-up').length) return tellGivenUp(scene);
  if (scene.of('late').length) return tellLate(scene);
  if (scene.of('fail').length) return tellFailed(scene);
  if (scene.of('retry').length) return tellRetried(scene);
  if (scene.of('cancel').length) return tellCancelled(scene);
  if (scene.of('response').length) return tellClosed(scene);
  if (scene.of('mute').length) return tellMuted(scene);
  if (scene.of('return').length || scene.of('block').length) return tellCalls(scene);
  return tellAcknowledged(scene);
}

/** @param {Scene} scene @returns {Told} a producer's process that dies, or begins */
function tellClient(scene) {
  const { tell, reasons } = words();
  const [{ producer, state, neverSent: unsent = 0, neverTold: untold = 0 }] = scene.of('client');
  if (state === 'started')
    return { main: tell.clientStarted({ producer }), rule: reasons.rules.newIdentity() };
  const rule = unsent ? reasons.rules.memoryOnly() : untold ? reasons.rules.nobodyToTell() : '';
  return { main: tell.clientKilled({ producer, unsent, untold }), rule };
}

/** @param {Scene} scene @returns {Told} an application that does not wait any longer */
function tellGivenUp(scene) {
  const { tell, reasons } = words();
  const given = scene.of('give-up');
  return {
    main: tell.givenUp({
      producers: unique(given.map((g) => g.producer)),
      content: contentOf(given),
      again: given.every((g) => g.resend),
    }),
    rule: reasons.rules.clientGoesOn(),
  };
}

/** @param {Scene} scene @returns {Told} */
function tellLate(scene) {
  const { tell, reasons } = words();
  const [{ producer, request, error }] = scene.of('late');
  return {
    main: tell.late({ producer, request, error }),
    rule: reasons.rules.tooLate(),
    where: 'ProducerBatch.done',
  };
}

/** @param {Scene} scene @returns {Told} */
function tellFailed(scene) {
  const { tell, reasons } = words();
  const failed = scene.of('fail');
  const errors = unique(failed.map((f) => f.error));
  return {
    main: tell.failed({
      producers: unique(failed.map((f) => f.producer)),
      content: contentOf(failed),
      error: errors.length === 1 ? errors[0] : '',
    }),
    // What no request has carried is in no log; what one has, the producer cannot know.
    rule: failed.some((f) => f.request) ? reasons.rules.producerKnows() : reasons.rules.neverLeft(),
    where: errors.every((error) => error === 'BUFFER_EXHAUSTED')
      ? 'BufferPool.allocate'
      : 'ProducerBatch.completeExceptionally',
  };
}

/** @param {{value: string}[]} events */
function contentOf(events) {
  return { values: events.map((e) => e.value), records: events.length };
}

/** @param {Scene} scene @returns {Told} */
function tellRetried(scene) {
  const { tell, reasons } = words();
  const retries = scene.of('retry');
  const [{ producer, attempt, error, request }] = retries;
  const errors = unique(retries.map((r) => r.error));
  const rule = errors.length === 1 ? (afterwards[error] ?? 'maybePasses') : undefined;
  return {
    main:
      retries.length === 1
        ? tell.retried({ producer, attempt, error, content: scene.content([request], retries[0]) })
        : tell.retriedMany({
            producers: unique(retries.map((r) => r.producer)),
            error: errors.length === 1 ? error : '',
          }),
    rule: rule ? reasons.rules[rule]() : '',
    where: error === 'MESSAGE_TOO_LARGE' ? 'RecordAccumulator.splitAndReenqueue' : 'Sender.reenqueueBatch',
  };
}

/** @param {Scene} scene @returns {Told} */
function tellCancelled(scene) {
  const { tell, reasons } = words();
  const cancels = scene.of('cancel');
  const [{ error }] = cancels;
  return {
    main: tell.cancelled({
      producers: unique(cancels.map((c) => c.producer)),
      brokers: ids(cancels.map((c) => c.broker)),
      n: cancels.reduce((n, c) => n + c.requests, 0),
      error,
    }),
    rule: error === 'NETWORK_EXCEPTION' ? reasons.rules.answerLost() : reasons.rules.noTakingBack(),
    where:
      {
        PRODUCER_CLOSED: 'KafkaProducer.close',
        REQUEST_TIMED_OUT: 'NetworkClient.handleTimedOutRequests',
      }[error] ?? 'NetworkClient.cancelInFlightRequests',
  };
}

/** @param {Scene} scene @returns {Told} requests whose connection is closed */
export function tellClosed(scene) {
  const { tell, reasons } = words();
  const closed = scene.of('response');
  const [{ broker }] = closed;
  return {
    main: tell.closed({ broker, requests: closed.map((r) => r.request) }),
    rule: closed.every((r) => scene.acks(r.request) === '0')
      ? reasons.rules.noAnswer()
      : reasons.rules.connectionTold(),
  };
}

/** @param {Scene} scene @returns {Told} */
function tellMuted(scene) {
  const [{ producer, broker, throttleTimeMs: forMs }] = scene.of('mute');
  return {
    main: words().tell.muted({ producer, broker, forMs }),
    rule: words().reasons.rules.otherBrokers(),
    where: 'NetworkClient.maybeThrottle',
  };
}

/** @param {Scene} scene @returns {Told} calls that block, or come back */
function tellCalls(scene) {
  const { tell, reasons } = words();
  const { rules } = reasons;
  const returns = scene.of('return');
  if (!returns.length) {
    const [{ producer, verb, value = '', waitsFor }] = scene.of('block');
    const [rule, where] = /** @type {Record<string, [string, string]>} */ ({
      call: [rules.oneThread(), 'KafkaProducer.doSend'],
      metadata: [rules.maxBlock(), 'KafkaProducer.waitOnMetadata'],
      memory: [rules.maxBlock(), 'BufferPool.allocate'],
      batches: [rules.flushSends(), 'RecordAccumulator.awaitFlushCompletion'],
      end: ['', 'KafkaProducer.close'],
    })[waitsFor];
    return { main: tell.blocked({ producer, verb, value, waitsFor }), rule, where };
  }
  const [{ producer, verb, value = '', tookMs, error = '' }] = returns;
  const main =
    returns.length > 1
      ? tell.returnedMany({ n: returns.length, verb })
      : tell.returned({ producer, verb, value, afterMs: tookMs, error });
  const p = scene.state?.producers.find((x) => x.id === producer);
  const rule =
    { flush: rules.flushDecides(), close: rules.closeDecides(returns.length) }[verb] ??
    (error ? '' : rules.inMemory());
  return {
    main,
    fact: p && returns.length === 1 && verb !== 'send' ? reasons.facts.account(p) : '',
    rule,
    where: `KafkaProducer.${verb === 'send' ? 'doSend' : verb}`,
  };
}

/** @param {Scene} scene @returns {Told} */
function tellAcknowledged(scene) {
  const { tell, reasons } = words();
  const told = scene.of('acknowledge');
  const silent = told.every((a) => scene.acks(a.request) === '0');
  const fact = silent ? '' : reading(scene, (p) => reasons.facts.seen(p));
  return {
    main: tell.acknowledged({ producers: unique(told.map((a) => a.producer)), content: contentOf(told) }),
    fact,
    rule: silent ? reasons.rules.noAnswer() : reasons.rules.saysNothingOfConsumers(),
    where: silent ? 'NetworkClient.handleCompletedSends' : 'ProducerBatch.complete',
  };
}
