// The ready-made pairs as text: in what A and B differ at the end of their run, as the page lists it, against the files in
// pairs/; and their scripts, which the core's own test compares, against core/internal/compare/testdata/pairs/. `npm run
// pictures` writes them anew.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { App } from '../../src/app.js';
import { comparePair } from '../../src/comparison.js';
import { pairs } from '../../src/pairs.js';
import { differences } from '../../src/view/compare.js';
import { setLanguage } from '../../src/words/words.js';
import { root, scenario, startModule } from '../module.js';

const folder = new URL('pairs/', import.meta.url);
const scripts = new URL(`file://${root}core/internal/compare/testdata/pairs/`);
const update = process.argv.includes('--update');
const api = await startModule();

/** @param {App} app */
function arrive(app) {
  while (app.model.working || app.compare?.busy) app.tick(0);
}

/** @param {import('../../src/types').Script[]} both as they stand in a file, a step in a line */
function written(both) {
  const short = (/** @type {string} */ text) =>
    text.replace(/\n {8,}/g, ' ').replace(/\n {6}([\]}])/g, ' $1');
  return `${short(JSON.stringify(both, null, 2))}\n`;
}

/**
 * @param {URL} file
 * @param {string} text
 */
function same(file, text) {
  if (update) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'), 'where the change is meant: npm run pictures');
}

if (update) for (const url of [folder, scripts]) mkdirSync(url, { recursive: true });

for (const pair of pairs) {
  test(`the differences of the pair "${pair.id}"`, async () => {
    const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
    const app = new App(api, [scenario('opening'), scenario(pair.scenario)], around);
    const both = pair.make(scenario(pair.scenario).script);
    same(new URL(`${pair.id}.json`, scripts), written(both));
    await comparePair(app, pair);
    arrive(app);
    app.seekTime(Number(both[1].until));
    arrive(app);
    assert.ok(app.compare);
    const found = app.compare.differences(app.model, false);
    const times = [...found.records, ...found.partitions].map(({ t }) => t);
    let text = '';
    for (const language of /** @type {const} */ (['en', 'de'])) {
      await setLanguage(language);
      const { lines, left } = differences(app, app.compare);
      assert.equal(lines[0]?.t, Math.min(...times), 'the first difference is the earliest');
      assert.equal(left, 0);
      text += lines.map(({ t, text }) => `${t} ms  ${text}\n`).join('');
    }
    await setLanguage('en');
    app.model.release();
    same(new URL(`${pair.id}.txt`, folder), text);
  });
}

test('every file of a pair is compared', () => {
  const names = (/** @type {string} */ ending) => pairs.map(({ id }) => id + ending).toSorted();
  assert.deepEqual(readdirSync(folder).toSorted(), names('.txt'));
  const made = readdirSync(scripts).toSorted();
  assert.deepEqual(
    made.filter((name) => name.endsWith('.json')),
    names('.json'),
  );
});
