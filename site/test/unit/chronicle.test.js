// The story's lines, told of runs of the real module.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { Chronicle } from '../../src/chronicle.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @param {string} id @returns {App} */
function open(id) {
  const app = new App(api, [scenario(id)], {
    name: 't',
    changed() {},
    cells: 4,
    reducedMotion: { matches: true },
  });
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

/** Counts how often a moment is told. */
function counting() {
  let told = 0;
  const chronicle = new Chronicle(({ n, kind }) => `${(told++, n)} ${kind}`);
  return { chronicle, told: () => told };
}

test('every moment before the place has its line, told once; what lies ahead keeps the line it had', () => {
  const app = open('opening');
  const { chronicle, told } = counting();
  app.seekEvent(1e6);
  arrive(app);
  const all = app.model.marks.all.length;
  const over = app.model.marks.endedBefore(app.state.n);
  assert.ok(over > 8 && over >= all - 1);
  const lines = chronicle.of(app.model, 0, all);
  assert.deepEqual(
    lines.map(({ n, t, text }) => [n, t, text]),
    app.model.marks.all.slice(0, over).map(([n, , t, kind]) => [n, t, `${n} ${kind}`]),
  );
  assert.deepEqual(
    lines.filter((l) => l.deed).map((l) => l.n),
    app.model.marks.all.filter((m) => m[5] & 2).map((m) => m[0]),
  );
  app.seekMoment(3);
  arrive(app);
  assert.deepEqual(chronicle.of(app.model, 0, all), lines);
  assert.equal(told(), over);
  app.model.release();
});

test('what is done by hand is told as that, and a future that is given up is forgotten', () => {
  const app = open('opening');
  const { chronicle } = counting();
  app.seekMoment(6);
  arrive(app);
  chronicle.of(app.model, 0, 100);
  app.seekMoment(2);
  arrive(app);
  app.act({ kill: { broker: 3 } });
  arrive(app);
  app.stepMoment(2);
  arrive(app);
  const lines = chronicle.of(app.model, 0, 100);
  assert.equal(lines.length, app.model.marks.endedBefore(app.state.n));
  const own = lines.filter((l) => l.own);
  assert.deepEqual(
    own.map((l) => [l.n, l.deed]),
    [[3, true]],
  );
  app.model.release();
});

test('of a long run only the lines are told that are looked at', () => {
  const app = open('opening');
  const steps = Array.from({ length: 1500 }, (_, i) => ({
    at: 10 * i,
    produce: { acks: '1', partitions: [{ topic: 't', partition: 0, records: 1 }] },
  }));
  const topics = [{ name: 't', partitions: [{ replicas: [1, 2, 3] }] }];
  app.open({ version: 1, cluster: { topics }, steps });
  arrive(app);
  app.seekMoment(2500);
  arrive(app);
  for (let i = 0; i < 5; i++) app.look({}); // 5 000 marks come with a frame at most
  const { chronicle, told } = counting();
  const over = app.model.marks.endedBefore(app.state.n);
  assert.equal(over, 2501);
  assert.equal(chronicle.of(app.model, over - 100, over).length, 100);
  assert.equal(told(), 100);
  app.model.release();
});
