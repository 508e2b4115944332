import assert from 'node:assert/strict';
import test from 'node:test';
import { nextSent, nextValues } from '../../src/values.js';
import { members } from '../../src/view/log.js';

const cells = ['pay-4', 'pay-5'].map((value, i) => ({ offset: i, value, epoch: 0, request: 0, told: '' }));
const state = /** @type {any} */ ({ partitions: [{ replicas: [{ cells }] }] });

test('values count on from what is in the logs and in the script', () => {
  const steps = [{ at: 0, produce: { partitions: [{ records: ['pay-9'] }] } }];
  assert.deepEqual(nextValues(state, /** @type {any} */ ({ steps }), [{ topic: 'a' }, { topic: 'b' }]), [
    'pay-10',
    'pay-11',
  ]);
});

test('a record sent by hand has a name that nobody has asked for yet', () => {
  const steps = [{ send: { value: 'pay-7' } }, { send: { value: 'new-2' } }, { flush: { producer: 'p' } }];
  assert.equal(nextSent(/** @type {any} */ ({ steps })), 'new-3');
  assert.equal(nextSent(/** @type {any} */ ({ steps: [] })), 'new-1');
});

test('with nothing there they begin', () => {
  const empty = /** @type {any} */ ({ partitions: [] });
  assert.deepEqual(nextValues(empty, /** @type {any} */ ({ steps: [] }), [{ topic: 'a' }]), ['pay-1']);
});

test('an event as text loses no field', () => {
  const line = /** @type {any} */ ({
    n: 9,
    t: 1,
    kind: 'park',
    cause: 6,
    request: 1,
    broker: 1,
    deadline: 31001,
    partitions: [{ topic: 'p', partition: 0, requiredOffset: 6 }],
  });
  assert.equal(members(line), 'request 1 · broker 1 · deadline 31001 · (p-0 · required offset 6)');
});
