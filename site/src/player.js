// A run that is played: where one is in it, where one goes, and what is said there. It draws nothing; it tells
// `changed` that there is something to draw.

/** @import {Frame, FrameQuery, Moment, MomentMark, Sentence, State} from './types' */
/** @import {Place} from './history.js' */
/** @import {Ahead} from './clock.js' */
/** @import {Comparison} from './comparison.js' */
/** @import {PaceName} from './pace.js' */

import { Clock } from './clock.js';
import { countKinds } from './marks.js';
import { Model } from './model.js';
import { arrival, nothingMore } from './quiet.js';
import { Memory, tell, tellEvent } from './sentence.js';
import { askedOf } from './toolbar.js';
import { words } from './words/words.js';

/** While playing does not rest, the words stand still for so long (ms of real time). */
const calmMs = 1000;

/** A move that takes no longer than this is not said to take time (ms of real time). */
const noticedMs = 150;

/** Waiting that passes in a step is told from so much on (ms of virtual time). */
const toldWaitMs = 1000;

/** Where nothing is found to step to, nothing comes for so long at least (ms): the core has looked so far ahead. */
const lookAheadMs = 120000;

/** @type {Place} */
export const start = { n: 0, t: 0, on: true };

/** @param {Place} place @returns {FrameQuery} what leads back to it */
export function queryOf({ n, t, on }) {
  return on ? { event: n } : { to: t };
}

/** Something that was done: by whom, its name, and what with.
 * @typedef {{by: 'user' | 'host' | 'script', name: string, detail?: unknown}} Done
 */

/** What leads to another place than a step by events does. */
const elsewhere = ['moments', 'moment', 'to', 'event'];

export class Player {
  clock = new Clock();
  /** Whether nobody has done anything yet. */
  fresh = true;
  /** Whether nothing has been done that is told of. */
  untouched = true;
  /** Who does what is done now: the learner, the page around a frame, or a script of that page's. @type {Done['by']} */
  by = 'user';
  /** A line about time: a stretch that was skipped, a future that was replaced, an action that failed. */
  notice = '';
  /**
   * The frame that sentences and lists are about. It is the present one but while something is on its way to the next
   * moment, and while playing does not rest: words that changed sixty times a second would be read by nobody.
   * @type {Frame}
   */
  narrated;
  /** @type {Sentence | null} of the narrated frame, once it is asked for */
  #sentence = null;
  #narratedAt = 0;
  /** Whether the end of the present moment is one that playing goes on at without a rest. */
  #passing = false;
  /** Two runs at a time: the one that was kept beside the present one. @type {Comparison | null} */
  compare = null;
  /** Where playing has to stop next: the end of a moment, and when that is, or a time behind it (heard);
   * null: nowhere.
   * @type {() => {moment: number, t: number, heard?: true} | null} */
  nextStop = () => null;
  /** Whether one steps by events, and what is told is the newest of them. */
  #byEvent = false;
  /** What has been told of which run. */
  #told = { run: /** @type {unknown} */ (null), memory: new Memory() };
  /** Since when a move is under way, real time; 0: none is. */
  #workingSince = 0;
  /** How many moments were over when playing began. */
  #begun = 0;
  /** The place from which nothing was found to step to, and until when nothing comes at least. */
  #quiet = { n: -1, t: 0, until: 0 };

  /**
   * @param {Model} model
   * @param {object} around
   * @param {() => void} around.changed there is something to draw
   * @param {{matches: boolean}} around.reducedMotion whether nothing shall glide
   * @param {(done: Done) => void} [around.acted] is called for each thing that is done, once it is
   */
  constructor(model, { changed, reducedMotion, acted = () => {} }) {
    this.model = model;
    this.changed = changed;
    this.acted = acted;
    this.reducedMotion = reducedMotion;
    this.narrated = model.frame;
  }

  /** @returns {State} */
  get state() {
    return this.model.state;
  }

  /** @returns {Moment | null} the moment that the words are about */
  get moment() {
    return this.narrated.moment;
  }

  /** @returns {Sentence} */
  get sentence() {
    return (this.#sentence ??= this.#tell(this.narrated));
  }

  /** @param {Frame} frame @returns {Sentence} of its moment or, where one steps by events, of its newest event */
  #tell(frame) {
    const { script, run, hand } = this.model;
    if (this.#told.run !== run) this.#told = { run, memory: new Memory() };
    const around = { script, state: frame.state, hand, memory: this.#told.memory };
    return this.#byEvent ? tellEvent(frame.last, frame.moment, around) : tell(frame.moment, around);
  }

  /** What has been asked for at the present place, and is there or on its way. */
  get asked() {
    return askedOf(this.state);
  }

  /** What has passed since playing began, while it does not rest. @returns {MomentMark[]} */
  get passed() {
    const { marks } = this.model;
    if (!this.clock.playing || this.clock.rests) return [];
    return marks.all.slice(this.#begun, marks.endedBefore(this.state.n));
  }

  /**
   * @template T
   * @param {Done['by']} by whom something is done
   * @param {() => T} deed
   * @returns {T}
   */
  as(by, deed) {
    this.by = by;
    try {
      return deed();
    } finally {
      this.by = 'user';
    }
  }

  /**
   * Tells that something has been done.
   * @param {string} name
   * @param {unknown} [detail]
   */
  did(name, detail) {
    this.untouched = false;
    this.acted({ by: this.by, name, detail });
  }

  /** Other words are shown from now on. */
  reword() {
    this.#sentence = null;
    this.changed();
  }

  /** Ends a comparison: the present run goes on alone. */
  alone() {
    this.compare?.end();
    this.compare = null;
  }

  /** @param {number} count of moments, forward or back */
  stepMoment(count) {
    const both = this.compare && this.#stepOfBoth(count);
    this.#step(count, both ?? { moments: count });
  }

  /**
   * Where a step leads with two runs: to the end of the next moment, or of the last, of either.
   * @param {number} count
   * @returns {FrameQuery | null} null: it is not known
   */
  #stepOfBoth(count) {
    if (count < 0) return { to: this.compare?.before(this.model) ?? 0 };
    const next = this.#ahead();
    return next ? { to: next.t } : null;
  }

  /** @param {number} count of notable events, forward or back */
  stepEvent(count) {
    this.#step(count, { step: count });
  }

  /**
   * @param {number} count
   * @param {FrameQuery} query
   */
  #step(count, query) {
    this.fresh = false;
    this.pause();
    const step = () => {
      const { n, t } = this.state;
      this.look(query, () => {
        const stayed = this.state.n === n && this.state.t === t;
        const waited = this.state.t - t;
        if (count > 0 && stayed) this.#nothingMore();
        else this.notice = count > 0 && waited >= toldWaitMs ? words().play.waited(waited) : '';
      });
    };
    if (count > 0 && this.#isQuiet) this.look({ to: this.#quiet.until }, step);
    else step();
    this.did('step', query);
  }

  /** Whether nothing was found to step to from this place. */
  get #isQuiet() {
    const { n, t } = this.state;
    return this.#quiet.n === n && this.#quiet.t === t;
  }

  /** Says that nothing was found to step to. */
  #nothingMore() {
    const { n, t } = this.state;
    this.#quiet = { n, t, until: t + lookAheadMs };
    this.notice = nothingMore(this.model.frame, this.asked, this.#quiet.until);
  }

  /** @param {number} n goes to the end of moment n; -1: to the start */
  seekMoment(n) {
    this.#seek(n < 0 ? queryOf(start) : { moment: n });
  }

  /** @param {number} t ms */
  seekTime(t) {
    this.#seek({ to: t });
  }

  /** @param {number} n goes to the place right after n events */
  seekEvent(n) {
    this.#seek({ event: n });
  }

  /** @param {FrameQuery} query */
  #seek(query) {
    this.fresh = false;
    this.pause();
    this.look(query, () => (this.notice = ''));
    this.did('seek', query);
  }

  toggle() {
    const plays = !this.model.working && !this.clock.playing;
    if (this.model.working) this.stop();
    else if (plays) this.play();
    else this.pause();
    this.did(plays ? 'play' : 'pause');
  }

  play() {
    this.fresh = false;
    this.notice = '';
    const begin = () => {
      this.#begun = this.model.marks.endedBefore(this.state.n);
      this.clock.start();
      this.look({});
    };
    if (this.#isQuiet) this.look({ to: this.#quiet.until }, begin);
    else begin();
  }

  /**
   * @param {PaceName} pace at which playing goes from now on
   * @param {number} [rate] virtual ms in a second, instead of the pace
   */
  setPace(pace, rate = 0) {
    this.clock.pace = pace;
    this.clock.rate = rate;
    this.clock.replan();
    this.#begun = this.model.marks.endedBefore(this.state.n);
    this.did('set', { pace });
    this.changed();
  }

  /** The page was hidden, or is seen again: the time between does not count. */
  sleep() {
    this.clock.sleep();
  }

  pause() {
    const { passed } = this;
    if (passed.length > 1) this.notice = words().play.passed(countKinds(passed), passed.length);
    else if (this.clock.moving) this.notice = ''; // it said that waiting is being skipped
    this.clock.stop();
    if (this.narrated !== this.model.frame) this.#narrate();
    this.changed();
  }

  /** Playing has come to where it has to stop. */
  halt() {
    this.pause();
  }

  /** Ends the move that takes long where it has come to. */
  stop() {
    this.notice = '';
    this.#arriving(() => this.model.stop());
  }

  /**
   * How far a move has come that takes long enough to be noticed: how much of it is done, from 0 to 1, and where the
   * clock stands and will stand, ms.
   * @returns {{part: number, t: number, goal: number} | null}
   */
  get progress() {
    const { working } = this.model;
    if (!working || performance.now() - this.#workingSince < noticedMs) return null;
    const { from, t, goal } = working;
    return { part: goal > from ? Math.min(1, Math.max(0, (t - from) / (goal - from))) : 0, t, goal };
  }

  /** Whether there is more to do than to draw. */
  get busy() {
    return this.clock.playing || !!this.model.working || !!this.compare?.busy || this.#unknown;
  }

  /** Whether, with two runs, it is not known yet what comes next: a step leads to the next moment of either. */
  get #unknown() {
    return !!this.compare && this.model.frame.nextMoment === undefined;
  }

  /** @param {number} stamp real time in ms; one frame of a move that takes long, or of playing */
  tick(stamp) {
    if (this.model.working) this.#arriving(() => this.model.goOn());
    else if (this.compare?.busy || this.#unknown) this.look({});
    else if (this.clock.playing) this.#play(stamp);
  }

  /** @param {number} stamp */
  #play(stamp) {
    const { frame, state } = this.model;
    const { n, t } = state;
    const next = this.#ahead();
    const tick = this.clock.tick(stamp, {
      now: t,
      next,
      clear: frame.clear,
      still: this.reducedMotion.matches,
    });
    const { query, arrived, waited } = tick;
    if (waited) this.notice = words().play.waited(waited);
    const stop = query && this.nextStop();
    if (query && stop && reaches(query, stop, this.model.marks.endedBefore(n))) {
      return this.look(stop.heard ? { to: stop.t } : { moment: stop.moment }, () => this.halt());
    }
    if (query && arrived) return this.look(this.compare ? { to: next?.t } : query, () => this.#arrived());
    if (query) this.look({ ...query, part: 1 });
    else if (frame.nextMoment === undefined) this.look({}); // it goes on looking for what comes next
    const stuck = query?.moments && this.state.n === n && this.state.t === t;
    if (tick.ended || stuck || this.model.frame.ended) this.#ended();
  }

  /** @returns {Ahead | null | undefined} what playing goes to next, in either run; undefined: it is not known yet */
  #ahead() {
    const own = aheadOf(this.model);
    const other = this.compare ? aheadOf(this.compare.a) : null;
    if (own === undefined || other === undefined) return undefined;
    if (!own || !other) return own ?? other;
    return other.t < own.t ? { from: other.from, t: other.t } : own;
  }

  /** The end of a moment is reached: it rests there. */
  #arrived() {
    this.#passing = this.passes();
    if (this.#passing) return;
    this.#narrate();
    this.clock.rest(this.toRead());
  }

  /** Whether playing goes on at the end of this moment without a rest: the words stay those of the one before. */
  passes() {
    return false;
  }

  /** What is to be read at the end of a moment before playing goes on. @returns {import('./pace.js').Read} */
  toRead() {
    return this.sentence;
  }

  /** There is nothing more to play. */
  #ended() {
    this.pause();
    this.#nothingMore();
  }

  /** @param {number} cells how many offsets of each log are wanted */
  want(cells) {
    if (cells === this.model.cells) return;
    this.model.cells = cells;
    this.look({});
  }

  /**
   * @param {FrameQuery} query where to go, and what to know there
   * @param {() => void} [then] is called once it is there
   */
  look(query, then) {
    this.#byEvent = 'step' in query || (this.#byEvent && !elsewhere.some((name) => name in query));
    const wanted = this.clock.playing || this.compare;
    const ahead = wanted ? /** @type {const} */ ({ peek: 1 }) : {}; // to know it takes looking ahead
    this.#arriving(() => this.model.look({ ...query, ...ahead }, then));
  }

  /** @param {() => void} move may lead to a place, or need more time */
  #arriving(move) {
    move();
    this.compare?.follow(this.model);
    const { playing, rests, moving } = this.clock;
    const still = this.#passing || moving;
    const calm = playing && (rests ? still : performance.now() - this.#narratedAt <= calmMs);
    if (!this.model.working) this.#workingSince = 0;
    else this.#workingSince ||= performance.now();
    if (!this.model.working && !calm) this.#narrate();
    this.changed();
  }

  #narrate() {
    this.narrated = this.model.frame;
    this.#narratedAt = performance.now();
    this.#sentence = null;
  }
}

/**
 * @param {Model} model
 * @returns {Ahead | null | undefined} what comes next in a run; undefined: it is not known yet
 */
function aheadOf({ frame, state }) {
  if (frame.nextMoment !== null) return frame.nextMoment;
  const t = arrival(state);
  return t === null ? null : { from: t, t };
}

/**
 * Whether a query of playing leads to a stop, or beyond.
 * @param {FrameQuery} query
 * @param {{moment: number, t: number}} stop
 * @param {number} over how many moments are over at the place
 */
function reaches({ to = -1, moment = -1, moments = 0 }, stop, over) {
  return moment >= stop.moment || to >= stop.t || (moments > 0 && over + moments > stop.moment);
}
