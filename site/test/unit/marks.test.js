import assert from 'node:assert/strict';
import test from 'node:test';
import { Marks, countKinds } from '../../src/marks.js';

/** @import {Frame, MomentMark} from '../../src/types' */

/** @param {...MomentMark} moments @returns {Frame} */
const brings = (...moments) => /** @type {any} */ ({ moments });

/** @type {MomentMark[]} */
const run = [
  [0, 1000, 1000, 'sent', 3, 2],
  [1, 1001.5, 1001.5, 'written', 7, 0],
  [2, 1004, 1005, 'refused', 12, 5],
];

test('marks are gathered; the last one is asked for again, for it may have grown', () => {
  const marks = new Marks();
  assert.deepEqual(marks.wanted, { momentsFrom: 0 });
  marks.take(brings(run[0], [1, 1001.5, 1001.5, 'copied', 5, 0]));
  assert.deepEqual(marks.wanted, { momentsFrom: 1 });
  marks.take(brings(run[1], run[2]));
  assert.deepEqual(marks.all, run);
  marks.take(brings());
  assert.deepEqual(marks.all, run);
});

test('a moment is over right after its last event', () => {
  const marks = new Marks();
  marks.take(brings(...run));
  assert.deepEqual(
    [0, 3, 4, 7, 8, 12, 13, 100].map((n) => marks.endedBefore(n)),
    [0, 0, 1, 1, 2, 2, 3, 3],
  );
});

test('what follows a place at which one acts is dropped', () => {
  const marks = new Marks();
  marks.take(brings(...run));
  marks.fork(9);
  assert.deepEqual(marks.all, run.slice(0, 2));
  assert.equal(marks.forks, 1);
});

test('what one looks for in a long run are failures, changes of the ISR and of leaders', () => {
  const marks = new Marks();
  assert.deepEqual(
    run.map((mark) => marks.isLandmark(mark)),
    [false, false, true],
  );
  assert.equal(marks.isLandmark([0, 0, 0, 'told', 1, 1]), true);
  assert.equal(marks.isLandmark([0, 0, 0, 'elected', 1, 0]), true);
  assert.equal(marks.isLandmark([0, 0, 0, 'committed', 1, 4]), false);
});

test('moments are counted by kind', () => {
  assert.deepEqual(countKinds([...run, run[1]]), { sent: 1, written: 2, refused: 1 });
});
