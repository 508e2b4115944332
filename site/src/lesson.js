// What the lesson of a run says at a place: the chapter, the card, the question before a turning point, the conclusion; and
// where playing stops for it. The core finds out where the run comes to all that (see Plan); nothing here knows an answer.

/** @import {Lesson, Place, Plan, Step, Texts} from './types' */
/** @import {Model} from './model.js' */

/** A card: its text, and what to do, if anything.
 * @typedef {{number: number, text: Texts, step?: Step, done: boolean}} Card
 */

/** A prediction: `asked` before it is decided, `told` afterwards. `choice` is what the learner has chosen, `holds` what
 * came true, both as places in the list of options; `event` is the one that decided.
 * @typedef {object} Prediction
 * @property {number} number
 * @property {'asked' | 'told'} phase
 * @property {Texts} ask
 * @property {Texts[]} options
 * @property {Texts} told
 * @property {number} [choice]
 * @property {number} [holds]
 * @property {number} event
 */

/** Where a lesson stands at a place.
 * @typedef {object} Standing
 * @property {number} chapter its number; -1: none has begun
 * @property {Card | null} card
 * @property {Prediction | null} prediction
 * @property {boolean} ended whether the conclusion is due
 */

/** A place in a run where playing stops. @typedef {{event: number, moment: number, t: number}} Stop */

/** Whether a place after n events is behind the event that leads to another one. @param {number} n @param {Place} place */
const reached = (n, { event }) => n > event;

/**
 * @param {Lesson} lesson
 * @param {Plan} plan
 * @param {number} n events before the place
 * @param {Map<number, number>} choices the learner's, by the number of the prediction
 * @returns {Standing}
 */
export function standingAt(lesson, plan, n, choices) {
  return {
    chapter: plan.chapters.findLastIndex((begins) => begins && reached(n, begins)),
    card: cardAt(lesson, plan, n),
    prediction: predictionAt(lesson, plan, n, choices),
    ended: reached(n, lastOf(plan)),
  };
}

/**
 * @param {Lesson} lesson
 * @param {Plan} plan
 * @param {number} n
 * @returns {Card | null} the newest that has appeared
 */
function cardAt({ cards = [] }, plan, n) {
  const number = plan.cards.findLastIndex((at) => at && reached(n, at));
  if (number < 0) return null;
  return {
    number,
    text: cards[number].text,
    step: cards[number].do?.step,
    done: isDone(plan.cards[number], n),
  };
}

/**
 * Whether a card's deed has been done, by whoever.
 * @param {Plan['cards'][number]} card
 * @param {number} n
 */
function isDone(card, n) {
  return card?.doneEvent !== undefined && n > card.doneEvent;
}

/**
 * @param {Lesson} lesson
 * @param {Plan} plan
 * @param {number} n
 * @param {Map<number, number>} choices
 * @returns {Prediction | null} the newest that has been asked
 */
function predictionAt({ predictions = [] }, plan, n, choices) {
  const number = plan.predictions.findLastIndex((p) => p && reached(n, p.stop));
  const planned = plan.predictions[number];
  if (!planned) return null;
  const { ask, options, told } = predictions[number];
  const decided = reached(n, planned.decided);
  return {
    number,
    phase: decided ? 'told' : 'asked',
    ask,
    options: options.map((o) => o.text),
    told,
    choice: choices.get(number),
    holds: decided ? planned.holds : undefined,
    event: planned.decided.event,
  };
}

/**
 * Where the lesson is over: with the last of its things; or, as long as the run does not come to some of them, or
 * something is left to do, at the end of the run.
 * @param {Plan} plan
 * @returns {Place}
 */
export function lastOf({ chapters, cards, predictions, end }) {
  const places = [...chapters, ...cards, ...predictions.map((p) => p && p.decided)];
  let last = places[0] ?? end;
  for (const place of places) {
    if (!place) return end;
    if (place.event > last.event) last = place;
  }
  return last;
}

/**
 * The next place at which playing stops: for a question that has not been answered, for something to do, at the end.
 * @param {Lesson} lesson
 * @param {Plan} plan
 * @param {number} n events before the place
 * @param {Map<number, number>} choices
 * @returns {Stop | null}
 */
export function nextStop({ cards = [] }, plan, n, choices) {
  /** @type {(Place | null)[]} */
  const stops = [
    ...plan.predictions.map((p, i) => (choices.has(i) ? null : p && p.stop)),
    ...plan.cards.filter((card, i) => cards[i].do && !isDone(card, n)),
    lastOf(plan),
  ];
  let next = null;
  for (const stop of stops) if (stop && !reached(n, stop) && !(next && next.event <= stop.event)) next = stop;
  return next;
}

/** A lesson that is followed: what is known of its run, and what the learner has chosen. */
export class Tutor {
  /** @type {Plan | null} null: not known yet */
  plan = null;
  /** @type {Map<number, number>} */
  choices = new Map();
  /** Whether the core is still finding out where the run comes to. */
  pending = false;
  /** @type {unknown} */
  #run = null;
  /** @type {unknown} */
  #deeds = null;
  #n = 0;
  #moment = -1;

  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
  }

  /**
   * Looks where the run stands; after a deed, or in another run, the plan is another one.
   * @param {Model} model
   * @returns {this}
   */
  see(model) {
    const { run, deeds } = model;
    if (run !== this.#run || deeds !== this.#deeds) {
      if (run !== this.#run) this.plan = null;
      this.#run = run;
      this.#deeds = deeds;
      this.pending = true;
    }
    if (this.pending) this.#ask(model);
    this.#n = model.frame?.state.n ?? 0;
    this.#moment = model.frame?.moment?.n ?? -1;
    return this;
  }

  /** @param {Model} model */
  #ask({ run }) {
    const plan = run.plan();
    this.pending = !!plan && 'working' in plan;
    if (plan && !('working' in plan)) this.plan = plan;
  }

  /** @returns {Standing} */
  get standing() {
    if (!this.plan) return { chapter: -1, card: null, prediction: null, ended: false };
    return standingAt(this.lesson, this.plan, this.#n, this.choices);
  }

  get chapter() {
    return this.standing.chapter;
  }

  get card() {
    return this.standing.card;
  }

  get prediction() {
    return this.standing.prediction;
  }

  get ended() {
    return this.standing.ended;
  }

  /** @returns {Texts | null} once it is due */
  get conclusion() {
    return this.ended ? this.lesson.conclusion : null;
  }

  /** @returns {Place | null} where the lesson opens */
  get opening() {
    return this.plan?.chapters[this.lesson.opens ?? 0] ?? null;
  }

  /** @returns {{moment: number, t: number} | null} where playing stops next */
  get stop() {
    return this.plan && nextStop(this.lesson, this.plan, this.#n, this.choices);
  }

  /**
   * The beginning of another chapter.
   * @param {1 | -1} by forward, or back: within a chapter to its beginning
   * @returns {Place | null} null: there is none, or the run does not come to it
   */
  chapterAt(by) {
    if (!this.plan) return null;
    const { chapters } = this.plan;
    if (by > 0) return chapters.find((begins) => begins && !reached(this.#n, begins)) ?? null;
    const here = chapters[this.chapter];
    const within = here && this.#moment > here.moment;
    return (within ? here : chapters.slice(0, Math.max(0, this.chapter)).findLast(Boolean)) ?? null;
  }
}
