// Two runs on one clock, with the real module.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { compareFromHere, comparePair, endComparison } from '../../src/comparison.js';
import { pairs } from '../../src/pairs.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @returns {App} */
function open() {
  const all = ['opening', ...pairs.map((p) => p.scenario)].map(scenario);
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, all, around);
  app.seekTime(2000);
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working || app.compare?.busy) app.tick(0);
}

/** @param {App} app */
const differing = (app) => app.compare?.differences(app.model, false);

test('a run that is compared with itself does not differ, wherever one goes', () => {
  const app = open();
  compareFromHere(app);
  for (let i = 0; i < 8; i++) {
    arrive(app);
    assert.equal(app.compare?.a.state.t, app.state.t);
    assert.deepEqual(differing(app), { records: [], partitions: [], left: 0 }, `at ${app.state.t}`);
    app.stepMoment(1);
  }
  arrive(app);
  for (let i = 0; i < 4; i++) {
    const { t } = app.state;
    app.stepMoment(-1);
    arrive(app);
    assert.ok(app.state.t < t);
    assert.deepEqual(differing(app), { records: [], partitions: [], left: 0 }, `at ${app.state.t}`);
  }
  endComparison(app);
  assert.equal(app.compare, null);
  app.model.release();
});

test('what one changes makes B, and A stays; a step stops at the moments of either', () => {
  const app = open();
  compareFromHere(app);
  arrive(app);
  app.act({ isr: { topic: 'payments', partition: 0, members: [1, 2] } });
  arrive(app);
  app.stepMoment(1);
  arrive(app);
  const found = differing(app);
  assert.ok(found?.records.some((r) => r.a.outcome === 'pending' && r.b.outcome === 'acknowledged'));
  assert.ok(found?.partitions.some((p) => p.what === 'isr'));
  assert.deepEqual(app.compare?.a.deeds, []);
  const times = [];
  for (let i = 0; i < 3; i++) {
    app.stepMoment(1);
    arrive(app);
    times.push(app.state.t);
  }
  const ends = [app.model, app.compare?.a].flatMap((m) => m?.marks.all.map((mark) => mark[2]) ?? []);
  for (const t of times) assert.ok(ends.includes(t), `${t} is the end of a moment of A or B`);
  app.undo();
  arrive(app);
  assert.deepEqual(app.model.deeds, [], 'undoing concerns B');
  assert.equal(app.compare?.a.state.t, app.state.t);
  endComparison(app);
  app.model.release();
});

for (const pair of pairs) {
  test(`the pair "${pair.id}" differs in one value, and comes to differ`, async () => {
    const app = open();
    const [a, b] = pair.make(scenario(pair.scenario).script);
    const flat = (/** @type {unknown} */ v) => JSON.stringify(v, null, 1).split('\n');
    const [left, right] = [flat(a), flat(b)];
    assert.equal(left.length, right.length);
    const lines = left.filter((line, i) => line !== right[i]);
    assert.equal(new Set(lines.map((l) => l.trim())).size, 1, lines.join());
    await comparePair(app, pair);
    arrive(app);
    assert.equal(app.state.t, 0);
    app.seekTime(Number(b.until));
    arrive(app);
    const found = differing(app);
    assert.ok(found && found.records.length + found.partitions.length > 0, JSON.stringify(found));
    app.undo();
    arrive(app);
    assert.equal(app.state.t, 2000, 'the run until then can be had back');
    assert.equal(app.compare, null, 'and has nothing to do with the other');
    app.model.release();
  });
}
