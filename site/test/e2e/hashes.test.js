// The module in Chromium plays every script to the same events as the core does natively and under Node: what makes links,
// lessons and bug reports mean the same everywhere.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stage } from './harness.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { site, browser } = await stage();

test('every script has the same events in Chromium as natively', async () => {
  const { module, glue } = JSON.parse(readFileSync(`${root}dist/build-manifest.json`, 'utf8'));
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.addScriptTag({ url: glue });
  const lines = readFileSync(`${root}core/testdata/hashes.txt`, 'utf8').trim().split('\n');
  const scripts = lines.map((line) => readFileSync(scriptOf(line.split(' ')[0]), 'utf8'));
  const hashes = await page.evaluate(play, { module, scripts });
  assert.ok(lines.length > 20, 'there are scripts to compare');
  assert.deepEqual(
    hashes,
    lines.map((line) => line.split(' ')[1]),
  );
});

/** @param {string} name as the hashes have it */
function scriptOf(name) {
  const [, set, script] = /^(.*)\/(.*)$/.exec(name) ?? [];
  const folders = {
    scenarios: 'testdata/scenarios',
    'oracle/scripts': 'internal/realkafka/testdata/scripts',
  };
  return `${root}core/${folders[/** @type {keyof typeof folders} */ (set)]}/${script}.json`;
}

/**
 * In the page: starts the module and plays each script to its end.
 * @param {{module: string, scripts: string[]}} asked
 * @returns {Promise<string[]>} the hash of each one's events
 */
async function play({ module, scripts }) {
  if (!window.Go) throw new Error('the glue is missing');
  const go = new window.Go();
  const { instance } = await WebAssembly.instantiate(
    await (await fetch(module)).arrayBuffer(),
    go.importObject,
  );
  /** @type {Record<string, (handle: number, request: string) => string>} */
  const api = await new Promise((resolve) => {
    Object.assign(window, { highwaterReady: resolve });
    go.run(instance);
  });
  return scripts.map((script) => {
    const made = JSON.parse(api.create(0, script)).ok;
    let query = /** @type {object} */ ({ to: made.until });
    while (JSON.parse(api.frame(made.handle, JSON.stringify(query))).ok.working) query = {}; // in slices
    const { hash } = JSON.parse(api.summary(made.handle, '{}')).ok.summary;
    api.release(made.handle, '{}');
    return hash;
  });
}
