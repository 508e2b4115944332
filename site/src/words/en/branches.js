// Undoing, and the runs that one has left.

import { english } from './grammar.js';

const { clock, count } = english;

export const branches = {
  undo: () => 'Undo',
  undoHint: () => 'Undo (Ctrl+Z): back to the run and the place before the last deed',
  redo: () => 'Redo',
  redoHint: () => 'Redo (Ctrl+Shift+Z)',
  compare: () => 'Compare',
  compareHint: () => 'Keep this run as A; what you change makes B beside it',
  /** @param {number} n how many runs have been left */
  runs: (n) => `Runs (${n})`,
  title: () => 'Runs you have left',
  explained: () => 'A run stays here when you act in its past or open another one, until you throw it away.',
  /** @param {{number: number, name: string, at: number, deeds: number}} run */
  run: ({ number, name, at, deeds }) =>
    `Run ${number}: ${name}, at ${clock(at)}, ${deeds ? count(deeds, 'deed of yours', 'deeds of yours') : 'no deeds of yours'}`,
  open: () => 'Go on with it',
  /** @param {number} run its number */
  openLabel: (run) => `Go on with run ${run}`,
  drop: () => 'Throw away',
  /** @param {number} run its number */
  dropLabel: (run) => `Throw run ${run} away`,
};
