// Runs the tests of the page with one site and one browser for all of them: node test/e2e/run.js [PATTERN], of which a
// test's name must have something.

import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { share } from './harness.js';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** A file of tests that takes longer than this hangs (ms). */
const timeout = 300_000;

/** The tests wait more than they work, so there may be more of them at a time than processors. */
const concurrency = availableParallelism() + 1;

const files = (await readdir(folder))
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => folder + name);
const stop = await share();
const pattern = process.argv[2];
run({ files, timeout, concurrency, ...(pattern ? { testNamePatterns: [pattern] } : {}) })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .on('end', () => stop())
  .pipe(process.stdout);
