// The parts of the page, and the panels beneath the picture.

import { english } from './grammar.js';

const { count, list, plural } = english;

export const panels = {
  picture: () => 'Picture',
  shown: () => 'Partition shown',
  beneath: () => 'Beneath the picture',
  happens: () => 'What happens',
  tabs: {
    lesson: () => 'Lesson',
    bet: () => 'Bet',
    controls: () => 'Controls',
    moreControls: () => 'More controls',
    why: () => 'Why',
    story: () => 'Story',
    records: () => 'Records',
    wheel: () => 'Timing wheel',
    controller: () => 'Controller',
    log: () => 'Events',
    warnings: () => 'Warnings',
    budget: () => 'Latency budget',
    explore: () => 'Can it be lost?',
    take: () => 'Save and open',
    help: () => 'How to read it',
  },
  loading: () => 'Loading …',
  notLoaded: () => 'This part could not be loaded.',
  tryAgain: () => 'Try again',

  /** The alarm: records were acknowledged, and are gone. */
  alarm: {
    /** @param {number} n records */
    lost: (n) => `✕ ${count(n, 'record', 'records')} ${plural(n, 'is', 'are')} acknowledged and lost:`,
    /**
     * @param {string[]} values
     * @param {number} more
     */
    which: (values, more) => ` ${list(more ? [...values, `${more} more`] : values)}. `,
    /** @param {number} n records */
    nobody: (n) =>
      `No producer holds ${plural(n, 'it', 'them')}, so nobody will send ${plural(n, 'it', 'them')} again. `,
    see: () => 'See the records',
  },
};
