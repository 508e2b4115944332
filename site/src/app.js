// The state of the page: which run, which place in it, and what the person has set. It draws nothing; it tells
// `changed` that there is something to draw.

/** @import {Api, Event, Frame, FrameQuery, Scenario, Script, Sentence, State, Step} from './types' */
/** @import {Glide} from './player.js' */

import { Run } from './engine.js';
import { span } from './format.js';
import { Marks } from './marks.js';
import { openingPlace } from './opening.js';
import { advance } from './player.js';
import { explain } from './sentence.js';
import { nextValues } from './values.js';

/** Simulated ms per second of real time. */
export const speeds = [1, 2, 10, 100, 1000, 10000];

/** The longest request.timeout.ms that the page offers: an hour. */
export const longestTimeoutMs = 3600000;

/** In a fast run the words stand still for so long (ms of real time). */
const calmMs = 250;

const elrFeature = 'eligible.leader.replicas.version';

/** @param {State} state in which nothing notable is to come */
function nothingMore({ partitions }) {
  const fetching = partitions.some((p) => p.replicas.some((r) => r.alive && !r.leader && !r.fetch.paused));
  const but = fetching ? ' but the followers’ fetches' : '';
  return `Nothing more happens by itself${but}. Send a record, or change something.`;
}

export class App {
  /** @type {Run} */
  run;
  /** @type {Frame} */
  frame = /** @type {any} */ (undefined); // the constructor looks at once
  /**
   * The frame that sentences and lists are about. It is the present one but in a fast run, where words that changed
   * sixty times a second would be read by nobody.
   * @type {Frame}
   */
  told = this.frame;
  /** @type {Script} */
  script;
  marks = new Marks();
  /** The scenario's id. */
  scenario = '';
  playing = false;
  /** Whether nobody has done anything yet. */
  fresh = true;
  speed = 2;
  /** What the next records are sent with. */
  acks = 'all';
  timeoutMs = 30000;
  /** Index of the partition that the controls concern. */
  target = 0;
  /** A line about time: a stretch that was skipped, a future that was replaced, an action that failed. */
  notice = '';
  /** @type {Sentence | null} of the told frame, once it is asked for */
  #sentence = null;
  #toldAt = 0;
  /** @type {Glide | null} */
  #glide = null;
  #lastStamp = 0;
  /** Real time until which playing rests at an event, so that its sentence can be read. */
  #restUntil = 0;

  /**
   * @param {Api} api
   * @param {Scenario[]} scenarios
   * @param {() => void} changed
   * @param {number} cells how many offsets of each log are wanted
   */
  constructor(api, scenarios, changed, cells) {
    this.api = api;
    this.scenarios = scenarios;
    this.changed = changed;
    this.cells = cells;
    this.reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    this.scenario = scenarios[0].id;
    this.script = scenarios[0].script;
    this.run = new Run(api, this.script);
    this.#look(openingPlace(this.scenario));
  }

  /** @returns {State} */
  get state() {
    return this.frame.state;
  }

  /** @returns {Sentence} */
  get sentence() {
    return (this.#sentence ??= explain(this.#telling(), this.told.state, this.script));
  }

  /** @returns {Event | null} the newest notable event, or what it is only a consequence of */
  #telling() {
    const { last } = this.told;
    if (last?.kind !== 'partition' || last.cause === undefined) return last;
    const [cause] = this.run.lines(last.cause, 1);
    return cause?.kind === 'config' ? cause : last;
  }

  /** Whether more is known already than what is shown. */
  get past() {
    return this.frame.past;
  }

  /** @param {string} id loads a scenario at its opening place */
  load(id) {
    const scenario = this.scenarios.find((s) => s.id === id) ?? this.scenarios[0];
    this.#replace(scenario.script);
    this.scenario = scenario.id;
    this.target = 0;
    this.#look(openingPlace(this.scenario));
  }

  /** Back to the scenario as it was, at its opening place. */
  reset() {
    this.load(this.scenario);
  }

  /** @param {number} count of notable events, forward or back */
  step(count) {
    this.fresh = false;
    this.pause();
    const before = this.state.t;
    this.#look({ step: count });
    const passed = this.state.t - before;
    this.notice =
      count > 0 && this.frame.moved === 0
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

  /**
   * @param {string} text from the field; what is no whole number of milliseconds in range changes nothing, and is said
   */
  setTimeoutMs(text) {
    const ms = Number(text);
    if (/^\d+$/.test(text.trim()) && ms <= longestTimeoutMs) this.timeoutMs = ms;
    else
      this.notice = `request.timeout.ms is a whole number from 0 to ${longestTimeoutMs}; it stays ${this.timeoutMs}.`;
    this.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    this.fresh = false;
    this.playing = true;
    this.notice = '';
    this.#lastStamp = 0;
    this.#restUntil = 0;
    this.changed();
  }

  pause() {
    this.playing = false;
    if (this.told !== this.frame) this.#tell();
    if (this.#glide) this.notice = ''; // it said that waiting is being skipped
    this.#glide = null;
    this.changed();
  }

  /** The page was hidden: the time since the last frame does not count. */
  sleep() {
    this.#lastStamp = 0;
  }

  /** @param {number} stamp real time in ms; one frame of playing */
  tick(stamp) {
    const elapsed = this.#lastStamp ? stamp - this.#lastStamp : 0;
    this.#lastStamp = stamp;
    if (stamp < this.#restUntil) return;
    if (this.frame.next === undefined) this.#look({}); // while nothing played, nobody asked what comes next
    const moment = {
      now: this.state.t,
      next: this.frame.next ?? this.#arrival(),
      elapsed,
      speed: this.speed,
      still: this.reducedMotion.matches,
    };
    const move = advance(moment, this.#glide);
    this.#glide = move.glide;
    if (move.glide) this.notice = `Skipping ${span(move.glide.to - move.glide.from)} of waiting …`;
    else if (move.skipped) this.notice = `Skipped ${span(move.skipped)} of waiting.`;
    if (move.ended) {
      this.notice = nothingMore(this.state);
      this.pause();
    } else this.#move(move.to, stamp);
  }

  /**
   * Goes on to a time; at a notable event it rests, for several of them may share one instant.
   * @param {number} to virtual ms
   * @param {number} stamp real ms
   */
  #move(to, stamp) {
    const next = this.frame.next ?? null;
    const restMs = restAt(this.speed);
    if (!restMs || next === null || to < next) return this.#look({ to: Math.round(to * 1000) / 1000 });
    this.#look({ step: 1 });
    this.#restUntil = stamp + restMs;
  }

  /** @returns {number | null} when the last request or answer that is under way arrives */
  #arrival() {
    const underway = this.state.requests.filter((r) =>
      ['travelling', 'appending', 'returning'].includes(r.phase),
    );
    return underway.length ? Math.max(...underway.map((r) => r.until)) + 0.5 : null;
  }

  /** @param {Step[]} steps are done now, at this place, one after the other */
  act(...steps) {
    this.fresh = false;
    const { n } = this.state;
    try {
      const [first] = steps.map((step) => this.run.act(step));
      this.#glide = null;
      this.marks.fork(n);
      this.script = this.run.script();
      this.notice = first.forked ? 'You acted in the past: what was known to follow is replaced.' : '';
      this.#look({});
    } catch (error) {
      this.notice = `That cannot be done: ${error instanceof Error ? error.message : error}`;
      this.changed();
    }
  }

  /** Whether eligible leader replicas are kept: Kafka's new clusters do. */
  get elr() {
    return this.script.cluster.features?.[elrFeature] !== 0;
  }

  /** Plays the same script, with all that was done, in a cluster with or without the ELR, up to the same time. */
  switchElr() {
    const { cluster } = this.script;
    const to = this.elr ? 0 : 1;
    const { t } = this.state;
    this.#replace({
      ...this.script,
      cluster: { ...cluster, features: { ...cluster.features, [elrFeature]: to } },
    });
    this.#look({ to: t });
    this.notice = `The same run, played anew in a cluster ${to ? 'with' : 'without'} the ELR, up to the same time.`;
    this.changed();
  }

  /** @param {Script} script is played from now on */
  #replace(script) {
    this.fresh = false;
    const run = new Run(this.api, script);
    this.run.release();
    this.run = run;
    this.script = script;
    this.pause();
    this.marks = new Marks();
    this.notice = '';
  }

  /**
   * Sends one record to each of these partitions in one request.
   * @param {{topic: string, partition: number}[]} targets
   * @param {number} [broker] who gets it, if it is not the leader
   */
  send(targets, broker) {
    const values = nextValues(this.state, this.script, targets);
    const partitions = targets.map(({ topic, partition }, i) => ({ topic, partition, records: [values[i]] }));
    const to = broker === undefined ? {} : { broker };
    this.act({ produce: { acks: this.acks, 'timeout.ms': this.timeoutMs, ...to, partitions } });
  }

  /** @param {number} target index of the partition that the controls concern from now on */
  aim(target) {
    if (target in this.state.partitions) this.target = target;
    this.changed();
  }

  /** @param {number} cells how many offsets of each log are wanted */
  want(cells) {
    if (cells === this.cells) return;
    this.cells = cells;
    this.#look({});
  }

  /** @param {FrameQuery} query */
  #look(query) {
    const ahead = /** @type {FrameQuery} */ (this.playing ? { next: 1 } : {}); // to know it takes looking ahead
    this.frame = this.run.frame({ ...query, ...ahead, ...this.marks.wanted, cells: this.cells });
    this.marks.take(this.frame);
    if (!this.playing || restAt(this.speed) || performance.now() - this.#toldAt > calmMs) this.#tell();
    this.changed();
  }

  #tell() {
    this.told = this.frame;
    this.#toldAt = performance.now();
    this.#sentence = null;
  }
}

/**
 * How long playing rests at an event.
 * @param {number} speed simulated ms per second
 * @returns {number} real ms; 0: so fast that no event is looked at by itself
 */
function restAt(speed) {
  if (speed > 1000) return 0;
  if (speed > 100) return 80;
  return speed > 10 ? 350 : 700;
}
