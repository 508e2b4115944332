// The one sentence: what just happened, why, and where Kafka's source says so. It explains events and reads the state;
// it decides nothing. Pure.

/** @import {Event, Script, Sentence, State} from './types' */
/** @import {Scene} from './sentence/parts.js' */

import { capital, count } from './format.js';
import {
  stillness,
  tellDisconnect,
  tellDuplicate,
  tellFence,
  tellLeader,
  tellProcess,
  tellProducerExpire,
  tellRegister,
  tellRole,
  tellShutDown,
  tellTruncate,
  tellUnfence,
  tellVisible,
} from './sentence/brokers.js';
import { tellConfig, tellLearn, tellIsr, tellPartition, tellStep } from './sentence/changes.js';
import { say } from './sentence/parts.js';
import {
  tellAcknowledge,
  tellBlock,
  tellCancel,
  tellFail,
  tellLate,
  tellMute,
  tellRetry,
  tellReturn,
} from './sentence/producer.js';
import { tellFetch, tellFetchResponse, tellHighWatermark, tellReplicate } from './sentence/replication.js';
import {
  tellAppend,
  tellComplete,
  tellExpire,
  tellPark,
  tellReceive,
  tellRefuse,
  tellRequest,
  tellResponse,
  tellThrottle,
  tellTimer,
} from './sentence/requests.js';

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
  const tell = /** @type {((scene: Scene<any>) => Sentence) | undefined} */ (tellers[event.kind]);
  const told = tell ? tell({ event, state, script }) : say(`${capital(event.kind.replaceAll('-', ' '))}.`);
  const still = stillness(state);
  if (!still || state.t <= event.t) return told;
  return say(still, `Before: ${told.main}`);
}

/** @type {{[K in Event['kind']]: (scene: Scene<K>) => Sentence}} */
const tellers = {
  step: tellStep,
  enqueue: ({ event }) =>
    say(`The producer takes ${event.value} into its buffer.`, 'Nothing has left it yet.'),
  batch: ({ event }) => say(`A batch of ${count(event.records, 'record')} is closed and ready to go.`),
  request: tellRequest,
  unsent: ({ event }) =>
    say(`Request ${event.request} goes nowhere: its partition has no leader.`, 'Nothing was written.'),
  receive: tellReceive,
  append: tellAppend,
  refuse: tellRefuse,
  park: tellPark,
  check: ({ event }) =>
    say(
      `A purgatory check completes ${count(event.completed, 'request')}.`,
      '',
      'DelayedOperationPurgatory.checkAndComplete',
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
  learn: tellLearn,
  timer: tellTimer,
  process: tellProcess,
  register: tellRegister,
  fence: tellFence,
  unfence: tellUnfence,
  'shut-down': tellShutDown,
  leader: tellLeader,
  role: tellRole,
  truncate: tellTruncate,
  duplicate: tellDuplicate,
  disconnect: tellDisconnect,
  visible: tellVisible,
  acknowledge: tellAcknowledge,
  fail: tellFail,
  retry: tellRetry,
  late: tellLate,
  throttle: tellThrottle,
  'producer-expire': tellProducerExpire,
  mute: tellMute,
  cancel: tellCancel,
  block: tellBlock,
  return: tellReturn,
};
