import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock } from '../../src/clock.js';
import { readingMs } from '../../src/pace.js';

const next = { n: 3, from: 1001, t: 1002 };
const words = { main: 'Broker 1 writes two records at offset 5 of payments.', why: '' };

/** @param {Partial<Clock>} [how] */
function playing(how = {}) {
  const clock = Object.assign(new Clock(), how);
  clock.start();
  clock.tick(1000, { now: 1000, still: false }); // the first frame tells only when it is
  return clock;
}

/**
 * Plays until a moment is reached.
 * @param {Clock} clock
 * @param {number} stamp
 * @param {import('../../src/clock').Known} known
 */
function reach(clock, stamp, known) {
  const frames = [];
  let now = known.now;
  for (;;) {
    stamp += 16;
    const tick = clock.tick(stamp, { ...known, now });
    frames.push(tick);
    now = tick.query?.to ?? now;
    if (tick.arrived || frames.length > 2000) return { stamp, frames };
  }
}

test('playing goes to the end of the next moment in 0.4 to 1 s, and rests there until its words are read', () => {
  const clock = playing();
  const { stamp, frames } = reach(clock, 1000, { now: 1000, next, still: false });
  assert.deepEqual(frames.at(-1), { query: { moment: 3 }, arrived: true, waited: 0 });
  assert.ok(frames.length * 16 >= 400 && frames.length * 16 <= 1016, String(frames.length));
  const times = frames.slice(0, -1).map((f) => f.query?.to ?? NaN);
  times.forEach((t, i) => assert.ok(t >= (times[i - 1] ?? 1000) && t < 1002, `${i}: ${t}`));
  assert.ok(new Set(times).size > 20, 'it moves');
  clock.rest(words);
  const more = { now: 1002, next: { n: 4, from: 1003, t: 1003 }, still: false };
  assert.deepEqual(clock.tick(stamp + readingMs(words) - 1, more), {});
  assert.ok(clock.tick(stamp + readingMs(words) + 1, more).query);
});

test('at half pace it rests twice as long, at double pace half as long', () => {
  for (const [pace, factor] of /** @type {const} */ ([
    ['half', 2],
    ['double', 0.5],
  ])) {
    const clock = playing({ pace });
    clock.rest(words);
    const known = { now: 1000, next, still: false };
    assert.deepEqual(clock.tick(1000 + factor * readingMs(words) - 1, known), {});
    assert.ok(clock.tick(1000 + factor * readingMs(words) + 1, known).query);
  }
});

test('with reduced motion it is at the next moment at once', () => {
  const clock = playing();
  assert.deepEqual(clock.tick(1016, { now: 1000, next, still: true }), {
    query: { moment: 3 },
    arrived: true,
    waited: 0,
  });
});

test('waiting that passes on the way is told', () => {
  const clock = playing();
  const { frames } = reach(clock, 1000, { now: 1000, next: { n: 3, from: 9000, t: 9000 }, still: false });
  assert.ok(frames.every((f) => f.waited === 8000));
});

test('what is to watch besides moments is gone to by its time', () => {
  const clock = playing();
  const { frames } = reach(clock, 1000, { now: 1000, next: { from: 1001, t: 1001 }, still: false });
  assert.deepEqual(frames.at(-1)?.query, { to: 1001 });
});

test('while it is not known what comes next it stays; where nothing comes it ends', () => {
  const clock = playing();
  assert.deepEqual(clock.tick(1016, { now: 1000, clear: 5000, still: false }), {});
  assert.deepEqual(clock.tick(1032, { now: 1000, next: null, still: false }), { ended: true });
});

test('what comes differently is planned anew', () => {
  const clock = playing();
  clock.tick(1016, { now: 1000, next, still: false });
  assert.equal(clock.moving, true);
  clock.replan();
  assert.equal(clock.moving, false);
  const { frames } = reach(clock, 1016, { now: 1000.5, next: { n: 9, from: 1005, t: 1005 }, still: false });
  assert.deepEqual(frames.at(-1)?.query, { moment: 9 });
});

test('in real time, and ten times as fast, time goes by evenly and does not rest', () => {
  const clock = playing({ pace: 'real' });
  assert.equal(clock.rests, false);
  clock.rest(words);
  assert.deepEqual(clock.tick(1050, { now: 1000, next, still: false }), { query: { to: 1050 } });
  clock.pace = 'tenfold';
  assert.deepEqual(clock.tick(1100, { now: 1050, next, still: false }), { query: { to: 1550 } });
  assert.deepEqual(
    clock.tick(1150, { now: 1550, clear: 1600, still: false }),
    { query: { to: 1600 } },
    'no further than is known to be clear',
  );
  assert.deepEqual(clock.tick(1160, { now: 1600, next: null, still: false }), { ended: true });
});

test('a long pause between two frames is not played', () => {
  const clock = playing({ pace: 'real' });
  assert.deepEqual(clock.tick(61000, { now: 1000, next, still: false }), { query: { to: 1100 } });
  clock.sleep();
  assert.deepEqual(clock.tick(99000, { now: 1100, next, still: false }), { query: { to: 1100 } });
});

test('as fast as it goes, a frame goes through as many moments as there is time for', () => {
  const clock = playing({ pace: 'fastest' });
  assert.ok(Number(clock.tick(1016, { now: 1000, next, still: false }).query?.moments) >= 100);
});
