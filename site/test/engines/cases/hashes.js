// Every script leads to the same events in every browser as natively: what makes links, lessons and bug reports mean the
// same everywhere.

import assert from 'node:assert/strict';
import { noted, play, program } from '../hashes.js';

/** @import {Case} from '../run.js' */

/** The fast part plays one in so many scripts. */
const oneIn = 32;

/** @type {Case[]} */
export const cases = [
  {
    name: 'some scripts have the same events as natively',
    fast: true,
    run: ({ tab, serve }) => compare(tab, serve, oneIn),
  },
  { name: 'all scripts have the same events as natively', run: ({ tab, serve }) => compare(tab, serve, 1) },
];

/**
 * @param {import('../engine.js').Tab} tab
 * @param {import('../run.js').Stage['serve']} serve
 * @param {number} oneIn
 */
async function compare(tab, serve, oneIn) {
  const site = await serve();
  await tab.go(site.url);
  const scripts = noted().filter((_, i) => i % oneIn === 0);
  assert.ok(scripts.length > 5, 'there are scripts to compare');
  const { module } = program();
  const found = await tab.evaluate(play, { module, scripts: scripts.map(({ script }) => script) });
  assert.deepEqual(
    scripts.map(({ name }, i) => `${name} ${found[i]}`),
    scripts.map(({ name, hash }) => `${name} ${hash}`),
  );
}
