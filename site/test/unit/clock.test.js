import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, advance } from '../../src/clock.js';

const moment = { now: 1000, next: 1001, elapsed: 16, speed: 2, still: false };

test('time goes by speed times real time', () => {
  assert.equal(advance(moment, null).to, 1000.032);
});

test('a long pause between two frames is not played', () => {
  assert.equal(advance({ ...moment, elapsed: 60000 }, null).to, 1000.2);
});

test('a quiet stretch is glided over, to a moment before the next event, and its length is told', () => {
  let now = 1000;
  let glide = null;
  for (let i = 0; i < 200; i++) {
    const move = advance({ ...moment, now, next: 5000 }, glide);
    assert.ok(move.to >= now && move.to < 5000);
    now = move.to;
    glide = move.glide;
    if (move.skipped) {
      assert.equal(move.skipped, 3999);
      assert.equal(now, 4999);
      return;
    }
  }
  assert.fail('the glide does not end');
});

test('with reduced motion the stretch is jumped over', () => {
  const move = advance({ ...moment, next: 5000, still: true }, null);
  assert.deepEqual([move.to, move.skipped, move.glide], [4999, 3999, null]);
});

test('when nothing more comes, it stops', () => {
  assert.equal(advance({ ...moment, next: null }, null).ended, true);
});

/** @type {{now: number, event: number | null, next: number | null, still: boolean}} */
const at = { now: 1000, event: 1001, next: 1001, still: false };

test('at a notable event playing rests, so that it can be read', () => {
  const clock = new Clock();
  clock.start();
  assert.deepEqual(clock.tick(100, at), { query: { to: 1000 } }, 'no time has passed yet');
  assert.deepEqual(clock.tick(200, at), { query: { to: 1000.2 } });
  assert.deepEqual(
    clock.tick(300, { ...at, now: 1000.9 }),
    { query: { step: 1 } },
    'to the event, and not beyond',
  );
  assert.deepEqual(clock.tick(400, { ...at, now: 1001, event: 1001 }), {});
  assert.deepEqual(clock.tick(1100, { ...at, now: 1001, event: 1005, next: 1005 }), {
    query: { to: 1001.2 },
  });
  clock.speed = 10000;
  assert.deepEqual(
    clock.tick(1200, { ...at, now: 1002 }),
    { query: { to: 2002 } },
    'in a fast run it does not',
  );
});

test('where it is not known yet what comes, playing goes on as far as nothing does', () => {
  const clock = new Clock();
  clock.start();
  clock.speed = 100;
  const unknown = { ...at, event: null, next: null };
  clock.tick(100, { ...unknown, clear: 5000 });
  assert.deepEqual(clock.tick(150, { ...unknown, clear: 5000 }), { query: { to: 1005 } });
  assert.deepEqual(clock.tick(200, { ...unknown, clear: 1003 }), { query: { to: 1003 } });
  assert.deepEqual(
    clock.tick(5000, { ...unknown, clear: 9000 }),
    { query: { to: 1010 } },
    'no long pause is played',
  );
});

test('where nothing comes playing ends, and a glide ends with playing', () => {
  const clock = new Clock();
  clock.start();
  assert.deepEqual(clock.tick(100, { ...at, event: null, next: null }), { ended: true });
  clock.tick(200, { ...at, event: 9000, next: 9000 });
  assert.match(clock.tick(216, { ...at, event: 9000, next: 9000 }).notice ?? '', /^Skipping 8 s/);
  assert.equal(clock.stop(), true);
  assert.equal(clock.stop(), false);
});
