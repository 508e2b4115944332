// A playground's runs and settings as a plain value that can be written down, and such a value read back: nothing in it
// is believed before it is checked. Pure, but for what checks a script.

/** @import {Script} from './types' */
/** @import {Deed, Kept, Place} from './history.js' */
/** @import {PaceName} from './pace.js' */

import { mostBranches } from './history.js';
import { paces } from './pace.js';

/** What the page is set to; and what one has said to the predictions of the present lesson: the number of each, and
 * that of the option.
 * @typedef {{acks: string, timeoutMs: number, raw: boolean, target: number, pace: PaceName, tab: string,
 *   choices?: [prediction: number, option: number][]}} Settings
 */

/** A run in a saved value. @typedef {{scenario: string, script: Script, deeds: Deed[], place: Place}} SavedRun */

/** A saved value. @typedef {SavedRun & {version: 1, branches: SavedRun[], settings: Settings}} Saved */

/** How long a saved value may be as JSON, in characters; how many deeds a run may have; how long a name may be. */
const mostText = 4 << 20;
export const mostDeeds = 10000;
const longestName = 100;

/** How many predictions may have been answered. */
const mostChoices = 100;

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
 * @throws {Fault} that says what is wrong with it, and where: "branches[0].deeds[3].at: no time within a day"
 */
export function checked(value, accept) {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length > mostText) throw new Fault('run', `${text.length} characters; the limit is ${mostText}`);
  const plain = object(JSON.parse(text), 'run');
  if (plain.version !== 1) throw new Fault('version', 'not 1');
  const branches = list(plain.branches ?? [], mostBranches, 'branches');
  const all = [plain, ...branches].map((run, i) => runOf(run, i ? `branches[${i - 1}]` : 'run'));
  for (const run of all) accept(run);
  return { run: all[0], branches: all.slice(1), settings: settingsOf(plain.settings) };
}

/**
 * @param {any} value
 * @param {string} path
 * @returns {Kept}
 */
function runOf(value, path) {
  const { scenario = '', script, deeds = [], place } = object(value, path);
  if (typeof scenario !== 'string' || scenario.length > longestName)
    throw new Fault(`${path}.scenario`, 'no name of a scenario');
  const { steps } = object(script, `${path}.script`);
  list(steps, mostDeeds, `${path}.script.steps`).forEach((s, i) => object(s, `${path}.script.steps[${i}]`));
  for (const [i, deed] of list(deeds, mostDeeds, `${path}.deeds`).entries()) {
    const where = `${path}.deeds[${i}]`;
    if (!within(object(deed, where).at, lastMs)) throw new Fault(`${where}.at`, 'no time within a day');
  }
  return { scenario, given: script, deeds, place: placeOf(place, `${path}.place`) };
}

/**
 * @param {any} value
 * @param {string} path
 * @returns {Place}
 */
function placeOf(value, path) {
  const { n, t, on } = object(value, path);
  if (!within(n, mostEvents) || !Number.isInteger(n)) throw new Fault(`${path}.n`, 'no number of events');
  if (!within(t, lastMs)) throw new Fault(`${path}.t`, 'no time within a day');
  return { n, t: Math.round(t * 1000) / 1000, on: on === true };
}

/** @param {any} value @returns {Partial<Settings>} those that are right */
function settingsOf(value) {
  const { acks, timeoutMs, raw, target, pace, tab, choices } =
    value && typeof value === 'object' ? value : {};
  return {
    ...(['0', '1', 'all'].includes(acks) && { acks }),
    ...(Number.isInteger(timeoutMs) && { timeoutMs }),
    ...(typeof raw === 'boolean' && { raw }),
    ...(Number.isInteger(target) && target >= 0 && { target }),
    ...(Object.hasOwn(paces, String(pace)) && { pace }),
    ...(Array.isArray(choices) && choices.length <= mostChoices && { choices: choices.filter(isPair) }),
    ...(typeof tab === 'string' && /^[a-z]{0,20}$/.test(tab) && { tab }),
  };
}

/** @param {unknown} value */
function isPair(value) {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}

/** What is wrong with a saved value, and where. */
export class Fault extends Error {
  /**
   * @param {string} path
   * @param {string} what
   */
  constructor(path, what) {
    super(`${path}: ${what}`);
  }
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

/**
 * @param {any} value
 * @param {number} most
 * @param {string} path
 * @returns {any[]}
 */
function list(value, most, path) {
  if (!Array.isArray(value)) throw new Fault(path, 'no list');
  if (value.length > most) throw new Fault(path, `${value.length}; the limit is ${most}`);
  return value;
}

/**
 * @param {any} value
 * @param {number} most
 */
function within(value, most) {
  return typeof value === 'number' && value >= 0 && value <= most;
}
