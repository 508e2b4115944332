// The question whether an acknowledged record can be lost, and its answer.

import { english } from './grammar.js';

const { count, list, number, plural, span } = english;

/** @type {Record<string, (n: number) => string>} */
const failures = {
  kill: (n) => count(n, 'killed process', 'killed processes'),
  powerOff: (n) => count(n, 'power loss', 'power losses'),
  shrink: (n) => count(n, 'ISR shrink', 'ISR shrinks'),
  fence: (n) => count(n, 'fencing', 'fencings'),
  stop: (n) => count(n, 'clean stop', 'clean stops'),
};

export const explore = {
  ask: () => 'Can this lose an acknowledged record?',
  about: () => 'Every order of writes, fetches and failures of one partition is searched.',
  /** @param {import('../../explore/searches.js').Search} search @param {string} without */
  asked: ({ replicas, minInSyncReplicas, elr, unclean, acks, records, failures: most, thorough }, without) =>
    list([
      count(replicas, 'replica', 'replicas'),
      `min.insync.replicas ${minInSyncReplicas}`,
      `ELR ${elr ? 'on' : 'off'}`,
      explore.unclean(!!unclean),
      acks < 0 ? 'acks=all' : 'acks=1',
      count(records, 'record', 'records'),
      `at most ${count(most, 'failure', 'failures')}`,
      ...(thorough ? [explore.thorough()] : []),
      ...(without ? [without] : []),
    ]),
  replicas: () => 'replicas',
  records: () => 'records',
  failures: () => 'failures at most',
  kinds: {
    kill: () => 'a process is killed',
    powerOff: () => 'a machine loses power',
    shrink: () => 'a follower falls behind',
    fence: () => 'a broker is fenced',
    stop: () => 'a clean stop',
  },
  without: () => 'Kafka without',
  rules: {
    none: () => 'nothing: as it is',
    truncationByEpoch: () => 'truncation by leader epoch (to the own high watermark instead)',
    epochStartToJoin: () => 'the start of the leader epoch as a condition for the ISR',
    fetchPositionOfThisLife: () => 'forgetting fetch positions at a restart',
    truncationOfDivergedLogs: () => 'truncation of a log that diverges',
    uncleanRestart: () => 'telling an unclean restart from a clean one',
    clearedELR: () => 'emptying the ELR once the ISR is full again',
    ackByHighWatermark: () => 'waiting for the high watermark',
  },
  thorough: () => 'messages may be late',
  thoroughAbout: () =>
    'Metadata, fetches and changes of the ISR take their time. That makes many more states: begin with one record and one or two failures.',
  guess: () =>
    'Prediction: without this rule, how many failures does it take to lose an acknowledged record?',
  /** @param {number} most */
  guessNone: (most) => `none is lost with ${most}`,
  guessNothing: () => 'that none is lost',
  guessFirst: () => 'The search has its answer: your prediction first.',
  /** @param {string} guess */
  guessKept: (guess) => `Your prediction: ${guess}.`,
  /** @param {string} guess @param {boolean} right */
  guessed: (guess, right) =>
    right ? `Your prediction, ${guess}, is right.` : `Your prediction was ${guess}.`,
  /** @param {number} right @param {number} all */
  guessedSoFar: (right, all) =>
    `${number(right)} of ${count(all, 'prediction', 'predictions')} right so far.`,
  /** @param {number} n @param {number} steps @param {number} most */
  withRule: (n, steps, most) =>
    Number.isFinite(n)
      ? `With the rule it takes ${count(n, 'failure', 'failures')} and ${count(steps, 'step', 'steps')}.`
      : `With the rule none is lost with at most ${count(most, 'failure', 'failures')} of these kinds.`,
  unplayed: () =>
    'The model keeps all of Kafka’s rules, so it cannot play this: these are the steps of the search.',
  unplayable: () =>
    'The record is lost only if messages are late by just the right time, which no script says step by step: these are the steps of the search.',
  ofRun: () => 'As in this run',
  search: () => 'Search',
  cancel: () => 'Cancel',
  /**
   * @param {number} states
   * @param {number} layer
   */
  working: (states, layer) =>
    `${number(states)} states so far; those with ${count(layer, 'failure', 'failures')} are under way …`,
  /** @param {[kind: string, n: number][]} parts @param {number} steps */
  lost: (parts, steps) =>
    `With ${list(parts.map(([kind, n]) => failures[kind](n)))} an acknowledged record can be lost: ${count(steps, 'step', 'steps')}.`,
  /** @param {number} steps */
  lostUnasked: (steps) =>
    `Without any failure an acknowledged record is lost: ${count(steps, 'step', 'steps')}.`,
  /** @param {number} states @param {number} most */
  none: (states, most) =>
    `No acknowledged record is lost in any of the ${number(states)} states ${most ? `with at most ${count(most, 'failure', 'failures')} of these kinds` : 'without a failure'}.`,
  /** @param {number} states @param {number} complete */
  full: (states, complete) =>
    `There was no room for more than ${number(states)} states. With at most ${count(complete, 'failure', 'failures')} no acknowledged record is lost; beyond that the search is not finished.`,
  /** @param {number} copies */
  closest: (copies) =>
    `The closest call: an acknowledged record that ${copies ? `only ${count(copies, 'log', 'logs')} still ${plural(copies, 'has', 'have')}` : 'no log has'}.`,
  cancelled: () => 'Cancelled. What is said of complete numbers of failures holds.',
  /** @param {number} states @param {number} ms */
  took: (states, ms) => `${number(states)} states in ${span(ms)}`,
  play: () => 'Play it',
  /** @param {number} n */
  between: (n) => count(n, 'step', 'steps'),
  noReturn: () => 'from here no further failure is needed',
  step: () => 'Step',
  /** @param {number} id */
  broker: (id) => `Broker ${id}`,
  leads: () => 'leads',
  dead: () => 'dead',
  has: (/** @type {number[]} */ records) => (records.length ? records.join(' ') : 'empty'),
  /** @type {Record<string, (broker: number, lose: number) => string>} */
  actions: {
    produce: (b) => `a record is written${b ? ` to broker ${b}` : ''}`,
    fetch: (b) => `broker ${b} fetches`,
    shrink: (b, leader) =>
      `broker ${b} has fallen behind: ${leader ? `broker ${leader} proposes an ISR without it` : 'out of the ISR'}`,
    fence: (b) => `broker ${b} is fenced, though it runs`,
    expire: (b) => `broker ${b}, which is dead, is fenced`,
    kill: (b) => `broker ${b} is killed`,
    powerOff: (b, lose) =>
      `broker ${b} loses power${lose ? ` and the last ${lose === 1 ? 'record' : `${lose} records`} of its log` : ''}`,
    stop: (b) => `broker ${b} is stopped cleanly`,
    start: (b) => `broker ${b} starts`,
    take: (b) => `the answer reaches broker ${b}`,
    unfence: (b) => `broker ${b} is unfenced`,
    hear: (b, n) => `broker ${b} hears of ${n > 1 ? `${n} changes` : 'a change'} of the metadata`,
    decide: (b) => `the controller judges the ISR that broker ${b} proposes`,
    confirm: (b) => `the controller’s answer reaches broker ${b}`,
  },
  /** @type {Record<string, () => string>} */
  promises: {
    leaderHasAcknowledged: () => 'the leader lacks an acknowledged record',
    membersHaveAcknowledged: () => 'a running member of the ISR or the ELR lacks one',
    somewhereAcknowledged: () => 'no log has it any more',
    logsAgree: () => 'logs differ below their high watermarks',
    readStays: () => 'what a consumer has read has changed',
    highWatermarkRises: () => 'the high watermark has fallen',
    enoughInSync: () => 'acknowledged under the minimum',
    membersApart: () => 'a fenced broker is in the ISR, or one is in ISR and ELR',
  },
  map: () => 'The fewest failures that lose a record, by setting',
  minimum: (/** @type {number} */ n) => `minimum ${n}`,
  setting: (/** @type {boolean} */ elr, /** @type {boolean} */ unclean) =>
    `ELR ${elr ? 'on' : 'off'}, unclean ${unclean ? 'on' : 'off'}`,
  more: (/** @type {number} */ n) => `> ${n}`,
  better: (/** @type {string[]} */ settings) => `It takes more failures with ${list(settings)}.`,
  /** @param {string} setting @param {string} failures */
  betterWith: (setting, failures) => `${setting} (${failures})`,
  elr: (/** @type {boolean} */ on) => `the ELR ${on ? 'on' : 'off'}`,
  unclean: (/** @type {boolean} */ on) => `unclean elections ${on ? 'on' : 'off'}`,
};
