// While a lesson asks what will happen, nothing that is told by itself says what the answer rests on: the sentence tells
// what has happened, and its reason comes back with the answer. Of every question of every lesson, in both languages.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test, { after } from 'node:test';
import { Narrator } from '../../src/announce.js';
import { App } from '../../src/app.js';
import { tell } from '../../src/sentence.js';
import { lessonSpeech } from '../../src/speech.js';
import { page } from '../../src/view/page.js';
import { localized, setLanguage } from '../../src/words/words.js';
import { markup } from '../golden/markup.js';
import { root, scenario, startModule } from '../module.js';

const api = await startModule();
after(() => setLanguage('en'));

const ids = readdirSync(`${root}core/testdata/scenarios`).map((name) => name.replace('.json', ''));

/** @param {App} app */
function arrive(app) {
  while (app.model.working || app.lesson?.pending) app.tick(0);
}

/** @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** @param {App} app what the page would say here if it asked nothing */
function whole(app) {
  const { script, hand } = app.model;
  return tell(app.narrated.moment, { script, state: app.narrated.state, hand });
}

/** @param {App} app checks all that is said by itself at a place where a question is open */
function check(app) {
  const { sentence, lesson } = app;
  const { options = [] } = lesson?.prediction ?? {};
  assert.equal(sentence.why, '');
  assert.equal(sentence.where, '');
  assert.ok(sentence.main);
  for (const option of options) {
    const text = plain(localized(option));
    if (text.split(' ').length < 3) continue; // a name alone tells nothing
    assert.ok(!` ${plain(sentence.main)} `.includes(` ${text} `), `“${sentence.main}” says “${text}”`);
  }
  const size = { page: /** @type {const} */ ('wide'), picture: 800, scale: 1, timeline: 800 };
  const shown = /<p class="why">(.*?)<\/p>/s.exec(markup(page(app, size, [])));
  assert.equal(shown?.[1].replace(/<[^>]*>/g, '').trim(), '');
  const { why } = whole(app);
  const narrator = new Narrator();
  narrator.lessons = lessonSpeech;
  for (let i = 0; i < 10; i++) assert.ok(!why || !narrator.next(app).includes(why), why);
}

for (const language of /** @type {const} */ (['en', 'de'])) {
  test(`no reason is told while a question is open (${language})`, async () => {
    await setLanguage(language);
    let withReason = 0;
    for (const id of ids) {
      const { lesson } = scenario(id).script;
      if (!lesson?.predictions) continue;
      const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
      const app = new App(api, [scenario(id)], around);
      arrive(app);
      app.seekMoment(-1);
      arrive(app);
      /** @type {Set<number>} */
      const seen = new Set();
      for (let n = -1; app.state.n > n && !app.lesson?.ended; app.stepMoment(1), arrive(app)) {
        n = app.state.n;
        const { prediction, asks } = /** @type {NonNullable<App['lesson']>} */ (app.lesson);
        if (!prediction || !asks) continue;
        check(app);
        if (seen.has(prediction.number)) continue;
        seen.add(prediction.number);
        const before = app.sentence.main;
        app.lesson?.choices.set(prediction.number, 0);
        assert.equal(app.sentence.main, before);
        const { why } = app.sentence;
        if (why) withReason++;
        app.lesson?.choices.delete(prediction.number);
        assert.equal(app.sentence.why, '');
      }
      assert.equal(seen.size, lesson.predictions.length, `${id} asks all its questions`);
      app.model.release();
    }
    assert.ok(withReason > 20, `the reason comes back with the answer, ${withReason} times`);
  });
}

test('who acts plays past the question, and is told the reasons; who does what the card asks for does not', () => {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [scenario('leader-dies')], around);
  arrive(app);
  while (!app.lesson?.waits?.deed || !app.lesson.asks) {
    app.stepMoment(1);
    arrive(app);
  }
  const { prediction } = app.lesson;
  app.act({ 'fetch-delay': { broker: 3, ms: 100 } });
  arrive(app);
  assert.equal(app.lesson.prediction?.number, prediction?.number);
  assert.equal(app.lesson.prediction?.phase, 'asked');
  assert.ok(app.sentence.why);
  app.undo();
  arrive(app);
  app.stepMoment(-1);
  arrive(app);
  app.stepMoment(1);
  arrive(app);
  assert.ok(app.lesson.asks);
  app.act({ kill: { broker: 1 } });
  arrive(app);
  assert.ok(app.lesson.asks);
  assert.equal(app.sentence.why, '');
  app.model.release();
});
