// SCORM 2004 (4th edition; the names are those of the 2nd and 3rd, too): a lesson is a SCO. Each decided prediction
// becomes an interaction; reaching the conclusion sets completion, the score and, where the platform asks for a score,
// success. Names and rules: SCORM 2004 4th Edition Run-Time Environment, sections 3 and 4.

import { Grade, follow, isoDuration, letter, passes } from './grade.js';

/**
 * The platform's object of the standard.
 * @typedef {object} Api
 * @property {(nothing: '') => string} Initialize
 * @property {(nothing: '') => string} Terminate
 * @property {(element: string) => string} GetValue
 * @property {(element: string, value: string) => string} SetValue
 * @property {(nothing: '') => string} Commit
 */

/** How many windows up the platform may be. */
const reach = 500;

/** How much of a prediction's question the platform has to keep (RTE 4.2.9: a localized string of 250 characters). */
const descriptionLimit = 250;

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
      if (window.API_1484_11) return window.API_1484_11;
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
  if (api?.Initialize('') !== 'true') return false;
  const begun = Date.now();
  const state = new Grade();
  const set = (/** @type {string} */ name, /** @type {string} */ value) => api.SetValue(`cmi.${name}`, value);
  const judged = !['browse', 'review'].includes(api.GetValue('cmi.mode'));
  const [completed, passedBefore] = [
    api.GetValue('cmi.completion_status') === 'completed',
    api.GetValue('cmi.success_status') === 'passed',
  ];
  let interactions = Number(api.GetValue('cmi.interactions._count')) || 0;
  if (judged && !completed) set('completion_status', 'incomplete');
  api.Commit('');
  follow(element, {
    predict(predicted) {
      const decided = state.predict(predicted);
      if (!decided || !judged) return;
      const at = `interactions.${interactions++}`;
      set(`${at}.id`, `urn:highwater:${decided.scenario}:${decided.number + 1}`);
      set(`${at}.type`, 'choice');
      set(`${at}.timestamp`, new Date().toISOString().slice(0, 19));
      if (decided.holds !== undefined) set(`${at}.correct_responses.0.pattern`, letter(decided.holds));
      set(`${at}.learner_response`, letter(decided.choice));
      set(`${at}.result`, decided.right ? 'correct' : 'incorrect');
      set(`${at}.description`, decided.ask.slice(0, descriptionLimit));
      api.Commit('');
    },
    reach() {
      if (!state.reach() || !judged) return;
      const { scaled } = state;
      const wanted = api.GetValue('cmi.scaled_passing_score');
      const passed = passes(scaled, wanted === '' ? null : Number(wanted));
      if (scaled !== null) {
        set('score.scaled', String(Number(scaled.toFixed(4))));
        set('score.raw', String(Math.round(scaled * 100)));
        set('score.min', '0');
        set('score.max', '100');
      }
      if (passed !== null && !(passedBefore && !passed)) set('success_status', passed ? 'passed' : 'failed');
      set('completion_status', 'completed');
      api.Commit('');
    },
    end() {
      set('session_time', isoDuration(Date.now() - begun));
      set('exit', state.reached ? 'normal' : 'suspend');
      api.Commit('');
      api.Terminate('');
    },
  });
  return true;
}
