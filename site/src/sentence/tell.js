// A moment in one sentence: what happened and what that settled, why, and where Kafka's source says so. It explains
// events and reads the state; it decides nothing. Pure.

/** @import {Event, Moment, MomentKind, Sentence} from '../types' */
/** @import {Memory} from '../sentence.js' */
/** @import {Around, Told} from './scene.js' */

import { countWords } from '../pace.js';
import { tellQueued, tellSeen, tellSent, tellTold } from './clients.js';
import {
  tellConfigured,
  tellElected,
  tellFenced,
  tellInSync,
  tellLeaderless,
  tellLived,
  tellRoutine,
} from './cluster.js';
import { tellDeeds } from './deeds.js';
import { tellDeletion } from './deletion.js';
import { tellReassigned } from './reassignment.js';
import {
  tellAnswered,
  tellCommitted,
  tellCopied,
  tellHanded,
  tellRefused,
  tellTimedOut,
  tellTruncated,
  tellWritten,
} from './logs.js';
import { Scene } from './scene.js';
import { words } from './words.js';

/** A rule that has been told so often is left out, and so is one that would make the second line longer than this. */
const often = 3;
const mostWords = 25;

/** @type {Record<MomentKind, (scene: Scene) => Told>} */
const tellers = {
  deed: tellDeeds,
  configured: tellConfigured,
  seen: tellSeen,
  sent: tellSent,
  queued: tellQueued,
  handed: tellHanded,
  copied: tellCopied,
  told: (scene) => tellDeletion(scene) ?? tellTold(scene),
  written: tellWritten,
  lived: (scene) => (scene.of('log-start')[0] && tellDeletion(scene)) || tellLived(scene),
  'in-sync': tellInSync,
  reassigned: tellReassigned,
  answered: tellAnswered,
  committed: tellCommitted,
  'timed-out': tellTimedOut,
  refused: tellRefused,
  fenced: tellFenced,
  deleted: (scene) => tellDeletion(scene) ?? tellTruncated(scene),
  truncated: (scene) => tellDeletion(scene) ?? tellTruncated(scene),
  elected: tellElected,
  leaderless: tellLeaderless,
};

/**
 * @param {Moment | null} moment; null: the run is at its start
 * @param {Around & {memory?: Memory}} around the script names what was done; the state at the end of the moment, if
 * there is one, sharpens the second line; hand: the steps that are the learner's; memory: what has been told
 * @returns {Sentence}
 */
export function tell(moment, around = {}) {
  if (!moment)
    return finished({ main: words().tell.nothingYet(), fact: words().reasons.facts.start() }, 0, around);
  const scene = new Scene(moment, around);
  const told = moment.events.length ? tellers[kindSoFar(moment)](scene) : { main: '' };
  return finished(told.main ? told : { main: words().tell.unknown(moment.kind) }, moment.n, around);
}

/**
 * The kind of a moment as far as one is in it: what gives it its own may be still to come.
 * @param {Moment} moment that has events
 * @returns {MomentKind}
 */
function kindSoFar({ kind, whole, events }) {
  const kinds = events.map(kindOf);
  return whole || kinds.includes(kind) ? kind : (kinds.at(-1) ?? kind);
}

/**
 * The sentence of a single event, for those who step by events.
 * @param {Event | null} event
 * @param {Moment | null} moment that it is in, if that is known: it says what its requests carry
 * @param {Around & {memory?: Memory}} around
 * @returns {Sentence}
 */
export function tellEvent(event, moment, around = {}) {
  if (!event) return tell(null, around);
  const alone = {
    n: moment?.n ?? -1,
    kind: kindOf(event),
    from: event.t,
    t: event.t,
    first: event.n,
    begin: event.n,
    last: event.n,
    whole: true,
    requests: [],
    events: [event],
    left: 0,
    about: moment?.about ?? [],
  };
  const told = tellRoutine(event, new Scene(/** @type {Moment} */ (alone), around));
  return told ? finished(told, alone.n, around) : tell(/** @type {Moment} */ (alone), around);
}

/** The kind of moment that an event makes by itself. @type {Partial<Record<Event['kind'], MomentKind>>} */
const alone = {
  request: 'sent',
  unsent: 'sent',
  receive: 'queued',
  append: 'written',
  duplicate: 'written',
  park: 'written',
  refuse: 'refused',
  expire: 'timed-out',
  response: 'answered',
  'fetch-response': 'handed',
  replicate: 'copied',
  fetch: 'copied',
  'high-watermark': 'committed',
  partition: 'in-sync',
  isr: 'in-sync',
  reassign: 'reassigned',
  log: 'reassigned',
  role: 'elected',
  leader: 'elected',
  truncate: 'truncated',
  'truncate-fully': 'truncated',
  'log-start': 'deleted',
  process: 'lived',
  unfence: 'lived',
  'shut-down': 'lived',
  fence: 'fenced',
  config: 'configured',
  learn: 'configured',
  visible: 'seen',
  step: 'deed',
};

/** @param {Event} event @returns {MomentKind} */
function kindOf(event) {
  if (event.kind === 'leader' && event.leader < 0) return 'leaderless';
  if (event.kind === 'log-start' && event.reason === 'restored') return 'lived';
  if (event.kind === 'partition' && event.replicas) return 'reassigned';
  if (event.kind !== 'complete') return alone[event.kind] ?? 'told';
  return event.by === 'timeout' ? 'timed-out' : event.by === 'high-watermark' ? 'committed' : 'answered';
}

/**
 * @param {Told} told
 * @param {number} n the moment's number
 * @param {Around & {memory?: Memory}} around
 * @returns {Sentence}
 */
function finished({ main, fact = '', rule = '', where = '' }, n, { memory }) {
  const count = rule && memory ? memory.times(rule, n) : 1;
  const both = [fact, rule].filter(Boolean).join(' ');
  const long = fact && (count > often || countWords(both) > mostWords);
  return { main, why: long ? fact : both, where, count };
}
