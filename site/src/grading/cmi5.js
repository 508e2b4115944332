// cmi5 (Quartz): a lesson is an assignable unit. It says that it was initialized, completed, passed or failed, and
// terminated, in the words of the specification; a decided prediction is a statement beside those ("cmi5 allowed").
// https://github.com/AICC/CMI-5_Spec_Current/blob/quartz/cmi5_spec.md, whose sections are named below.

import { Grade, follow, isoDuration, passes } from './grade.js';
import { Outbox, answered, statement, verb, version } from './xapi.js';

/** @import {About, Store} from './xapi.js' */

const categories = 'https://w3id.org/xapi/cmi5/context/categories/';
const masteryExtension = 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore';

/** What the platform says of a launch (10.0, LMS.LaunchData).
 * @typedef {object} LaunchData
 * @property {Record<string, any>} contextTemplate
 * @property {'Normal' | 'Browse' | 'Review'} launchMode
 * @property {string} [moveOn]
 * @property {number} [masteryScore] 0 to 1
 * @property {string} [returnURL]
 */

/** The parameters of the launch (8.1).
 * @typedef {object} Launch
 * @property {string} endpoint
 * @property {string} fetch
 * @property {object} actor
 * @property {string} registration
 * @property {string} activityId
 */

/**
 * @param {string} search the query
 * @returns {Launch | null} null: the page was not launched by a platform
 */
export function launched(search) {
  const given = new URLSearchParams(search);
  const [endpoint, fetch, actor, registration, activityId] = [
    'endpoint',
    'fetch',
    'actor',
    'registration',
    'activityId',
  ].map((name) => given.get(name));
  if (!endpoint || !fetch || !actor || !registration || !activityId) return null;
  return {
    endpoint: endpoint.replace(/\/?$/, '/'),
    fetch,
    actor: JSON.parse(actor),
    registration,
    activityId,
  };
}

/**
 * Reports what happens in a playground to the platform that launched the page.
 * @param {EventTarget} element a <highwater-playground>
 * @returns {Promise<boolean>} whether there is one that takes it
 */
export async function grade(element) {
  const launch = launched(location.search);
  if (!launch) return false;
  const auth = await authorized(launch.fetch);
  if (!auth) return false;
  const store = { endpoint: launch.endpoint, auth };
  const data = await document(store, 'activities/state', {
    activityId: launch.activityId,
    agent: JSON.stringify(launch.actor),
    registration: launch.registration,
    stateId: 'LMS.LaunchData',
  });
  if (!data) return false;
  const preferences = await document(store, 'agents/profile', {
    agent: JSON.stringify(launch.actor),
    profileId: 'cmi5LearnerPreferences',
  }); // has to be asked for (11.0); its language is the page's, where it has it
  if (preferences?.languagePreference) prefer(element, preferences.languagePreference);
  const done = {
    completed: await earlier(store, launch, 'completed'),
    passed: await earlier(store, launch, 'passed'),
  };
  report(element, launch, data, done, new Outbox(store));
  return true;
}

/**
 * Whether a statement was made in an earlier session of the registration: some may be made once only (9.3).
 * @param {Store} store
 * @param {Launch} launch
 * @param {string} name of its verb
 * @returns {Promise<boolean>}
 */
async function earlier(store, { actor, activityId, registration }, name) {
  const found = await document(store, 'statements', {
    agent: JSON.stringify(actor),
    activity: activityId,
    registration,
    verb: verb(name).id,
    limit: '1',
  });
  return found?.statements?.length > 0;
}

/**
 * Fetches the token, which is to be had once (8.2).
 * @param {string} address
 * @returns {Promise<string | null>} the header
 */
async function authorized(address) {
  const answer = await fetch(address, { method: 'POST' }).catch(() => undefined);
  const token = answer?.ok && (await answer.json().catch(() => ({})))['auth-token'];
  return token ? `Basic ${token}` : null;
}

/**
 * @param {Store} store
 * @param {string} resource
 * @param {Record<string, string>} which
 * @returns {Promise<any>} undefined: there is none
 */
async function document({ endpoint, auth }, resource, which) {
  const answer = await fetch(`${endpoint}${resource}?${new URLSearchParams(which)}`, {
    headers: { Authorization: auth, 'X-Experience-API-Version': version },
  }).catch(() => undefined);
  return answer?.ok ? answer.json().catch(() => undefined) : undefined;
}

/** @param {EventTarget} element @param {string} languages as RFC 5646 tags with commas between, the dearest first */
function prefer(element, languages) {
  /** @type {HTMLElement} */ (element).setAttribute('lang', languages.split(',')[0].trim());
}

/**
 * @param {EventTarget} element
 * @param {Launch} launch
 * @param {LaunchData} data
 * @param {{completed: boolean, passed: boolean}} done in an earlier session
 * @param {Outbox} outbox
 */
function report(element, launch, data, done, outbox) {
  const [begun, state] = [Date.now(), new Grade()];
  /** @type {About} */
  const allowed = {
    actor: launch.actor,
    activity: launch.activityId,
    context: { ...data.contextTemplate, registration: launch.registration },
  };
  const defined = (
    /** @type {string} */ name,
    /** @type {object} */ result,
    /** @type {object} */ extensions = {},
  ) => {
    const about = { ...allowed, context: contextOf(allowed.context ?? {}, result, extensions) };
    return statement(about, { verb: verb(name), ...(Object.keys(result).length && { result }) });
  };
  const duration = () => isoDuration(Date.now() - begun);
  outbox.send(defined('initialized', {}));
  follow(element, {
    predict(predicted) {
      const decided = state.predict(predicted);
      if (decided && data.launchMode === 'Normal') outbox.send(answered(allowed, decided));
    },
    reach() {
      if (!state.reach() || data.launchMode !== 'Normal') return;
      const wanted = data.masteryScore ?? null;
      const passed = passes(state.scaled, wanted) ?? true; // where nobody judges, the conclusion is what was asked for
      const score = state.scaled === null ? {} : { score: { scaled: Number(state.scaled.toFixed(4)) } };
      const mastery = wanted === null ? {} : { [masteryExtension]: wanted };
      if (!done.completed) outbox.send(defined('completed', { completion: true, duration: duration() }));
      if (done.passed) return;
      const result = { success: passed, duration: duration(), ...score };
      outbox.send(defined(passed ? 'passed' : 'failed', result, mastery));
    },
    end() {
      outbox.end(defined('terminated', { duration: duration() }));
    },
  });
}

/**
 * The context of a statement that cmi5 defines (9.6.2): with its category, and one more where it counts for moving on.
 * @param {Record<string, any>} template
 * @param {Record<string, any>} result
 * @param {object} extensions
 */
function contextOf(template, result, extensions) {
  const activities = template.contextActivities ?? {};
  const names = 'success' in result || 'completion' in result ? ['cmi5', 'moveon'] : ['cmi5'];
  const category = [...(activities.category ?? []), ...names.map((name) => ({ id: categories + name }))];
  return {
    ...template,
    contextActivities: { ...activities, category },
    extensions: { ...template.extensions, ...extensions },
  };
}
