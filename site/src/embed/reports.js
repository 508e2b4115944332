// What a host is told of a playground without asking: what happens in the model, what the learner does, how the lesson
// stands. It looks after every change and says what is new since the last look. Model events carry the number of the
// core's event, those of people say by whom.

/** @import {App} from '../app.js' */
/** @import {Event, Script} from '../types' */
/** @import {Tutor} from '../lesson.js' */

import { localized } from '../words/words.js';
import { RequestLog, outcomeOf } from './requestLog.js';

/** What a host may subscribe to: nothing, all but what comes often, or everything. */
export const levels = /** @type {const} */ (['none', 'basic', 'all']);

/** @typedef {typeof levels[number]} Level */

/** What is told at each level beyond none; what is not here, such as ready and resize, is always told. */
const basic = [
  ...[
    'statechange',
    'action',
    'played',
    'paused',
    'seeked',
    'complete',
    'reject',
    'isrchange',
    'prediction',
    'goal',
  ],
];
const frequent = ['hwadvance'];

/** The names that a list of a subscription may have. */
export const eventNames = [...basic, ...frequent];

/** So many events of the model are read at a time. */
const portion = 1000;

export class Reports {
  #app;
  #tell;
  /** @type {Set<string>} */
  #wanted = new Set(basic);
  #log = new RequestLog();
  /** The run that is watched, up to which event it has been read, and up to which it has been told. */
  #run = /** @type {unknown} */ (null);
  #deeds = /** @type {unknown} */ (null);
  #read = 0;
  #told = 0;
  #playing = false;
  /** The place that was told last. */
  #place;
  /** @type {Tutor | null} whose questions and conclusion have been told */
  #tutor = null;
  /** @type {Set<string>} what of them */
  #said = new Set();
  /** Each partition's ISR in the controller's metadata. @type {Map<string, number[]>} */
  #isr = new Map();
  /** How ISRs have changed, by the number of the event. @type {Map<number, object>} */
  #changes = new Map();
  #more = 0;

  /**
   * @param {App} app
   * @param {(type: string, payload: object) => void} tell
   */
  constructor(app, tell) {
    this.#app = app;
    this.#tell = tell;
    this.#follow();
    this.#told = this.#app.state.n; // what was there before is no news
    this.#place = placeOf(app);
    this.#playing = app.clock.playing;
  }

  /** @param {Level | string[]} events */
  subscribe(events) {
    const names = { none: [], basic, all: eventNames };
    this.#wanted = new Set(typeof events === 'string' ? names[events] : events);
  }

  /** The requests of the run up to the place. */
  get requests() {
    const { run, state } = this.#app.model;
    const log = new RequestLog(); // the other one may know what comes later
    for (let from = 0; from < state.n;) {
      const events = run.lines(from, Math.min(portion, state.n - from));
      if (!events.length) break;
      for (const event of events) log.take(event);
      from += events.length;
    }
    return [...log.rows.values()];
  }

  /** Ends it. */
  end() {
    clearTimeout(this.#more);
  }

  /** Says what is new. */
  see() {
    const app = this.#app;
    if (app.model.working) return; // what is shown is still the place before
    const { deeds } = app.model;
    const done = deeds !== this.#deeds;
    this.#follow();
    this.#readOn(portion);
    const { playing } = app.clock;
    const place = placeOf(app);
    const moved = place.event !== this.#place.event || place.ms !== this.#place.ms;
    const sought = moved && !done && !playing && !this.#playing;
    if (playing !== this.#playing) this.#say(playing ? 'played' : 'paused', place);
    this.#playing = playing;
    if (sought) this.#say('seeked', place);
    if (moved) this.#moved(place);
    this.#lesson();
  }

  /** @param {{by: string, name: string, detail?: unknown}} deed something that was done */
  acted({ by, name, detail }) {
    this.#say('action', { by, name, detail: detail ?? null });
  }

  /** @param {string} type @param {object} payload is told if it is wanted */
  #say(type, payload) {
    if (this.#wanted.has(type)) this.#tell(type, payload);
  }

  /** @param {ReturnType<typeof placeOf>} place */
  #moved(place) {
    const { playing } = this.#app.clock;
    const moment = place.moment !== this.#place.moment || place.scenario !== this.#place.scenario;
    if (!playing || moment) this.#say('statechange', { ...place, playing }); // while playing, moment by moment
    this.#place = place;
  }

  /** Finds out whether the run is another one, or goes on differently. */
  #follow() {
    const { model } = this.#app;
    const { run, deeds } = model;
    if (run !== this.#run || deeds !== this.#deeds) {
      if (run !== this.#run) this.#told = model.state.n; // what is there when it is opened is no news
      this.#run = run;
      this.#deeds = deeds;
      this.#log = new RequestLog();
      this.#isr = firstISRs(model.script);
      this.#changes = new Map();
      this.#read = 0;
    }
    if (model.state.n < this.#told) this.#told = model.state.n;
  }

  /** @param {number} most events are read at once; the rest follows soon */
  #readOn(most) {
    const { model } = this.#app;
    const goal = model.state.n;
    for (let from = this.#next, left = most; from < goal && left > 0; from = this.#next) {
      const events = model.run.lines(from, Math.min(portion, goal - from));
      if (!events.length) return;
      for (const event of events) this.#take(event);
      left -= events.length;
    }
    clearTimeout(this.#more);
    if (this.#next < goal) this.#more = window.setTimeout(() => this.see());
  }

  /** The number of the event that is read next: after going back, those that are known are told again. */
  get #next() {
    return Math.min(this.#read, this.#told);
  }

  /** @param {Event} event */
  #take(event) {
    if (event.n === this.#read) {
      this.#read++;
      this.#log.take(event);
      this.#noteISR(event);
    }
    if (event.n < this.#told) return;
    this.#told = event.n + 1;
    this.#report(event);
  }

  /** @param {Event} event */
  #report(event) {
    const at = { event: event.n, ms: event.t };
    const change = this.#changes.get(event.n);
    if (change) this.#say('isrchange', { ...at, ...change });
    if (event.kind === 'high-watermark' && event.leader) {
      const { topic, partition, broker, from, to } = event;
      this.#say('hwadvance', { ...at, topic, partition, broker, from, to });
    }
    const row = event.kind === 'response' && this.#log.rows.get(event.request);
    if (!row) return;
    const { done, outcome } = outcomeOf(row);
    this.#say(done ? 'complete' : 'reject', { ...at, ...outcome });
  }

  /** @param {Event} event may change an ISR */
  #noteISR(event) {
    if (event.kind !== 'partition') return;
    const { topic, partition, leader, leaderEpoch, isr } = event;
    const name = `${topic}-${partition}`;
    const from = this.#isr.get(name) ?? [];
    this.#isr.set(name, isr);
    if (String(sorted(from)) === String(sorted(isr))) return;
    this.#changes.set(event.n, { topic, partition, leader, leaderEpoch, from, to: isr });
  }

  /** What came of the lesson's questions, and whether its conclusion is reached. */
  #lesson() {
    const { lesson } = this.#app;
    if (this.#tutor !== lesson) {
      this.#tutor = lesson;
      this.#said.clear();
    }
    if (!lesson?.plan) return;
    const { scenario } = this.#app.model;
    const of = lesson.lesson.predictions?.length ?? 0;
    const made = [...lesson.choices].map(([number, choice]) =>
      predictionOf(this.#app, lesson, number, choice),
    );
    for (const { holds, right, ...prediction } of made) {
      const common = { scenario, of, ...prediction };
      if (this.#once(`made ${prediction.number}`)) this.#say('prediction', { ...common, phase: 'made' });
      if (holds !== undefined && this.#once(`decided ${prediction.number}`)) {
        this.#say('prediction', { ...common, phase: 'decided', holds, right });
      }
    }
    if (!lesson.ended || !this.#once('goal')) return;
    const right = made.filter((p) => p.right).length;
    const title = localized(lesson.lesson.question);
    this.#say('goal', { scenario, title, predictions: { of, made: made.length, right } });
  }

  /** @param {string} what @returns {boolean} whether it has not been said of this lesson */
  #once(what) {
    if (this.#said.has(what)) return false;
    this.#said.add(what);
    return true;
  }
}

/**
 * A question that the learner has answered: which option was chosen and, once that is decided, which came true.
 * @param {App} app
 * @param {Tutor} tutor
 * @param {number} number of the prediction, from 0
 * @param {number} choice
 */
function predictionOf({ state }, { lesson, plan }, number, choice) {
  const planned = plan?.predictions[number];
  const asked = lesson.predictions?.[number];
  const holds = planned && state.n > planned.decided.event ? planned.holds : undefined;
  return {
    number,
    ask: asked ? localized(asked.ask) : '',
    options: asked?.options.map((o) => localized(o.text)) ?? [],
    choice,
    holds,
    right: holds === choice,
  };
}

/** @param {Script} script @returns {Map<string, number[]>} the ISR with which each partition begins */
function firstISRs({ cluster }) {
  return new Map(
    (cluster.topics ?? []).flatMap((/** @type {any} */ { name, partitions }) =>
      partitions.map((/** @type {any} */ { isr, replicas }, /** @type {number} */ i) => [
        `${name}-${i}`,
        isr ?? replicas,
      ]),
    ),
  );
}

/** @param {number[]} brokers */
function sorted(brokers) {
  return [...brokers].sort((a, b) => a - b);
}

/** @param {App} app where its run is */
export function placeOf({ state, model }) {
  return { scenario: model.scenario, event: state.n, ms: state.t, moment: state.moment };
}
