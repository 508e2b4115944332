// What a learner has shown in a lesson, as every standard counts it: which predictions were made and which of them came
// true, and whether the lesson's conclusion was reached. The adapters beside this file put it into the words of a
// standard.

/**
 * The detail of the element's event `prediction`.
 * @typedef {object} Predicted
 * @property {string} scenario its id
 * @property {number} number of the prediction in its lesson, from 0
 * @property {number} of how many the lesson has
 * @property {'made' | 'decided'} phase
 * @property {string} ask
 * @property {string[]} options
 * @property {number} choice the learner's, as a place in the options
 * @property {number} [holds] the one that came true; only of a decided one, and missing where none did
 */

/**
 * The detail of the element's event `goal`.
 * @typedef {object} Reached
 * @property {string} scenario its id
 * @property {string} title
 */

/** A prediction that the run has decided. `right`: the learner's choice came true.
 * @typedef {Predicted & {right: boolean}} Decided
 */

/** What one lesson has brought so far. */
export class Grade {
  /** Each decided prediction, by its number: the first answer counts. @type {Map<number, Decided>} */
  #decided = new Map();
  #of = 0;
  /** Whether the conclusion was reached. */
  reached = false;

  /**
   * Takes a prediction.
   * @param {Predicted} predicted
   * @returns {Decided | null} what is new to be reported: a prediction that was decided for the first time
   */
  predict(predicted) {
    this.#of = Math.max(this.#of, predicted.of);
    if (predicted.phase !== 'decided' || this.#decided.has(predicted.number)) return null;
    const decided = { ...predicted, right: predicted.choice === predicted.holds };
    this.#decided.set(predicted.number, decided);
    return decided;
  }

  /** The conclusion is reached. @returns {boolean} whether that is new */
  reach() {
    const fresh = !this.reached;
    this.reached = true;
    return fresh;
  }

  /** @returns {number | null} the share of the lesson's predictions that came true, 0 to 1; null: it has none */
  get scaled() {
    if (!this.#of) return null;
    return [...this.#decided.values()].filter(({ right }) => right).length / this.#of;
  }
}

/**
 * Whether a score passes.
 * @param {number | null} scaled 0 to 1; null: there is nothing to be judged
 * @param {number | null} wanted the score that the platform asks for, 0 to 1; null: none
 * @returns {boolean | null} null: nobody judges
 */
export function passes(scaled, wanted) {
  return scaled === null || wanted === null ? null : scaled >= wanted;
}

/** The letter by which a standard calls an option. @param {number} place */
export const letter = (place) => String.fromCharCode(97 + place);

/**
 * Calls what takes the events of a playground.
 * @param {EventTarget} element a <highwater-playground>
 * @param {{predict: (detail: Predicted) => void, reach: (detail: Reached) => void, end: () => void}} taker end: the
 * learner leaves the page
 */
export function follow(element, { predict, reach, end }) {
  element.addEventListener('prediction', (event) => predict(/** @type {CustomEvent} */ (event).detail));
  element.addEventListener('goal', (event) => reach(/** @type {CustomEvent} */ (event).detail));
  addEventListener('pagehide', end, { once: true });
}

/**
 * A length of time as ISO 8601 and SCORM 2004 write it.
 * @param {number} ms
 */
export const isoDuration = (ms) => `PT${(ms / 1000).toFixed(2)}S`;
