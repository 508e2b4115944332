// A lesson beside its run: where chapters, cards and questions come, where playing stops, and what a guess comes to.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import test, { afterEach } from 'node:test';
import { App } from '../../src/app.js';
import { Run } from '../../src/engine.js';
import { isLastOfPath } from '../../src/view/library.js';
import { turn, whatIsNew } from '../../src/view/turn.js';
import { lesson as de } from '../../src/words/de/lesson.js';
import { lesson as en } from '../../src/words/en/lesson.js';
import { setLanguage } from '../../src/words/words.js';
import { root, scenario, startModule } from '../module.js';

const api = await startModule();

/** @type {App[]} */
const opened = [];
afterEach(() => {
  for (const app of opened.splice(0)) app.model.release(); // a page may hold few runs
});

/** @param {string} id of a scenario */
function open(id) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [scenario(id)], around);
  opened.push(app);
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working || app.lesson?.pending) app.tick(0);
}

/** @param {App} app @returns {import('../../src/lesson.js').Tutor} */
function lessonOf(app) {
  if (!app.lesson?.plan) throw new Error('there is no lesson, or no plan of it');
  return app.lesson;
}

/** Plays until playing stops by itself; stamps are real time. @param {App} app @param {number} [stamp] */
function playOn(app, stamp = 1000) {
  if (!app.clock.playing) app.play();
  for (let i = 0; app.busy && i < 100000; i++) app.tick((stamp += 50));
  assert.equal(app.clock.playing, false, 'it stops by itself');
}

test('a lesson opens at its opening chapter, and its questions and cards come from the plan', () => {
  const app = open('opening');
  const lesson = lessonOf(app);
  assert.equal(lesson.chapter, lesson.lesson.opens);
  assert.equal(app.model.frame.moment?.n, lesson.plan?.chapters[1]?.moment);
  assert.equal(lesson.card?.number, 1);
  assert.equal(lesson.prediction?.phase, 'asked');
  assert.equal(lesson.prediction?.holds, undefined, 'what is still to come is not told');
  assert.equal(lesson.conclusion, null);
});

test('reset goes to the very start, and playing stops at the question, until it is answered', () => {
  const app = open('opening');
  app.reset();
  arrive(app);
  assert.equal(app.state.n, 0);
  assert.equal(lessonOf(app).chapter, 0);
  playOn(app);
  const { prediction, plan } = lessonOf(app);
  assert.equal(prediction?.phase, 'asked');
  assert.equal(app.state.n, (plan?.predictions[0]?.stop.event ?? NaN) + 1);
  app.guess(1);
  assert.equal(app.clock.playing, true, 'the run goes on');
  app.guess(0);
  assert.equal(lessonOf(app).prediction?.choice, 1, 'the first choice counts');
  playOn(app);
  const { prediction: told, ended, conclusion } = lessonOf(app);
  assert.equal(told?.phase, 'told');
  assert.equal(told?.holds, plan?.predictions[0]?.holds);
  assert.equal(told?.choice, 1);
  assert.ok(ended && conclusion, 'the run ends on the conclusion');
});

test('who does not want to guess plays on', () => {
  const app = open('opening');
  assert.equal(lessonOf(app).prediction?.phase, 'asked');
  playOn(app);
  assert.equal(lessonOf(app).prediction?.phase, 'told');
  assert.equal(lessonOf(app).prediction?.choice, undefined);
});

test('the fastest pace stops as well', () => {
  const app = open('opening');
  app.reset();
  arrive(app);
  app.setPace('fastest');
  playOn(app);
  assert.equal(lessonOf(app).prediction?.phase, 'asked');
  playOn(app);
  assert.ok(lessonOf(app).ended);
});

test('chapters can be gone through both ways', () => {
  const app = open('opening');
  app.reset();
  arrive(app);
  const seen = [];
  for (let i = 0; i < 6; i++) {
    seen.push(lessonOf(app).chapter);
    app.seekChapter(1);
    arrive(app);
  }
  assert.deepEqual(seen, [0, 1, 2, 3, 3, 3]);
  app.seekChapter(-1);
  arrive(app);
  assert.equal(lessonOf(app).chapter, 2);
  app.stepMoment(1);
  arrive(app);
  app.seekChapter(-1);
  arrive(app);
  assert.equal(lessonOf(app).chapter, 2, 'first to the beginning of the present one');
});

test('a deed counts whoever does it, and is done by the card when asked', () => {
  for (const byCard of [true, false]) {
    const app = open('slowest-in-sync');
    app.reset();
    arrive(app);
    for (let i = 0; i < 5 && !lessonOf(app).card?.step; i++) playOn(app);
    assert.equal(lessonOf(app).card?.done, false);
    if (byCard) app.doAsCard();
    else app.act({ 'fetch-delay': { broker: 3, ms: 0 } });
    app.pause(); // the card would let the run go on
    arrive(app);
    assert.equal(lessonOf(app).card?.done, true);
    app.undo();
    arrive(app);
    assert.equal(lessonOf(app).card?.done, false, 'undone');
  }
});

/** Plays until the card asks for something, answering nothing. @param {App} app */
function playToDeed(app) {
  for (let i = 0; i < 5 && !lessonOf(app).waits?.deed; i++) playOn(app);
  assert.ok(lessonOf(app).waits?.deed);
}

test('a first visit alone opens at the opening chapter: who comes from another lesson begins at its start', () => {
  const app = open('healthy-write');
  app.stock([scenario('healthy-write'), scenario('opening')]);
  app.load('opening');
  arrive(app);
  assert.equal(lessonOf(app).lesson.opens, 1);
  assert.equal(app.state.n, 0);
  assert.equal(lessonOf(app).chapter, 0);
});

test('who steps keeps stepping after an answer, and after a deed', () => {
  const app = open('leader-dies');
  for (let i = 0; i < 20 && !lessonOf(app).waits; i++) {
    app.stepMoment(1);
    arrive(app);
  }
  assert.ok(lessonOf(app).waits?.question);
  app.guess(0);
  arrive(app);
  assert.equal(app.clock.playing, false);
  app.doAsCard();
  arrive(app);
  for (let i = 0; i < 3; i++) app.tick(1000 + i);
  assert.equal(app.clock.playing, false);
  assert.ok(app.model.deeds.length === 1);
});

test('where a question and a deed are open together playing goes on when both are done, in either order', () => {
  for (const first of ['question', 'deed']) {
    const app = open('leader-dies');
    playOn(app);
    const { waits } = lessonOf(app);
    assert.ok(waits?.question && waits.deed && app.halted);
    const answer = () => app.guess(1);
    const act = () => {
      app.doAsCard();
      arrive(app);
      app.tick(0);
    };
    for (const [i, go] of (first === 'question' ? [answer, act] : [act, answer]).entries()) {
      go();
      assert.equal(app.clock.playing, i === 1, `${first} first`);
    }
  }
});

test('who presses Play goes on without what is waited for', () => {
  const app = open('leader-dies');
  playOn(app);
  playOn(app);
  assert.equal(app.model.deeds.length, 0);
  assert.equal(lessonOf(app).prediction?.number, 1, 'it stops at the next question');
});

test('the verdict on a prediction stays beside the next question', () => {
  const app = open('leader-dies');
  playOn(app);
  app.guess(1);
  app.doAsCard();
  arrive(app);
  playOn(app);
  const { prediction, verdict } = lessonOf(app);
  assert.equal(prediction?.number, 1);
  assert.equal(prediction?.phase, 'asked');
  assert.equal(verdict?.number, 0);
  assert.equal(verdict?.choice, 1);
  assert.equal(verdict?.holds, lessonOf(app).plan?.predictions[0]?.holds);
});

test('a card says who did what it asks for', () => {
  for (const own of [true, false]) {
    const app = open('leader-dies');
    playToDeed(app);
    if (own) app.act({ kill: { broker: 1 } });
    else app.stepMoment(1);
    arrive(app);
    assert.equal(lessonOf(app).card?.done, true);
    assert.equal(lessonOf(app).card?.by, own ? 'learner' : 'script');
  }
});

test('what happens by itself is neither the script’s deed nor the learner’s', () => {
  const app = open('who-counts');
  playToDeed(app);
  app.stepMoment(1);
  arrive(app);
  assert.equal(lessonOf(app).card?.by, 'itself');
});

test('a deed whose effect is still to come is not asked for again', () => {
  const app = open('the-minimum');
  playToDeed(app);
  app.doAsCard();
  app.pause();
  arrive(app);
  const { card, waits } = lessonOf(app);
  assert.ok(card?.begun && !card.done && !waits?.deed);
  app.doAsCard();
  assert.equal(app.model.deeds.length, 1);
});

test('a lesson ends when the answers that are on their way have arrived', () => {
  for (const id of ['healthy-write', 'opening', 'who-counts']) {
    const app = open(id);
    for (let i = 0; i < 6 && !lessonOf(app).ended; i++) playOn(app);
    assert.ok(lessonOf(app).ended);
    assert.ok(app.state.requests.length > 0);
    assert.deepEqual(new Set(app.state.requests.map((r) => r.phase)), new Set(['answered']), id);
    assert.ok(app.finished.has(id));
  }
});

test('when playing stops it is said whose turn it is, in both languages', async () => {
  const app = open('leader-dies');
  assert.equal(turn(app), '');
  playOn(app);
  assert.equal(turn(app), 'Your turn: answer, or kill broker 1.');
  await setLanguage('de');
  assert.equal(turn(app), 'Jetzt antworten, oder Broker 1 mit kill −9 beenden.');
  await setLanguage('en');
  app.guess(0);
  assert.equal(turn(app), 'Your turn: kill broker 1, or press Play.');
  const other = open('who-counts');
  playToDeed(other);
  assert.equal(turn(other), 'Your turn: take broker 3 out of the ISR, or press Play.');
});

test('every deed that a card asks for can be said', () => {
  for (const file of readdirSync(`${root}core/testdata/scenarios`)) {
    const { lesson } = scenario(file.replace('.json', '')).script;
    for (const card of lesson?.cards ?? []) {
      if (!card.do) continue;
      const verb = Object.keys(card.do.step)[0];
      const d = { verb, brokers: [1], joining: [], producer: 'p', type: '', config: [], ms: 0 };
      for (const words of [en, de]) assert.notEqual(words.deed(d), words.deed({ ...d, verb: '' }), file);
    }
  }
});

test('what is new in a lesson is brought into sight: another lesson, the end, a question, a deed, in this order', () => {
  const { lesson } = scenario('opening').script;
  const before = { lesson, question: '', deed: '', ended: false, turn: '' };
  assert.equal(whatIsNew(before, before), '');
  assert.equal(whatIsNew(before, { ...before, deed: '1' }), '.deed');
  assert.equal(whatIsNew(before, { ...before, deed: '1', question: '0' }), '.question');
  assert.equal(whatIsNew({ ...before, question: '0' }, { ...before, question: '' }), '');
  assert.equal(whatIsNew(before, { ...before, ended: true }), '.conclusion');
  assert.equal(whatIsNew(before, { ...before, lesson: { ...lesson } }), '.lesson.card');
  assert.equal(whatIsNew(before, { ...before, lesson: null }), '');
});

test('the path ends with its last lesson', () => {
  const shelf = ['a', 'b'].map((id, i) => ({ id, group: /** @type {const} */ ('path'), order: i + 1 }));
  const at = (/** @type {string} */ id) => /** @type {any} */ ({ model: { scenario: id }, scenarios: shelf });
  assert.equal(isLastOfPath(at('a')), false);
  assert.equal(isLastOfPath(at('b')), true);
  assert.equal(isLastOfPath(at('c')), false);
});

test('the plan that a scenario comes with is the one that the module makes', () => {
  const folder = `${root}core/testdata/scenarios/`;
  const files = readdirSync(folder).map((name) => folder + name);
  const { stdout } = spawnSync('go', ['run', './core/cmd/lint', '--plan', ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  const plans = new Map(
    stdout.split('\n').map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/))),
  );
  assert.ok(plans.size >= 40);
  for (const file of files) {
    const { script } = scenario(file.slice(folder.length, -'.json'.length));
    if (!script.lesson) continue;
    const run = new Run(api, script);
    let made = run.plan();
    while (made && 'working' in made) made = run.plan();
    assert.deepEqual(made, JSON.parse(plans.get(file) ?? 'null'), file);
    run.release();
  }
});
