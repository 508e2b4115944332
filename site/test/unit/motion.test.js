// What moves, frame by frame: states of a real run, and the places that the picture shows between them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { windowStart } from '../../src/geometry.js';
import { Motion, riseMs, scrollLateMs } from '../../src/motion.js';
import { scenario, startModule } from '../module.js';

/** @import {State} from '../../src/types' */

const api = await startModule();
const frameMs = 1000 / 60;
const slots = 11;

/**
 * States of the opening at times.
 * @param {number[]} times ms
 * @returns {State[]}
 */
function states(...times) {
  const around = { name: 't', changed() {}, cells: 20, reducedMotion: { matches: false } };
  const app = new App(api, [scenario('opening')], around);
  const found = times.map((to) => {
    app.model.look({ to });
    while (app.model.working) app.tick(0);
    return app.state;
  });
  app.model.run.release();
  return found;
}

/**
 * What is shown in the frames after a change.
 * @param {State} before
 * @param {State} after
 * @param {boolean} [still]
 * @param {(p: State['partitions'][0]) => number} [start]
 */
function frames(before, after, still = false, start = () => 0) {
  const motion = new Motion();
  const run = {};
  motion.see(before, run, 0, still);
  motion.shown(before.partitions[0], start(before.partitions[0]), slots);
  return Array.from({ length: 90 }, (_, i) => {
    const now = 1000 + i * frameMs;
    motion.see(after, run, now, still);
    const shown = motion.shown(after.partitions[0], start(after.partitions[0]), slots);
    return { ...shown, now: i * frameMs, moving: motion.moving };
  });
}

const [waiting, done] = states(2000, 9000);

test('the high watermark rises in at least ten frames, and never falls', () => {
  assert.ok(done.partitions[0].highWatermark > waiting.partitions[0].highWatermark);
  const shown = frames(waiting, done);
  const edges = shown.map((f) => f.edge);
  assert.equal(edges[0], waiting.partitions[0].highWatermark, 'it begins where it was');
  assert.equal(edges.at(-1), done.partitions[0].highWatermark);
  for (let i = 1; i < edges.length; i++) assert.ok(edges[i] >= edges[i - 1]);
  const between = edges.filter((e) => e > edges[0] && e < Number(edges.at(-1)));
  assert.ok(between.length >= 10, `${between.length} frames between`);
  const first = edges.findIndex((e) => e > edges[0]);
  const last = edges.findIndex((e) => e === edges.at(-1));
  assert.ok((last - first) * frameMs <= riseMs + frameMs, 'and no longer than it should');
});

test('the tokens go with the high watermark, each once', () => {
  const shown = frames(waiting, done);
  const taken = shown[0].leaving.map((l) => l.request.request);
  assert.deepEqual(taken, [1, 2]);
  for (const { leaving } of shown) for (const l of leaving) assert.ok(taken.includes(l.request.request));
  const parts = shown.filter((f) => f.leaving.length).map((f) => f.leaving[0].part);
  for (let i = 1; i < parts.length; i++) assert.ok(parts[i] >= parts[i - 1]);
  assert.equal(shown.at(-1)?.leaving.length, 0);
});

test('a fetch that tells the leader something is a line, before the high watermark moves', () => {
  const shown = frames(waiting, done);
  assert.ok(shown[0].lines.some((l) => l.broker === 3));
  const risen = shown.findIndex((f) => f.edge > shown[0].edge);
  assert.ok(
    shown[risen].lines.some((l) => l.broker === 3),
    'cause and effect touch',
  );
});

test('a record lands where it is written, and those that were there lie still', () => {
  const [empty, written] = states(1000.9, 1002.9);
  const shown = frames(empty, written);
  assert.equal(shown[0].landed(1, 4), 1);
  const flight = shown.map((f) => f.landed(1, 5));
  assert.ok(flight[0] < 0.1 && flight.at(-1) === 1);
});

test('what nobody did does not move', () => {
  const motion = new Motion();
  const run = {};
  for (let i = 0; i < 5; i++) {
    motion.see(waiting, run, i * 100, false);
    motion.shown(waiting.partitions[0], 0, slots);
    assert.equal(motion.moving, false);
  }
});

test('the axis scrolls after the high watermark has come to rest, from one whole offset to another', () => {
  const start = (/** @type {State['partitions'][0]} */ p) => (p.highWatermark > 5 ? 3 : 0);
  const shown = frames(waiting, done, false, start);
  const arrived = shown.findIndex((f) => f.edge === done.partitions[0].highWatermark);
  const scrolls = shown.findIndex((f) => f.start > 0);
  assert.ok(shown[scrolls].now - shown[arrived].now >= Math.max(200, scrollLateMs - frameMs));
  assert.equal(shown[0].start, 0);
  assert.equal(shown.at(-1)?.start, 3);
});

test('the axis is at its place at once where the high watermark would leave it', () => {
  const motion = new Motion();
  const far = { ...done.partitions[0], highWatermark: 900, endOffset: 905 };
  const run = {};
  motion.see(waiting, run, 0, false);
  motion.shown(waiting.partitions[0], 0, slots);
  motion.see({ ...done, partitions: [far] }, run, 10, false);
  const start = windowStart(905, slots, 900);
  assert.equal(motion.shown(far, start, slots).start, start);
});

test('without motion, going back, and in another run the new state is there at once', () => {
  for (const [from, to, still] of /** @type {[State, State, boolean][]} */ ([
    [waiting, done, true],
    [done, waiting, false],
  ])) {
    const [first] = frames(from, to, still);
    assert.equal(first.edge, to.partitions[0].highWatermark);
    assert.deepEqual([first.leaving, first.lines, first.moving], [[], [], false]);
    assert.equal(first.landed(1, 7), 1);
  }
  const motion = new Motion();
  motion.see(waiting, 'one', 0, false);
  motion.shown(waiting.partitions[0], 0, slots);
  motion.see(done, 'another', 10, false);
  assert.equal(motion.shown(done.partitions[0], 0, slots).edge, done.partitions[0].highWatermark);
});
