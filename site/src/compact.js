// A saved value in few characters, for a link, and back. A built-in scenario is not copied with the texts of its
// lesson: what stands in the link is its name and the script that decides its run, so that a link plays the run it was
// made of even where the scenario has changed since. Pure, but for loading built-in scenarios.
//
// The form: [scripts, runs, settings].
//   a script    [id, run, changes?] of a built-in one: the script without title and lesson, and what differs from
//               it; or ['', script] of one's own, as a whole
//   a run       [which script, deeds, n, t, on]: the first is the present one, the others are the branches
//   deeds       [ms since the one before, step, ...]
//   settings    those that are not as they are at first
// Keys are shortened by the list below.

/** @import {Script, Step} from './types' */
/** @import {Deed} from './history.js' */
/** @import {Saved, SavedRun, Settings} from './saved.js' */

import { Fault, mostDeeds } from './saved.js';
import { localized } from './words/words.js';

/** Gives the script of a built-in scenario; undefined: there is none of that name.
 * @typedef {(id: string) => Promise<Script | undefined>} ScriptOf
 */

/** The keys that have a code: the first 26 a letter, the others two. Links that are made depend on the order: a key
 * that is added here, or moved, needs another version of the link. */
const keys = (
  'produce acks timeout.ms partitions topic partition records broker send producer value kill start members isr set ' +
  'config min.insync.replicas link from to up fetch-delay ms at steps version cluster brokers topics name replicas logs ' +
  'epoch values until producers id consumers features eligible.leader.replicas.version network latency.ms append.ms seed ' +
  'stop power-off lose freeze thaw fetch-pause fetch-resume fetch-rate records-per-second elect type leader leaderEpoch elr ' +
  'highWatermarks unclean.leader.election.enable enable.idempotence linger.ms request.timeout.ms delivery.timeout.ms key ' +
  'size count every.ms flush close producerId producerEpoch sequence replica.lag.time.max.ms broker.session.timeout.ms ' +
  'timeoutMs raw target pace tab'
).split(' ');

const codes = new Map(keys.map((key, i) => [key, codeOf(i)]));
const names = new Map(keys.map((key, i) => [codeOf(i), key]));

/** @param {number} i @returns {string} the code of the key with that number */
function codeOf(i) {
  const letter = (/** @type {number} */ n) => String.fromCharCode(97 + n);
  return i < 26 ? letter(i) : letter(Math.floor(i / 26) - 1) + letter(i % 26);
}

/** A key that looks like a code, or like one that was marked so, is marked. */
const marked = /^(~|[a-z]{1,2}$)/;

/** So deep things may stand in one another. */
const deepest = 40;

/** What the page is set to at first. @type {Settings} */
const plain = { acks: 'all', timeoutMs: 30000, raw: false, target: 0, pace: 'reading', tab: '' };

/** What is in a link: the saved value, not yet checked by the core; and what the built-in scenarios are called that
 * have changed since, so that the link plays their runs without their lesson.
 * @typedef {Saved & {earlier: string[]}} Linked
 */

/**
 * @param {Saved} saved
 * @param {ScriptOf} scriptOf
 * @returns {Promise<unknown>} the short form, of plain JSON values
 */
export async function compact({ settings, branches, ...run }, scriptOf) {
  /** @type {Map<string, number>} */
  const places = new Map();
  /** @type {unknown[]} */
  const scripts = [];
  const runs = [];
  for (const { scenario, script, deeds, place } of [run, ...branches]) {
    const key = `${scenario} ${JSON.stringify(script)}`;
    let at = places.get(key);
    if (at === undefined) {
      places.set(key, (at = scripts.length));
      scripts.push(await packed(scenario, script, scriptOf));
    }
    runs.push([at, spaced(deeds), place.n, place.t, place.on ? 1 : 0]);
  }
  const own = Object.entries(settings).filter(([name, value]) => /** @type {any} */ (plain)[name] !== value);
  return renamed(
    [scripts, runs, Object.fromEntries(own)],
    (key) => codes.get(key) ?? (marked.test(key) ? `~${key}` : key),
  );
}

/**
 * @param {string} id
 * @param {Script} script
 * @param {ScriptOf} scriptOf
 */
async function packed(id, script, scriptOf) {
  const builtIn = id ? await scriptOf(id) : undefined;
  if (!builtIn || !same(taught(builtIn), taught(script))) return ['', script];
  const [run, own] = [/** @type {any} */ (running(builtIn)), Object.entries(running(script))];
  const changes = own.filter(([name, value]) => !same(run[name], value));
  const lost = Object.keys(run).some((name) => !(name in script));
  if (lost) return ['', script];
  return changes.length ? [id, run, Object.fromEntries(changes)] : [id, run];
}

/** @param {Script} script @returns {Script} what decides its run */
function running({ title: _, lesson: __, ...run }) {
  return run;
}

/** @param {Script} script what does not decide its run */
function taught({ title, lesson }) {
  return { title, lesson };
}

/** @param {unknown} a @param {unknown} b */
function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** @param {Deed[]} deeds */
function spaced(deeds) {
  let before = 0;
  return deeds.flatMap(({ at, ...step }) => {
    const wait = at - before;
    before = at;
    return [micro(wait), step];
  });
}

/** @param {number} ms @returns {number} in whole microseconds */
function micro(ms) {
  return Math.round(ms * 1000) / 1000;
}

/**
 * @param {unknown} value the short form, from anywhere
 * @param {ScriptOf} scriptOf
 * @returns {Promise<Linked>} of which only so much is checked as reading it needs
 * @throws {Fault} if it has not the form
 */
export async function expanded(value, scriptOf) {
  const [scripts, runs, settings] = list(
    renamed(value, (key) => names.get(key) ?? key.replace(/^~/, '')),
    'the link',
  );
  /** @type {string[]} */
  const earlier = [];
  /** @type {{scenario: string, script: Script}[]} */
  const found = [];
  for (const [i, script] of list(scripts, 'scripts').entries())
    found.push(await unpacked(list(script, `scripts[${i}]`), `scripts[${i}]`, scriptOf, earlier));
  const [run, ...branches] = list(runs, 'runs').map((r, i) =>
    runOf(r, i ? `branches[${i - 1}]` : 'run', found),
  );
  if (!run) throw new Fault('runs', 'there is none');
  const own = settings === undefined ? {} : object(settings, 'settings');
  return { version: 1, ...run, branches, settings: { ...plain, ...own }, earlier };
}

/**
 * @param {any[]} script
 * @param {string} path
 * @param {ScriptOf} scriptOf
 * @param {string[]} earlier
 * @returns {Promise<{scenario: string, script: Script}>}
 */
async function unpacked([id, run, changes], path, scriptOf, earlier) {
  if (typeof id !== 'string' || id.length > longestName)
    throw new Fault(`${path}[0]`, 'no name of a scenario');
  const script = /** @type {Script} */ (object(run, `${path}[1]`));
  if (!id) return { scenario: '', script };
  const own = changes === undefined ? {} : object(changes, `${path}[2]`);
  const builtIn = await scriptOf(id);
  if (builtIn && same(running(builtIn), script))
    return { scenario: id, script: changes === undefined ? builtIn : { ...builtIn, ...own } };
  const title = builtIn ? nameOf(builtIn) : id;
  earlier.push(title);
  return { scenario: '', script: { title, ...script, ...own } };
}

/** @param {Script} script @returns {string} what a built-in one is called */
function nameOf({ lesson, title = '' }) {
  return lesson ? localized(lesson.question) : title;
}

/** How long a name may be. */
const longestName = 100;

/**
 * @param {unknown} run
 * @param {string} path
 * @param {{scenario: string, script: Script}[]} scripts
 * @returns {SavedRun}
 */
function runOf(run, path, scripts) {
  const [which, deeds, n, t, on] = list(run, path);
  const script = scripts[which];
  if (!Number.isInteger(which) || !script) throw new Fault(`${path}.script`, 'there is none');
  return {
    ...script,
    deeds: timed(list(deeds, `${path}.deeds`), `${path}.deeds`),
    place: { n, t, on: on === 1 },
  };
}

/**
 * @param {any[]} spaced
 * @param {string} path
 * @returns {Deed[]}
 */
function timed(spaced, path) {
  if (spaced.length > 2 * mostDeeds) throw new Fault(path, `${spaced.length / 2}; the limit is ${mostDeeds}`);
  const deeds = [];
  let at = 0;
  for (let i = 0; i < spaced.length; i += 2) {
    const [wait, step] = spaced.slice(i, i + 2);
    if (typeof wait !== 'number') throw new Fault(`${path}[${i / 2}].at`, 'no time');
    at = micro(at + wait);
    deeds.push({ .../** @type {Step} */ (object(step, `${path}[${i / 2}]`)), at });
  }
  return deeds;
}

/**
 * @param {any} value of plain JSON values
 * @param {(key: string) => string} name
 * @param {number} [depth]
 * @returns {any} the same with other keys
 */
function renamed(value, name, depth = 0) {
  if (value === null || typeof value !== 'object') return value;
  if (depth > deepest) throw new Fault('the link', `more than ${deepest} values in one another`);
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [name(key), renamed(inner, name, depth + 1)]),
  );
}

/**
 * @param {any} value
 * @param {string} path
 * @returns {any[]}
 */
function list(value, path) {
  if (!Array.isArray(value)) throw new Fault(path, 'no list');
  return value;
}

/**
 * @param {any} value
 * @param {string} path
 * @returns {Record<string, any>}
 */
function object(value, path) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Fault(path, 'no object');
  return value;
}
