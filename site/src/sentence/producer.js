// What is told of a producer client: its calls, its retries, and what its application hears. Pure.

/** @import {Sentence, Verbs} from '../types' */
/** @import {Scene} from './parts.js' */

import { count, list, partitionName, span } from '../format.js';
import { content, requestOf, say } from './parts.js';

const memory = 'The record is in the producer’s memory, and nowhere else yet.';

/** What the script's steps say to a producer. @type {{[V in 'send' | 'flush' | 'close']: (what: Verbs[V]) => Sentence}} */
export const producerSteps = {
  send: (a) =>
    say(
      (a.count ?? 1) > 1
        ? `The application hands ${a.value}-1 to ${a.value}-${a.count} to producer ${a.producer}${a['every.ms'] ? `, one every ${span(a['every.ms'])}` : ''}.`
        : `The application hands ${a.value} to producer ${a.producer}.`,
      `send() returning proves one thing only. ${memory}`,
      'KafkaProducer.doSend',
    ),
  flush: (a) =>
    say(
      `The application calls flush() of producer ${a.producer}.`,
      'Batches go at once, whatever linger.ms says; the call returns when each of them is decided.',
      'KafkaProducer.flush',
    ),
  close: (a) =>
    say(
      `The application calls close() of producer ${a.producer}${a['timeout.ms'] === undefined ? '' : `, which has ${span(a['timeout.ms'])} for it`}.`,
      'It takes no more records, and goes on with those it has. What is undecided when the time is up fails.',
      'KafkaProducer.close',
    ),
};

/** Why a batch goes back, and what that says of the log. @type {Record<string, string>} */
const reasons = {
  REQUEST_TIMED_OUT:
    'The outcome is unknown: the record may be in a log. If it is, the retry of an idempotent producer is recognised by its sequence number; any other is a second copy.',
  NETWORK_EXCEPTION:
    'The connection is gone, and the answer with it: the record may be in a log, or may not. The producer still holds it.',
  NOT_ENOUGH_REPLICAS: 'Nothing was written, so sending it again is safe.',
  NOT_ENOUGH_REPLICAS_AFTER_APPEND:
    'It was written. The retry of an idempotent producer is recognised; any other is a second copy.',
  NOT_LEADER_OR_FOLLOWER: 'The producer refreshes its metadata, and sends it to the new leader.',
};

/** @param {Scene<'retry'>} scene */
export function tellRetry({ event, state }) {
  const part = requestOf(state, event.request)?.partitions.find(
    (p) => p.topic === event.topic && p.partition === event.partition,
  );
  const what = content(part?.values);
  if (event.error === 'MESSAGE_TOO_LARGE') {
    return say(
      `The broker finds the batch of request ${event.request} too large: producer ${event.producer} splits it, and sends ${what} in smaller ones.`,
      'Nothing was written.',
      'RecordAccumulator.splitAndReenqueue',
    );
  }
  return say(
    `Attempt ${event.attempt} for ${what} ended with ${event.error}: producer ${event.producer} keeps it, and will send it again.`,
    reasons[event.error ?? ''] ?? 'The error is one that may pass.',
    'Sender.reenqueueBatch',
  );
}

/** @param {Scene<'late'>} scene */
export function tellLate({ event }) {
  const about = `request ${event.request}`;
  return event.error === 'NONE'
    ? say(
        `Producer ${event.producer} hears that ${about} succeeded, after its records have failed.`,
        'Their time was over. They are in the log, and the application believes that they are not.',
        'ProducerBatch.done',
      )
    : say(
        `Producer ${event.producer} hears of ${event.error} for ${about}, after its records have failed.`,
        'Their time was over: it tells nobody, and does not send them again.',
        'ProducerBatch.done',
      );
}

/** @param {Scene<'mute'>} scene */
export function tellMute({ event }) {
  return say(
    `Producer ${event.producer} reads that broker ${event.broker} throttles it: it sends nothing there for ${span(event.throttleTimeMs)}.`,
    'What is under way has so much more time. Other brokers are sent to as before.',
    'NetworkClient.maybeThrottle',
  );
}

/** @param {Scene<'cancel'>} scene */
export function tellCancel({ event }) {
  const inFlight = count(event.requests ?? 1, 'request');
  if (event.error === 'PRODUCER_CLOSED') {
    return say(
      `Producer ${event.producer} is closed: it gives up its connection to broker ${event.broker}, with ${inFlight} in flight.`,
      'What is sent cannot be taken back: the broker may have written it, or may still do so.',
      'KafkaProducer.close',
    );
  }
  if (event.error === 'REQUEST_TIMED_OUT') {
    return say(
      `Producer ${event.producer} has waited for broker ${event.broker} for request.timeout.ms: it closes the connection, with ${inFlight} in flight.`,
      'What is sent cannot be taken back: the broker may have written it, or may still do so.',
      'NetworkClient.handleTimedOutRequests',
    );
  }
  return say(
    `Producer ${event.producer} finds its connection to broker ${event.broker} closed, with ${inFlight} in flight.`,
    'No answer will come. Whether they were written, it cannot know.',
    'NetworkClient.cancelInFlightRequests',
  );
}

/** What a call waits for. @type {Record<string, [what: string, why: string, source: string]>} */
const waits = {
  call: ['the call before it', 'An application has one thread here.', 'KafkaProducer.doSend'],
  metadata: ['metadata', 'max.block.ms says how long.', 'KafkaProducer.waitOnMetadata'],
  memory: ['free memory', 'max.block.ms says how long.', 'BufferPool.allocate'],
  batches: ['every batch there is', 'Each has to be decided.', 'RecordAccumulator.awaitFlushCompletion'],
  end: ['the sender', 'It goes on with what it has.', 'KafkaProducer.close'],
};

/** @param {Scene<'block'>} scene */
export function tellBlock({ event }) {
  const [what, why, source] = waits[event.waitsFor ?? 'call'] ?? waits.call;
  const holders = (event.held ?? []).map(
    (h) => `${count(h.batches, 'batch', 'batches')} of ${partitionName(/** @type {any} */ (h))}`,
  );
  const held = holders.length ? ` The memory is held by ${list(holders)}.` : '';
  if (event.verb !== 'send') {
    return say(
      `${event.verb}() of producer ${event.producer} does not return yet: it waits for ${what}.`,
      why,
      source,
    );
  }
  const where = event.topic === undefined ? '' : ` for ${partitionName(/** @type {any} */ (event))}`;
  return say(
    `send() does not return yet: producer ${event.producer} cannot take ${event.value}${where}. It waits for ${what}.`,
    `${why}${held} That time is no part of delivery.timeout.ms.`,
    source,
  );
}

/** @param {Scene<'return'>} scene */
export function tellReturn({ event, state }) {
  const after = span(event.tookMs ?? 0);
  if (event.verb === 'send') {
    return event.error
      ? say(
          `send() of ${event.value} ends after ${after}: ${event.error}.`,
          'The record was not taken; nothing of it will be sent.',
        )
      : say(`send() of ${event.value} returns after ${after}.`, memory, 'KafkaProducer.doSend');
  }
  const head = `${event.verb}() of producer ${event.producer} returns after ${after}`;
  if (event.error) return say(`${head}: ${event.error}.`);
  const p = state.producers.find((x) => x.id === event.producer);
  const account = p ? `So far ${p.acknowledged} acknowledged and ${p.failed} failed. ` : '';
  return event.verb === 'flush'
    ? say(
        `${head}: whatever it was given before is decided.`,
        `${account}Decided is not delivered: flush() does not say which it was, only the callbacks do.`,
        'KafkaProducer.flush',
      )
    : say(`${head}.`, `${account}It takes and sends nothing any more.`, 'KafkaProducer.close');
}

/** @param {Scene<'acknowledge'>} scene */
export function tellAcknowledge({ event, state }) {
  const told = `The application is told: ${event.value} is acknowledged`;
  if (state.producers.find((p) => p.id === event.producer)?.acks === '0') {
    return say(
      `${told}, without an offset.`,
      'acks=0: its bytes have left the producer. No broker has said a word, and none will.',
      'NetworkClient.handleCompletedSends',
    );
  }
  return say(
    `${told}${event.offset === undefined ? '' : ` at offset ${event.offset}`}.`,
    'An acknowledgement says nothing about a consumer’s work.',
    'ProducerBatch.complete',
  );
}

/** @param {Scene<'fail'>} scene */
export function tellFail({ event }) {
  /** @type {Record<string, string>} */
  const ways = { thrown: ', by an exception of send()', caller: ', inside the call' };
  return say(
    `The application is told that ${event.value} failed: ${event.error}${ways[event.told ?? ''] ?? ''}.`,
    'That says what the producer knows, not whether the record is in a log.',
    'ProducerBatch.completeExceptionally',
  );
}
