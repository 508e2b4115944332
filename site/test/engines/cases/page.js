// The tests of the page, with the page in one file, opened from a disk. What is hosted or stands in a frame has cases of
// its own; a test that Chromium alone can be asked says so itself.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @import {Case} from '../run.js' */

const folder = fileURLToPath(new URL('../../e2e/', import.meta.url));

const parts = [
  'acceptance',
  'access',
  'compare',
  'controls',
  'crashes',
  'explore',
  'links',
  'opening',
  'path',
  'records',
  'screens',
  'studio',
  'takeaway',
  'time',
  'touch',
];

/** A part that takes longer than this hangs (ms). */
const patienceMs = 1_200_000;

/** @type {Case[]} */
export const cases = parts.map((part) => ({
  name: `one file, opened from a disk, passes the tests of the page: ${part}`,
  patienceMs,
  run: ({ name }) => passes(name, part),
}));

/**
 * @param {string} engine
 * @param {string} part
 */
async function passes(engine, part) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // it is a run of its own
  const child = spawn(
    process.execPath,
    ['--experimental-websocket', '--test-reporter', 'spec', `${folder}${part}.test.js`],
    { env: { ...env, HIGHWATER_TEST_ENGINE: engine }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 0, said.slice(said.indexOf('failing tests:')));
  assert.match(said, /pass [1-9]/, said);
}
