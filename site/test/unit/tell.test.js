// What is said of moments, of real runs and of events made by hand. The numbers W-01 and so on are those of sentences
// that were wrong once.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { Run } from '../../src/engine.js';
import { countWords } from '../../src/pace.js';
import { Memory, tell, tellEvent } from '../../src/sentence.js';
import { setLanguage } from '../../src/words/words.js';
import { root, scenario, startModule } from '../module.js';

/** @typedef {import('../../src/types').Script} Script */
/** @typedef {import('../../src/types').Sentence} Sentence */
/** @typedef {import('../../src/types').Frame} Frame */

const api = await startModule();
const ids = readdirSync(`${root}core/testdata/scenarios`).map((name) => name.replace('.json', ''));

/**
 * Every moment of a run, with the frame at its end and what is said of it.
 * @param {Script} script
 * @param {{hand?: Set<number>, memory?: Memory, most?: number}} [how]
 * @returns {{frame: Frame, said: Sentence, all: string}[]}
 */
function play(script, { hand, memory, most = 300 } = {}) {
  const run = new Run(api, script);
  const told = [];
  for (let n = 0; n < most; n++) {
    let frame = run.frame({ moment: n, cells: 12 });
    while ('working' in frame) frame = run.frame({});
    if (frame.moment?.n !== n || frame.state.t > (script.until ?? Infinity)) break;
    const said = tell(frame.moment, { script, state: frame.state, hand, memory });
    told.push({ frame, said, all: `${said.main} ${said.why}` });
  }
  run.release();
  return told;
}

/** @param {string} id @param {Parameters<typeof play>[1]} [how] */
const playScenario = (id, how) => play(scenario(id).script, how);

/**
 * A script with one partition on three brokers and equal logs.
 * @param {any[]} steps
 * @param {any} [cluster]
 * @returns {Script}
 */
function script(steps, cluster = {}) {
  const topics = [
    { name: 'payments', partitions: [{ replicas: [1, 2, 3] }], config: { 'min.insync.replicas': 2 } },
  ]; // prettier-ignore
  return { version: 1, cluster: { brokers: 3, topics, ...cluster }, steps, until: 60000 };
}

/** @param {number} at @param {string} value @param {string} [acks] */
const write = (at, value, acks = 'all') => ({
  at,
  produce: { acks, partitions: [{ topic: 'payments', partition: 0, records: [value] }] },
});

for (const language of /** @type {const} */ (['en', 'de'])) {
  test(`in ${language} a headline has at most 14 words and a second line 25, in every scenario`, async () => {
    await setLanguage(language);
    for (const id of ids) {
      for (const { said, frame } of playScenario(id)) {
        const where = `${id}, moment ${frame.moment?.n}: ${said.main} / ${said.why}`;
        assert.ok(countWords(said.main) <= 14, where);
        assert.ok(countWords(said.why) <= 25, where);
        assert.match(said.main, /^[\p{L}\p{N}].*\.$/u, where);
        assert.doesNotMatch(`${said.main} ${said.why}`, /undefined|NaN|null|\[object| {2}|\.\./, where);
      }
    }
    await setLanguage('en');
  });
}

test('every event of every scenario has a sentence', () => {
  for (const id of ids) {
    const { script } = scenario(id);
    const run = new Run(api, script);
    let frame = run.frame({ to: script.until ?? 60000 });
    while ('working' in frame) frame = run.frame({});
    for (let from = 0, lines; (lines = run.lines(from, 500)).length; from += lines.length) {
      for (const event of lines) {
        const { main } = tellEvent(event, null, { script });
        assert.match(main, /^\S.*\.$/, `${id}: ${JSON.stringify(event)}`);
      }
    }
    run.release();
  }
});

test('a moment is told from itself and the script alone, and the state sharpens only the second line', () => {
  for (const id of ['opening', 'same-crash', 'rolling-restart', 'timeout-duplicate']) {
    const { script } = scenario(id);
    for (const { frame, said } of playScenario(id)) {
      assert.equal(tell(frame.moment, { script }).main, said.main);
    }
  }
});

test('the opening: written, copied, and committed when the slowest has it', () => {
  const mains = playScenario('opening').map((m) => m.said.main);
  assert.deepEqual(mains.slice(4), [
    'Request 2 takes pay-7 and pay-8 to broker 1 with acks=all.',
    'Broker 1 writes pay-7 and pay-8 at offsets 6 to 7; request 2 waits.',
    'Broker 2 copies offsets 6 to 7, and its next fetch says so.',
    'Broker 3 copies offsets 5 to 7.',
    'The high watermark rises to 8: requests 1 and 2 are acknowledged.',
  ]);
  assert.equal(
    playScenario('opening')[6].said.why,
    'Requests 1 and 2 wait for broker 3, in the ISR with log end 5. ' +
      'acks=all waits for the slowest in-sync replica, not the minimum.',
  );
});

test('a rule that has been told three times is left out where a fact remains', () => {
  const writes = [1, 2, 3, 4].map((n) => write(1000 * n, `pay-${n}`));
  const all = play(script(writes), { memory: new Memory() });
  const copies = all.filter((m) => m.frame.moment?.kind === 'committed');
  assert.match(copies[0].said.why, /As far as the leader knows/);
  assert.doesNotMatch(copies[3].said.why, /As far as the leader knows/);
  assert.equal(copies[3].said.count, 4);
});

test('no moment of a run says anything that another one has said', () => {
  const all = playScenario('opening').map((m) => m.said.main);
  assert.equal(new Set(all).size, all.length);
});
