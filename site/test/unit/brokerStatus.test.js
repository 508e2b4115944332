import assert from 'node:assert/strict';
import test from 'node:test';
import { describe } from '../../src/describe.js';
import { loadSentences, tellEvent } from '../../src/sentence.js';
import { cutFrom, isAstray, whyNot } from '../../src/brokerStatus.js';

await loadSentences();

const fetch = { phase: 'none', since: 0, until: 0, offset: 0, delayMs: 0, paused: false };

/** @param {number} broker @param {object} change @returns {any} */
function replica(broker, change = {}) {
  return {
    broker, leader: false, inSync: true, eligible: true, heldOut: false, alive: true, leads: false, knownLeader: 1,
    knownEpoch: 0, logEndOffset: 2, highWatermark: 2, knownEnd: 2, caughtUpMs: 0, fetch,
    cells: [cell(0, 0, 'a'), cell(1, 0, 'b')], ...change,
  }; // prettier-ignore
}

/** @param {number} offset @param {number} epoch @param {string} value */
function cell(offset, epoch, value) {
  return { offset, epoch, value, request: 0, told: '' };
}

/** @param {number} broker @param {object} change */
function life(broker, change = {}) {
  return { broker, process: 'running', fenced: false, epoch: 1, sessionEndsMs: 9000, ...change };
}

/** Broker 1 leads and is down; the controller does not know. @param {object} change of the partition @returns {any} */
function crashed(change = {}) {
  return {
    t: 5000, n: 9, waiting: 0, parked: 0, controller: 'running', requests: [], producers: [], consumers: [], links: [],
    brokers: [life(1, { process: 'down' }), life(2), life(3)],
    partitions: [
      {
        topic: 'pay', partition: 0, leader: 1, leaderEpoch: 0, partitionEpoch: 0, isr: [1, 2], maximalIsr: [1, 2],
        pending: '', elr: [], lastKnownElr: [], recovering: false, uncleanAllowed: false, minIsr: 2, effectiveMinIsr: 2,
        locked: false, highWatermark: 2, heldBackBy: [], waiting: 0, firstOffset: 0, endOffset: 2, ghosts: [],
        replicas: [replica(1, { leader: true, alive: false }), replica(2), replica(3, { inSync: false })],
        ...change,
      },
    ],
  }; // prettier-ignore
}

/** @param {object} change */
function event(change) {
  return /** @type {any} */ ({ n: 8, t: 5000, topic: 'pay', partition: 0, ...change });
}

/**
 * @param {any} event
 * @param {any} state
 * @param {any} [script]
 */
function explain(event, state, script) {
  return tellEvent(event, null, { state, script });
}

test('while the controller does not know that the leader is dead, the sentence says until when', () => {
  const killed = event({ kind: 'process', broker: 1, state: 'killed', t: 4000 });
  const said = explain(killed, crashed());
  assert.match(said.main, /Broker 1 is dead: its connections close/);
  assert.match(said.why, /It leads, and nobody takes over before its session ends at 9.000 ms/);
});

test('without a leader each replica says why it is none', () => {
  const state = crashed({
    leader: -1, isr: [], elr: [1], lastKnownElr: [1],
    replicas: [
      replica(1, { inSync: false, alive: false }),
      replica(2, { inSync: false }),
      replica(3, { inSync: false, heldOut: true }),
    ],
  }); // prettier-ignore
  const [p] = state.partitions;
  assert.equal(whyNot(state, p, p.replicas[0]), 'in the ELR, but down');
  assert.equal(whyNot(state, p, p.replicas[1]), 'neither in the ISR nor in the ELR');
  assert.match(describe(state), /ELR: broker 1\. No leader: broker 1 is in the ELR/);
  const none = event({ kind: 'leader', leader: -1, leaderEpoch: 1, isr: [], elr: [1], election: 'none' });
  assert.match(explain(none, state).why, /brokers 2 and 3 are alive but in neither ISR nor ELR/);
  const without = {
    version: 1,
    steps: [],
    cluster: { topics: [], features: { 'eligible.leader.replicas.version': 0 } },
  };
  assert.match(explain(none, state, without).why, /brokers 2 and 3 are alive but not in the ISR/);
  assert.doesNotMatch(explain(none, crashed({ leader: -1, isr: [] }), without).why, /ELR/);
});

test('an election tells what is acknowledged and gone', () => {
  const state = crashed({
    leader: 2,
    leaderEpoch: 1,
    ghosts: [{ offset: 2, value: 'pay-5', request: 2, acks: '1' }],
  });
  for (const election of ['clean', 'eligible', 'last-known', 'unclean']) {
    const said = explain(event({ kind: 'leader', leader: 2, leaderEpoch: 1, isr: [2], election }), state);
    assert.match(said.main, /elects broker 2/);
    assert.match(said.why, /Acknowledged, and gone: pay-5\./);
    assert.doesNotMatch(said.why, /falls/, 'acks=1 says nothing of the high watermark');
  }
  assert.match(describe(state), /Acknowledged, and gone: pay-5 with acks=1/);
  state.partitions[0].ghosts[0].acks = 'all';
  const unclean = event({ kind: 'leader', leader: 2, leaderEpoch: 1, isr: [2], election: 'unclean' });
  assert.match(explain(unclean, state).why, /gone: pay-5; the high watermark falls to 2/);
});

test('a cell that the leader has not, or has otherwise, is astray; the leader’s own never is', () => {
  const leader = replica(2, { leader: true, cells: [cell(0, 0, 'a'), cell(1, 1, 'x')] });
  const old = replica(1, { cells: [cell(0, 0, 'a'), cell(1, 0, 'b'), cell(2, 0, 'c')], logEndOffset: 3 });
  const [p] = crashed({ leader: 2, replicas: [old, leader] }).partitions;
  assert.deepEqual(
    old.cells.map((/** @type {any} */ c) => isAstray(p, old, c)),
    [false, true, true],
  );
  assert.ok(leader.cells.every((/** @type {any} */ c) => !isAstray(p, leader, c)));
});

test('what the leader has deleted and a follower has not yet is not astray', () => {
  const leader = replica(1, { leader: true, cells: [cell(1, 0, 'b')], logStartOffset: 1 });
  const late = replica(2, { logStartOffset: 0 });
  const [p] = crashed({ replicas: [leader, late] }).partitions;
  assert.ok(late.cells.every((/** @type {any} */ c) => !isAstray(p, late, c)));
  assert.match(
    describe(crashed({ replicas: [leader, late] })),
    /leader, down, log start 1, log end 2; broker 2/,
  );
});

test('a link that is cut one way counts for both ends, and one that is only slow for none', () => {
  const links = [
    { from: '1', to: 'controller', up: false, latencyMs: 1 },
    { from: '2', to: '1', up: false, latencyMs: 1 },
    { from: '1', to: '3', up: true, latencyMs: 900 },
  ];
  const state = { ...crashed(), links };
  assert.deepEqual(cutFrom(state, 1), ['controller', '2']);
  assert.deepEqual(cutFrom(state, 2), ['1']);
  assert.deepEqual(cutFrom(state, 3), []);
});

test('every step on brokers, links and elections has a sentence of its own', () => {
  const bodies = {
    kill: { broker: 1 },
    'power-off': { broker: 1, lose: 2 },
    stop: { broker: 1 },
    start: { broker: 1 },
    freeze: { broker: 1 },
    thaw: { broker: 1 },
    link: { from: 1, to: 'controller', up: false },
    elect: { topic: 'pay', partition: 0, type: 'UNCLEAN' },
  };
  const said = Object.entries(bodies).map(([verb, body]) => {
    const script = { version: 1, cluster: {}, steps: [{ [verb]: body }] };
    return explain(event({ kind: 'step', verb, step: 0 }), crashed(), script).main;
  });
  assert.equal(new Set(said).size, said.length);
  for (const main of said) assert.match(main, /^The script \w+s /);
});

test('a refused election says why', () => {
  const ask = (/** @type {'PREFERRED' | 'UNCLEAN'} */ type, /** @type {any} */ state) => {
    const script = { version: 1, cluster: {}, steps: [{ elect: { topic: 'pay', partition: 0, type } }] };
    return explain(event({ kind: 'step', verb: 'elect', step: 0, changed: false }), state, script).why;
  };
  assert.match(ask('UNCLEAN', crashed()), /ELECTION_NOT_NEEDED: broker 1 leads/);
  assert.match(ask('PREFERRED', crashed()), /ELECTION_NOT_NEEDED: broker 1 leads/);
  assert.match(ask('PREFERRED', crashed({ leader: 2 })), /PREFERRED_LEADER_NOT_AVAILABLE/);
});
