import assert from 'node:assert/strict';
import test from 'node:test';
import { describe } from '../../src/describe.js';

const fetch = { phase: 'waiting', since: 0, until: 500, offset: 0, delayMs: 0, paused: false };
const replica = { leader: false, inSync: true, heldOut: false, logEndOffset: 8, cells: [], fetch };
const request = { topic: 'pay', partition: 0, requiredOffset: 8, waitsFor: [3], state: 'waiting' };

/** @param {object} change of the request's only partition @returns {any} */
function state(change = {}) {
  return {
    t: 2000,
    waiting: 1,
    parked: 1,
    brokers: [],
    consumers: [],
    links: [],
    partitions: [
      {
        topic: 'pay', partition: 0, leader: 1, isr: [1, 2], elr: [], ghosts: [], maximalIsr: [1, 2], firstOffset: 0, minIsr: 2, locked: false, highWatermark: 5, heldBackBy: [2],
        replicas: [
          { ...replica, broker: 1, leader: true },
          { ...replica, broker: 2, fetch: { ...fetch, delayMs: 4000 } },
          { ...replica, broker: 3, inSync: false, heldOut: true },
        ],
      },
    ],
    requests: [{ request: 7, phase: 'parked', until: 1999.7, partitions: [{ ...request, ...change }] }],
  }; // prettier-ignore
}

test('the drawing in words says who is in, who is out, and what slows a fetch', () => {
  assert.equal(
    describe(state()),
    'pay-0: high watermark 5. ISR: brokers 1 and 2, 2 of 3; min.insync.replicas 2. Broker 1: leader, log end 8; ' +
      'broker 2: in sync, log end 8, its fetches take 4 s longer; broker 3: taken out of the ISR, log end 8. ' +
      'The high watermark waits for broker 2. 1 request parked: request 7 needs pay-0 at 8, waits for broker 3, 0 ms left.',
  );
});

test('a consumer whose offset is gone for good has stopped', () => {
  const at = { topic: 'pay', partition: 0, offset: 2 };
  const readers = { ...state(), consumers: [{ id: 'c', positions: [at] }, { id: 'd', positions: [{ ...at, ended: true }] }] }; // prettier-ignore
  assert.match(
    describe(readers),
    /Consumer c reads pay-0 from 2 next\. Consumer d has stopped at offset 2 of pay-0\./,
  );
});

test('of many records in words the first are named', () => {
  const crowd = state();
  const cell = (/** @type {number} */ n) => ({
    offset: 4 + n,
    value: `pay-${n}`,
    epoch: 0,
    request: n,
    told: 'NONE',
  });
  const leader = crowd.partitions[0].replicas[0];
  leader.cells = [1, 2, 3].map(cell);
  assert.match(describe(crowd), /Acknowledged, not committed: pay-1, pay-2 and pay-3\./);
  leader.logEndOffset = 120;
  assert.match(describe(crowd), /Acknowledged, not committed: pay-1, pay-2, pay-3 and more\./);
  leader.cells = [1, 2, 3, 4, 5, 6, 7].map(cell);
  assert.match(describe(crowd), /Acknowledged, not committed: pay-1, pay-2, pay-3, pay-4, pay-5 and more\./);
});

test('a request that is decided and not answered yet needs nothing', () => {
  assert.match(describe(state({ state: 'timed-out' })), /request 7 is decided and about to be answered\.$/);
});
