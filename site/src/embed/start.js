// How a playground begins as its address asks for: what is set in it, where it opens, whether it plays.

/** @import {Playground} from '../playground.js' */
/** @import {Parameters, Warning} from '../parameters.js' */

import { warningOf } from '../parameters.js';
import { fits, settings } from './settings.js';

/** The parameters that are settings. @type {(keyof Parameters & keyof typeof settings)[]} */
const set = ['acks', 'requestTimeoutMs', 'speed', 'panels', 'theme', 'motion', 'lang'];

/**
 * @param {Playground} playground
 * @param {Parameters} values
 * @param {import('./minimal.js').Controls} controls
 * @returns {Promise<Warning[]>} of what has no meaning for the scenario
 */
export async function begin(playground, values, controls) {
  const { app } = playground;
  const warnings = app.as('script', () => {
    for (const name of set) {
      const value = values[name];
      if (value !== undefined && fits(name, value)) settings[name].set(playground, value);
    }
    const found = mode(playground, values);
    settings.controls.set(playground, controls);
    return found;
  });
  await place(app, values, warnings);
  if (values.autoplay) app.as('script', () => app.play());
  return warnings;
}

/**
 * @param {Playground} playground
 * @param {Parameters} values
 * @returns {Warning[]}
 */
function mode(playground, { mode = 'explore', lock = [], panels }) {
  const { app } = playground;
  const taught = mode === 'lesson' || mode === 'predict';
  const locks = mode === 'predict' || mode === 'replay' ? [...lock, ...deeds] : lock;
  if (locks.length) settings.lock.set(playground, [...new Set(locks)]);
  if (taught && !panels) app.panels = ['lesson', 'story'];
  if (!taught || app.lesson) return [];
  return [warningOf('inapplicable', 'mode', mode, 'the scenario has no lesson')];
}

/** What changes a run: in a replay, and before a prediction is decided, nobody does. */
const deeds = [
  ...[
    'send',
    'acks',
    'min-insync-replicas',
    'isr',
    'request-timeout-ms',
    'producer',
    'brokers',
    'fetch',
    'elections',
  ],
  ...['links', 'cluster'],
];

/**
 * @param {Playground['app']} app
 * @param {Parameters} values
 * @param {Warning[]} warnings
 */
async function place(app, { at, mode }, warnings) {
  const first = mode === 'predict' && app.lesson?.plan?.predictions.find(Boolean);
  if (at === undefined && first) app.as('script', () => app.seekMoment(first.stop.moment));
  if (at === undefined) return;
  app.as('script', () => app.seekEvent(at));
  while (app.model.working) await new Promise((resolve) => requestAnimationFrame(resolve));
  if (app.state.n >= at) return;
  warnings.push(warningOf('inapplicable', 'at', String(at), `the run has ${app.state.n} events`));
}
