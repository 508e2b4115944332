import assert from 'node:assert/strict';
import test from 'node:test';
import { explain } from '../../src/sentence.js';

/** @typedef {import('../../src/types').Event} Event */

const state = /** @type {any} */ ({
  t: 5000,
  partitions: [],
  requests: [
    { request: 3, acks: 'all', partitions: [{ topic: 'p', partition: 0, values: ['pay-1', 'pay-2'] }] },
  ],
  brokers: [],
  producers: [
    { id: 'none', acks: '0', acknowledged: 4, failed: 1 },
    { id: 'all', acks: 'all', acknowledged: 2, failed: 0 },
  ],
});

/**
 * @param {any} event
 * @param {any} [step] of the script, where the event is one
 */
function told(event, step) {
  const { main, why } = explain(/** @type {Event} */ ({ n: 1, t: 5000, kind: '', ...event }), state, {
    version: 1,
    cluster: {},
    steps: [step],
  });
  return `${main} ${why}`;
}

test('a retry names the attempt and its error, and whether the record may be there', () => {
  const retry = { kind: 'retry', producer: 'all', topic: 'p', partition: 0, request: 3, attempt: 1 };
  const late = told({ ...retry, error: 'REQUEST_TIMED_OUT' });
  assert.match(late, /Attempt 1 for pay-1 and pay-2 ended with REQUEST_TIMED_OUT/);
  assert.match(late, /may be in a log.*second copy/);
  const refused = told({ ...retry, error: 'NOT_ENOUGH_REPLICAS' });
  assert.match(refused, /Nothing was written/);
  assert.doesNotMatch(refused, /second copy/);
  assert.match(told({ ...retry, error: 'MESSAGE_TOO_LARGE' }), /splits/);
});

test('who has closed the connection is told', () => {
  const cancel = { kind: 'cancel', producer: 'all', broker: 1, requests: 2 };
  assert.match(told({ ...cancel, error: 'REQUEST_TIMED_OUT' }), /it closes the connection, with 2 requests/);
  assert.match(told({ ...cancel, error: 'NETWORK_EXCEPTION' }), /finds its connection to broker 1 closed/);
  assert.match(
    told({ ...cancel, error: 'PRODUCER_CLOSED' }),
    /is closed: it gives up its connection to broker 1/,
  );
});

test('an answer that comes too late says what the application does not know', () => {
  const late = { kind: 'late', producer: 'all', topic: 'p', partition: 0, request: 3, attempt: 1 };
  assert.match(told({ ...late, error: 'NONE' }), /request 3 succeeded, after.*in the log/);
  assert.match(
    told({ ...late, error: 'NOT_ENOUGH_REPLICAS' }),
    /NOT_ENOUGH_REPLICAS for request 3.*tells nobody/,
  );
});

test('a call that blocks says what it waits for, and who has the memory', () => {
  const block = { kind: 'block', producer: 'all', verb: 'send', value: 'a', topic: 'p', partition: 0 };
  assert.match(told({ ...block, waitsFor: 'call' }), /cannot take a for .*waits for the call before it/);
  const held = [{ topic: 'p', partition: 1, batches: 2, bytes: 32768 }];
  assert.match(
    told({ ...block, waitsFor: 'memory', bytes: 16384, held }),
    /free memory.*held by 2 batches of/,
  );
  assert.match(told({ ...block, verb: 'flush', waitsFor: 'batches' }), /flush\(\).*waits for every batch/);
});

test('a producer over its quota hears how long it has to wait, and from whom', () => {
  const throttle = { producer: 'all', broker: 1, throttleTimeMs: 2118 };
  assert.match(
    told({ ...throttle, kind: 'throttle', request: 3, bytes: 12118 }),
    /more than its quota.*for 2\S* s/,
  );
  assert.match(told({ ...throttle, kind: 'mute' }), /sends nothing there for 2\S* s/);
});

test('a batch that is too large, or has no keys, is refused for that', () => {
  const refuse = { kind: 'refuse', request: 3, topic: 'p', partition: 0, broker: 1 };
  const large = {
    error: 'MESSAGE_TOO_LARGE',
    check: 'message-size',
    batchBytes: 1020,
    maxMessageBytes: 1000,
  };
  assert.match(told({ ...refuse, ...large }), /1020 bytes, and 1000 are allowed/);
  const keyless = { error: 'INVALID_RECORD', check: 'record-key', invalidRecords: 2 };
  assert.match(told({ ...refuse, ...keyless }), /2 records without a key.*compacted/);
});

test('a leader that forgets its producer says what becomes of a retry', () => {
  const forgets = {
    kind: 'producer-expire',
    topic: 'p',
    partition: 0,
    broker: 1,
    producerId: 7,
    leader: true,
  };
  assert.match(told(forgets), /Broker 1 forgets producer id 7.*second copy/);
});

test('a new quota, and a new policy, say whose and what', () => {
  const quota = { kind: 'config', producer: 'all', key: 'producer_byte_rate', value: 1000 };
  assert.match(told(quota), /producer_byte_rate of all is 1000 now/);
  const policy = { kind: 'config', topic: 'p', key: 'cleanup.policy', policy: 'compact' };
  assert.match(told(policy), /cleanup\.policy of p is compact now/);
});

test('a success of acks=0 is no word of a broker', () => {
  assert.match(told({ kind: 'acknowledge', producer: 'none', value: 'a' }), /without an offset.*No broker/);
  assert.match(told({ kind: 'acknowledge', producer: 'all', value: 'a', offset: 0 }), /at offset 0\./);
});

test('calls that return say what they prove, and close() gives an account', () => {
  const send = { kind: 'return', producer: 'all', verb: 'send', value: 'a', tookMs: 20 };
  assert.match(told(send), /returns after 20 ms.*nowhere else yet/);
  assert.match(told({ ...send, error: 'METADATA_TIMEOUT' }), /was not taken/);
  assert.match(told({ ...send, verb: 'flush' }), /whatever it was given before is decided.*not delivered/);
  assert.match(told({ ...send, producer: 'none', verb: 'close' }), /4 acknowledged and 1 failed/);
});

test('the steps of an application', () => {
  const step = (/** @type {string} */ verb, /** @type {any} */ a) =>
    told({ kind: 'step', verb, step: 0 }, { [verb]: { producer: 'all', ...a } });
  assert.match(step('send', { value: 'a', count: 3, 'every.ms': 100 }), /a-1 to a-3.*every 100 ms/);
  assert.match(step('send', { value: 'a' }), /hands a to producer all\./);
  assert.match(step('flush', {}), /flush\(\).*linger\.ms/);
  assert.match(step('close', { 'timeout.ms': 500 }), /close\(\).*500 ms/);
});
