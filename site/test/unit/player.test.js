// Playing, with the real module: at reading pace from moment to moment, at other speeds to where it has to stop.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { paceNames, readingMs } from '../../src/pace.js';
import { wordFor } from '../../src/view/timeline.js';
import { words } from '../../src/words/words.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @param {string} id @param {number} t where it opens, ms @returns {App} */
function open(id, t) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: false } };
  const app = new App(api, [scenario(id)], around);
  app.nextStop = () => null; // as if there were no lesson
  app.seekTime(t);
  while (app.model.working) app.tick(0);
  return app;
}

test('at reading pace every moment is rested at for as long as its words need, and none is left out', () => {
  const app = open('healthy-write', 0);
  app.play();
  /** @type {Map<number, {main: string, why: string, rest: number}>} */
  const seen = new Map();
  let [t, last] = [-1, 0];
  for (let stamp = 16; stamp < 120000 && app.clock.playing; stamp += 16) {
    app.tick(stamp);
    const n = app.moment?.n ?? -1;
    const known = seen.get(n) ?? { ...app.sentence, rest: 0 };
    if (app.state.t === t) known.rest += stamp - last;
    seen.set(n, known);
    [t, last] = [app.state.t, stamp];
  }
  assert.deepEqual(
    [...seen.keys()].filter((n) => n >= 0),
    app.model.marks.all.map(([n]) => n),
  );
  const rested = [...seen].filter(([n]) => n >= 0 && n < app.model.marks.all.length - 1);
  for (const [n, { main, why, rest }] of rested) {
    assert.ok(rest >= readingMs({ main, why }) - 32, `moment ${n}: ${rest} ms for "${main} ${why}"`);
  }
  assert.match(app.notice, /^Nothing/);
  app.model.release();
});

for (const pace of paceNames) {
  test(`playing stops where it has to, at the pace "${pace}"`, () => {
    const app = open('opening', 2000);
    app.seekTime(20000);
    const [n, , t] = app.model.marks.all.find((m) => m[3] === 'committed') ?? [NaN, 0, 0];
    app.seekTime(2000);
    app.nextStop = () => (app.state.t < t ? { moment: n, t } : null);
    app.setPace(pace);
    app.play();
    for (let stamp = 16; stamp < 90000 && app.clock.playing; stamp += 16) app.tick(stamp);
    assert.deepEqual([app.moment?.n, app.moment?.whole, app.state.t], [n, true, t]);
    app.model.release();
  });
}

test('after a fast stretch it is said what has passed', () => {
  const app = open('same-crash', 0);
  app.setPace('fastest');
  app.play();
  for (let stamp = 16; stamp < 4000 && app.clock.playing; stamp += 16) app.tick(stamp);
  app.pause();
  assert.match(app.notice, /^(\d+ moments passed: .*append|Nothing)/);
  app.model.release();
});

test('no refused or failed answer is called a success on the timeline', () => {
  const app = open('refused-under-minimum', 8000);
  const { all } = app.model.marks;
  const good = words().timeline.acknowledged();
  for (const mark of all) if (mark[5] & 1) assert.notEqual(wordFor(mark), good, JSON.stringify(mark));
  assert.ok(all.some((m) => m[3] === 'refused'));
  assert.ok(
    all.some((m) => wordFor(m) === good),
    'the other one is',
  );
  app.model.release();
});
