import assert from 'node:assert/strict';
import test from 'node:test';
import { History, byHand, merged, mostBranches, sameRun, upTo } from '../../src/history.js';

/** @import {Kept} from '../../src/history' */

const given = {
  version: 1,
  cluster: {},
  steps: [
    { at: 5, kill: { broker: 1 } },
    { at: 10, start: { broker: 1 } },
  ],
  until: 100,
};

/** @param {number} at @param {number} broker */
const freeze = (at, broker) => ({ at, freeze: { broker } });

/** @param {import('../../src/history').Deed[]} deeds @param {number} [t] @returns {Kept} */
const run = (deeds, t = 0) => ({ scenario: 'x', given, deeds, place: { n: t, t, on: true } });

test('a script with deeds is in order of time; at one instant what was given comes first', () => {
  const deeds = [freeze(7, 1), freeze(10, 2), freeze(10, 3)];
  const { steps, until } = merged(given, deeds);
  assert.deepEqual(steps, [given.steps[0], deeds[0], given.steps[1], deeds[1], deeds[2]]);
  assert.deepEqual([...byHand(given, deeds)], [1, 3, 4]);
  assert.equal(until, 60010);
  assert.equal(merged(given, []), given);
  assert.equal(merged({ ...given, until: undefined }, deeds).until, undefined);
  assert.equal(merged(given, [freeze(86399000, 1)]).until, 86400000);
});

test('deeds of a later time are given up, those of the same instant are not', () => {
  const deeds = [freeze(7, 1), freeze(10, 2), freeze(11, 3)];
  assert.deepEqual(upTo(deeds, 10), deeds.slice(0, 2));
  assert.equal(upTo(deeds, 11), deeds);
});

test('what is undone can be redone, in order, until something else is done', () => {
  const history = new History();
  const [a, b, c] = [run([]), run([freeze(1, 1)], 1), run([freeze(1, 1), freeze(2, 2)], 2)];
  assert.equal(history.undo(a), undefined);
  history.replaced(a, false);
  history.replaced(b, false);
  assert.equal(history.undo(c), b);
  assert.equal(history.undo(b), a);
  assert.equal(history.canUndo, false);
  assert.equal(history.redo(a), b);
  assert.equal(history.redo(b), c);
  assert.equal(history.canRedo, false);
  assert.deepEqual(history.branches, []);
});

test('what could have been redone becomes a branch when something else is done instead', () => {
  const history = new History();
  const [a, b, c] = [run([]), run([freeze(1, 1)], 1), run([freeze(1, 1), freeze(2, 2)], 2)];
  history.replaced(a, false);
  history.replaced(b, false);
  history.undo(c);
  history.undo(b);
  history.replaced(a, false);
  assert.equal(history.canRedo, false);
  assert.equal(history.branches.length, 1);
  assert.ok(sameRun(history.branches[0], c), 'the one in which most was done');
});

test('a branch stays until it is thrown away, opened, or become the present run again', () => {
  const history = new History();
  const [a, b, c] = [run([freeze(1, 1)], 5), run([freeze(2, 1)], 5), run([freeze(3, 1)], 5)];
  history.replaced(a, true);
  history.replaced(b, true);
  assert.deepEqual(
    history.branches.map((x) => x.number),
    [1, 2],
  );
  history.keep({ ...a, place: { n: 9, t: 9, on: false } });
  assert.deepEqual(
    history.branches.map((x) => [x.number, x.place.t]),
    [
      [2, 5],
      [1, 9],
    ],
    'the same run is there once, at the place where it was left last',
  );
  assert.equal(history.undo(c)?.deeds, b.deeds);
  assert.deepEqual(
    history.branches.map((x) => x.number),
    [1],
  );
  assert.equal(history.take(0)?.place.t, 9);
  assert.equal(history.take(0), undefined);
  assert.deepEqual(history.branches, []);
});

test('there are only so many branches', () => {
  const history = new History();
  for (let i = 0; i < mostBranches + 3; i++) history.keep(run([freeze(i, 1)]));
  assert.equal(history.branches.length, mostBranches);
  assert.equal(history.branches[0].number, 4);
});

test('runs are compared by what they are, not by which object they are', () => {
  const copy = JSON.parse(JSON.stringify(run([freeze(1, 1)], 3)));
  assert.ok(sameRun(copy, run([freeze(1, 1)], 8)));
  assert.ok(!sameRun(copy, run([freeze(1, 2)], 3)));
  assert.ok(!sameRun({ ...copy, given: { ...given, until: 5 } }, run([freeze(1, 1)])));
});

test('a run that is extended behind a deed ends at a whole microsecond', () => {
  const given = /** @type {any} */ ({ steps: [], until: 1000 });
  assert.equal(merged(given, [{ at: 4001.501, kill: { broker: 1 } }]).until, 64001.501);
});
