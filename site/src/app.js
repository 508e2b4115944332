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

/** @param {State} state in which nothing notable is to come */
function nothingMore({ partitions }) {
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
    this.#replaced({ to: t });
    const how = this.model.elr ? 'with' : 'without';
    this.notice = `The same run, played anew in a cluster ${how} the ELR, up to the same time.`;
    this.changed();
  }

  /** @param {FrameQuery} query where to go in a run that has begun */
  #replaced(query) {
    this.fresh = false;
    this.notice = '';
    this.clock.stop();
    this.#look(query);
  }

  /** @param {number} count of notable events, forward or back */
  step(count) {
    this.fresh = false;
    this.pause();
    const before = this.state.t;
    this.#look({ step: count });
    const passed = this.state.t - before;
    this.notice =
      count > 0 && this.model.frame.moved === 0
        ? nothingMore(this.state)
        : count > 0 && passed >= 1000
          ? `${span(passed)} of waiting passed in this step.`
          : '';
    this.changed();
  }

  /** @param {number} n goes to the place right after n events */
  seek(n) {
    this.fresh = false;
    this.pause();
    this.notice = '';
    this.#look({ event: n });
  }

  /** @param {string} text from the field */
  setTimeoutMs(text) {
    const wrong = this.toolbar.setTimeoutMs(text);
    if (wrong) this.notice = wrong;
    this.changed();
  }

  toggle() {
    if (this.clock.playing) this.pause();
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

  /** @param {number} stamp real time in ms; one frame of playing */
  tick(stamp) {
    if (this.model.frame.next === undefined) this.#look({}); // while nothing played, nobody asked what comes next
    const { next, state } = this.model.frame;
    const event = next ?? null;
    const { query, notice, ended } = this.clock.tick(stamp, {
      now: state.t,
      event,
      next: event ?? arrival(state),
      still: this.reducedMotion.matches,
    });
    if (notice) this.notice = notice;
    if (query) this.#look(query);
    if (!ended) return;
    this.pause();
    this.notice = nothingMore(state);
  }

  /** @param {Step[]} steps are done now, at this place, one after the other */
  act(...steps) {
    this.fresh = false;
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

  /** @param {FrameQuery} query */
  #look(query) {
    const { playing, rests } = this.clock;
    this.model.look(playing ? { ...query, next: 1 } : query); // to know what is next takes looking ahead
    if (!playing || rests || performance.now() - this.#narratedAt > calmMs) this.#narrate();
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
