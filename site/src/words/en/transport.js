// Play, step, speed.

import { english } from './grammar.js';

const { clock, number } = english;

export const transport = {
  label: () => 'Time',
  play: () => 'Play',
  pause: () => 'Pause',
  stop: () => 'Stop',
  /** @param {string} verb what the button does */
  bySpace: (verb) => `${verb} (Space)`,
  back: () => 'Step back',
  backHint: () => 'Back to the moment before (←; with Shift to the event before)',
  forward: () => 'Step forward',
  forwardHint: () => 'On to the next moment (→; with Shift to the next event)',
  reset: () => 'Reset',
  resetHint: () => 'Back to the very start; Undo leads back here',
  speed: () => 'Speed',
  /** @param {number} rate virtual ms in a second */
  rate: (rate) => `${number(rate)} ms a second`,
  /** @type {Record<import('../../pace.js').PaceName, () => string>} */
  paces: {
    reading: () => 'reading pace',
    half: () => 'half pace',
    double: () => 'double pace',
    slow: () => 'slow motion 1:500',
    real: () => 'real time',
    tenfold: () => '10 × real time',
    fastest: () => 'as fast as it goes',
  },
  /** @param {number} t ms */
  now: (t) => `t = ${clock(t)}`,
  progress: () => 'Progress',
  /**
   * @param {number} percent
   * @param {number} t where the clock stands, ms
   * @param {number} goal where it will, ms
   */
  working: (percent, t, goal) =>
    `Working: ${percent} %. The clock stands at ${clock(t)}, on its way to ${clock(goal)}.`,
  startHere: () => 'Start here:',
  firstSteps: () => 'press Play and watch, or step with →. Then send a record of your own.',
  past: () => 'You are in the past. What you do now begins another run; this one stays in the list.',
};
