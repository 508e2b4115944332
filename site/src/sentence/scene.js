// What a sentence is made from: a moment, its events by kind, and what the script says. The state at its end is there
// for the page's sentence, and not for the story's lines: it only sharpens the second line. Pure.

/** @import {Event, EventOf, Moment, PartitionState, RequestState, Script, State, Step, Verb} from '../types' */

import { elrFeature, partitionName } from '../format.js';

/** What is told of a moment: main and second line, the latter as what holds of this moment and what holds always.
 * @typedef {{main: string, fact?: string, rule?: string, where?: string}} Told
 */

/** A step that was carried out: whether it was the learner's, and whether it changed anything.
 * @typedef {{verb: Verb, args: any, byHand: boolean, changed: boolean, step: number, at: number}} Deed
 */

/** Records by their values, as far as they are known, and how many they are.
 * @typedef {{values: string[], records: number}} Content
 */

/** Around a moment. @typedef {{script?: Script, state?: State, hand?: ReadonlySet<number>}} Around */

export class Scene {
  /**
   * @param {Moment} moment
   * @param {Around} around
   */
  constructor(moment, { script, state, hand }) {
    this.moment = moment;
    this.script = script;
    this.state = state;
    this.hand = hand;
  }

  /**
   * @template {Event['kind']} K
   * @param {K} kind
   * @returns {EventOf<K>[]} the moment's events of a kind
   */
  of(kind) {
    return /** @type {EventOf<K>[]} */ (this.moment.events.filter((e) => e.kind === kind));
  }

  /** Whether the cluster keeps the ELR: its words are said only where it does. */
  get elr() {
    return this.script?.cluster?.features?.[elrFeature] !== 0;
  }

  /** How many partitions there are; 0: it is not known. */
  get partitions() {
    const topics = this.script?.cluster?.topics ?? [];
    const declared = topics.reduce(
      (/** @type {number} */ n, /** @type {any} */ t) => n + t.partitions.length,
      0,
    );
    return declared || (this.state?.partitions.length ?? 0);
  }

  /**
   * @param {{topic?: string, partition?: number}} p
   * @returns {string} a partition's name, or nothing where there is no other
   */
  place(p) {
    return p.topic === undefined || this.partitions === 1 ? '' : partitionName(/** @type {any} */ (p));
  }

  /**
   * @param {{topic?: string, partition?: number}} name
   * @returns {PartitionState | undefined}
   */
  partition(name) {
    return this.state?.partitions.find((p) => p.topic === name.topic && p.partition === name.partition);
  }

  /** @param {number} id @returns {RequestState | undefined} */
  request(id) {
    return this.state?.requests.find((r) => r.request === id);
  }

  /** @param {number} id of a request that the moment's events are about */
  about(id) {
    return this.moment.about.find((a) => a.request === id);
  }

  /**
   * @param {number[]} ids of requests
   * @param {{topic: string, partition: number}} [of] of one partition only
   * @returns {Content}
   */
  content(ids, of) {
    const parts = ids
      .flatMap((id) => this.about(id)?.partitions ?? [])
      .filter((p) => !of || (p.topic === of.topic && p.partition === of.partition));
    return {
      values: parts.flatMap((p) => p.values),
      records: parts.reduce((n, p) => n + p.records, 0),
    };
  }

  /** @param {number} id of a request @returns {string} its acks: "all", "1" or "0" */
  acks(id) {
    const acks = this.about(id)?.acks ?? this.request(id)?.acks ?? 'all';
    return acks === '-1' ? 'all' : acks;
  }

  /** The steps that were carried out. @returns {Deed[]} */
  get deeds() {
    return this.of('step').map((e) => {
      const step = /** @type {Step | undefined} */ (this.script?.steps[e.step]);
      return {
        verb: e.verb,
        args: /** @type {any} */ (step?.[e.verb]) ?? {},
        byHand: !!this.hand?.has(e.step),
        changed: e.changed !== false,
        step: e.step,
        at: Number(step?.at ?? e.t),
      };
    });
  }

  /** Whose deed the moment is. */
  get byHand() {
    return this.deeds.some((d) => d.byHand);
  }
}

/**
 * @template T
 * @param {T[]} items
 * @returns {T[]} each once, in order
 */
export function unique(items) {
  return [...new Set(items)];
}

/** @param {number[]} ids @returns {number[]} each once, by size */
export function ids(ids) {
  return unique(ids).sort((a, b) => a - b);
}
