// What has been done, as values: runs that can be written down, undone, redone, and kept in a list. Pure; it plays
// nothing.
//
// A run is a script as it was given, what was done by hand since, and a place. Whatever replaces the present run, an
// act, another scenario or a reset, first puts it onto the list of what can be undone. Where undoing cannot lead back
// to a run, because something else was done instead, it goes to the branches, which stay until they are thrown away.

/** @import {Script, State, Step} from './types' */

/** What was done by hand, and when (ms of virtual time): a step of the script. @typedef {Step & {at: number}} Deed */

/** A place in a run: after n events, at a time in ms; `on` when it is right after the last of them.
 * @typedef {{n: number, t: number, on: boolean}} Place
 */

/** A run, and where one is in it.
 * @typedef {object} Kept
 * @property {string} scenario its id
 * @property {Script} given the script, without what was done by hand
 * @property {Deed[]} deeds what was done, in order
 * @property {Place} place
 */

/** A run that has been left, by a number of its own. @typedef {Kept & {number: number}} Branch */

/** So much can be undone, and so many branches are kept: what is more, the oldest, is forgotten. */
export const mostUndone = 200;
export const mostBranches = 50;

/** The core extends a script by so much behind what is done by hand, and holds it within a day (ms). */
const afterDeedMs = 60000;
const longestRunMs = 86400000;

/**
 * The script with what was done by hand, in the core's order: by time, and at one instant what was given first.
 * @param {Script} given
 * @param {Deed[]} deeds
 * @returns {Script}
 */
export function merged(given, deeds) {
  if (!deeds.length) return given;
  const steps = [...given.steps, ...deeds].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  if (given.until === undefined) return { ...given, steps };
  const until = Math.max(given.until, ...deeds.map((d) => d.at + afterDeedMs));
  return { ...given, steps, until: Math.min(longestRunMs, Math.round(until * 1000) / 1000) }; // whole microseconds
}

/**
 * Which steps of the merged script were done by hand, by their index.
 * @param {Script} given
 * @param {Deed[]} deeds
 * @returns {Set<number>}
 */
export function byHand(given, deeds) {
  const steps = merged(given, deeds).steps;
  const own = new Set(/** @type {Step[]} */ (deeds));
  return new Set(steps.flatMap((step, i) => (own.has(step) ? [i] : [])));
}

/**
 * What stays of deeds when something is done at an instant: those of later times belong to a future that is given up.
 * @param {Deed[]} deeds
 * @param {number} at ms
 */
export function upTo(deeds, at) {
  return deeds.every((d) => d.at <= at) ? deeds : deeds.filter((d) => d.at <= at);
}

/**
 * Whether two runs are the same wherever one is in them.
 * @param {Kept} a
 * @param {Kept} b
 */
export function sameRun(a, b) {
  return (
    (a.given === b.given || JSON.stringify(a.given) === JSON.stringify(b.given)) &&
    a.deeds.length === b.deeds.length &&
    a.deeds.every((deed, i) => deed === b.deeds[i] || JSON.stringify(deed) === JSON.stringify(b.deeds[i]))
  );
}

export class History {
  /** @type {Kept[]} what undoing leads back to, the last first */
  #undone = [];
  /** @type {Kept[]} what redoing leads to, the last first */
  #redone = [];
  /** @type {Branch[]} */
  branches = [];
  #count = 0;

  get canUndo() {
    return this.#undone.length > 0;
  }

  get canRedo() {
    return this.#redone.length > 0;
  }

  /** The run before the last change. @returns {Kept | undefined} */
  get before() {
    return this.#undone.at(-1);
  }

  /**
   * Something else becomes the present run.
   * @param {Kept} before the run until now
   * @param {boolean} branched whether it goes on differently from here: it becomes a branch
   */
  replaced(before, branched) {
    this.#undone.push(before);
    if (this.#undone.length > mostUndone) this.#undone.shift();
    if (this.#redone.length) this.keep(this.#redone[0]); // what had been undone can no longer be redone
    this.#redone = [];
    if (branched) this.keep(before);
  }

  /**
   * @param {Kept} present
   * @returns {Kept | undefined} the run before the last change
   */
  undo(present) {
    return this.#turn(this.#undone, this.#redone, present);
  }

  /**
   * @param {Kept} present
   * @returns {Kept | undefined} the run after the change that was undone last
   */
  redo(present) {
    return this.#turn(this.#redone, this.#undone, present);
  }

  /**
   * @param {Kept[]} from
   * @param {Kept[]} to
   * @param {Kept} present
   */
  #turn(from, to, present) {
    const kept = from.pop();
    if (!kept) return undefined;
    to.push(present);
    this.found(kept);
    return kept;
  }

  /** @param {Kept} run is put into the list, in the place of the same run if that is there */
  keep(run) {
    const there = this.branches.findIndex((b) => sameRun(b, run));
    const branch = { ...run, number: there < 0 ? ++this.#count : this.branches[there].number };
    this.branches = [...this.branches.filter((_, i) => i !== there), branch].slice(-mostBranches);
  }

  /**
   * @param {number} i index of a branch that becomes the present run
   * @returns {Branch | undefined}
   */
  take(i) {
    const branch = this.branches[i];
    if (branch) this.drop(i);
    return branch;
  }

  /** @param {Kept} run has become the present one: it is no branch any more */
  found(run) {
    this.branches = this.branches.filter((b) => !sameRun(b, run));
  }

  /** @param {number} i index of a branch that is thrown away */
  drop(i) {
    this.branches = this.branches.filter((_, j) => j !== i);
  }

  /** @param {Kept[]} runs replace the branches; nothing can be undone then */
  restore(runs) {
    this.#undone = [];
    this.#redone = [];
    this.branches = [];
    for (const run of runs.slice(-mostBranches)) this.keep(run);
  }
}
