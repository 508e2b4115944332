// Bets on writes that one sends by hand: what its client will be told, and whether the record survives. Before it is
// decided one may say what one expects; the run decides. Nothing here knows a rule: it reads what has happened.

/** @import {App} from './app.js' */
/** @import {Deed} from './history.js' */
/** @import {Event, State} from './types' */
/** @import {Run} from './engine.js' */

/** What may become of a write, in the order in which it is offered. */
export const fates = /** @type {const} */ (['soon', 'later', 'timed-out', 'refused', 'lost']);

/** @typedef {typeof fates[number]} Fate */

/** A bet at the place that is shown.
 * @typedef {object} Bet
 * @property {string} value of the write's record, or of its first
 * @property {number} records how many records it has
 * @property {Fate} [choice] what one expects; absent: nothing yet
 * @property {Fate} [holds] what has come of it; absent: nothing yet
 * @property {number} [event] with which that was so
 */

/** An acknowledgement that comes within this time is called one at once (ms of virtual time). */
export const soonMs = 100;

/** So many events are looked at in a frame at most. */
const portion = 1000;

/** What a run has told of a write so far: how far it has been read, which raw request it is, and how its client was
 * answered.
 * @typedef {{run: Run, from: number, request: number, told: {n: number, t: number, error: string} | null}} Reading
 */

/** @type {WeakMap<Deed, Fate>} what one expects of a write */
const choices = new WeakMap();
/** @type {WeakSet<Deed>} bets that one has put away */
const closed = new WeakSet();
/** @type {WeakMap<Deed, Reading>} */
const readings = new WeakMap();

/** @param {App} app @returns {Deed | undefined} the newest write by hand that is answered, in the present past */
function writeOf({ model }) {
  const { deeds, state, script } = model;
  return deeds.findLast((deed) => deed.at <= state.t && acksOf(deed, script) !== '0');
}

/**
 * @param {Deed} deed
 * @param {import('./types').Script} script
 * @returns {string} what a write asks for; '0': it is none, or nobody is told
 */
function acksOf({ produce, send }, { producers = [] }) {
  if (produce) return String(produce.acks);
  if (!send || send.count) return '0';
  return String(producers.find(({ id }) => id === send.producer)?.config?.acks ?? 'all');
}

/**
 * @param {App} app
 * @returns {Bet | null} null: there is nothing to bet on, or the lesson asks something itself
 */
export function betOf(app) {
  const deed = writeOf(app);
  if (!deed || closed.has(deed) || app.lesson?.prediction?.phase === 'asked') return null;
  const { told, more } = read(app, deed);
  if (more) app.changed();
  const choice = choices.get(deed);
  const decided = told && told.n < app.state.n ? told : null;
  if (decided && !choice) return null;
  const values = valuesOf(deed);
  const bet = { value: values[0], records: values.length, choice };
  if (!decided) return bet;
  return { ...bet, holds: fateOf(decided, deed, app.state), event: decided.n };
}

/** @param {App} app @param {Fate} fate is what one expects; the first choice counts */
export function placeBet(app, fate) {
  const deed = writeOf(app);
  if (deed && !choices.has(deed)) choices.set(deed, fate);
  app.changed();
}

/** @param {App} app puts the bet away */
export function closeBet(app) {
  const deed = writeOf(app);
  if (deed) closed.add(deed);
  app.changed();
}

/** @param {Deed} deed @returns {string[]} the values of its records */
function valuesOf({ produce, send }) {
  if (send) return [String(send.value)];
  const partitions = /** @type {{records: string[]}[]} */ (produce?.partitions ?? []);
  return partitions.flatMap((p) => p.records);
}

/**
 * @param {{t: number, error: string}} told
 * @param {Deed} deed
 * @param {State} state
 * @returns {Fate}
 */
function fateOf({ t, error }, deed, { partitions }) {
  if (error === 'REQUEST_TIMED_OUT') return 'timed-out';
  if (error !== 'NONE') return 'refused';
  const values = valuesOf(deed);
  if (partitions.some((p) => p.ghosts.some((g) => values.includes(g.value)))) return 'lost';
  return t - deed.at <= soonMs ? 'soon' : 'later';
}

/**
 * Reads on in the events behind a write, as far as the place.
 * @param {App} app
 * @param {Deed} deed
 * @returns {Reading & {more: boolean}} more: there are events left to read
 */
function read({ model }, deed) {
  const { run, state, script } = model;
  let reading = readings.get(deed);
  if (reading?.run !== run || reading.from > state.n)
    reading = { run, from: firstAt(run, state.n, deed.at), request: 0, told: null };
  readings.set(deed, reading);
  if (reading.told) return { ...reading, more: false };
  const step = script.steps.indexOf(deed);
  const events = run.lines(reading.from, portion);
  for (const event of events) note(reading, event, deed, step);
  reading.from += events.length;
  return { ...reading, more: !reading.told && reading.from < state.n };
}

/**
 * @param {Reading} reading
 * @param {Event} event the next
 * @param {Deed} deed
 * @param {number} step its place in the script
 */
function note(reading, event, { send }, step) {
  if (reading.told) return;
  const { n, t } = event;
  const tell = (/** @type {string} */ error) => (reading.told = { n, t, error });
  if (send) {
    const own = 'value' in event && event.value === send.value && event.producer === send.producer;
    if (own && event.kind === 'acknowledge') tell('NONE');
    if (own && event.kind === 'fail') tell(event.error);
  } else if (event.kind === 'step' && event.step === step) reading.request = -1 - n;
  else if (event.kind === 'request' && event.cause === -1 - reading.request) reading.request = event.request;
  else if (event.kind === 'unsent' && event.cause === -1 - reading.request) tell('');
  else if (event.kind === 'response' && event.request === reading.request) tell(answerOf(event.partitions));
}

/**
 * @param {{error: string}[]} [partitions] absent: the connection was closed
 * @returns {string} the first error, if there is one
 */
function answerOf(partitions) {
  return partitions?.find(({ error }) => error !== 'NONE')?.error ?? (partitions ? 'NONE' : '');
}

/**
 * @param {Run} run
 * @param {number} n how many events there are
 * @param {number} t ms
 * @returns {number} the first event that is not before t
 */
function firstAt(run, n, t) {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (run.lines(middle, 1)[0].t < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
