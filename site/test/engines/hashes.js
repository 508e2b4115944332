// The hashes of all events that a script leads to, as a browser finds them: the core's own are in core/testdata/hashes.txt.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the scripts are, by the first part of their name in the list of hashes. */
const folders = /** @type {Record<string, string>} */ ({
  scenarios: 'testdata/scenarios',
  'oracle/scripts': 'internal/realkafka/testdata/scripts',
});

/**
 * @returns {{name: string, hash: string, script: string}[]} every script of which the core has noted the hash
 */
export function noted() {
  const lines = readFileSync(`${root}core/testdata/hashes.txt`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [name, hash] = line.split(' ');
    const [, set, script] = /^(.*)\/(.*)$/.exec(name) ?? [];
    return { name, hash, script: readFileSync(`${root}core/${folders[set]}/${script}.json`, 'utf8') };
  });
}

/** @returns {{module: string}} the file of the build that play() needs */
export function program() {
  return JSON.parse(readFileSync(`${root}dist/build-manifest.json`, 'utf8'));
}

/**
 * In the page: starts another module and plays each script to its end.
 * @param {{module: string, scripts: string[]}} asked
 * @returns {Promise<string[]>} the hash of each one's events
 */
export async function play({ module, scripts }) {
  while (!window.Go) await new Promise((done) => setTimeout(done, 20)); // the page brings it along
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
