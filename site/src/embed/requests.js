// What a host may ask of a playground: each request by its name, with what it takes and what it answers. Whatever it
// brings is checked before anything is done; what is refused changes nothing.

/** @import {Playground} from '../playground.js' */
/** @import {Script, Step} from '../types' */
/** @import {Reports, Level} from './reports.js' */

import { upTo } from '../history.js';
import { Model } from '../model.js';
import { sendRecord } from '../sending.js';
import { exported, formats } from './exports.js';
import { enter } from './focus.js';
import { stateOf } from './full.js';
import { RequestError, isPlain } from './port.js';
import { eventNames, levels, placeOf } from './reports.js';
import { fits, settings } from './settings.js';

/** What the requests are about.
 * @typedef {object} Served
 * @property {Playground} playground
 * @property {Reports} reports
 * @property {() => void} destroy
 */

/** So many steps may be gone at a time, or done in one request. */
const mostSteps = 1000;
const mostActions = 100;

/** Ends that a run or a place cannot be beyond. */
const mostEvents = 1e9;
const lastMs = 86400000;

/** @type {Record<string, (served: Served, payload: Record<string, any>) => unknown>} */
export const requests = {
  load,
  getState: async ({ playground: { app } }) => ({ state: await stateOf(app) }),
  setState,
  async reset({ playground: { app } }) {
    app.reset();
    return arrived(app);
  },
  play({ playground: { app } }) {
    if (!app.clock.playing) app.play();
    return placeOf(app);
  },
  pause({ playground: { app } }) {
    app.pause();
    return placeOf(app);
  },
  step({ playground: { app } }, { n = 1, by = 'moment' }) {
    demand(
      Number.isInteger(n) && n !== 0 && Math.abs(n) <= mostSteps,
      'n',
      `a whole number up to ${mostSteps}, not 0`,
    );
    demand(['moment', 'event'].includes(by), 'by', 'moment or event');
    if (by === 'event') app.stepEvent(n);
    else app.stepMoment(n);
    return arrived(app);
  },
  seek,
  fork({ playground: { app } }) {
    app.history.keep(app.model.kept);
    app.changed();
    return { branch: app.branches[app.branches.length - 1].number };
  },
  act,
  async set({ playground }, { path, value }) {
    const setting = settingOf(path);
    demand(fits(setting, value), 'value', `no value of ${setting}`);
    await settings[setting].set(playground, value);
    playground.app.changed();
    return settings[setting].read(playground);
  },
  get,
  subscribe({ reports }, { events }) {
    const known = Array.isArray(events)
      ? events.length <= eventNames.length && events.every((name) => eventNames.includes(name))
      : levels.includes(events);
    demand(known, 'events', `${levels.join(', ')}, or a list of ${eventNames.join(', ')}`);
    reports.subscribe(/** @type {Level | string[]} */ (events));
  },
  export({ playground, reports }, { format }) {
    demand(formats.includes(format), 'format', formats.join(', '));
    return exported(format, playground, reports);
  },
  focusEnter({ playground }, { backward = false }) {
    enter(playground, backward === true);
  },
  setTheme: ({ playground }, { theme }) => apply(playground, 'theme', theme),
  setLocale: ({ playground }, { lang }) => apply(playground, 'lang', lang),
  setVisible({ playground }, { visible }) {
    demand(typeof visible === 'boolean', 'visible', 'true or false');
    playground.rest('host', !visible);
  },
  destroy: ({ destroy }) => destroy(),
};

/**
 * @param {boolean} right
 * @param {string} path of what is wrong with the payload, if it is
 * @param {string} expected
 */
function demand(right, path, expected) {
  if (!right) throw new RequestError('payload', `${path}: expected ${expected}`, path);
}

/**
 * Waits until a move is over, which may take longer than a frame.
 * @param {Playground['app']} app
 */
export async function arrived(app) {
  while (app.model.working) {
    app.tick(performance.now());
    await new Promise((resolve) => setTimeout(resolve));
  }
  return placeOf(app);
}

/**
 * @param {Playground} playground
 * @param {string} name
 * @param {unknown} value
 */
async function apply(playground, name, value) {
  demand(fits(name, value), name, `no ${name}`);
  await settings[name].set(playground, value);
}

/** @param {unknown} path @returns {string} the setting's name */
function settingOf(path) {
  const name = typeof path === 'string' ? path.replace(/^settings\./, '') : '';
  demand(Object.hasOwn(settings, name), 'path', Object.keys(settings).join(', '));
  return name;
}

/**
 * Opens a scenario by its id, a script, or a state as getState gives it.
 * @param {Served} served
 * @param {Record<string, any>} payload
 */
async function load(served, { scenario, state }) {
  if (state !== undefined) return setState(served, { state });
  const { app } = served.playground;
  if (isPlain(scenario)) {
    app.open(/** @type {any} */ (scenario)); // the core says what is wrong with it
    return arrived(app);
  }
  const known = app.scenarios.some(({ id }) => id === scenario);
  if (!known) throw new RequestError('not-found', `no scenario of this id`, 'scenario');
  await app.load(scenario);
  if (app.model.scenario !== scenario) throw new RequestError('load', app.notice, 'scenario');
  return arrived(app);
}

/**
 * Opens a state as getState gives it; what is damaged changes nothing.
 * @param {Served} served
 * @param {Record<string, any>} payload
 */
async function setState({ playground: { app } }, { state }) {
  demand(typeof state === 'string', 'state', 'a text as getState gives it');
  const { builtIn, damageOf, decode } = await import('../address.js');
  try {
    const { earlier: _, ...saved } = await decode(state, builtIn(app.library));
    app.as('host', () => app.reopen(saved));
  } catch (error) {
    const damage = damageOf(error);
    if (!damage) throw error;
    throw new RequestError('damaged', damage.message, 'state');
  }
  return arrived(app);
}

/**
 * Goes to a place: so many events, a time in ms, or the end of a moment.
 * @param {Served} served
 * @param {Record<string, any>} payload
 */
function seek({ playground: { app } }, { event, ms, moment }) {
  const whole = (/** @type {unknown} */ n) =>
    Number.isInteger(n) && Number(n) >= 0 && Number(n) <= mostEvents;
  if (event !== undefined) {
    demand(whole(event), 'event', 'a number of events');
    app.seekEvent(event);
  } else if (moment !== undefined) {
    demand(whole(moment) || moment === -1, 'moment', 'the number of a moment, or -1');
    app.seekMoment(moment);
  } else {
    demand(typeof ms === 'number' && ms >= 0 && ms <= lastMs, 'ms', 'event, ms or moment');
    app.seekTime(Math.round(ms * 1000) / 1000);
  }
  return arrived(app);
}

/**
 * Does steps now, or what a button does.
 * @param {Served} served
 * @param {Record<string, any>} payload
 */
async function act({ playground: { app } }, { action }) {
  const buttons = {
    send: () => sendRecord(app, app.state.partitions[app.toolbar.target]),
    undo: () => app.undo(),
    redo: () => app.redo(),
    card: () => app.doAsCard(),
  };
  if (typeof action === 'string') {
    demand(
      Object.hasOwn(buttons, action),
      'action',
      `a step, a list of steps, or ${Object.keys(buttons).join(', ')}`,
    );
    buttons[/** @type {keyof typeof buttons} */ (action)]();
    return arrived(app);
  }
  if (isPlain(action) && 'predict' in action) {
    const { prediction, choices } = app.lesson ?? {};
    const open = prediction?.phase === 'asked' && !choices?.has(prediction.number);
    demand(
      open && action.predict in prediction.options,
      'action.predict',
      'an option of the question that is asked',
    );
    app.guess(action.predict);
    return placeOf(app);
  }
  const steps = Array.isArray(action) ? action : [action];
  demand(
    steps.length > 0 && steps.length <= mostActions && steps.every(isPlain),
    'action',
    'a step, or a list of steps',
  );
  const { t } = app.state;
  const { given, deeds } = app.model;
  const added = /** @type {Step[]} */ (steps).map(({ at: _, ...step }) => step);
  Model.check(app.model.api, {
    given,
    deeds: [...upTo(deeds, t), ...added.map((step) => ({ ...step, at: t }))],
  });
  app.act(...added);
  return arrived(app);
}

/**
 * What there is to read, by the first part of a path; the rest leads into it.
 * @type {Record<string, (served: Served) => unknown>}
 */
const sources = {
  state: ({ playground: { app } }) => app.state,
  place: ({ playground: { app } }) => placeOf(app),
  playing: ({ playground: { app } }) => app.clock.playing,
  script: ({ playground: { app } }) => app.model.script,
  sentence: ({ playground: { app } }) => app.sentence,
  scenarios: ({ playground: { app } }) => app.scenarios.map(({ id }) => id),
  settings: ({ playground }) =>
    Object.fromEntries(Object.entries(settings).map(([name, { read }]) => [name, read(playground)])),
  requests: ({ reports }) => reports.requests,
  lesson: ({ playground: { app } }) => {
    if (!app.lesson) return null;
    const { chapter, ended, choices, lesson } = app.lesson;
    return { chapter, chapters: lesson.chapters.length, ended, choices: Object.fromEntries(choices) };
  },
};

/**
 * @param {Served} served
 * @param {Record<string, any>} payload
 */
function get(served, { path }) {
  demand(
    typeof path === 'string' && path.length <= 200,
    'path',
    'a path such as state.partitions.0.highWatermark',
  );
  const [first, ...rest] = path.split('.');
  const wrong = () => new RequestError('path', `there is nothing at ${path}`, 'path');
  if (!Object.hasOwn(sources, first)) throw wrong();
  let value = sources[first](served);
  for (const name of rest) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) throw wrong();
    value = /** @type {Record<string, unknown>} */ (value)[name];
  }
  return JSON.parse(JSON.stringify(value ?? null));
}
