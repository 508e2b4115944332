import assert from 'node:assert/strict';
import test from 'node:test';
import { advance } from '../../src/clock.js';

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
