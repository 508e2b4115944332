import assert from 'node:assert/strict';
import test from 'node:test';
import { nearest, place, placeX, upper, windowOf } from '../../src/timescale.js';

/** @type {import('../../src/types').Mark[]} */
const marks = [
  [0, 0, 'step'],
  [4, 1000, 'request'],
  [6, 1001.5, 'append'],
  [8, 1001.5, 'park'],
  [20, 31001, 'expire'],
];

test('marks stand in order, events at one instant side by side', () => {
  const placed = place(marks, 900);
  for (let i = 1; i < placed.length; i++) assert.ok(placed[i].x - placed[i - 1].x >= 9);
});

test('any number of marks fits the width', () => {
  const many = Array.from({ length: 3000 }, (_, n) => /** @type {typeof marks[0]} */ ([n, n, 'append']));
  const placed = place(many, 600);
  assert.ok(placed[placed.length - 1].x <= 600);
});

test('the playhead stands after what has happened and before what has not', () => {
  const placed = place(marks, 900);
  for (let i = 0; i < marks.length; i++) {
    const x = placeX(placed, marks[i][0] + 1, marks[i][1]);
    assert.ok(x >= placed[i].x);
    if (placed[i + 1]) assert.ok(x < placed[i + 1].x);
  }
});

test('a point on the timeline finds the marks before it', () => {
  const placed = place(marks, 900);
  assert.equal(nearest(placed, 0), 0);
  assert.equal(nearest(placed, placed[2].x), 3);
  assert.equal(nearest(placed, 5000), marks.length);
});

test('marks before an event are counted', () => {
  assert.equal(upper(marks, 0), 0);
  assert.equal(upper(marks, 7), 3);
  assert.equal(upper(marks, 100), 5);
});

test('a short run is shown whole; of a long one a window with the place in its middle half', () => {
  assert.deepEqual(windowOf(40, 3, 900), [0, 40]);
  for (let at = 0; at <= 5000; at += 7) {
    const [from, to] = windowOf(5000, at, 900);
    assert.ok(from <= at && at <= to, `${at} in ${from} to ${to}`);
    if (from > 0) assert.ok(at - from >= 14 && at - from <= 42, `${at} in ${from} to ${to}`);
  }
});
