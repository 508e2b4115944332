// Every lesson, played as a learner plays it at reading pace: each moment stays until its words can have been read, and
// the lesson ends on its conclusion. A lesson of the path does so within a minute and a half.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { App } from '../../src/app.js';
import { countWords } from '../../src/pace.js';
import { lesson as lessonWords } from '../../src/words/lesson.js';
import { localized, setLanguage } from '../../src/words/words.js';
import { root, scenario, startModule } from '../module.js';

/** @import {Lesson, Scenario} from '../../src/types' */

/** What the page promises: words a minute at most, and how long a lesson of the path lasts at most, ms of real time. */
const wordsAMinute = 240;
const longestMs = 90_000;

/** Real time between two frames, ms: as on a screen. */
const frameMs = 16;

/** A lesson that plays longer than this does not end, ms of real time. */
const endlessMs = 600_000;

/** How long one moment stood, ms of real time; the words that were told of it, and those of the lesson that were new;
 * whether the learner ended it: at a question or a card playing stops, and stands until the learner goes on.
 * @typedef {{n: number, words: number, ms: number, stop: boolean, lesson: number}} Stood
 */

const api = await startModule();

/** @param {App} app until it is known where the lesson stops, and the place is reached */
function arrive(app) {
  while (app.model.working || app.lesson?.pending) app.tick(0);
}

/** @param {Scenario} lesson @returns {App} */
function open(lesson) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: false } };
  const app = new App(api, [lesson], around);
  arrive(app);
  return app;
}

/** Answers the question, does what the card asks for, and plays on. @param {App} app */
function goOn(app) {
  const { prediction, card, choices } = /** @type {import('../../src/lesson.js').Tutor} */ (app.lesson);
  if (prediction?.phase === 'asked' && !choices.has(prediction.number)) app.guess(0);
  else if (card?.step && !card.done && !card.begun) app.doAsCard();
  else app.play();
}

/**
 * Plays a lesson to its conclusion.
 * @param {App} app
 * @returns {Stood[]} the moments from its opening on, in order
 */
function playThrough(app) {
  const texts = new Set();
  let ahead = 0; // words of the lesson that are there already on the way to their moment
  /** @type {Stood[]} */
  const all = [stoodAt(app, texts)];
  all[0].stop = true; // the page opens standing still
  goOn(app);
  for (let stamp = frameMs; stamp < endlessMs && !(app.lesson?.ended && !app.busy); stamp += frameMs) {
    app.tick(stamp);
    const now = stoodAt(app, texts);
    ahead += now.lesson;
    if (now.n === all[all.length - 1].n) {
      const last = all[all.length - 1];
      last.words = Math.max(last.words, now.words);
      last.ms += frameMs;
    } else all.push({ ...now, lesson: 0, ms: frameMs });
    if (!app.clock.moving) {
      all[all.length - 1].lesson += ahead;
      ahead = 0;
    }
    if (app.busy || app.lesson?.ended) continue;
    all[all.length - 1].stop = true;
    goOn(app);
  }
  return all;
}

/** @param {App} app @param {Set<string>} texts of the lesson, that have been counted @returns {Stood} */
function stoodAt(app, texts) {
  const { main, why } = app.sentence;
  const fresh = saidByLesson(app).filter((text) => !texts.has(text));
  fresh.forEach((text) => texts.add(text));
  const lesson = countWords(fresh.join(' '));
  return { n: app.moment?.n ?? -1, words: countWords(`${main} ${why}`), ms: 0, stop: false, lesson };
}

/** @param {App} app all that the lesson asks one to read here: its title, the error that it refutes, the card, the question
 * with its answers, what came of it, and what to remember */
function saidByLesson({ lesson }) {
  if (!lesson) return [];
  const { question, refutes } = lesson.lesson;
  const { card, prediction, verdict, conclusion } = lesson;
  const say = lessonWords();
  const told = verdict ?? (prediction?.phase === 'told' ? prediction : null);
  const judged = told ? `${told.choice === told.holds ? say.right() : say.wrong()} ` : '';
  return [
    localized(question),
    refutes ? say.refuted(localized(refutes.text)) : '',
    card ? localized(card.text) : '',
    ...(prediction ? [prediction.ask, ...prediction.options].map((text) => localized(text)) : []),
    told ? judged + localized(told.told) : '',
    conclusion ? localized(conclusion) : '',
  ];
}

/** What a learner needs for the words of a moment at most, ms. @param {number} words */
function needed(words) {
  return (words * 60_000) / wordsAMinute;
}

/** How long a lesson lasts, ms, every word counted: where it stands still, a learner reads before going on. @param {Stood[]} moments */
function lasts(moments) {
  return moments.reduce((ms, m) => ms + Math.max(m.ms, needed(m.words + m.lesson)), 0);
}

/** The lessons in the order of the library. */
function lessons() {
  const groups = ['path', 'guarantees', 'patience', 'elections', 'surprises', 'reports'];
  const place = (/** @type {{lesson: Lesson}} */ { lesson }) =>
    groups.indexOf(lesson.group ?? '') * 100 + (lesson.order ?? 0);
  return readdirSync(`${root}core/testdata/scenarios`)
    .map((name) => scenario(name.replace(/\.json$/, '')))
    .flatMap(({ id, script }) =>
      script.lesson ? [{ id, script, lesson: /** @type {Lesson} */ (script.lesson) }] : [],
    )
    .sort((a, b) => place(a) - place(b));
}

for (const language of /** @type {const} */ (['en', 'de'])) {
  for (const { id, script, lesson } of lessons()) {
    test(`${id} can be read, and ends on its conclusion (${language})`, async (t) => {
      await setLanguage(language);
      const app = open({ id, script });
      t.after(() => app.model.release());
      const moments = playThrough(app);
      const ms = lasts(moments);
      const sum = moments.reduce((n, { words, lesson }) => n + words + lesson, 0);
      const own = moments.reduce((n, { lesson }) => n + lesson, 0);
      t.diagnostic(
        `${id.padEnd(28)} ${String(moments.length).padStart(3)} moments ${String(sum).padStart(4)} words, ` +
          `${String(own).padStart(4)} of them the lesson’s ${(ms / 1000).toFixed(1).padStart(6)} s`,
      );
      for (const moment of moments.slice(0, -1)) {
        if (moment.stop) continue;
        const { n, words, lesson, ms } = moment;
        assert.ok(
          ms >= needed(words + lesson),
          `moment ${n} of ${words} + ${lesson} words stands for ${ms} ms`,
        );
      }
      assert.equal(app.clock.playing, false, 'it stops by itself');
      assert.deepEqual(app.lesson?.conclusion, lesson.conclusion, 'it ends on its conclusion');
      if (lesson.group === 'path') assert.ok(ms <= longestMs, `it lasts ${ms} ms`);
    });
  }
}
