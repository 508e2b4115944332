// The state of a playground with the real module, without a page.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/**
 * @param {import('../../src/types').Scenario[]} scenarios
 * @returns {App}
 */
function open(...scenarios) {
  return new App(api, scenarios, { name: 't', changed() {}, cells: 12, reducedMotion: { matches: false } });
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

/** @param {App} app @returns {string[]} the script's steps, each by its verb */
const verbs = ({ model }) => model.script.steps.map((step) => Object.keys(step).filter((k) => k !== 'at')[0]);

test('what was done by hand is in the script, and nothing of a future that was replaced', () => {
  const app = open(scenario('opening'));
  const given = verbs(app);
  const { n } = app.state;
  app.act({ kill: { broker: 2 } });
  app.step(3);
  app.act({ freeze: { broker: 3 } });
  assert.deepEqual(verbs(app), [...given, 'kill', 'freeze']);
  app.seek(n - 1);
  app.act({ 'fetch-pause': { broker: 2 } });
  assert.match(app.notice, /what was known to follow is replaced/);
  assert.deepEqual(verbs(app), [...given, 'fetch-pause']);
  app.step(12);
  assert.deepEqual(
    app.state.brokers.map((b) => b.process),
    ['running', 'running', 'running'],
  );
  app.model.run.release();
});

test('the same run in a cluster without the ELR has what was done by hand', () => {
  const app = open(scenario('opening'));
  app.act({ kill: { broker: 2 } });
  const { t } = app.state;
  assert.equal(app.model.elr, true);
  app.switchElr();
  assert.equal(app.model.elr, false);
  assert.equal(app.state.t, t);
  assert.equal(app.state.brokers[1].process, 'down');
  assert.match(app.notice, /without the ELR/);
  app.model.run.release();
});

test('a long move is made frame by frame; until it is there, what is shown is where it began', () => {
  const app = open(busy);
  const before = app.model.frame;
  app.step(1);
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
  assert.match(app.notice, /100 s of waiting passed/);
  assert.equal(app.busy, false);
  app.model.run.release();
});

test('a move that is stopped leaves a place, from which one goes on', () => {
  const app = open(busy);
  app.step(1);
  app.tick(0);
  const way = app.model.working;
  assert.ok(way);
  app.toggle();
  assert.equal(app.model.working, null);
  assert.equal(app.state.t, way.t);
  assert.ok(app.state.t > 0 && app.state.t < 100000);
  assert.match(app.sentence.main, /\./);
  const { t } = app.state;
  app.step(-1);
  while (app.model.working) app.tick(0);
  assert.ok(app.state.t < t);
  app.act({ kill: { broker: 2 } });
  assert.deepEqual(verbs(app), ['kill', 'produce']);
  app.model.run.release();
});

test('playing goes as far as the time of a frame suffices', () => {
  const app = open(busy);
  app.clock.speed = 10000;
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
  const app = open(scenario('opening'), { ...busy, id: 'leader-dies' }); // which opens at 13 500 ms
  app.load('leader-dies');
  assert.equal(app.state.partitions[0].topic, 'busy', 'what is shown is of this run');
  while (app.model.working) app.tick(0);
  assert.equal(app.state.t, 13500);
  app.model.run.release();
});
