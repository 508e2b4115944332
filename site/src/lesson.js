// What the lesson of a run says at a place: the chapter, the card, the question before a turning point, the conclusion;
// and where playing stops for it. The core finds out where the run comes to all that (see Plan); nothing here knows an
// answer.

/** @import {Lesson, Moment, Place, Plan, Step, Texts} from './types' */
/** @import {Model} from './model.js' */

import { countWords } from './pace.js';
import { planOf } from './plans.js';
import { localized } from './words/words.js';

/** So many words say at most whether the learner was right. */
const judgedWords = 4;

/** A card: its text, and what to do, if anything. `begun` says that the learner has done it, but its effect is still to
 * come; `by` who did it: "itself" where neither the learner nor the script did.
 * @typedef {object} Card
 * @property {number} number
 * @property {Texts} text
 * @property {Step} [step]
 * @property {boolean} done
 * @property {boolean} [begun]
 * @property {'learner' | 'script' | 'itself'} [by]
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
 * @property {Prediction | null} verdict the newest that was decided before the one that is asked, or at the end
 * @property {boolean} ended whether the conclusion is due
 */

/**
 * Whether a place after n events is behind the event that leads to another one.
 * @param {number} n
 * @param {Place} place
 */
const reached = (n, { event }) => n > event;

/**
 * @param {Lesson} lesson
 * @param {Plan} plan
 * @param {number} n events before the place
 * @param {Map<number, number>} choices the learner's, by the number of the prediction
 * @returns {Standing}
 */
export function standingAt(lesson, plan, n, choices) {
  const prediction = predictionAt(lesson, plan, n, choices);
  const ended = reached(n, plan.over);
  const told = plan.predictions.findLastIndex((p) => p && reached(n, p.decided));
  const past = ended || told !== prediction?.number;
  return {
    chapter: plan.chapters.findLastIndex((begins) => begins && reached(n, begins)),
    card: cardAt(lesson, plan, n),
    prediction,
    verdict: past ? predictionOf(lesson, plan, n, choices, told) : null,
    ended,
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
function predictionAt(lesson, plan, n, choices) {
  const number = plan.predictions.findLastIndex((p) => p && reached(n, p.stop));
  return predictionOf(lesson, plan, n, choices, number);
}

/**
 * @param {Lesson} lesson
 * @param {Plan} plan
 * @param {number} n
 * @param {Map<number, number>} choices
 * @param {number} number
 * @returns {Prediction | null} null: the lesson has no such prediction, or the run does not come to it
 */
function predictionOf({ predictions = [] }, plan, n, choices, number) {
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
 * The next place at which playing stops: for a question that has not been answered, for something to do, at the end.
 * @param {Lesson} lesson
 * @param {Plan} plan
 * @param {number} n events before the place
 * @param {Map<number, number>} choices
 * @returns {Plan['over'] | null}
 */
export function nextStop({ cards = [] }, plan, n, choices) {
  /** @type {(Plan['over'] | null)[]} */
  const stops = [
    ...plan.predictions.map((p, i) => (choices.has(i) ? null : p && p.stop)),
    ...plan.cards.filter((card, i) => card && cards[i].do && !isDone(card, Math.max(n, card.event))),
    plan.over,
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
  /** Whether it is still being found out where the run comes to. */
  pending = false;
  /** Questions and deeds that the learner has played past. @type {Set<Texts>} */
  #passed = new Set();
  /** Texts that there has been time to read. @type {Set<Texts>} */
  #read = new Set();
  /** @type {Model | null} */
  #model = null;
  /** @type {unknown} */
  #run = null;
  /** @type {Model['deeds']} */
  #deeds = [];
  /** Who did what the cards ask for, by the event with which it was done. @type {Map<number, Card['by']>} */
  #doers = new Map();
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
    this.#model = model;
    if (run !== this.#run || deeds !== this.#deeds) {
      if (run !== this.#run) this.plan = null;
      this.#run = run;
      this.#deeds = deeds;
      this.#doers.clear();
      this.pending = true;
    }
    if (this.pending) this.#ask(model);
    const n = model.frame?.state.n ?? 0;
    if (n < this.#n) {
      this.#passed.clear();
      this.#read.clear();
    }
    this.#n = n;
    this.#moment = model.frame?.moment?.n ?? -1;
    return this;
  }

  /** @param {Model} model */
  #ask(model) {
    const plan = (model.deeds.length ? undefined : planOf(model.given)) ?? model.run.plan();
    this.pending = !!plan && 'working' in plan;
    if (plan && !('working' in plan)) this.plan = plan;
  }

  /**
   * @param {[prediction: number, option: number][]} choices that were made before; what the lesson does not ask is left
   * out
   */
  choose(choices) {
    const { predictions = [] } = this.lesson;
    this.choices = new Map(choices.filter(([number, option]) => predictions[number]?.options[option]));
  }

  /** @returns {Standing} */
  get standing() {
    if (!this.plan) return { chapter: -1, card: null, prediction: null, verdict: null, ended: false };
    return standingAt(this.lesson, this.plan, this.#n, this.choices);
  }

  get chapter() {
    return this.standing.chapter;
  }

  /** @returns {Card | null} */
  get card() {
    const { card } = this.standing;
    const planned = card && this.plan?.cards[card.number];
    if (!card?.step || !planned) return card;
    const { t, doneEvent } = planned;
    const asked = same(card.step);
    const begun = this.#deeds.some((deed) => deed.at >= t && same(deed) === asked);
    const by = card.done && doneEvent !== undefined ? this.#doerOf(doneEvent, begun) : undefined;
    return { ...card, begun, by };
  }

  /**
   * @param {number} event with which it was done
   * @param {boolean} begun whether the learner did just what the card asks for
   */
  #doerOf(event, begun) {
    const known = this.#doers.get(event);
    if (known || !this.#model) return known;
    const step = begun ? undefined : rootOf(this.#model, event);
    const own = begun || (step !== undefined && this.#model.hand.has(step));
    const doer = own ? 'learner' : step === undefined ? 'itself' : 'script';
    this.#doers.set(event, doer);
    return doer;
  }

  get prediction() {
    return this.standing.prediction;
  }

  /** Whether a question is open: it is neither decided nor answered, nor has the learner chosen to play past it. */
  get asks() {
    const { prediction: p } = this;
    return p?.phase === 'asked' && p.choice === undefined && !this.#passed.has(p.ask) && !this.#actedAfter(p);
  }

  /**
   * Whether something was done by hand since a question came that no card asks for: who acts plays past the question.
   * @param {Prediction} asked
   */
  #actedAfter({ number }) {
    const stop = this.plan?.predictions[number]?.stop;
    return !!stop && this.#deeds.some((deed) => deed.at >= stop.t && !this.#isAsked(deed));
  }

  /** @param {Step} deed whether a card asks for it */
  #isAsked(deed) {
    const step = same(deed);
    return (this.lesson.cards ?? []).some((card) => card.do && same(card.do.step) === step);
  }

  /** @returns {Prediction | null} */
  get verdict() {
    return this.standing.verdict;
  }

  get ended() {
    return this.standing.ended;
  }

  /** What the learner is waited for: to answer a question, to do something; null: nothing, or it was played past.
   * @returns {{question: Prediction | null, deed: Card | null} | null}
   */
  get waits() {
    const { prediction: p, card } = this;
    const open = p && this.asks;
    const undone = card?.step && !card.done && !card.begun && !this.#passed.has(card.text);
    return open || undone ? { question: open ? p : null, deed: undone ? card : null } : null;
  }

  /**
   * Whether playing goes on at the end of a moment without a rest: the lesson passes its kind, and no card and no
   * question comes with it.
   * @param {Moment | null} moment
   */
  passes(moment) {
    if (!this.plan || !moment || !this.lesson.passes?.includes(moment.kind)) return false;
    const { cards, predictions, over } = this.plan;
    const places = [...cards, ...predictions.flatMap((p) => p && [p.stop, p.decided]), over];
    return !places.some((place) => place?.moment === moment.n);
  }

  /**
   * Something is done: unless it is what the card asks for, the learner plays past the question.
   * @param {Step[]} steps
   */
  acts(steps) {
    const { question, deed } = this.waits ?? {};
    const asked = deed?.step && steps.length === 1 && same(steps[0]) === same(deed.step);
    if (question && !asked) this.#passed.add(question.ask);
  }

  /** What is to be read of the lesson while playing goes on, besides the sentence: the card, and what came of a
   * question.
   * @returns {number} words; 0 where there has been time for them
   */
  news() {
    const { card, prediction, verdict } = this.standing;
    const told = verdict ?? (prediction?.phase === 'told' ? prediction : null);
    const texts = /** @type {Texts[]} */ ([card?.text, told?.told].filter(Boolean));
    const fresh = texts.filter((text) => !this.#read.has(text));
    fresh.forEach((text) => this.#read.add(text));
    const judged = told && fresh.includes(told.told) && told.choice !== undefined;
    return countWords(fresh.map((text) => localized(text)).join(' ')) + (judged ? judgedWords : 0);
  }

  /** The learner goes on without what is waited for. */
  passBy() {
    const { question, deed } = this.waits ?? {};
    if (question) this.#passed.add(question.ask);
    if (deed) this.#passed.add(deed.text);
  }

  /** @returns {Texts | null} once it is due */
  get conclusion() {
    return this.ended ? this.lesson.conclusion : null;
  }

  /** @returns {Place | null} where the lesson opens */
  get opening() {
    return this.plan?.chapters[this.lesson.opens ?? 0] ?? null;
  }

  /** @returns {Plan['over'] | null} where playing stops next */
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

/** @param {Step & {at?: number}} step as a text by which it can be compared, whenever it is done */
function same({ at: _, ...step }) {
  return JSON.stringify(step);
}

/**
 * @param {Model} model
 * @param {number} event
 * @returns {number | undefined} the step of the script, with the deeds, that it comes of; undefined: of none
 */
function rootOf({ run }, event) {
  for (let n = event; n >= 0;) {
    const [line] = run.lines(n, 1);
    if (line?.kind === 'step') return line.step;
    if (line?.cause === undefined || line.cause >= n) return undefined;
    n = line.cause;
  }
  return undefined;
}
