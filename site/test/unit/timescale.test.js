import assert from 'node:assert/strict';
import test from 'node:test';
import { labels, nearest, place, placeX, windowOf } from '../../src/timescale.js';

/** @type {import('../../src/types').MomentMark[]} */
const marks = [
  [0, 0, 0, 'deed', 0, 2],
  [1, 1000, 1000, 'sent', 4, 2],
  [2, 1001.5, 1001.5, 'written', 7, 0],
  [3, 1001.5, 1001.5, 'copied', 8, 0],
  [4, 31001, 31001, 'timed-out', 20, 5],
];

test('marks stand in order, moments at one instant side by side', () => {
  const placed = place(marks, 900);
  for (let i = 1; i < placed.length; i++) assert.ok(placed[i].x - placed[i - 1].x >= 16);
});

test('any number of marks fits the width', () => {
  const many = Array.from(
    { length: 3000 },
    (_, n) => /** @type {typeof marks[0]} */ ([n, n, n, 'written', n, 0]),
  );
  const placed = place(many, 600);
  assert.ok(placed[placed.length - 1].x <= 600);
});

test('the playhead stands after what is over and before what is not', () => {
  const placed = place(marks, 900);
  for (let i = 0; i < marks.length; i++) {
    const x = placeX(placed, marks[i][4] + 1, marks[i][2]);
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

test('a short run is shown whole; of a long one a window with the place in its middle half', () => {
  assert.deepEqual(windowOf(20, 3, 900), [0, 20]);
  for (let at = 0; at <= 5000; at += 7) {
    const [from, to] = windowOf(5000, at, 900);
    assert.ok(from <= at && at <= to, `${at} in ${from} to ${to}`);
    if (from > 0) assert.ok(at - from >= 5 && at - from <= 15, `${at} in ${from} to ${to}`);
  }
});

test('words stand beneath their marks where there is room, the weightiest first, and never on one another', () => {
  const xs = [20, 40, 60, 200, 290];
  const widths = [50, 50, 50, 40, 60];
  const there = labels(xs, widths, [1, 9, 1, 1, 1], 300);
  assert.deepEqual(
    there.map((l) => l.i),
    [1, 3, 4],
  );
  there.forEach(({ i, x }, k) => {
    assert.ok(x >= 0 && x + widths[i] <= 300, 'within the timeline');
    if (k) assert.ok(x > there[k - 1].x + widths[there[k - 1].i], 'apart');
  });
  assert.deepEqual(
    labels(xs, widths, [9, 1, 9, 1, 1], 300).map((l) => l.i),
    [0, 3, 4],
  );
});
