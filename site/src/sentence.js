// A moment in one sentence, once those who tell are there: they and their words are loaded when the page can be used.
// Until then there is the sentence of the still, for the moment that it shows.

/** @import {Event, Moment, Sentence} from './types' */
/** @import {Around} from './sentence/scene.js' */

/**
 * Which rules have been told, so that one that is told again and again is left out.
 */
export class Memory {
  /** @type {Map<string, Set<number>>} the moments at which each rule was told */
  #told = new Map();

  /**
   * @param {string} rule
   * @param {number} moment at which it is told
   * @returns {number} how often it has been told, at moments up to this one
   */
  times(rule, moment) {
    const at = this.#told.get(rule) ?? new Set();
    at.add(moment);
    this.#told.set(rule, at);
    return [...at].filter((n) => n <= moment).length;
  }
}

/** @type {typeof import('./sentence/tell.js') | undefined} */
let teller;

/** What stands in for a sentence, and the moment that it is about, once that is known. */
const still = { moment: /** @type {number | undefined} */ (undefined), main: '', why: '', where: '' };

/** Loads those who tell. @returns {Promise<void>} */
export async function loadSentences() {
  teller ??= (await import('./soon.js')).sentences;
}

/** Whether those who tell are there. */
export function canTell() {
  return !!teller;
}

/**
 * @param {{main: string, why: string, where: string}} sentence stands for the moment that is told first, until all is
 * there
 */
export function standIn(sentence) {
  Object.assign(still, sentence);
}

/** @param {Moment | null} moment @returns {Sentence} */
function waiting(moment) {
  const n = moment?.n ?? -1;
  still.moment ??= n;
  const { main, why, where } = still;
  return n === still.moment ? { main, why, where } : { main: '', why: '', where: '' };
}

/**
 * @param {Moment | null} moment; null: the run is at its start
 * @param {Around & {memory?: Memory}} around the script names what was done; the state at the end of the moment, if
 * there is one, sharpens the second line; hand: the steps that are the learner's; memory: what has been told
 * @returns {Sentence} empty as long as those who tell are not there
 */
export function tell(moment, around = {}) {
  return teller ? teller.tell(moment, around) : waiting(moment);
}

/**
 * The sentence of a single event, for those who step by events.
 * @param {Event | null} event
 * @param {Moment | null} moment that it is in, if that is known: it says what its requests carry
 * @param {Around & {memory?: Memory}} around
 * @returns {Sentence}
 */
export function tellEvent(event, moment, around = {}) {
  return teller ? teller.tellEvent(event, moment, around) : waiting(moment);
}
