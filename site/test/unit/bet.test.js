// Bets on writes that one sends by hand, with the real module: the run decides, wherever one is in it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { betOf, closeBet, fates, placeBet } from '../../src/bet.js';
import { sendRecord } from '../../src/sending.js';
import { lessonSpeech } from '../../src/speech.js';
import { question } from '../../src/view/question.js';
import { markup } from '../golden/markup.js';
import { scenario, startModule } from '../module.js';

/** @import {Fate} from '../../src/bet.js' */

const api = await startModule();
const payments = { topic: 'payments', partition: 0 };

/** @param {string} id @param {number} t ms @returns {App} a scenario without its lesson */
function open(id, t) {
  const { script } = scenario(id);
  delete script.lesson;
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [{ id, script }], around);
  app.seekTime(t);
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

/** @param {App} app goes on by so much @param {number} ms */
function goOn(app, ms) {
  app.seekTime(app.state.t + ms);
  arrive(app);
}

/** @param {App} app @param {'raw' | 'client'} by */
function send(app, by) {
  app.toolbar.raw = by === 'raw';
  if (by === 'raw') app.send([payments]);
  else sendRecord(app, payments);
  arrive(app);
}

/** @param {App} app what the card says */
const textOf = (app) =>
  markup(question(app))
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');

/** What a write comes to, how one gets there, and after which time. @type {[Fate, (app: App) => void, number][]} */
const cases = [
  ['soon', (app) => app.act({ 'fetch-delay': { broker: 3, ms: 0 } }), 5000],
  ['later', () => {}, 10000],
  ['timed-out', (app) => app.act({ 'fetch-pause': { broker: 3 } }, { freeze: { broker: 2 } }), 40000],
  ['refused', (app) => app.act({ set: { topic: 'payments', config: { 'min.insync.replicas': 3 } } }), 10000],
];

for (const [fate, prepare, ms] of cases) {
  for (const by of /** @type {const} */ (['raw', 'client'])) {
    if (by === 'client' && (fate === 'refused' || fate === 'timed-out')) continue; // it would be tried again
    test(`a write by a ${by === 'raw' ? 'raw request' : 'client'}: ${fate}`, () => {
      const app = open('opening', 500);
      if (fate === 'refused') app.act({ isr: { ...payments, members: [1, 2] } });
      if (fate === 'timed-out') app.setTimeoutMs('2000');
      prepare(app);
      goOn(app, fate === 'soon' ? 9000 : 100);
      assert.equal(betOf(app), null, 'there is nothing to bet on');
      send(app, by);
      const bet = betOf(app);
      assert.ok(bet && bet.choice === undefined && bet.holds === undefined);
      assert.match(textOf(app), new RegExp(`What becomes of ${bet.value}\\?`));
      assert.match(
        lessonSpeech(app)
          .last.map(({ text }) => text)
          .join(),
        /Bet, if you like/,
      );
      const sent = app.state.n;
      placeBet(app, fate);
      placeBet(app, 'lost');
      assert.equal(betOf(app)?.choice, fate, 'the first choice counts');
      goOn(app, ms);
      assert.equal(betOf(app)?.holds, fate);
      assert.match(textOf(app), /You have won\./);
      assert.match(
        lessonSpeech(app)
          .last.map(({ text }) => text)
          .join(),
        /You have won\. It happened/,
      );
      app.seekEvent(sent);
      arrive(app);
      assert.equal(betOf(app)?.holds, undefined, 'before that it is not decided');
      goOn(app, ms);
      closeBet(app);
      assert.equal(betOf(app), null);
      app.model.release();
    });
  }
}

test('what is acknowledged may be lost all the same', () => {
  const app = open('leader-dies', 3000);
  app.toolbar.acks = '1';
  send(app, 'raw');
  placeBet(app, 'soon');
  goOn(app, 50);
  assert.equal(betOf(app)?.holds, 'soon');
  app.act({ kill: { broker: 1 } });
  arrive(app);
  goOn(app, 12000);
  assert.equal(betOf(app)?.holds, 'lost');
  assert.match(textOf(app), /You have lost\./);
  app.model.release();
});

test('nobody has to bet, and where nobody is told there is nothing to bet on', () => {
  const app = open('opening', 500);
  send(app, 'raw');
  assert.ok(betOf(app));
  goOn(app, 20000);
  assert.equal(betOf(app), null, 'it is decided');
  app.toolbar.acks = '0';
  send(app, 'raw');
  assert.equal(betOf(app)?.value, undefined);
  assert.equal(fates.length, 5);
  app.model.release();
});

test('a lesson that asks goes before a bet', () => {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [scenario('opening')], around);
  while (app.model.working || app.lesson?.pending) app.tick(0);
  assert.equal(app.lesson?.prediction?.phase, 'asked');
  send(app, 'raw');
  while (app.lesson?.pending) app.tick(0);
  assert.equal(betOf(app), null);
  app.seekTime(15000);
  arrive(app);
  app.model.release();
});
