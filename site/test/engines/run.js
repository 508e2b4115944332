// Runs the cases in the browsers that are asked for, and prints a table of both:
//
//     node --experimental-websocket test/engines/run.js [--fast] [--only PATTERN] [chromium] [firefox] [webkit]
//
// dist/ has to be there. What was found is added to what is known of the same version in .build/results/engines.json.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases as embed } from './cases/embed.js';
import { cases as frames } from './cases/frames.js';
import { cases as grading } from './cases/grading.js';
import { cases as hashes } from './cases/hashes.js';
import { cases as oneFile } from './cases/onefile.js';
import { cases as page } from './cases/page.js';
import { cases as site } from './cases/site.js';
import { cases as studio } from './cases/studio.js';
import { dist, host } from './host.js';
import { starts } from './starts.js';

/** @import {Engine, How, Tab} from './engine.js' */
/** @import {Host} from './host.js' */

/**
 * What a case has to work with.
 * @typedef {object} Stage
 * @property {string} name of the engine
 * @property {Tab} tab a new one, which is closed after the case
 * @property {typeof host} serve starts a static host, which ends with the case
 * @property {(how: How) => Promise<Engine>} start another browser of the same kind; the case closes it
 * @property {(() => Promise<Engine>)[]} others start each of the other browsers that are asked
 */

/**
 * @typedef {object} Case
 * @property {string} name what is true
 * @property {number} [patienceMs] it takes longer than others may
 * @property {boolean} [fast] belongs to the part that each change has to pass
 * @property {(stage: Stage) => Promise<void | string>} run throws what is not true; a text says why this engine cannot be
 * asked
 */

const all = [...site, ...oneFile, ...frames, ...embed, ...hashes, ...grading, ...studio, ...page];

/** A case that takes longer than this hangs (ms). */
const usualPatienceMs = 180_000;

const artefacts = fileURLToPath(new URL('../artefacts/', import.meta.url));
const results = fileURLToPath(new URL('../../../.build/results/', import.meta.url));

const { values, positionals } = parseArgs({
  options: { fast: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const asked = /** @type {(keyof typeof starts)[]} */ (positionals.length ? positionals : Object.keys(starts));
const chosen = all.filter(({ name, fast }) => (fast || !values.fast) && new RegExp(values.only).test(name));

/** What was found: of each case, in each engine, "ok", "failed", or why it cannot be asked. @type {Map<string, string>} */
const found = new Map();
/** @type {Map<string, string>} */
const versions = new Map();

await test('engines', { concurrency: true }, async (t) => {
  await Promise.all(asked.map((name) => t.test(name, (t) => inEngine(t, name))));
});
report();
await save();

/**
 * Runs the cases in one engine, one after the other.
 * @param {import('node:test').TestContext} t
 * @param {keyof typeof starts} name
 */
async function inEngine(t, name) {
  const engine = await starts[name]();
  versions.set(name, engine.version);
  for (const { name: what, run, patienceMs: timeout = usualPatienceMs } of chosen) {
    await t.test(what, { timeout }, async (t) => {
      found.set(`${name}: ${what}`, 'failed');
      const tab = await engine.open();
      /** @type {Host[]} */
      const hosts = [];
      const serve = async (/** @type {Parameters<typeof host>[0]} */ how) => {
        hosts.push(await host(how));
        return hosts[hosts.length - 1];
      };
      try {
        const others = asked.filter((other) => other !== name).map((other) => starts[other]);
        const reason = await run({ name, tab, serve, start: starts[name], others });
        found.set(`${name}: ${what}`, reason ? `not asked: ${reason}` : 'ok');
        if (reason) t.skip(reason);
      } catch (error) {
        await keep(tab, `${name}-${what}`);
        throw error;
      } finally {
        await tab.close();
        for (const each of hosts) await each.close();
      }
    });
  }
  await engine.close();
}

/**
 * Keeps what a failed case looked like.
 * @param {Tab} tab
 * @param {string} name
 */
async function keep(tab, name) {
  await mkdir(artefacts, { recursive: true });
  const picture = await tab.screenshot().catch(() => undefined); // a document may be beyond that
  if (picture) await writeFile(`${artefacts}${name.replace(/\W+/g, '-').slice(0, 80)}.png`, picture);
}

/** Prints the table. */
function report() {
  const wide = Math.max(...chosen.map(({ name }) => name.length));
  const line = (/** @type {string} */ name, /** @type {string[]} */ cells) =>
    console.log(`${name.padEnd(wide)}  ${cells.map((cell) => cell.padEnd(18)).join('')}`.trimEnd());
  line(
    '',
    asked.map((name) => `${name}`),
  );
  line(
    '',
    asked.map((name) => versions.get(name) ?? 'not started'),
  );
  for (const { name } of chosen) {
    line(
      name,
      asked.map((engine) => (found.get(`${engine}: ${name}`) ?? '-').replace(/:.*/, '')),
    );
  }
}

/**
 * What is known of a version: the engines, and of each case what was found in which of them.
 * @typedef {{version: string, engines: {name: string, version: string}[], cases: {name: string, found: Record<string, string>}[]}}
 * Known
 */

/** Adds what was found to what is known. */
async function save() {
  const { version } = JSON.parse(await readFile(`${dist}build-manifest.json`, 'utf8'));
  const file = `${results}engines.json`;
  /** @type {Known} */
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const same = before.version === version ? before : { engines: [], cases: [] };
  const names = Object.keys(starts).filter(
    (name) => versions.has(name) || same.engines.some((e) => e.name === name),
  );
  /** @type {Known} */
  const known = {
    version,
    engines: names.map((name) => ({
      name,
      version: versions.get(name) ?? same.engines.find((e) => e.name === name)?.version ?? '',
    })),
    cases: all.map(({ name }) => {
      const earlier = same.cases.find((c) => c.name === name)?.found ?? {};
      const now = names.flatMap((engine) => {
        const result = found.get(`${engine}: ${name}`);
        return result ? [[engine, result]] : [];
      });
      return { name, found: { ...earlier, ...Object.fromEntries(now) } };
    }),
  };
  known.cases = known.cases.filter((c) => Object.keys(c.found).length);
  await mkdir(results, { recursive: true });
  await writeFile(file, `${JSON.stringify(known, null, 2)}\n`);
}
