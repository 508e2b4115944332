// The module under Node, as the page has it in a browser.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadSentences } from '../src/sentence.js';

/** @import {Api} from '../src/types' */

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds and starts the module.
 * @returns {Promise<Api>}
 */
export async function startModule() {
  await loadSentences();
  const file = `${root}.build/test.wasm`;
  const env = { ...process.env, GOOS: 'js', GOARCH: 'wasm' };
  const built = spawnSync('go', ['build', '-o', file, './wasm'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (built.status !== 0) throw new Error('the module could not be built');
  const goroot = spawnSync('go', ['env', 'GOROOT'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  createRequire(import.meta.url)(`${goroot}/lib/wasm/wasm_exec.js`);
  const go = new /** @type {any} */ (globalThis).Go();
  const { instance } = await WebAssembly.instantiate(readFileSync(file), go.importObject);
  return new Promise((resolve) => {
    Object.assign(globalThis, { highwaterReady: resolve });
    go.run(instance);
  });
}

/** @param {string} id of a scenario */
export function scenario(id) {
  return { id, script: JSON.parse(readFileSync(`${root}core/testdata/scenarios/${id}.json`, 'utf8')) };
}
