// Every control at rest, playing and in the past: what it asks for shows at once, its arrival is a moment that stepping
// and playing reach, and nothing that is under way is taken for the end.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { scenario, startModule } from '../module.js';

/** @import {State, Step} from '../../src/types' */

const api = await startModule();

/** @returns {App} */
function open() {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [scenario('opening')], around);
  app.seekTime(2000);
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

const at = { topic: 'payments', partition: 0 };

/** Each control: its step, what is asked for as the control shows it, and whether that is there.
 * @type {{name: string, step: Step, shown: (app: App) => unknown, wanted: unknown, there: (s: State) => boolean}[]}
 */
const controls = [
  {
    name: 'min.insync.replicas up',
    step: { set: { topic: 'payments', config: { 'min.insync.replicas': 3 } } },
    shown: (app) => app.asked[0].minIsr.value,
    wanted: 3,
    there: (s) => s.partitions[0].minIsr === 3,
  },
  {
    name: 'min.insync.replicas down',
    step: { set: { topic: 'payments', config: { 'min.insync.replicas': 1 } } },
    shown: (app) => app.asked[0].minIsr.value,
    wanted: 1,
    there: (s) => s.partitions[0].minIsr === 1,
  },
  {
    name: 'out of the ISR',
    step: { isr: { ...at, members: [1, 2] } },
    shown: (app) => app.asked[0].members[2].value,
    wanted: false,
    there: (s) => !s.partitions[0].isr.includes(3),
  },
  {
    name: 'unclean elections',
    step: { set: { topic: 'payments', config: { 'unclean.leader.election.enable': true } } },
    shown: (app) => app.state.partitions[0].uncleanAllowed,
    wanted: true,
    there: (s) => s.partitions[0].uncleanAllowed,
  },
  {
    name: 'fetch delay',
    step: { 'fetch-delay': { broker: 2, ms: 1000 } },
    shown: (app) => app.state.partitions[0].replicas[1].fetch.delayMs,
    wanted: 1000,
    there: (s) => s.partitions[0].replicas[1].fetch.delayMs === 1000,
  },
  {
    name: 'pause of the fetches',
    step: { 'fetch-pause': { broker: 2 } },
    shown: (app) => app.state.partitions[0].replicas[1].fetch.paused,
    wanted: true,
    there: (s) => s.partitions[0].replicas[1].fetch.paused,
  },
  {
    name: 'a kill',
    step: { kill: { broker: 3 } },
    shown: (app) => app.state.brokers[2].process,
    wanted: 'down',
    there: (s) => s.brokers[2].process === 'down',
  },
];

/** Where one is. @type {Record<string, (app: App) => void>} */
const situations = {
  'at rest': () => {},
  playing(app) {
    app.play();
    for (let stamp = 0; stamp < 400; stamp += 16) app.tick(stamp);
  },
  'in the past'(app) {
    app.stepMoment(3);
    arrive(app);
    app.seekTime(1700);
    arrive(app);
  },
};

for (const { name, step, shown, wanted, there } of controls) {
  for (const [where, go] of Object.entries(situations)) {
    test(`${name}, ${where}: it shows at once, and stepping reaches its arrival`, () => {
      const app = open();
      go(app);
      assert.notEqual(shown(app), wanted, 'it changes something');
      app.act(step);
      arrive(app);
      app.pause();
      assert.equal(shown(app), wanted);
      for (let i = 0; i < 12 && (!there(app.state) || app.asked[0].pending); i++) {
        const { n } = app.state;
        app.stepMoment(1);
        arrive(app);
        assert.ok(app.state.n > n, 'there is a moment to step to');
        assert.equal(shown(app), wanted, 'and it still shows');
      }
      assert.ok(there(app.state));
      assert.equal(app.asked[0].pending, false);
      assert.doesNotMatch(app.notice, /Nothing/);
      app.model.release();
    });
  }
}

test('playing reaches the arrival of a setting', () => {
  const app = open();
  app.act(controls[0].step);
  arrive(app);
  assert.deepEqual(app.asked[0].minIsr, { value: 3, there: 2, pending: true, counts: 3 });
  app.play();
  for (let stamp = 0; stamp < 60000 && app.asked[0].pending; stamp += 100) app.tick(stamp);
  assert.deepEqual(app.asked[0].minIsr, { value: 3, there: 3, pending: false, counts: 3 });
  assert.equal(app.clock.playing, true);
  assert.equal(app.moment?.kind, 'configured');
  app.model.release();
});

test('three clicks on + at rest ask for 5, which counts as the 3 replicas', () => {
  const app = open();
  const { t } = app.state;
  for (let i = 0; i < 3; i++) {
    const { value } = app.asked[0].minIsr;
    app.act({ set: { topic: 'payments', config: { 'min.insync.replicas': value + 1 } } });
    arrive(app);
  }
  assert.ok(app.state.t - t < 0.01, 'no time has passed');
  assert.deepEqual(app.asked[0].minIsr, { value: 5, there: 2, pending: true, counts: 3 });
  for (let i = 0; i < 12 && app.asked[0].pending; i++) {
    app.stepMoment(1);
    arrive(app);
  }
  assert.deepEqual(app.asked[0].minIsr, { value: 5, there: 5, pending: false, counts: 3 });
  assert.equal(app.state.partitions[0].effectiveMinIsr, 3);
  for (let i = 0; i < 3; i++) app.undo();
  arrive(app);
  assert.deepEqual(app.asked[0].minIsr, { value: 2, there: 2, pending: false, counts: 2 });
  assert.equal(app.state.t, t);
  app.model.release();
});

test('what a timer will do is not ruled out: where nothing is found one may look further', () => {
  const app = open();
  app.act({ 'fetch-pause': { broker: 2 } }, { 'fetch-pause': { broker: 3 } }, { stop: { broker: 1 } });
  for (let i = 0; i < 80 && !/^Nothing/.test(app.notice); i++) {
    arrive(app);
    app.stepMoment(1);
    arrive(app);
  }
  assert.match(app.notice, /happens until [\d\s.]+ ms\./);
  const { t } = app.state;
  app.stepMoment(1);
  arrive(app);
  assert.ok(app.state.t >= t + 120000, 'the next step begins where the look ended');
  app.model.release();
});
