// What a screen reader hears in three lessons, played at reading pace, against the files in transcripts/. `npm run
// pictures` writes them anew.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Announcer, Narrator } from '../../src/announce.js';
import { App } from '../../src/app.js';
import { countWords, readingMs } from '../../src/pace.js';
import { scenario, startModule } from '../module.js';

const folder = new URL('transcripts/', import.meta.url);
const update = process.argv.includes('--update');
const api = await startModule();

/** Stands in for real time: what is due is done in order. */
function clockwork() {
  let now = 0;
  /** @type {{at: number, then: () => void}[]} */
  let due = [];
  return {
    now: () => now,
    later: (/** @type {() => void} */ then, /** @type {number} */ ms) =>
      void due.push({ at: now + ms, then }),
    typing: () => false,
    /** @param {number} until */
    run(until) {
      for (;;) {
        const next = due.filter((d) => d.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        due = due.filter((d) => d !== next);
        now = next.at;
        next.then();
      }
      now = until;
    },
  };
}

/**
 * Every message of a lesson, with the second at which it is said.
 * @param {string} id
 */
function transcript(id) {
  const around = { name: id, changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, [scenario(id)], around);
  const arrive = () => {
    while (app.model.working) app.tick(0);
  };
  arrive();
  app.seekMoment(-1);
  arrive();
  const time = clockwork();
  /** @type {[number, string][]} */
  const heard = [];
  const region = {
    get textContent() {
      return '';
    },
    set textContent(text) {
      heard.push([time.now(), text]);
    },
  };
  const announcer = new Announcer(region, time);
  const narrator = new Narrator();
  for (let i = 0; i < 60; i++) {
    const before = app.state.n;
    announcer.soon(() => narrator.next(app));
    time.run(time.now() + readingMs(app.sentence) + 700);
    app.stepMoment(1);
    arrive();
    if (app.state.n === before) break;
  }
  time.run(time.now() + 60000);
  app.model.run.release();
  return heard;
}

for (const id of ['opening', 'locked-while-waiting', 'leader-dies']) {
  test(`what is heard of ${id}`, () => {
    const heard = transcript(id);
    heard.forEach(([at, text], i) => {
      if (i === 0) return;
      const [before, said] = heard[i - 1];
      assert.ok(at - before >= 2000, `${text}: ${at - before} ms after the one before`);
      assert.ok(countWords(said) / ((at - before) / 60000) <= 250.5, `${said}: too fast`);
    });
    assert.equal(new Set(heard.map(([, text]) => text)).size, heard.length, 'nothing is said twice');
    const lines = heard.map(([at, text]) => `${(at / 1000).toFixed(1)} s  ${text}\n`).join('');
    const file = new URL(`${id}.txt`, folder);
    if (update) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, lines);
    }
    assert.equal(lines, readFileSync(file, 'utf8'), 'where the change is meant: npm run pictures');
  });
}
