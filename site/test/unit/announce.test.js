import assert from 'node:assert/strict';
import test from 'node:test';
import { Announcer, Narrator, summary } from '../../src/announce.js';

/** @param {object} change @returns {any} */
const app = (change = {}) => ({
  passed: [],
  progress: null,
  notice: '',
  sentence: { main: 'One.', why: 'Because.' },
  moment: { n: 1 },
  clock: { playing: false, rests: true },
  state: { partitions: [] },
  ui: { heard: { why: '', twins: '', difference: '' } },
  ...change,
});

test('a moment is said once, and a loss before all else', () => {
  const narrator = new Narrator();
  assert.equal(narrator.next(app()), 'One. Because.');
  assert.equal(narrator.next(app()), '');
  assert.equal(narrator.next(app({ moment: { n: 2 } })), 'One. Because.');
  const partitions = [{ topic: 'p', partition: 0, ghosts: [{ value: 'pay-1' }] }];
  const lost = app({ moment: { n: 3 }, state: { partitions } });
  assert.equal(narrator.next(lost), 'Loss: pay-1 was acknowledged and is gone. One. Because.');
  assert.equal(narrator.next(lost), '');
});

test('what passes too fast is told when it rests, with what was settled', () => {
  const narrator = new Narrator();
  const passed = [
    [1, 0, 0, 'sent', 3, 2],
    [2, 1, 1, 'written', 5, 0],
    [3, 2, 2, 'committed', 9, 4],
  ];
  const fast = app({ passed, clock: { playing: true, rests: false } });
  assert.equal(narrator.next(fast), 'Playing.');
  assert.equal(narrator.next(fast), '');
  const said = narrator.next(app());
  assert.match(said, /^Paused\. 3 moments passed: .*Requests were settled in 1 of them\. One\./);
  assert.equal(summary(/** @type {any} */ (passed)).includes('1 append'), true);
});

test('nothing is said while the learner types, and no message cuts off the one before', () => {
  /** @type {{then: () => void, at: number}[]} */
  const due = [];
  let now = 0;
  let typing = true;
  const around = {
    now: () => now,
    later: (/** @type {() => void} */ then, /** @type {number} */ ms) =>
      void due.push({ then, at: now + ms }),
    typing: () => typing,
  };
  const region = { textContent: '' };
  const announcer = new Announcer(region, around);
  const next = () => {
    const { then, at } = /** @type {any} */ (due.shift());
    now = at;
    then();
  };
  announcer.soon(() => 'one two three four five six seven eight nine ten');
  next();
  assert.equal(region.textContent, '');
  typing = false;
  next();
  assert.match(region.textContent, /^one two/);
  const said = now;
  announcer.soon(() => 'eleven');
  next();
  assert.equal(region.textContent, 'eleven');
  assert.ok(now - said >= 2400, 'ten words take their time');
});

test('a notice is said once, and not the sentence again with it', () => {
  const narrator = new Narrator();
  narrator.next(app());
  assert.equal(narrator.next(app({ notice: '2.9 s of waiting skipped.' })), '2.9 s of waiting skipped.');
  assert.equal(narrator.next(app({ notice: '2.9 s of waiting skipped.' })), '');
  assert.equal(narrator.next(app({ moment: { n: 2 }, sentence: { main: 'Two.', why: '' } })), 'Two.');
});

test('playing and pausing are said; with a question only that it pauses, and the slider speaks for itself', () => {
  const narrator = new Narrator();
  narrator.next(app());
  const playing = { playing: true, rests: true };
  assert.equal(narrator.next(app({ clock: playing })), 'Playing.');
  assert.equal(narrator.next(app({ clock: playing })), '');
  assert.equal(narrator.next(app()), 'Paused.');
  narrator.next(app({ clock: playing }));
  narrator.lessons = () => ({ first: [], last: [{ slot: 'question', text: 'Question: who? 2 answers.' }] });
  assert.equal(narrator.next(app()), 'Paused. Question: who? 2 answers.');
  assert.equal(narrator.next(app()), '');
  assert.equal(narrator.next(app({ moment: { n: 3 }, sentence: { main: 'Three.', why: '' } }), true), '');
});

test('what is long is said in parts, none of them lost', () => {
  const narrator = new Narrator();
  const long = Array.from({ length: 35 }, (_, i) => `word${i}`).join(' ');
  narrator.lessons = () => ({
    first: [{ slot: 'lesson', text: 'Lesson 1 of 8: why?' }],
    last: [{ slot: 'card', text: long }],
  });
  assert.equal(narrator.next(app()), 'Lesson 1 of 8: why? One. Because.');
  assert.equal(narrator.next(app()), long);
  assert.equal(narrator.next(app()), '');
});
