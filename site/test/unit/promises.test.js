// What a text promises is there: a record is appended when it was first, what offers to open a lesson opens that one, and
// what is spoken of stands in the picture. (W-15, W-17 and W-19 of what was wrong once.)

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { App } from '../../src/app.js';
import { describe } from '../../src/describe.js';
import { pairs } from '../../src/pairs.js';
import { nextOf, titleOf } from '../../src/view/library.js';
import { records } from '../../src/view/records.js';
import { markup } from '../golden/markup.js';
import { root, scenario, startModule } from '../module.js';

const api = await startModule();
const ids = readdirSync(`${root}core/testdata/scenarios`).map((name) => name.replace('.json', ''));

/** @param {string[]} all scenarios that are there @returns {App} the first, at its start */
function open(...all) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, all.map(scenario), around);
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working || app.lesson?.pending) app.tick(0);
}

/** @param {App} app goes to the end */
function toEnd(app) {
  app.seekTime(Number(app.model.script.until));
  arrive(app);
}

/**
 * When each record was first appended, as the moments tell.
 * @param {App} app
 * @returns {Map<string, number>} by producer and value, ms
 */
function firstAppends({ model }) {
  const first = new Map();
  const over = model.marks.endedBefore(model.state.n);
  for (let n = 0; n < over; n++) {
    const [{ events, about }] = model.run.moments(n, 1);
    for (const event of events) {
      if (event.kind !== 'append') continue;
      const carried = about.find((a) => a.request === event.request);
      const part = carried?.partitions.find(
        (p) => p.topic === event.topic && p.partition === event.partition,
      );
      for (const value of part?.values ?? []) {
        const key = `${carried?.producer} ${value}`;
        if (!first.has(key)) first.set(key, event.t);
      }
    }
  }
  return first;
}

test('a record is appended when it first was, however often it is sent again', () => {
  let again = 0;
  for (const id of ids) {
    const app = open(id);
    toEnd(app);
    const events = app.model.run.lines(0, app.state.n);
    const gone = events.some((e) => e.kind === 'truncate'); // then another copy may count
    const first = gone ? new Map() : firstAppends(app);
    const { records } = app.model.run.records(500);
    // what an application hands over again is another record with the same value
    for (const { producer, value, resend } of records) if (resend) first.delete(`${producer} ${value}`);
    for (const r of records) {
      const at = first.get(`${r.producer} ${r.value}`);
      if (at === undefined) continue;
      assert.equal(r.appended, at, `${id}: ${r.value}`);
      if (r.attempts > 1) again++;
    }
    app.model.release();
  }
  assert.ok(again > 3, `${again} were sent again`);
});

test('the table of records says so', () => {
  const app = open('timeout-duplicate');
  toEnd(app);
  const text = markup(records(app))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  assert.match(text, /pay-1 .*\+1\.5 ms/);
  assert.doesNotMatch(text, /\+3.118\.5 ms/);
  app.model.release();
});

test('a lesson leads to the lesson that it names, and the run until then can be had back', () => {
  for (const id of ids) {
    const { lesson } = scenario(id).script;
    assert.ok(ids.includes(lesson.next), `${id} leads on`);
    const app = open(id, lesson.next);
    toEnd(app);
    const { t } = app.state;
    const next = nextOf(app);
    assert.ok(next, id);
    app.load(next.id);
    arrive(app);
    assert.equal(app.model.scenario, lesson.next);
    assert.equal(titleOf(scenario(app.model.scenario)), next.title);
    assert.equal(app.lesson?.lesson.question.en, next.title, 'its title is the question of the lesson');
    app.undo();
    arrive(app);
    assert.equal(app.model.scenario, id);
    assert.equal(app.state.t, t);
    app.model.release();
  }
});

/**
 * The English texts of a part of a script.
 * @param {any} part
 * @returns {string[]}
 */
function englishOf(part) {
  if (typeof part !== 'object' || part === null) return [];
  const own = typeof part.en === 'string' ? [part.en] : [];
  return [...own, ...Object.values(part).flatMap(englishOf)];
}

test('who speaks of a consumer, or of what is read, shows a consumer', () => {
  let shown = 0;
  for (const id of ids) {
    const { lesson } = scenario(id).script;
    const { question, cards, predictions } = lesson; // what is told of the run; conclusions may be general
    const spoken = englishOf({ question, cards, predictions }).find((text) =>
      /\bconsumers?\b|\b(in)?visible\b|\b(been|be|is) read\b/.test(text),
    );
    if (!spoken) continue;
    const app = open(id);
    toEnd(app);
    assert.ok(app.state.consumers.length, `${id}: “${spoken}”`);
    for (const { id: consumer } of app.state.consumers)
      assert.ok(describe(app.state).includes(consumer), `${id}: the picture in words names ${consumer}`);
    shown++;
    app.model.release();
  }
  assert.ok(shown > 5, `${shown} lessons`);
});

test('who promises a comparison is one of the pairs', () => {
  for (const id of ids) {
    const { title, lesson } = scenario(id).script;
    const promises = [title, ...englishOf(lesson)].filter((text) =>
      /side by side|beside each other/i.test(text),
    );
    assert.ok(!promises.length || pairs.some((p) => p.scenario === id), `${id}: ${promises}`);
  }
});
