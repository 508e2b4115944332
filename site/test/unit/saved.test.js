// What is saved comes back, and what is no saved run does nothing.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @param {string} id @returns {App} */
function open(id) {
  const app = new App(api, [scenario(id), scenario('three-partitions')], {
    name: 't',
    changed() {},
    cells: 12,
    reducedMotion: { matches: true },
  });
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

/** @param {App} app does something, goes on, goes back, does something else */
function live(app) {
  app.act({ kill: { broker: 3 } });
  arrive(app);
  app.stepMoment(3);
  arrive(app);
  app.stepMoment(-2);
  arrive(app);
  app.send([{ topic: 'payments', partition: 0 }]);
  arrive(app);
  app.stepMoment(2);
  arrive(app);
}

test('a saved run is plain JSON, and comes back as it was, in another playground', () => {
  const app = open('opening');
  live(app);
  app.toolbar.acks = '1';
  app.setTimeoutMs('1234');
  app.setPace('half');
  const value = app.save();
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
  assert.equal(value.branches.length, 1);
  assert.equal(value.deeds.length, 2);

  const other = open('three-partitions');
  other.aim(2);
  assert.equal(other.restore(JSON.parse(JSON.stringify(value))), true);
  arrive(other);
  assert.deepEqual(other.state, app.state);
  assert.equal(other.moment?.n, app.moment?.n);
  assert.deepEqual(other.branches, app.branches);
  assert.deepEqual({ ...other.save(), place: 0 }, { ...value, place: 0 });
  other.undo();
  arrive(other);
  assert.equal(other.state.partitions[0].topic, 'orders', 'the run until now can be had back');
  app.model.release();
  other.model.release();
});

test('what was done goes on from a saved run as from the first', () => {
  const [app, other] = [open('opening'), open('opening')];
  live(app);
  assert.ok(other.restore(app.save()));
  arrive(other);
  for (const one of [app, other]) {
    one.seekMoment(5);
    arrive(one);
    one.act({ freeze: { broker: 2 } });
    arrive(one);
    one.stepMoment(4);
    arrive(one);
  }
  assert.deepEqual(other.model.script, app.model.script);
  assert.deepEqual(other.state, app.state);
  app.model.release();
  other.model.release();
});

const app = open('opening');
live(app);
const good = app.save();
app.model.release();

/** @type {[what: string, change: (value: any) => unknown][]} */
const hostile = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['a text', () => 'x'],
  ['a list', () => []],
  ['an empty object', () => ({})],
  ['another version', (v) => ({ ...v, version: 2 })],
  ['no script', ({ script, ...v }) => v],
  ['a script that is a list', (v) => ({ ...v, script: [] })],
  ['a script that the core refuses', (v) => ({ ...v, script: { ...v.script, cluster: { brokers: -1 } } })],
  ['a step that the core refuses', (v) => ({ ...v, deeds: [{ at: 1, explode: {} }] })],
  ['a deed without a time', (v) => ({ ...v, deeds: [{ kill: { broker: 1 } }] })],
  ['a deed in a million years', (v) => ({ ...v, deeds: [{ at: 1e15, kill: { broker: 1 } }] })],
  ['too many deeds', (v) => ({ ...v, deeds: Array(20000).fill({ at: 1, kill: { broker: 1 } }) })],
  ['too many branches', (v) => ({ ...v, branches: Array(60).fill(v) })],
  ['a branch that is wrong', (v) => ({ ...v, branches: [{ ...v, script: 5 }] })],
  ['a branch that the core refuses', (v) => ({ ...v, branches: [{ ...v, script: { steps: [] } }] })],
  ['no place', ({ place, ...v }) => v],
  ['a place that is none', (v) => ({ ...v, place: { n: -1, t: 0, on: true } })],
  ['a place in text', (v) => ({ ...v, place: { n: '1', t: '<b>', on: 1 } })],
  ['an endless text', (v) => ({ ...v, scenario: 'x'.repeat(5 << 20) })],
  ['a name that is an object', (v) => ({ ...v, scenario: { toString: 'x' } })],
  [
    'a circle',
    (v) => {
      const circle = { ...v };
      circle.branches = [circle];
      return circle;
    },
  ],
];

test('what is no saved run is refused, with what is wrong, and changes nothing', () => {
  const app = open('opening');
  const before = app.save();
  for (const [what, change] of hostile) {
    app.notice = '';
    assert.equal(app.restore(change(good)), false, what);
    assert.match(app.notice, /^That cannot be done: ./, what);
    assert.deepEqual(app.save(), before, what);
  }
  assert.equal(app.canUndo, false);
  app.model.release();
});

test('settings that are wrong stay as they are', () => {
  const app = open('opening');
  const settings = { acks: '7', timeoutMs: -5, target: 'constructor', pace: 'constructor', tab: '<b>' };
  assert.equal(app.restore({ ...good, settings }), true);
  arrive(app);
  assert.deepEqual(app.save().settings, {
    acks: 'all',
    timeoutMs: 30000,
    raw: false,
    target: 0,
    pace: 'reading',
    tab: '',
  });
  app.model.release();
});
