// What an author fixes: controls that show what is set and take nothing from the learner. A host's own requests, and
// what a lesson's card does by itself, are not the learner's and go through.

/** @import {Playground} from '../playground.js' */
/** @import {Step} from '../types' */

import { words } from './words.js';

/** The controls of each name. */
const selectors = {
  scenario: '#scenario, #path button, .onward .primary, .runs button',
  send: '.send, .send-record',
  acks: '[role=radiogroup][aria-label=acks]',
  'min-insync-replicas': '.minimum',
  isr: '.members .chip',
  'request-timeout-ms': '.controls .number',
  producer: '.sender',
  brokers: '.menu > button, .menu > .row, .processes .todo, .to-controller',
  fetch: '.delay',
  elections: '.elections',
  links: '.links',
  cluster: '.newcluster',
  speed: '.clock select, .pace select',
  reset: '.transport .reset, .pace .reset, .onward button:not(.primary)',
  undo: '.deeds',
  compare: '.compares',
};

/** Which lock holds a step back. @type {Record<string, keyof typeof selectors>} */
const ofVerb = {
  send: 'send',
  produce: 'send',
  isr: 'isr',
  elect: 'elections',
  link: 'links',
  'fetch-delay': 'fetch',
  'fetch-rate': 'fetch',
  'fetch-pause': 'fetch',
  'fetch-resume': 'fetch',
};

/** @param {Step} step @returns {string} the name of the lock that it needs open */
export function lockOf(step) {
  if (step.set) return 'min.insync.replicas' in step.set.config ? 'min-insync-replicas' : 'elections';
  const [verb = ''] = Object.keys(step).filter((key) => key !== 'at');
  return ofVerb[verb] ?? 'brokers';
}

/** What takes something from the learner. */
const takers = 'button, select, input';

/** The controls that are disabled because they are fixed. @type {Set<Element>} */
const fixed = new Set();

/** What is fixed in each playground. @type {WeakMap<Playground, string>} */
const following = new WeakMap();

/**
 * Fixes controls from now on, and lets go of those that were fixed before.
 * @param {Playground} playground
 * @param {string[]} names of what is fixed; all: everything
 */
export function setLocks(playground, names) {
  const { app } = playground;
  const all = names.includes('all');
  const has = (/** @type {string} */ name) => all || names.includes(name);
  app.locks = names;
  app.refuses = (deed) => {
    const free = app.by !== 'user' || (deed !== 'undo' && deed[0] === app.lesson?.card?.step);
    const held = deed === 'undo' ? has(deed) : deed.some((step) => has(lockOf(step)));
    if (free || !held) return false;
    app.say(words().fixed());
    return true;
  };
  const chosen = Object.entries(selectors).flatMap(([name, selector]) => (has(name) ? [selector] : []));
  const selector = chosen.join(', ');
  if (!following.has(playground)) playground.follow({ drawn: () => fix(following.get(playground) ?? '') });
  following.set(playground, selector);
  fix(selector);
}

/** @param {string} selector of what is fixed now */
function fix(selector) {
  for (const e of fixed) free(e);
  fixed.clear();
  if (!selector) return;
  for (const part of document.querySelectorAll(selector)) {
    const controls = part.matches(takers) ? [part] : part.querySelectorAll(takers);
    for (const control of controls) {
      if (control.matches(':disabled')) continue;
      control.toggleAttribute('disabled', true);
      control.classList.add('fixed');
      fixed.add(control);
    }
  }
}

/** @param {Element} control */
function free(control) {
  control.toggleAttribute('disabled', false);
  control.classList.remove('fixed');
}
