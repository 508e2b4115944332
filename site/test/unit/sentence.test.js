import assert from 'node:assert/strict';
import test from 'node:test';
import { explain } from '../../src/sentence.js';

/** @typedef {import('../../src/types').State} State */

/** @param {Partial<import('../../src/types').ReplicaState>} r */
function replica(r) {
  const fetch = { phase: 'waiting', since: 0, until: 500, offset: 0, records: -1, delayMs: 0, paused: false };
  const { logEndOffset = 8 } = r;
  return /** @type {import('../../src/types').ReplicaState} */ ({
    broker: 1, leader: false, inSync: true, eligible: true, heldOut: false, alive: true, leads: !!r.leader,
    knownLeader: 1, knownEpoch: 0, logEndOffset, highWatermark: 5,
    knownEnd: logEndOffset, cells: [], fetch, ...r,
  }); // prettier-ignore
}

/** A request parked for offset 8, broker 3 behind. @returns {State} */
function waiting() {
  return {
    t: 2000,
    n: 24,
    moment: 2,
    waiting: 1,
    parked: 1,
    brokers: [],
    producers: [],
    consumers: [],
    links: [],
    partitions: [
      {
        topic: 'payments', partition: 0, leader: 1, leaderEpoch: 0, partitionEpoch: 0, isr: [1, 2, 3],
        maximalIsr: [1, 2, 3], pending: '', elr: [], lastKnownElr: [], recovering: false, uncleanAllowed: false, ghosts: [], minIsr: 2, askedMinIsr: 2, effectiveMinIsr: 2, locked: false, highWatermark: 5,
        heldBackBy: [3], waiting: 1, firstOffset: 0, endOffset: 8,
        replicas: [replica({ leader: true }), replica({ broker: 2 }), replica({ broker: 3, logEndOffset: 5 })],
      },
    ],
    requests: [
      {
        request: 7, acks: 'all', broker: 1, phase: 'parked', since: 1000, until: 31000,
        timeoutMs: 30000,
        partitions: [
          {
            topic: 'payments', partition: 0, values: ['pay-6'], state: 'waiting', error: '', baseOffset: 5,
            requiredOffset: 6, waitsFor: [3],
          },
        ],
      },
    ],
  }; // prettier-ignore
}

/** @param {any} event @returns {any} */
function event(event) {
  return /** @type {import('../../src/types').Event} */ ({ n: 23, t: 2000, kind: 'step', ...event });
}

const fetch = event({
  kind: 'fetch',
  broker: 1,
  follower: 2,
  partitions: [{ topic: 'payments', partition: 0, fetchOffset: 8 }],
});

test('a fetch that does not move the water says who holds it back', () => {
  const said = explain(fetch, waiting());
  assert.equal(
    said.main,
    'Broker 2 has everything, but request 7 waits: broker 3 is still in the ISR, and its log ends at 5.',
  );
  assert.match(said.why, /slowest in-sync replica/);
  assert.equal(said.where, 'Partition.checkEnoughReplicasReachOffset');
});

test('a copy that the leader does not know of is told as such', () => {
  const state = waiting();
  state.partitions[0].replicas[2] = replica({ broker: 3, logEndOffset: 8, knownEnd: 5 });
  assert.match(
    explain(fetch, state).main,
    /broker 3 has more by now, but the leader learns that only from its next fetch/,
  );
});

test('under the minimum the sentence does not blame a follower', () => {
  const state = waiting();
  Object.assign(state.partitions[0], { locked: true, isr: [1], heldBackBy: [] });
  const said = explain(fetch, state);
  assert.match(said.main, /the ISR has 1 of the 2 replicas that min.insync.replicas demands/);
  assert.match(said.why, /for any level of acks/);
});

test('a refusal names the error, the ISR and the minimum', () => {
  const refuse = event({
    kind: 'refuse', request: 8, topic: 'payments', partition: 0, broker: 1, error: 'NOT_ENOUGH_REPLICAS', isrSize: 1,
    effectiveMinIsr: 2,
  }); // prettier-ignore
  const said = explain(refuse, waiting());
  assert.match(said.main, /NOT_ENOUGH_REPLICAS: 1 replica in the ISR, and at least 2 required/);
  assert.match(said.why, /nothing was written/);
});

test('a timeout says that the record stays', () => {
  const said = explain(event({ kind: 'complete', request: 7, broker: 1, by: 'timeout' }), waiting());
  assert.match(said.main, /REQUEST_TIMED_OUT/);
  assert.match(said.why, /stay in the log/);
});

test('a request that nobody reads is not blamed on a broker that runs', () => {
  const state = waiting();
  const lost = event({ kind: 'response', request: 7, broker: 1, connectionClosed: true });
  assert.match(
    explain(lost, state).main,
    /Broker 1 never reads request 7: its client has closed the connection/,
  );
  state.brokers = [/** @type {any} */ ({ broker: 1, process: 'down', sessionEndsMs: -1 })];
  assert.match(explain(lost, state).main, /Broker 1 is down, and the connection of request 7 with it/);
});

test('lowering the minimum is not said to release anybody', () => {
  const config = event({ kind: 'config', topic: 'payments', key: 'min.insync.replicas', value: 1 });
  assert.match(explain(config, waiting()).why, /moves nothing/);
  assert.match(explain({ ...config, value: 4 }, waiting()).why, /refused from now on/);
});

test('a kind that nobody tells, and nothing at all, have a sentence', () => {
  assert.equal(explain(event({ kind: 'something-new' }), waiting()).main, 'Something new.');
  assert.match(explain(null, waiting()).main, /Nothing has happened yet/);
});
