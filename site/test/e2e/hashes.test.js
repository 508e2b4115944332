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
  const { module } = JSON.parse(readFileSync(`${root}dist/build-manifest.json`, 'utf8'));
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => window.Go);
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
    const hash = hashOf(made.handle);
    api.release(made.handle, '{}');
    return hash;
  });

  /**
   * The 64-bit FNV-1a of all events' lines, each with its newline, as two halves that stay exact.
   * @param {number} handle
   */
  function hashOf(handle) {
    let [high, low] = [0xcbf29ce4, 0x84222325];
    for (let n = 0; ; n++) {
      const line = api
        .lines(handle, JSON.stringify({ from: n, max: 1 }))
        .slice('{"ok":['.length, -']}'.length);
      if (!line) break;
      for (const byte of new TextEncoder().encode(`${line}\n`)) {
        low = (low ^ byte) >>> 0;
        const product = low * 0x1b3; // the prime is 2^40 + 0x1b3
        high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + low * 2 ** 8) % 2 ** 32;
        low = product % 2 ** 32;
      }
    }
    return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
  }
}
