// SCORM 1.2: a lesson is a SCO. Each decided prediction becomes an interaction; reaching the conclusion sets the score
// and the status: passed or failed where the platform has a mastery score, else completed. Names and rules: SCORM 1.2
// Run-Time Environment, section 3.

import { Grade, follow, letter, passes } from './grade.js';

/**
 * The platform's object of the standard.
 * @typedef {object} Api
 * @property {(nothing: '') => string} LMSInitialize
 * @property {(nothing: '') => string} LMSFinish
 * @property {(element: string) => string} LMSGetValue
 * @property {(element: string, value: string) => string} LMSSetValue
 * @property {(nothing: '') => string} LMSCommit
 */

/** How many windows up the platform may be (RTE 3.3.6.1: the SCO looks in its parents, then in its opener's). */
const reach = 500;

/** The states that a second visit does not take away. */
const final = ['passed', 'completed'];

/**
 * Finds the platform.
 * @param {Window} from
 * @returns {Api | null}
 */
export function findApi(from) {
  return search(from) ?? (from.opener ? search(from.opener) : null);
}

/**
 * @param {any} window
 * @returns {Api | null}
 */
function search(window) {
  try {
    for (let i = 0; i < reach; i++) {
      if (window.API) return window.API;
      if (window.parent === window) break;
      window = window.parent;
    }
  } catch {
    // a window of another origin has none for us
  }
  return null;
}

/**
 * Reports what happens in a playground to the platform.
 * @param {EventTarget} element a <highwater-playground>
 * @param {Api | null} [api] by default the one that is found
 * @returns {boolean} whether there is a platform that takes it
 */
export function grade(element, api = findApi(window)) {
  if (api?.LMSInitialize('') !== 'true') return false;
  const begun = Date.now();
  const state = new Grade();
  const set = (/** @type {string} */ name, /** @type {string} */ value) =>
    api.LMSSetValue(`cmi.${name}`, value);
  const status = api.LMSGetValue('cmi.core.lesson_status');
  const judged = !['browse', 'review'].includes(api.LMSGetValue('cmi.core.lesson_mode'));
  const kept = !judged || final.includes(status);
  let interactions = Number(api.LMSGetValue('cmi.interactions._count')) || 0;
  if (!kept) set('core.lesson_status', 'incomplete');
  api.LMSCommit('');
  follow(element, {
    predict(predicted) {
      const decided = state.predict(predicted);
      if (!decided || !judged) return;
      const at = `interactions.${interactions++}`;
      set(`${at}.id`, `${decided.scenario}-${decided.number + 1}`);
      set(`${at}.time`, clock(new Date()));
      set(`${at}.type`, 'choice');
      if (decided.holds !== undefined) set(`${at}.correct_responses.0.pattern`, letter(decided.holds));
      set(`${at}.student_response`, letter(decided.choice));
      set(`${at}.result`, decided.right ? 'correct' : 'wrong');
      api.LMSCommit('');
    },
    reach() {
      if (!state.reach() || !judged) return;
      const { scaled } = state;
      const wanted = api.LMSGetValue('cmi.student_data.mastery_score');
      const passed = passes(scaled, wanted === '' ? null : Number(wanted) / 100);
      if (scaled !== null) {
        set('core.score.min', '0');
        set('core.score.max', '100');
        set('core.score.raw', String(Math.round(scaled * 100)));
      }
      const reached = passed === null ? 'completed' : passed ? 'passed' : 'failed';
      if (!(final.includes(status) && reached === 'failed')) set('core.lesson_status', reached);
      api.LMSCommit('');
    },
    end() {
      set('core.session_time', length(Date.now() - begun));
      set('core.exit', state.reached ? '' : 'suspend');
      api.LMSCommit('');
      api.LMSFinish('');
    },
  });
  return true;
}

const two = (/** @type {number} */ n) => String(n).padStart(2, '0');

/** A time of day as CMITime. @param {Date} date */
const clock = (date) => [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');

/** A length of time as CMITimespan. @param {number} ms */
function length(ms) {
  const seconds = Math.floor(ms / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part, i) => (i ? two(part) : String(part).padStart(4, '0')))
    .join(':');
}
