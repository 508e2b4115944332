// Runs the tests of the page with one site and one browser for all of them: node test/e2e/run.js [PATTERN], of which a
// test's name must have something.
//
// What fails among the others is tried once more by itself. A fault of the page fails again, and so does the run. A test
// that passes then did not wait for what it asks about, which shows on a busy machine only: it is named at the end, to be
// mended.

import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { share } from './harness.js';

/** @typedef {{file: string, name: string}} Failure of a test; without a name: of what is around the tests of a file */

const folder = fileURLToPath(new URL('.', import.meta.url));

/** A file of tests that takes longer than this hangs (ms). */
const timeout = 300_000;

/** The tests wait more than they work, so there may be more of them at a time than processors. */
const concurrency = availableParallelism() + 1;

const pattern = process.argv[2];
const files = (await readdir(folder))
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => folder + name);

const stop = await share();
const failed = await play({ files, concurrency, ...(pattern ? { testNamePatterns: [pattern] } : {}) });
const again = await alone(failed);
await stop();
for (const { file, name } of failed)
  if (!again.some((f) => f.file === file && f.name === name))
    console.log(`failed among the others, passed alone: ${name} (${file.slice(folder.length)})`);
if (again.length) process.exitCode = 1;

/**
 * @param {Parameters<typeof run>[0]} how
 * @returns {Promise<Failure[]>} what failed
 */
function play(how) {
  /** @type {Map<string, Failure>} */
  const failures = new Map();
  return new Promise((done) => {
    run({ timeout, ...how })
      .on('test:fail', ({ file = '', name, nesting }) => {
        if (nesting) return;
        const failure = { file, name: file === name ? '' : name };
        failures.set(`${file}\n${failure.name}`, failure);
      })
      .compose(new spec())
      .on('end', () => done([...failures.values()]))
      .pipe(process.stdout, { end: false });
  });
}

/** @param {Failure[]} failures @returns {Promise<Failure[]>} those that fail by themselves, too */
async function alone(failures) {
  /** @type {Failure[]} */
  const found = [];
  for (const file of new Set(failures.map((f) => f.file))) {
    const names = failures.filter((f) => f.file === file).map((f) => f.name);
    const whole = names.includes('');
    console.log(`once more by itself: ${whole ? file.slice(folder.length) : names.join('; ')}`);
    const exact = names.map((name) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`));
    found.push(
      ...(await play({ files: [file], concurrency: 1, ...(whole ? {} : { testNamePatterns: exact }) })),
    );
  }
  return found;
}
