import assert from 'node:assert/strict';
import test from 'node:test';
import { along, countWords, paceNames, paces, readingMs, wayTo } from '../../src/pace.js';

test('a moment stays 250 ms a word, and two seconds at least', () => {
  assert.equal(readingMs({ main: 'Nothing.', why: '' }), 2000);
  const main = 'Broker 2 has everything, but requests 1 and 2 wait: broker 3 is still in the ISR.';
  assert.equal(readingMs({ main, why: 'It is slow.' }), 250 * 20);
});

test('what is no word is not counted as one', () => {
  assert.equal(countWords('Broker 3 – so far – has 5 of 8 …'), 8);
  assert.equal(countWords('  '), 0);
  assert.equal(countWords('Größe, αβγ'), 2);
});

/** @param {import('../../src/pace').Way} way */
const length = ({ legs }) => legs.reduce((sum, { ms }) => sum + ms, 0);

test('the motion to the next moment takes from 0.4 to 1 s at reading pace, and no longer at any pace but slow motion', () => {
  for (const span of [0, 0.5, 1, 7, 400, 4000, 9999, 30000, 300000]) {
    for (const inner of [0, 0.5, 2]) {
      const way = wayTo(1000, 1000 + span, 1000 + span + inner, paces.reading);
      assert.ok(length(way) >= 400 && length(way) <= 1000, `${span} ${inner}: ${length(way)}`);
      const half = wayTo(1000, 1000 + span, 1000 + span + inner, paces.half);
      const twice = wayTo(1000, 1000 + span, 1000 + span + inner, paces.double);
      assert.ok(length(half) <= 1000 && length(twice) < length(way));
    }
  }
});

test('on its way time goes forward, within the way, and ends at its end', () => {
  for (const name of paceNames.filter((n) => paces[n].rest)) {
    for (const [now, from, to] of [
      [0, 0, 0],
      [5, 3, 6],
      [1000, 3500, 3501.5],
      [1000, 90000, 90001],
    ]) {
      const way = wayTo(now, from, to, paces[name]);
      let last = now;
      for (let spent = 0; ; spent += 16) {
        const at = along(way, spent);
        if (at === null) break;
        assert.ok(at >= last && at <= to, `${name} ${now} ${to}: ${last}, ${at}`);
        last = at;
      }
      assert.equal(along(way, length(way) + 0.01), null);
    }
  }
});

test('what happens gets a third of the motion however long the wait before it was', () => {
  const way = wayTo(0, 8000, 8002, paces.reading);
  const [wait, happening] = way.legs;
  assert.deepEqual([wait.to, happening.from, happening.to], [8000, 8000, 8002]);
  assert.ok(happening.ms >= 0.35 * length(way) - 1e-9);
});

test('a wait is told from one second on; of a long one only its end is seen', () => {
  assert.equal(wayTo(0, 999, 1000, paces.reading).waited, 0);
  assert.equal(wayTo(0, 2500, 2501, paces.reading).waited, 2500);
  const way = wayTo(0, 30000, 30000, paces.reading);
  assert.equal(way.waited, 30000);
  assert.equal(along(way, 0), 28000);
});

test('slow motion goes evenly at 1:500, and quickly over what is quiet', () => {
  const way = wayTo(1000, 1000, 1002, paces.slow);
  assert.equal(along(way, 250), 1000.5);
  assert.equal(along(way, 500), 1001);
  const after = wayTo(0, 5000, 5002, paces.slow);
  assert.equal(after.waited, 5000);
  assert.ok(length(after) < 1000 + 1500 + 1);
  assert.equal(after.legs.at(-1)?.from, 4999);
});
