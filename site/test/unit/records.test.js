import assert from 'node:assert/strict';
import test from 'node:test';
import { UI } from '../../src/ui.js';
import { byProducer, measured, recordsOf, worth } from '../../src/records.js';

/** @typedef {import('../../src/types').RecordSummary} RecordSummary */

/** @param {Partial<RecordSummary>} r @returns {RecordSummary} */
function record(r) {
  return {
    number: 1, producer: 'p', value: 'a', outcome: 'pending', error: 'NONE', attempts: 1, errors: [], copies: [],
    offsets: [], lost: false, ...r,
  }; // prettier-ignore
}

/** @param {Partial<import('../../src/types').CrashSummary>} c */
function crash(c) {
  return { t: 1, broker: 1, acknowledged: false, copies: [], held: false, attempts: 1, ...c };
}

test('what an acknowledgement was worth is counted by what the core says', () => {
  const all = [
    record({ crash: crash({ acknowledged: true, survived: true }) }),
    record({ crash: crash({ acknowledged: true, survived: false }), lost: true }),
    record({ crash: crash({ acknowledged: true }) }),
    record({ crash: crash({ held: true, survived: false }), attempts: 2 }),
    record({ crash: crash({ held: true, survived: false }) }),
  ];
  assert.deepEqual(worth(all), { told: 3, survived: 1, lost: 1, held: 2, again: 1 });
});

test('records are kept together by producer, in the order in which these began', () => {
  const all = ['b', 'a', 'b'].map((producer, i) => record({ producer, value: `${i}` }));
  assert.deepEqual(
    byProducer(all).map(([id, own]) => [id, own.map((r) => r.value)]),
    [
      ['b', ['0', '2']],
      ['a', ['1']],
    ],
  );
});

test('the newest record that has parts is the measured one', () => {
  const all = [record({ value: 'old', batching: 1, network: 2 }), record({ value: 'new' })];
  assert.equal(measured(all)?.value, 'old');
  assert.equal(measured([record({})]), undefined);
});

test('the core is asked once for a place, and not in every frame while playing', () => {
  let asked = 0;
  const run = { records: () => ({ total: ++asked, records: [] }) };
  const app = /** @type {any} */ ({
    model: { run, marks: { forks: 0 } },
    clock: { playing: false },
    state: { n: 4 },
    ui: new UI(),
  });
  assert.equal(recordsOf(app).total, 1);
  assert.equal(recordsOf(app).total, 1);
  app.state.n = 5;
  assert.equal(recordsOf(app).total, 2);
  app.clock.playing = true;
  app.state.n = 6;
  assert.equal(recordsOf(app).total, 2, 'a quarter of a second has not passed');
  assert.equal(recordsOf(app, false).total, 2);
  app.clock.playing = false;
  assert.equal(recordsOf(app, false).total, 3, 'at rest it is right, looked at or not');
  app.model.working = {};
  app.state.n = 7;
  assert.equal(recordsOf(app).total, 3, 'while the run is on its way it is not asked');
  app.model.working = null;
  app.state.n = 6;
  app.model.marks.forks = 1;
  assert.equal(recordsOf(app).total, 4);
  assert.equal(recordsOf({ ...app, model: { ...app.model, run: { ...run } } }).total, 5);
});
