// The plans of the scenarios that come with the page. The build has the core make them, for it takes a run to its end:
// in the page that would cost the time between the module's start and the first picture.

/** @import {Plan, Script} from './types' */

/** @type {WeakMap<Script, Plan>} */
const plans = new WeakMap();

/**
 * Notes the plan of a script's lesson.
 * @param {Script} script
 * @param {Plan | null} plan null: it has no lesson
 */
export function planned(script, plan) {
  if (plan) plans.set(script, plan);
  return script;
}

/**
 * The plan of a script as it is, with nothing done by hand.
 * @param {Script} script
 * @returns {Plan | undefined} undefined: the module has to make it
 */
export function planOf(script) {
  return plans.get(script);
}
