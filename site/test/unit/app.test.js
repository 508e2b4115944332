// The state of a playground with the real module, without a page.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { isOpen } from '../../src/view/panel.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/**
 * @param {import('../../src/types').Scenario[]} scenarios
 * @returns {App}
 */
function open(...scenarios) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: false } };
  return new App(api, scenarios, around);
}

/** A run of which a little is a lot of work, and its first record. */
const busy = {
  id: 'busy',
  script: {
    version: 1,
    cluster: {
      brokers: 9,
      config: { 'broker.heartbeat.interval.ms': 3 },
      topics: [{ name: 'busy', partitions: [{ replicas: [1, 2, 3] }] }],
    },
    steps: [
      { at: 100000, produce: { acks: '1', partitions: [{ topic: 'busy', partition: 0, records: 1 }] } },
    ],
    until: 200000,
  },
};

/** @param {App} app goes on until it is where it was to go: a busy processor needs several frames for anything */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

/** @param {App} app @returns {string[]} the script's steps, each by its verb */
const verbs = ({ model }) => model.script.steps.map((step) => Object.keys(step).filter((k) => k !== 'at')[0]);

test('what was done by hand is in the script, and nothing of a future that was replaced', () => {
  const app = open(scenario('opening'));
  arrive(app);
  const given = verbs(app);
  const { n } = app.state;
  app.act({ kill: { broker: 2 } });
  arrive(app);
  app.stepEvent(3);
  arrive(app);
  app.act({ freeze: { broker: 3 } });
  assert.deepEqual(verbs(app), [...given, 'kill', 'freeze']);
  app.seekEvent(n - 1);
  arrive(app);
  app.act({ 'fetch-pause': { broker: 2 } });
  arrive(app);
  assert.match(app.notice, /The run as it was is in the list/);
  assert.deepEqual(verbs(app), [...given, 'fetch-pause']);
  app.stepEvent(12);
  arrive(app);
  assert.deepEqual(
    app.state.brokers.map((b) => b.process),
    ['running', 'running', 'running'],
  );
  const marks = app.model.marks.all;
  const fresh = app.model.run.frame({ momentsFrom: 0 });
  assert.ok('moments' in fresh);
  assert.deepEqual(marks, fresh.moments, 'the timeline has no mark of it either');
  app.model.run.release();
});

test('the same run in a cluster without the ELR has what was done by hand', () => {
  const app = open(scenario('opening'));
  arrive(app);
  app.act({ kill: { broker: 2 } });
  arrive(app);
  const { t } = app.state;
  assert.equal(app.model.elr, true);
  app.switchElr();
  arrive(app);
  assert.equal(app.model.elr, false);
  assert.equal(app.state.t, t);
  assert.equal(app.state.brokers[1].process, 'down');
  assert.match(app.notice, /without the ELR/);
  app.model.run.release();
});

test('a long move is made frame by frame; until it is there, what is shown is where it began', () => {
  const app = open(busy);
  const before = app.model.frame;
  app.stepMoment(1);
  assert.ok(app.model.working);
  assert.equal(app.busy, true);
  assert.equal(app.model.frame, before);
  assert.equal(app.progress, null, 'a short one is not said to take time');
  app.act({ kill: { broker: 2 } });
  assert.match(app.notice, /wait for it, or stop it/);
  let last = 0;
  let frames = 0;
  for (; app.model.working; frames++) {
    assert.ok(app.model.working.t >= last);
    last = app.model.working.t;
    app.tick(0);
  }
  assert.ok(frames > 2, String(frames));
  assert.equal(app.state.t, 100000);
  assert.match(app.notice, /100 s of waiting skipped/);
  assert.equal(app.busy, false);
  app.model.run.release();
});

test('a move that is stopped leaves a place, from which one goes on', () => {
  const app = open(busy);
  app.stepMoment(1);
  app.tick(0);
  const way = app.model.working;
  assert.ok(way);
  app.toggle();
  assert.equal(app.model.working, null);
  assert.equal(app.notice, '', 'nothing is said of an arrival');
  assert.equal(app.state.t, way.t);
  assert.ok(app.state.t > 0 && app.state.t < 100000);
  assert.match(app.sentence.main, /\./);
  const { t } = app.state;
  app.stepMoment(-1);
  arrive(app);
  assert.ok(app.state.t < t);
  app.act({ kill: { broker: 2 } });
  assert.deepEqual(verbs(app), ['kill', 'produce']);
  app.model.run.release();
});

test('how far a long move has come is said once it takes time', async () => {
  const app = open(busy);
  app.stepMoment(1);
  await new Promise((done) => setTimeout(done, 160));
  app.tick(0);
  const { progress } = app;
  const { working } = app.model;
  assert.ok(working && progress);
  assert.equal(progress.part, (working.t - working.from) / (working.goal - working.from));
  assert.ok(progress.part > 0 && progress.part < 1);
  app.stop();
  assert.equal(app.progress, null);
  app.model.run.release();
});

test('a scenario that is opened has nothing of the one before', () => {
  const app = open(scenario('timeout-duplicate'), scenario('opening'), scenario('three-partitions'));
  assert.ok(app.model.warnings.length);
  app.load('opening');
  arrive(app);
  assert.deepEqual(app.model.warnings, []);
  assert.deepEqual(app.model.marks.all, [], 'it begins at its start');
  app.stepMoment(1);
  arrive(app);
  assert.equal(app.model.marks.all[0][0], 0);
  app.load('three-partitions');
  arrive(app);
  app.aim(2);
  assert.equal(app.toolbar.target, 2);
  app.aim(3);
  assert.equal(app.toolbar.target, 2, 'there is no such partition');
  app.load('opening');
  arrive(app);
  assert.equal(app.toolbar.target, 0);
  app.model.run.release();
});

test('panels are remembered by scenario, but for those that all share', () => {
  const app = open(scenario('opening'), scenario('three-partitions'));
  const own = { name: 'own', title: '', open: true };
  const shared = { name: 'shared', title: '', open: false, shared: true };
  app.ui.panels.set('opening own', false).set(' shared', true);
  assert.deepEqual([isOpen(app, own), isOpen(app, shared)], [false, true]);
  app.load('three-partitions');
  arrive(app);
  assert.deepEqual([isOpen(app, own), isOpen(app, shared)], [true, true]);
  app.model.run.release();
});

test('what is no time-out is not taken, and said', () => {
  const app = open(scenario('opening'));
  arrive(app);
  for (const text of ['', '-1', '1.5', '1e3', 'soon', '3600001']) {
    app.notice = '';
    app.setTimeoutMs(text);
    assert.equal(app.toolbar.timeoutMs, 30000, text);
    assert.match(app.notice, /whole number from 0 to 3.600.000; it stays 30.000/, text);
  }
  app.setTimeoutMs(' 3600000 ');
  assert.equal(app.toolbar.timeoutMs, 3600000);
  app.model.run.release();
});

test('playing goes as far as the time of a frame suffices', () => {
  const app = open(busy);
  app.setPace('tenfold');
  app.play();
  for (let stamp = 16; stamp < 2000 && app.state.t < 2000; stamp += 100) {
    app.tick(stamp);
    assert.equal(app.model.working, null);
  }
  assert.ok(app.state.t > 0);
  app.pause();
  app.model.run.release();
});

test('a new run that takes long to open shows where it has come to, and goes on', () => {
  const app = open(busy);
  app.model.look({ to: 13500 });
  arrive(app);
  app.switchElr(); // plays another run up to the same time
  assert.equal(app.state.partitions[0].topic, 'busy', 'what is shown is of this run');
  arrive(app);
  assert.equal(app.state.t, 13500);
  app.model.run.release();
});
