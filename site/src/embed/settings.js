// What an author or a host sets in a playground, at the start or while it runs: each a name, what there may be, and
// what sets and reads it.

/** @import {Playground} from '../playground.js' */
/** @import {PaceName} from '../pace.js' */

import { paceNames } from '../pace.js';
import { keyOf, lockNames, panelNames, parameters } from '../parameters.js';
import { showTheme } from '../theme.js';
import { language, setLanguage } from '../words/words.js';
import { showControls } from './minimal.js';
import { setLocks } from './locks.js';

/** @typedef {{read: (p: Playground) => unknown, set: (p: Playground, value: any) => unknown,
 *   parameter?: string, fits?: (value: any) => boolean}} Setting */

const root = () => document.documentElement;
const reduced = '(prefers-reduced-motion: reduce)';

/**
 * By name; where there is a parameter of the same meaning, it says what there may be.
 * @type {Record<string, Setting>}
 */
export const settings = {
  acks: {
    parameter: 'acks',
    read: ({ app }) => app.toolbar.acks,
    set: ({ app }, acks) => app.sendWith({ acks }),
  },
  requestTimeoutMs: {
    parameter: 'request-timeout-ms',
    read: ({ app }) => app.toolbar.timeoutMs,
    set: ({ app }, ms) => app.setTimeoutMs(String(ms)),
  },
  partition: {
    fits: Number.isInteger,
    read: ({ app }) => app.toolbar.target,
    set: ({ app }, target) => app.aim(target),
  },
  raw: {
    fits: (value) => typeof value === 'boolean',
    read: ({ app }) => app.toolbar.raw,
    set: ({ app }, raw) => app.sendWith({ raw }),
  },
  speed: {
    fits: (value) => paceNames.includes(value) || parameters(`speed=${value}`).values.speed !== undefined,
    read: ({ app }) => app.clock.rate || app.clock.pace,
    set: ({ app }, speed) => setSpeed(app, speed),
  },
  tab: {
    fits: (value) => panelNames.includes(value),
    read: ({ app }) => app.tab,
    set: ({ app }, tab) => app.show(tab),
  },
  panels: {
    fits: (value) => value === null || listOf(panelNames, value),
    read: ({ app }) => app.panels,
    set: ({ app }, panels) => {
      app.panels = panels;
    },
  },
  controls: {
    parameter: 'controls',
    read: () => root().dataset.controls ?? 'full',
    set: (playground, controls) => showControls(playground, controls),
  },
  lock: {
    fits: (value) => listOf(lockNames, value),
    read: ({ app }) => app.locks,
    set: (playground, names) => setLocks(playground, names),
  },
  theme: {
    parameter: 'theme',
    read: () => root().dataset.theme ?? 'auto',
    set: (_, theme) => showTheme(theme),
  },
  motion: {
    parameter: 'motion',
    read: () => root().dataset.motion ?? 'auto',
    set: ({ app }, motion) => {
      root().dataset.motion = motion;
      app.reducedMotion = motion === 'auto' ? matchMedia(reduced) : { matches: motion === 'reduced' };
    },
  },
  lang: {
    parameter: 'lang',
    read: () => language(),
    set: (_, lang) => setLanguage(known(lang)),
  },
};

/**
 * Whether a value is right for a setting.
 * @param {string} name of one
 * @param {unknown} value from anywhere
 */
export function fits(name, value) {
  const { fits, parameter = '' } = settings[name];
  if (fits) return fits(value);
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return (
    keyOf(parameter) in parameters(new URLSearchParams({ [parameter]: String(value) }).toString()).values
  );
}

/**
 * @param {string[]} names
 * @param {unknown} value
 */
function listOf(names, value) {
  return Array.isArray(value) && value.length <= names.length && value.every((name) => names.includes(name));
}

/**
 * @param {Playground['app']} app
 * @param {PaceName | number} speed the name of one, or virtual ms in a second
 */
function setSpeed(app, speed) {
  if (typeof speed === 'string') return app.setPace(speed);
  app.setPace(app.clock.pace, speed);
}

/** @param {string} lang a language of the page with whatever region, or auto: the reader's own */
function known(lang) {
  return (lang === 'auto' ? navigator.language : lang).toLowerCase().startsWith('de') ? 'de' : 'en';
}
