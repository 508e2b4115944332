// The state of one playground: a run, the clock that plays it, what the controls are set to, and what is open. It draws
// nothing; it tells `changed` that there is something to draw.

/** @import {Api, Frame, FrameQuery, Scenario, Sentence, State, Step} from './types' */

import { Clock } from './clock.js';
import { span } from './format.js';
import { Model } from './model.js';
import { openingPlace } from './opening.js';
import { explain } from './sentence.js';
import { Toolbar } from './toolbar.js';
import { UI } from './ui.js';
import { nextValues } from './values.js';

/** In a fast run the words stand still for so long (ms of real time). */
const calmMs = 250;

/** A move that takes no longer than this is not said to take time (ms of real time). */
const noticedMs = 150;

/** @param {Frame} frame after which nothing notable is to come */
function nothingMore({ ended, state: { partitions } }) {
  if (ended) return `${ended[0].toUpperCase()}${ended.slice(1)}.`;
  const fetching = partitions.some((p) => p.replicas.some((r) => r.alive && !r.leader && !r.fetch.paused));
  const but = fetching ? ' but the followers’ fetches' : '';
  return `Nothing more happens by itself${but}. Send a record, or change something.`;
}

export class App {
  clock = new Clock();
  toolbar = new Toolbar();
  ui = new UI();
  /** Whether nobody has done anything yet. */
  fresh = true;
  /** The tab that was opened last; '': none was. */
  tab = '';
  /** What one wants to know the why of. @type {Record<string, any> | null} */
  selected = null;
  /** A line about time: a stretch that was skipped, a future that was replaced, an action that failed. */
  notice = '';
  /**
   * The frame that sentences and lists are about. It is the present one but in a fast run, where words that changed
   * sixty times a second would be read by nobody.
   * @type {Frame}
   */
  narrated;
  /** @type {Sentence | null} of the narrated frame, once it is asked for */
  #sentence = null;
  #narratedAt = 0;
  /** Since when a move is under way, real time; 0: none is. */
  #workingSince = 0;

  /**
   * @param {Api} api
   * @param {Scenario[]} scenarios the first is opened
   * @param {object} around
   * @param {string} around.name tells it from another one in the same page
   * @param {() => void} around.changed there is something to draw
   * @param {number} around.cells how many offsets of each log are wanted
   * @param {{matches: boolean}} around.reducedMotion whether nothing shall glide
   */
  constructor(api, scenarios, { name, changed, cells, reducedMotion }) {
    this.scenarios = scenarios;
    this.name = name;
    this.changed = changed;
    this.reducedMotion = reducedMotion;
    this.model = new Model(api, scenarios[0], cells);
    this.narrated = this.model.frame;
    this.#look(openingPlace(this.model.scenario));
  }

  /** @returns {State} */
  get state() {
    return this.model.state;
  }

  /** @returns {Sentence} */
  get sentence() {
    return (this.#sentence ??= explain(
      this.model.telling(this.narrated),
      this.narrated.state,
      this.model.script,
    ));
  }

  /** Other words are shown from now on. */
  reword() {
    this.#sentence = null;
    this.changed();
  }

  /** @param {string} id loads a scenario at its opening place */
  load(id) {
    const scenario = this.scenarios.find((s) => s.id === id) ?? this.scenarios[0];
    this.model.load(scenario);
    this.toolbar.target = 0;
    this.#replaced(openingPlace(scenario.id));
  }

  /** Back to the scenario as it was, at its opening place. */
  reset() {
    this.load(this.model.scenario);
  }

  /** Plays the same run in a cluster with or without the ELR, up to the same time. */
  switchElr() {
    const { t } = this.state;
    this.model.switchElr();
    const how = this.model.elr ? 'with' : 'without';
    this.#replaced({ to: t }, `The same run, played anew in a cluster ${how} the ELR, up to the same time.`);
  }

  /**
   * @param {FrameQuery} query where to go in a run that has begun
   * @param {string} [notice] what is said there
   */
  #replaced(query, notice = '') {
    this.fresh = false;
    this.clock.stop();
    this.#look(query, () => (this.notice = notice));
  }

  /** @param {string} id of the tab that is opened */
  show(id) {
    this.tab = id;
    this.changed();
  }

  /** @param {Record<string, any> | null} subject whose why is opened, as the verb why takes it; null closes it */
  select(subject) {
    this.selected = subject;
    this.show(subject ? 'why' : '');
  }

  /** @param {number} count of notable events, forward or back */
  step(count) {
    this.fresh = false;
    this.pause();
    const before = this.state.t;
    this.#look({ step: count }, () => {
      const passed = this.state.t - before;
      this.notice =
        count > 0 && this.model.frame.moved === 0
          ? nothingMore(this.model.frame)
          : count > 0 && passed >= 1000
            ? `${span(passed)} of waiting passed in this step.`
            : '';
    });
  }

  /** @param {number} n goes to the place right after n events */
  seek(n) {
    this.fresh = false;
    this.pause();
    this.#look({ event: n }, () => (this.notice = ''));
  }

  /** @param {string} text from the field */
  setTimeoutMs(text) {
    const wrong = this.toolbar.setTimeoutMs(text);
    if (wrong) this.notice = wrong;
    this.changed();
  }

  toggle() {
    if (this.model.working) this.stop();
    else if (this.clock.playing) this.pause();
    else this.play();
  }

  play() {
    this.fresh = false;
    this.notice = '';
    this.clock.start();
    this.changed();
  }

  /** The page was hidden, or is seen again: the time between does not count. */
  sleep() {
    this.clock.sleep();
  }

  pause() {
    const gliding = this.clock.stop();
    if (gliding) this.notice = ''; // it said that waiting is being skipped
    if (this.narrated !== this.model.frame) this.#narrate();
    this.changed();
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
    return this.clock.playing || !!this.model.working;
  }

  /** @param {number} stamp real time in ms; one frame of a move that takes long, or of playing */
  tick(stamp) {
    if (this.model.working) this.#arriving(() => this.model.goOn());
    else if (this.clock.playing) this.#play(stamp);
  }

  /** @param {number} stamp */
  #play(stamp) {
    if (this.model.frame.next === undefined) this.#look({}); // while nothing played, nobody asked what comes next
    const { next, clear, state } = this.model.frame;
    const event = next ?? null;
    const { query, notice, ended } = this.clock.tick(stamp, {
      now: state.t,
      event,
      next: event ?? arrival(state),
      still: this.reducedMotion.matches,
      clear: next === undefined ? clear : undefined,
    });
    if (notice) this.notice = notice;
    if (query) this.#look({ ...query, part: 1 });
    if (!ended && !this.model.frame.ended) return;
    this.pause();
    this.notice = nothingMore(this.model.frame);
  }

  /** @param {Step[]} steps are done now, at this place, one after the other */
  act(...steps) {
    this.fresh = false;
    if (this.model.working) {
      this.notice = 'The simulation is on its way to another place: wait for it, or stop it first.';
      return this.changed();
    }
    try {
      const forked = this.model.act(steps);
      this.clock.replan();
      this.notice = forked ? 'You acted in the past: what was known to follow is replaced.' : '';
      this.#look({});
    } catch (error) {
      this.notice = `That cannot be done: ${error instanceof Error ? error.message : error}`;
      this.changed();
    }
  }

  /**
   * Sends one record to each of these partitions in one request.
   * @param {{topic: string, partition: number}[]} targets
   * @param {number} [broker] who gets it, if it is not the leader
   */
  send(targets, broker) {
    const values = nextValues(this.state, this.model.script, targets);
    const partitions = targets.map(({ topic, partition }, i) => ({ topic, partition, records: [values[i]] }));
    const to = broker === undefined ? {} : { broker };
    const { acks, timeoutMs } = this.toolbar;
    this.act({ produce: { acks, 'timeout.ms': timeoutMs, ...to, partitions } });
  }

  /** @param {number} target index of the partition that the controls concern from now on */
  aim(target) {
    if (target in this.state.partitions) this.toolbar.target = target;
    this.changed();
  }

  /** @param {number} cells how many offsets of each log are wanted */
  want(cells) {
    if (cells === this.model.cells) return;
    this.model.cells = cells;
    this.#look({});
  }

  /**
   * @param {FrameQuery} query
   * @param {() => void} [then] is called once it is there
   */
  #look(query, then) {
    const ahead = this.clock.playing ? /** @type {const} */ ({ next: 1 }) : {}; // to know it takes looking ahead
    this.#arriving(() => this.model.look({ ...query, ...ahead }, then));
  }

  /** @param {() => void} move may lead to a place, or need more time */
  #arriving(move) {
    move();
    const { playing, rests } = this.clock;
    const calm = playing && !rests && performance.now() - this.#narratedAt <= calmMs;
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
 * @param {State} state
 * @returns {number | null} when the last request or answer that is under way arrives
 */
function arrival({ requests }) {
  const underway = requests.filter((r) => ['travelling', 'appending', 'returning'].includes(r.phase));
  return underway.length ? Math.max(...underway.map((r) => r.until)) + 0.5 : null;
}
