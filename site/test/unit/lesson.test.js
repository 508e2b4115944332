// A lesson beside its run: where chapters, cards and questions come, where playing stops, and what a guess comes to.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { lastOf } from '../../src/lesson.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @param {string} id of a scenario */
function open(id) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [scenario(id)], around);
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

test('a lesson is over with the last of its things, and not before all of them are there', () => {
  const at = (/** @type {number} */ event) => ({ event, moment: event, t: event });
  const plan = { chapters: [at(-1), at(5)], cards: [at(7)], predictions: [], end: at(20) };
  assert.equal(lastOf(plan).event, 7);
  assert.equal(lastOf({ ...plan, cards: [null] }).event, 20);
  const predictions = [{ stop: at(6), decided: at(9), holds: 0 }];
  assert.equal(lastOf({ ...plan, predictions }).event, 9);
});
