// What one sends by hand, and clusters of one's own, with the real module.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { most, plain, scriptOf } from '../../src/cluster.js';
import { sendRecord } from '../../src/sending.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @param {import('../../src/types').Scenario} first */
function open(first) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [first], around);
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

/** @param {App} app sends as the controls are set, and goes to where all is told */
function send(app) {
  sendRecord(app, app.state.partitions[0]);
  arrive(app);
}

/** @param {App} app */
const events = (app) => app.model.run.lines(0, 2000);

test('a producer is made for what one sends, and the run before it stays as it was', () => {
  const app = open(scenario('opening'));
  const before = JSON.stringify(events(app));
  const { n, t } = app.state;
  send(app);
  assert.ok(app.state.t - t <= 0.001, 'at the same place');
  assert.equal(JSON.stringify(events(app).slice(0, n)), before);
  const request = events(app).findLast((e) => e.kind === 'request');
  assert.equal(/** @type {any} */ (request).producer, 'you');
  assert.deepEqual(app.model.run.made.producers, ['you']);
  send(app);
  assert.deepEqual(app.model.run.made.producers, ['you'], 'one is enough for the same settings');
  app.toolbar.acks = '1';
  send(app);
  assert.deepEqual(app.model.run.made.producers, ['you', 'you-1']);
  const sent = events(app).filter((e) => e.kind === 'enqueue');
  assert.equal(new Set(sent.map((e) => /** @type {any} */ (e).value)).size, 3, 'each value once');
  app.model.run.release();
});

test('a raw request has no producer, and the producer of the script is taken where it will do', () => {
  const app = open(scenario('opening'));
  app.toolbar.raw = true;
  send(app);
  assert.deepEqual(app.model.run.made.producers, []);
  app.model.run.release();
  const own = open({ id: 'own', script: scriptOf(plain(), 'own') });
  send(own);
  assert.deepEqual(own.model.run.made.producers, ['you']);
  own.look({ to: 1000 });
  arrive(own);
  const kinds = events(own).map((e) => e.kind);
  assert.ok(kinds.includes('acknowledge') && kinds.includes('visible'), 'a consumer shows it');
  own.model.run.release();
});

test('every cluster that can be chosen is one', () => {
  for (let replicas = 1; replicas <= most.replicas; replicas++)
    for (let partitions = 1; partitions <= most.partitions; partitions++)
      for (const acks of ['0', '1', 'all']) {
        const script = scriptOf({ ...plain(), replicas, partitions, acks }, 'own');
        const app = open({ id: 'own', script });
        assert.equal(app.state.partitions.length, partitions);
        assert.ok(app.state.partitions.every((p) => p.replicas.length === replicas));
        app.model.run.release();
      }
});

test('what Kafka does not take is said, and the run stays', () => {
  const app = open(scenario('opening'));
  const wrong = scriptOf({ ...plain(), deliveryTimeoutMs: 1000 }, 'own');
  assert.throws(() => app.open(wrong), /delivery\.timeout\.ms/);
  assert.equal(app.model.scenario, 'opening');
  app.model.run.release();
});
