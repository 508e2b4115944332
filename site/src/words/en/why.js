// The panel that says why: causes, what would release what waits, and what bears on it.

/** @import {Obstacle, Release, Step, Subject} from '../../types' */

import { english } from './grammar.js';
import { nouns } from './nouns.js';

const { clock, list, span } = english;

/** @type {Record<Obstacle, string>} */
const obstacles = {
  down: 'it is down',
  frozen: 'it is frozen',
  paused: 'its fetches are paused',
  delayed: 'its fetches are delayed',
  slowed: 'it copies slowly',
  'held-out': 'it was taken out of the ISR',
  'link-down': 'its link to the leader is cut',
  'controller-link-down': 'its link to the controller is cut',
  fenced: 'the controller has fenced it',
};

/** @param {number | string} node of a link */
const node = (node) => (node === 'controller' ? 'the controller' : `broker ${node}`);

/** What each deed is called on its button. @type {Record<string, (arguments_: any) => string>} */
const deeds = {
  kill: (a) => `Kill broker ${a.broker}`,
  stop: (a) => `Shut broker ${a.broker} down cleanly`,
  start: (a) => `Start broker ${a.broker}`,
  freeze: (a) => `Freeze broker ${a.broker}`,
  thaw: (a) => `Let broker ${a.broker} go on`,
  'fetch-pause': (a) => `Pause the fetches of broker ${a.broker}`,
  'fetch-resume': (a) => `Let broker ${a.broker} fetch again`,
  'fetch-delay': (a) => `End the fetch delay of broker ${a.broker}`,
  link: (a) => `${a.up ? 'Restore' : 'Cut'} the link from ${node(a.from)} to ${node(a.to)}`,
  isr: (a) =>
    a.out.length
      ? `Take ${nouns.brokers(a.out)} out of the ISR`
      : `Let ${nouns.brokers(a.back)} back into the ISR`,
  set: (a) =>
    `Set ${Object.entries(a.config)
      .map(([key, value]) => `${key} to ${value}`)
      .join(', ')}`,
  elect: (a) => `Ask for ${a.type === 'UNCLEAN' ? 'an unclean' : 'a preferred'} leader election`,
};

/** What would release something if nobody acts. @type {Record<string, (broker: number) => string>} */
const ways = {
  fetch: (broker) => `The next fetches of broker ${broker} show the leader that it has enough`,
  shrink: (broker) => `Broker ${broker} leaves the ISR for its lag`,
  growth: (broker) => `Broker ${broker} joins the ISR`,
  election: () => 'The partition gets another leader',
  write: () => 'The leader appends the next write',
  timeout: () => 'Its timeout passes',
  itself: () => 'It comes by itself',
};

/** @param {any} subject */
const nameOf = ({ request, topic, partition, offset, broker, event, moment }) => {
  const place = topic === undefined ? '' : `${topic}-${partition}`;
  if (request !== undefined) return `request ${request}`;
  if (offset !== undefined)
    return `offset ${offset} of ${place}${broker === undefined ? '' : ` on broker ${broker}`}`;
  if (broker !== undefined) return `broker ${broker}${place ? ` in ${place}` : ''}`;
  if (place) return `the high watermark of ${place}`;
  if (event !== undefined || moment !== undefined) return 'what happened there';
  return 'the controller';
};

export const why = {
  close: () => 'Close',
  /** @param {Subject} subject what the panel says the why of */
  of: (subject) => `Why: ${nameOf(subject)}`,
  causes: () => 'Causes, the newest first',
  /** Where the causes end. @type {Record<'step' | 'deed' | 'timer' | 'start', () => string>} */
  roots: {
    step: () => 'Here the script acts.',
    deed: () => 'Here you acted.',
    timer: () => 'That came with time alone: a session ended, or a periodic check was due.',
    start: () => 'So it was at the start.',
  },
  noCause: () => 'So it was at the start.',
  /** @param {number} n causes that are not shown */
  more: (n) => `${n} more before that.`,
  releases: () => 'What would release it',
  letIn: () => 'What would let it in',
  nothing: () => 'Nothing that one could do at once, and nothing comes by itself for a long time.',
  working: () => 'Trying out deeds …',
  /** @param {Release} release */
  comes: ({ kind, broker }) => ways[kind](broker ?? 0),
  /**
   * @param {Step} step
   * @param {{out: number[], back: number[]}} members who leaves the ISR by it, and who may come back
   */
  deed: (step, members) => {
    const [[verb, arguments_]] = Object.entries(step);
    return deeds[verb]({ .../** @type {object} */ (arguments_), ...members });
  },
  /**
   * When, and with what outcome.
   * @param {number} t
   * @param {number} wait ms from now
   * @param {string[]} errors the answer's, one a partition
   * @param {boolean} closed the connection closes instead
   */
  outcome: (t, wait, errors, closed) => {
    const when = `at ${clock(t)}, in ${span(wait)}`;
    if (closed) return `${when}: its connection closes without an answer`;
    if (!errors.length) return when;
    const failed = [...new Set(errors.filter((e) => e !== 'NONE'))];
    return `${when}: ${failed.length ? `answered ${list(failed)}` : 'acknowledged'}`;
  },
  breaks: () => 'What breaks something would end it, too',
  facts: () => 'How things stand',
  /** @param {{place: string, offset: number, highWatermark: number}} p */
  needs: (p) => `${p.place}: the high watermark has to reach ${p.offset}, and is at ${p.highWatermark}.`,
  /** @param {{place: string, error: string}} p */
  refused: (p) => `${p.place}: it was refused with ${p.error}.`,
  /** @param {number} t */
  deadline: (t) =>
    `At ${clock(t)} its timeout passes: it is answered REQUEST_TIMED_OUT, though the leader has it.`,
  /**
   * @param {number} t
   * @param {string[]} errors none: its connection was closed
   */
  answered: (t, errors) =>
    errors.length
      ? `It was answered ${list([...new Set(errors)])} at ${clock(t)}.`
      : `Its connection was closed at ${clock(t)}, without an answer.`,
  /** @param {{place: string, leader: number, leaderEpoch: number, isr: number[], elr: number[], minimum: number}} p */
  registration: (p) => {
    const leader =
      p.leader > 0
        ? `broker ${p.leader} leads ${p.place} in epoch ${p.leaderEpoch}`
        : `nobody leads ${p.place}`;
    const isr = p.isr.length ? `the ISR is ${list(p.isr)}` : 'the ISR is empty';
    const elr = p.elr.length ? `, the ELR ${list(p.elr)}` : '';
    return `As the controller has it, ${leader}; ${isr}${elr}; the minimum is ${p.minimum}.`;
  },
  /** @param {{place: string, leader: number}} p */
  leaderless: (p) =>
    p.leader > 0
      ? `${p.place}: broker ${p.leader} has not heard yet that it leads.`
      : `${p.place} has no leader.`,
  /** @param {{place: string, isr: number[], minimum: number, locked: boolean}} p */
  minimum: (p) =>
    p.locked
      ? `${p.place}: the ISR is ${list(p.isr)}, under the minimum of ${p.minimum}: the high watermark is locked.`
      : `${p.place}: the ISR is ${list(p.isr)}; the minimum of ${p.minimum} is met.`,
  /**
   * @param
   * {{place: string, broker: number, logEnd: number, knownEnd: number | undefined, inSync: boolean, leads: boolean,
   * obstacles: Obstacle[]}}
   * p
   */
  replica: (p) => {
    const known =
      p.knownEnd === undefined || p.knownEnd < 0 || p.knownEnd === p.logEnd
        ? ''
        : `, of which the leader knows ${p.knownEnd}`;
    const of = p.place ? ` of ${p.place}` : '';
    const role = p.leads ? `leads${of && ` ${p.place}`}` : `is ${p.inSync ? '' : 'not '}in the ISR${of}`;
    const kept = p.obstacles.length ? `: ${list(p.obstacles.map((o) => obstacles[o]))}` : '';
    return `Broker ${p.broker} ${role}; its log ends at ${p.logEnd}${known}${kept}.`;
  },
  /** @param {{value: string, offset: number, copies: number[], committed: boolean}} p */
  record: (p) =>
    `${p.value} at offset ${p.offset} is in the logs of ${nouns.brokers(p.copies)}, and is ${p.committed ? 'committed: consumers may see it' : 'not committed: no consumer sees it'}.`,
  /**
   * @param
   * {{broker: number, alive: boolean, frozen: boolean, fenced: boolean, sessionEnds: number | undefined,
   * leads: string[]}}
   * p
   */
  broker: (p) => {
    const process = p.frozen ? 'is frozen' : p.alive ? 'runs' : 'is down';
    const session =
      p.fenced || p.sessionEnds === undefined
        ? 'the controller has fenced it'
        : `its session ends at ${clock(p.sessionEnds)} without another heartbeat`;
    const leads = p.leads.length ? `; it leads ${list(p.leads)}` : '';
    return `Broker ${p.broker} ${process}; ${session}${leads}.`;
  },
  crashes: () => 'If a broker were killed now',
  /** @param {{broker: number, leader: number, kept: boolean}} p */
  crash: ({ broker, leader, kept }) =>
    leader > 0
      ? `Broker ${broker}: broker ${leader} leads then, and ${kept ? 'has the record' : 'the record is lost'}.`
      : `Broker ${broker}: nobody leads then, until a replica returns that may.`,
};
