import assert from 'node:assert/strict';
import test from 'node:test';
import {
  along,
  firstStart,
  measure,
  offsetX,
  onRing,
  progress,
  rows,
  windowStart,
} from '../../src/geometry.js';

test('the axis fits the width, whatever it is', () => {
  for (const width of [300, 336, 552, 872, 1600]) {
    for (const followers of [1, 2, 4]) {
      const m = measure(width, 1, followers);
      assert.ok(m.slots >= 4, `${width}: ${m.slots} slots`);
      assert.ok(m.tracks + (followers - 1) * m.trackGap <= width, `${width}: the tracks stick out`);
    }
  }
});

test('the window leaves room at the right and keeps the edge in sight', () => {
  assert.equal(windowStart(5, 10, 5), 0);
  assert.equal(windowStart(12, 10, 12), 6);
  assert.equal(windowStart(8, 6, 5), 4);
  assert.equal(windowStart(30, 10, 5), 4, 'the logs run far ahead');
});

test('where the logs begin above 0, the axis shows the end of what is deleted, and no more', () => {
  assert.equal(windowStart(5, 10, 5, 3), 0, 'the axis stands still for a few');
  assert.equal(windowStart(5, 10, 5, 5), 3, 'an empty log');
  assert.equal(windowStart(5, 6, 5, 3), 2, 'a narrow axis goes by one');
  assert.equal(windowStart(100, 10, 100, 100), 99);
  assert.equal(windowStart(112, 10, 112, 100), 105, 'it goes on with what is written');
  assert.equal(firstStart({ replicas: [{ logStartOffset: 7 }, { logStartOffset: 3 }] }), 3);
});

test('offsets outside of the window stick to its edges', () => {
  const m = measure(872, 1, 2);
  assert.equal(offsetX(m, 5, 2), m.x0);
  assert.equal(offsetX(m, 5, 100), m.x1);
  assert.equal(offsetX(m, 5, 6), m.x0 + m.pitch);
});

test('a place on its way is a function of time', () => {
  assert.equal(progress(5, 0, 10), 0.5);
  assert.equal(progress(20, 0, 10), 1);
  assert.equal(progress(3, 3, 3), 1);
  assert.deepEqual(along([[0, 0], [10, 0], [10, 10]], 0.75), [10, 5]); // prettier-ignore
});

test('tokens further right hang higher, so that no thread crosses words', () => {
  const placed = rows([6, 8, 7], (x) => x);
  assert.deepEqual(placed, [{ token: 6, row: 2 }, { token: 8, row: 0 }, { token: 7, row: 1 }]); // prettier-ignore
});

test('the wheel begins at the top and goes clockwise', () => {
  assert.deepEqual(onRing(100, 50, 0, 20), [100, 50]);
  assert.deepEqual(onRing(100, 50, 5, 20), [150, 100]);
});
