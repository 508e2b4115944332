// Rückgängig machen, und die verlassenen Läufe.

import { german } from './grammar.js';

const { clock, count } = german;

/** @type {typeof import('../en/branches.js').branches} */
export const branches = {
  undo: () => 'Rückgängig',
  undoHint: () => 'Rückgängig (Strg+Z): zurück zum Lauf und zur Stelle vor dem letzten Eingriff',
  redo: () => 'Wiederholen',
  redoHint: () => 'Wiederholen (Strg+Umschalt+Z)',
  compare: () => 'Vergleichen',
  compareHint: () => 'Dieser Lauf bleibt als A; was danach geändert wird, steht als B daneben',
  runs: (n) => `Läufe (${n})`,
  title: () => 'Verlassene Läufe',
  explained: () =>
    'Ein Lauf bleibt nach einem Eingriff in seine Vergangenheit oder beim Wechsel in einen anderen hier, bis er verworfen wird.',
  run: ({ number, name, at, deeds }) =>
    `Lauf ${number}: ${name}, bei ${clock(at)}, ${deeds ? count(deeds, 'eigener Eingriff', 'eigene Eingriffe') : 'kein eigener Eingriff'}`,
  open: () => 'Fortsetzen',
  openLabel: (run) => `Lauf ${run} fortsetzen`,
  drop: () => 'Verwerfen',
  dropLabel: (run) => `Lauf ${run} verwerfen`,
};
