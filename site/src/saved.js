// A playground's runs and settings as a plain value that can be written down, and such a value read back: nothing in it is
// believed before it is checked. Pure, but for what checks a script.

/** @import {Script} from './types' */
/** @import {Deed, Kept, Place} from './history.js' */
/** @import {PaceName} from './pace.js' */

import { mostBranches } from './history.js';
import { paces } from './pace.js';

/** What the page is set to.
 * @typedef {{acks: string, timeoutMs: number, target: number, pace: PaceName, tab: string}} Settings
 */

/** A run in a saved value. @typedef {{scenario: string, script: Script, deeds: Deed[], place: Place}} SavedRun */

/** A saved value. @typedef {SavedRun & {version: 1, branches: SavedRun[], settings: Settings}} Saved */

/** How long a saved value may be as JSON, in characters; how many deeds a run may have; how long a name may be. */
const mostText = 4 << 20;
const mostDeeds = 10000;
const longestName = 100;

/** The last instant that there can be, ms, and more events than there can be. */
const lastMs = 86400000;
const mostEvents = 1e9;

/**
 * @param {Kept} run the present one
 * @param {Kept[]} branches
 * @param {Settings} settings
 * @returns {Saved} of plain JSON values, which nothing else refers to
 */
export function saved(run, branches, settings) {
  const value = { version: 1, ...written(run), branches: branches.map(written), settings };
  return JSON.parse(JSON.stringify(value));
}

/** @param {Kept} run @returns {SavedRun} */
function written({ scenario, given, deeds, place }) {
  return { scenario, script: given, deeds, place };
}

/**
 * Reads a saved value.
 * @param {unknown} value from anywhere
 * @param {(run: Kept) => void} accept throws if the script of a run is wrong
 * @returns {{run: Kept, branches: Kept[], settings: Partial<Settings>}}
 * @throws {Error} that says what is wrong with it
 */
export function checked(value, accept) {
  const text = JSON.stringify(value) ?? '';
  if (text.length > mostText)
    throw new Error(`a saved run of ${text.length} characters; the limit is ${mostText}`);
  const plain = object(JSON.parse(text || 'null'), 'a saved run');
  if (plain.version !== 1) throw new Error('a saved run of another version');
  const branches = list(plain.branches ?? [], mostBranches, 'branches');
  const all = [plain, ...branches].map((run, i) => runOf(run, i ? `branches[${i - 1}]` : 'the run'));
  for (const run of all) accept(run);
  return { run: all[0], branches: all.slice(1), settings: settingsOf(plain.settings) };
}

/**
 * @param {any} value
 * @param {string} what
 * @returns {Kept}
 */
function runOf(value, what) {
  const { scenario = '', script, deeds = [], place } = object(value, what);
  if (typeof scenario !== 'string' || scenario.length > longestName)
    throw new Error(`${what}: no name of a scenario`);
  list(object(script, `${what}: its script`).steps, mostDeeds, `${what}: its steps`);
  for (const deed of list(deeds, mostDeeds, `${what}: its deeds`)) {
    if (!within(object(deed, `${what}: a deed`).at, lastMs))
      throw new Error(`${what}: a deed without a time`);
  }
  return { scenario, given: script, deeds, place: placeOf(place, what) };
}

/**
 * @param {any} value
 * @param {string} what
 * @returns {Place}
 */
function placeOf(value, what) {
  const { n, t, on } = object(value, `${what}: its place`);
  if (!within(n, mostEvents) || !Number.isInteger(n) || !within(t, lastMs))
    throw new Error(`${what}: no place`);
  return { n, t: Math.round(t * 1000) / 1000, on: on === true };
}

/** @param {any} value @returns {Partial<Settings>} those that are right */
function settingsOf(value) {
  const { acks, timeoutMs, target, pace, tab } = value && typeof value === 'object' ? value : {};
  return {
    ...(['0', '1', 'all'].includes(acks) && { acks }),
    ...(Number.isInteger(timeoutMs) && { timeoutMs }),
    ...(Number.isInteger(target) && { target }),
    ...(Object.hasOwn(paces, String(pace)) && { pace }),
    ...(typeof tab === 'string' && /^[a-z]{0,20}$/.test(tab) && { tab }),
  };
}

/**
 * @param {any} value
 * @param {string} what
 * @returns {Record<string, any>}
 */
function object(value, what) {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error(`${what} is no object`);
  return value;
}

/**
 * @param {any} value
 * @param {number} most
 * @param {string} what
 * @returns {any[]}
 */
function list(value, most, what) {
  if (!Array.isArray(value)) throw new Error(`${what} is no list`);
  if (value.length > most) throw new Error(`${what}: ${value.length}; the limit is ${most}`);
  return value;
}

/**
 * @param {any} value
 * @param {number} most
 */
function within(value, most) {
  return typeof value === 'number' && value >= 0 && value <= most;
}
