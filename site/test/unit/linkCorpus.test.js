// Links that have been made stay links: each of test/links opens in every later release, and plays the same run. A link of
// the corpus is never changed. `node test/unit/linkCorpus.test.js --update` writes the hashes anew when events have changed
// on purpose.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { decode } from '../../src/link.js';
import { merged } from '../../src/history.js';
import { startModule } from '../module.js';
import { arrive, hashOf, playground, scriptOf } from './links.js';
import { scenario } from '../module.js';

/** A link, what it is of, and what it must lead to: the hash of each of its runs, played to the end, the present one first;
 * what it is at; and how it is set.
 * @typedef {{what: string, link: string, hashes: string[], t: number, settings: Record<string, unknown>}} Released
 */

const folder = new URL('../links/', import.meta.url);
const update = process.argv.includes('--update');
const api = await startModule();

for (const name of readdirSync(folder)) {
  const file = new URL(name, folder);
  /** @type {Released[]} */
  const links = JSON.parse(readFileSync(file, 'utf8'));
  for (const released of links) {
    test(`${name}: ${released.what}`, async () => {
      const saved = await decode(released.link, scriptOf);
      const app = playground(api, scenario('single-replica'));
      app.reopen(saved);
      arrive(app);
      const hashes = [saved, ...saved.branches].map(({ script, deeds }) =>
        hashOf(api, merged(script, deeds)),
      );
      if (update) released.hashes = hashes;
      assert.deepEqual(hashes, released.hashes);
      assert.equal(app.state.t, released.t);
      assert.deepEqual({ ...app.settings, ...released.settings }, app.settings);
      app.model.release();
    });
  }
  if (update)
    test(`the hashes of ${name} are written`, () =>
      writeFileSync(file, `${JSON.stringify(links, null, 2)}\n`));
}

test('there are links of every version', () => {
  assert.deepEqual(readdirSync(folder), ['1.json']);
});
