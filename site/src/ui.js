// What a person has opened, dragged or typed that changes nothing in the run, and what the views keep from one drawing
// to the next. Each playground has its own.

/** @import {Event, Records} from './types' */
/** @import {Marks} from './marks.js' */
/** @import {Placed} from './timescale.js' */

import { Chronicle } from './chronicle.js';
import { tell } from './sentence.js';
import { ThrottledQuery } from './throttledQuery.js';

/** The part of the timeline on show: from the first mark in the window to behind its last, the words there is room for,
 * and the count of all.
 * @typedef {{from: number, to: number, placed: Placed[], drawn: {i: number, x: number, text: string}[], count: number}}
 * Shown
 */

/** A latency budget and its parts, ms.
 * @typedef {{budget: number, batching: number, network: number}} Parts
 */

export class UI {
  /** The lane whose menu is open, and how many records a machine loses with its power. */
  menu = { open: '', lose: '1' };

  /** Where the window of events ends (null: at the place), and the events in it. */
  log = {
    end: /** @type {number | null} */ (null),
    lines: /** @type {ThrottledQuery<Event[]>} */ (new ThrottledQuery()),
  };

  /** The story: what is told, how many lines are shown besides the newest, which of them is the present one, and to
   * which it has been scrolled. */
  story = {
    lines: new Chronicle((moment, around) => tell(moment, around).main),
    more: 0,
    drawn: -1,
    at: -1,
  };

  /**
   * What views say for the ear: of what is selected, which of two runs is which, and the newest of their differences.
   */
  heard = { why: '', twins: '', difference: '' };

  /** Why what was to be opened last was refused; empty: it was not. */
  refused = '';

  /** Whether anybody has asked what can be compared, and which of two runs is shown where there is room for one. */
  compared = false;
  side = /** @type {'a' | 'b'} */ ('b');

  /** @type {Map<string, boolean>} the panels that were opened or closed by hand, by scenario and name */
  panels = new Map();

  /** @type {Parts} */
  budget = { budget: 40, batching: 5, network: 20 };

  /** @type {ThrottledQuery<Records>} */
  records = new ThrottledQuery();

  timeline = {
    /** @type {[from: number, to: number] | null} the window stands still while it is dragged in */
    held: null,
    /** The marks as they were placed last, and of what. */
    placed: {
      marks: /** @type {Marks | null} */ (null),
      key: '',
      shown: /** @type {Shown} */ ({ from: 0, to: 0, placed: [], drawn: [], count: 0 }),
    },
    /** The paths as they were drawn last. */
    paths: { key: '', paths: /** @type {string[]} */ ([]) },
  };
}
