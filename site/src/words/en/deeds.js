// What was done, by the script or by the learner: one sentence for all steps of a moment.

import { upper } from '../grammar.js';
import { english } from './grammar.js';
import { nodes, nouns } from './nouns.js';

const { list, span, plural, count } = english;

/** Something that was done. What it concerns: brokers, links between nodes, a partition, a producer.
 * @typedef {object} DeedParameters
 * @property {string} verb of the step, and for a link "cut", "drop", "restore", "heal" or "latency"
 * @property {number[]} brokers whom it concerns
 * @property {string[]} from nodes, of a link
 * @property {string[]} to nodes, of a link
 * @property {string} place of a partition or topic, or nothing
 * @property {string} name of a producer
 * @property {Content} content records
 * @property {any} args of the step
 */

/** Records: their values, if there are few, and how many they are.
 * @typedef {import('../../sentence/scene.js').Content} Content
 */

/** @param {Content} content "pay-1", "pay-1 and pay-2", "12 records" */
export function content({ values, records }) {
  return values.length === records && records > 0 && records < 4
    ? list(values)
    : count(Math.max(records, 1), 'record', 'records');
}

/** @param {string} place " of payments-0", or nothing */
export function of(place) {
  return place ? ` of ${place}` : '';
}

/** @param {DeedParameters} d "brokers 2 and 3", "the controller", "producer p1" */
const process = (d) =>
  d.args.node ? 'the controller' : d.brokers.length ? nouns.brokers(d.brokers) : nouns.producer(d.name);

/**
 * What each deed is; s is the ending of a verb whose subject is the script.
 * @type {Record<string, (d: DeedParameters, s: string) => string>}
 */
const phrases = {
  kill: (d, s) => `kill${s} ${process(d)}`,
  'power-off': (d, s) => `cut${s} the power of ${nouns.brokers(d.brokers)}`,
  stop: (d, s) => `shut${s} ${nouns.brokers(d.brokers)} down cleanly`,
  start: (d, s) => `start${s} ${process(d)}`,
  freeze: (d, s) => `freeze${s} ${process(d)}`,
  thaw: (d, s) => `let${s} ${process(d)} go on`,
  cut: (d, s) => `cut${s} ${nodes(d.from)} off from ${nodes(d.to)}`,
  drop: (d, s) =>
    `lose${s} all that ${nodes(d.from)} ${plural(d.from.length, 'sends', 'send')} to ${nodes(d.to)}`,
  restore: (d, s) => `reconnect${s} ${nodes(d.from)} with ${nodes(d.to)}`,
  heal: (d, s) => `let${s} ${nodes(d.from)} reach ${nodes(d.to)} again`,
  silence: (d, s) => `silence${s} the connections of ${nodes(d.from)} with ${nodes(d.to)}`,
  latency: (d, s) =>
    `set${s} the latency from ${nodes(d.from)} to ${nodes(d.to)} to ${span(d.args['latency.ms'] ?? 0)}`,
  reassign: (d, s) =>
    d.args.replicas
      ? `assign${s} ${d.place || 'the partition'} to ${nouns.brokers(d.args.replicas)}`
      : `cancel${s} the reassignment${of(d.place)}`,
  elect: (d, s) =>
    `ask${s} for ${d.args.type === 'UNCLEAN' ? 'an unclean' : 'a preferred'} leader election${of(d.place)}`,
  'delete-records': (d, s) =>
    d.args.offset < 0
      ? `delete${s} all committed records${of(d.place)}`
      : `delete${s} the records below offset ${d.args.offset}${of(d.place)}`,
  'fetch-delay': (d, s) =>
    d.args.ms > 0
      ? `delay${s} the fetches of ${nouns.brokers(d.brokers)} by ${span(d.args.ms)}`
      : `end${s} the fetch delay of ${nouns.brokers(d.brokers)}`,
  'fetch-rate': (d, s) =>
    d.args['records-per-second'] > 0
      ? `limit${s} ${nouns.brokers(d.brokers)} to ${count(d.args['records-per-second'], 'record', 'records')} a second`
      : `let${s} ${nouns.brokers(d.brokers)} copy at full speed`,
  'fetch-pause': (d, s) => `pause${s} the fetches of ${nouns.brokers(d.brokers)}`,
  'fetch-resume': (d, s) => `let${s} ${nouns.brokers(d.brokers)} fetch again`,
  set: (d, s) =>
    `set${s} ${list(Object.entries(d.args.config ?? {}).map(([key, value]) => `${key} to ${value}`))}${d.name ? ` for ${d.name}` : ''}`,
  isr: (d, s) => `allow${s} ${nouns.brokers(d.args.members ?? [])} in the ISR${of(d.place)}`,
  send: (d, s) => `hand${s} ${content(d.content)} to ${nouns.producer(d.name)}`,
  produce: (d, s) => `send${s} ${content(d.content)} with acks=${d.args.acks ?? 'all'}`,
  flush: (d, s) => `call${s} flush() of ${nouns.producer(d.name)}`,
  close: (d, s) => `call${s} close() of ${nouns.producer(d.name)}`,
};

/** What a deed is called that changes nothing; others are steps. @type {Record<string, string>} */
const named = {
  kill: 'kill',
  'power-off': 'power cut',
  stop: 'stop',
  start: 'start',
  freeze: 'freeze',
  thaw: 'thaw',
};

/** Why a step changes nothing: how it is already. @param {DeedParameters} d */
function already(d) {
  const brokers = d.brokers.length
    ? `${plural(d.brokers.length, 'Broker', 'Brokers')} ${list(d.brokers)}`
    : upper(process(d));
  const are = d.brokers.length > 1 ? 'are' : 'is';
  const as = /** @type {Record<string, string>} */ ({
    kill: `${brokers} ${are} dead already`,
    'power-off': `${brokers} ${are} dead already`,
    stop: `${brokers} ${are} dead or shutting down already`,
    start: `${brokers} ${are} alive already`,
    freeze: `${brokers} ${are} frozen or dead already`,
    thaw: `${brokers} ${are} not frozen`,
    'fetch-pause': `The fetches of ${nouns.brokers(d.brokers)} are paused already`,
    'fetch-resume': `The fetches of ${nouns.brokers(d.brokers)} are not paused`,
    isr: `The ISR${of(d.place)} is limited to these already`,
    set: list(Object.entries(d.args.config ?? {}).map(([key, value]) => `${key} is ${value} already`)),
    reassign: `These are the replicas${of(d.place)} already`,
    elect: 'No such election is held',
    'delete-records': 'There is no leader to ask',
    send: `The process of ${nouns.producer(d.name)} is dead`,
    flush: `The process of ${nouns.producer(d.name)} is dead`,
    close: `The process of ${nouns.producer(d.name)} is dead`,
  })[d.verb];
  return as ?? 'It is so already';
}

/**
 * @param {boolean} byHand whether the learner did it, else the script
 * @returns {[subject: string, ending: string]}
 */
function who(byHand) {
  return byHand ? ['You', ''] : ['The script', 's'];
}

export const deeds = {
  /**
   * @param {boolean} byHand
   * @param {DeedParameters[]} done one to three
   */
  done: (byHand, done) => {
    const [subject, s] = who(byHand);
    return `${subject} ${list(done.map((d) => phrases[d.verb](d, s)))}.`;
  },
  /**
   * @param {boolean} byHand
   * @param {number} n how many there are
   */
  many: (byHand, n) => `${who(byHand)[0]} ${byHand ? 'change' : 'changes'} ${n} things at once.`,
  /**
   * @param {boolean} byHand
   * @param {number} n how many links
   * @param {string} what "heal" or "drop" for all of them; else ''
   */
  links: (byHand, n, what) => {
    const [subject, s] = who(byHand);
    return `${subject} ${{ heal: 'restore', drop: 'cut' }[what] ?? 'change'}${s} ${count(n, 'link', 'links')}.`;
  },
  /**
   * Nothing has changed by it, and why.
   * @param {boolean} byHand
   * @param {DeedParameters} d
   */
  idle: (byHand, d) =>
    `${already(d)}: ${byHand ? 'your' : 'the script’s'} ${named[d.verb] ?? 'step'} changes nothing.`,
  /**
   * @param {boolean} byHand
   * @param {number[]} brokers who are taken out
   * @param {string} place
   */
  takesOut: (byHand, brokers, place) => {
    const [subject, s] = who(byHand);
    return `${subject} take${s} ${nouns.brokers(brokers)} out of the ISR${of(place)}.`;
  },
};
