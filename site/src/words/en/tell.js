// The headlines of moments: at most 14 words, subject and verb first. `place` is the name of a partition, or nothing
// where there is no other.

/** @import {Content} from './deeds.js' */

import { content, of } from './deeds.js';
import { upper } from '../grammar.js';
import { english } from './grammar.js';
import { nodes, nouns } from './nouns.js';

const { count, list, plural, span } = english;
const { brokers, offsets, producer, records, requests } = nouns;

/** @param {string} place "In payments-0 the", or "The" */
const inPlace = (place) => (place ? `In ${place} the` : 'The');

/** @param {boolean} more whether there are more than could be counted */
const least = (more) => (more ? 'at least ' : '');

/** @param {string[]} names "producer app", "producers a and b", "3 producers" */
const producers = (names) =>
  names.length > 3
    ? count(names.length, 'producer', 'producers')
    : names.some((name) => name.startsWith('you'))
      ? list(names.map((name) => producer(name)))
      : `${plural(names.length, 'producer', 'producers')} ${list(names)}`;

export const tell = {
  nothingYet: () => 'Nothing has happened yet.',
  /** @param {string} kind of an event without a sentence of its own */
  unknown: (kind) => `${upper(kind.replaceAll('-', ' '))}.`,

  // On the way to a broker.
  /** @param {{request: number, broker: number, acks: string, content: Content, byHand: boolean}} p */
  sent: (p) =>
    p.byHand
      ? `You send ${content(p.content)} to broker ${p.broker} with acks=${p.acks}.`
      : `Request ${p.request} takes ${content(p.content)} to broker ${p.broker} with acks=${p.acks}.`,
  /** @param {{request: number, broker: number, producer: string, content: Content}} p */
  sentBy: (p) =>
    `${upper(producer(p.producer))} sends ${content(p.content)} to broker ${p.broker} in request ${p.request}.`,
  /** @param {{producers: string[], brokers: number[], n: number, records: number, more: boolean}} p a crowd */
  sentMany: (p) =>
    p.producers.length
      ? `${upper(producers(p.producers))} ${plural(p.producers.length, 'sends', 'send')} ${least(p.more)}${records(p.records)} to ${brokers(p.brokers)}.`
      : `${upper(least(p.more))}${p.n} requests leave for ${brokers(p.brokers)} with ${records(p.records)}.`,
  /** @param {{requests: number[], place: string}} p */
  unsent: (p) => `${upper(requests(p.requests))} cannot leave: ${p.place || 'the partition'} has no leader.`,
  /** @param {{requests: number[], brokers: number[]}} p */
  queued: (p) =>
    `${upper(requests(p.requests))} ${plural(p.requests.length, 'waits', 'wait')} unread at ${brokers(p.brokers)}.`,
  /** @param {{request: number, broker: number}} p */
  received: (p) => `Request ${p.request} reaches broker ${p.broker}.`,
  /** @param {{producer: string, value: string}} p */
  buffered: (p) => `${upper(producer(p.producer))} takes ${p.value} into its buffer.`,
  /** @param {{producer: string, records: number}} p */
  batched: (p) => `${upper(producer(p.producer))} closes a batch of ${records(p.records)}.`,

  // In the leader's log.
  /**
   * @param
   * {{broker: number, content: Content, from: number, last: number, place: string, requests: number[],
   * parked: boolean}}
   * p
   */
  written: (p) =>
    `Broker ${p.broker} writes ${content(p.content)}${p.place ? ` to ${p.place}` : p.content.records === 3 ? '' : ` at ${offsets(p.from, p.last)}`}${
      p.parked ? `; request ${p.requests[0]} waits` : ''
    }.`,
  /** @param {{request: number, broker: number, records: number, places: number, parked: boolean}} p one request */
  writtenAcross: (p) =>
    `Broker ${p.broker} writes ${records(p.records)} to ${p.places} partitions${p.parked ? `; request ${p.request} waits` : ''}.`,
  /** @param {{brokers: number[], n: number, records: number, parked: number, more: boolean}} p several requests */
  writtenMany: (p) =>
    `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'writes', 'write')} ${least(p.more)}${records(p.records)} of ${p.n} requests${
      p.parked === p.n
        ? ', which all wait'
        : p.parked
          ? `; ${requests([], p.parked)} ${plural(p.parked, 'waits', 'wait')}`
          : ''
    }.`,
  /** @param {{broker: number, requests: number[], place: string, parked: boolean}} p */
  duplicate: (p) =>
    `Broker ${p.broker} has the records of ${requests(p.requests)} already${p.parked ? ': it writes nothing and waits' : ' and writes nothing'}.`,
  /** @param {{broker: number, requests: number[]}} p */
  parked: (p) =>
    `${upper(requests(p.requests))} ${plural(p.requests.length, 'waits', 'wait')} in the purgatory of broker ${p.broker}.`,
  /** @param {{broker: number, content: Content, from: number, last: number, place: string, acks: string}} p */
  writtenAtOnce: (p) =>
    p.acks === '0'
      ? `Broker ${p.broker} writes ${content(p.content)} at ${offsets(p.from, p.last)}${of(p.place)}; nobody is told.`
      : `Broker ${p.broker} writes ${content(p.content)}${p.place ? ` to ${p.place}` : ''} and acknowledges ${plural(p.content.records, 'it', 'them')} at once.`,
  /**
   * @param {{broker: number, requests: number[], error: string}} p error: NONE, or one for all; '': each has its own
   */
  answered: (p) =>
    p.error === 'NONE'
      ? `Broker ${p.broker} acknowledges ${requests(p.requests)}.`
      : p.error
        ? `Broker ${p.broker} answers ${requests(p.requests)} with ${p.error}.`
        : `Broker ${p.broker} answers ${requests(p.requests)}, each partition with its own result.`,
  /** @param {{broker: number, requests: number[], error: string}} p */
  deposedAnswers: (p) =>
    `Broker ${p.broker} no longer leads: it answers ${requests(p.requests)} with ${p.error}.`,
  /** @param {{requests: number[]}} p */
  decided: (p) => `${upper(requests(p.requests))} ${plural(p.requests.length, 'is', 'are')} decided.`,
  /** @param {{broker: number, requests: number[]}} p */
  closed: (p) =>
    `${upper(requests(p.requests))} at broker ${p.broker} ${plural(p.requests.length, 'gets', 'get')} no answer: the connection is closed.`,
  /** @param {{broker: number, requests: number[], isr: number, min: number}} p */
  refusedMinimum: (p) =>
    `Broker ${p.broker} refuses ${requests(p.requests)}: the ISR has ${p.isr}, the minimum is ${p.min}.`,
  /** @param {{broker: number, requests: number[], place: string}} p */
  refusedLeader: (p) =>
    `Broker ${p.broker} refuses ${requests(p.requests)}: it does not lead ${p.place || 'the partition'}.`,
  /** @param {{broker: number, requests: number[], bytes: number, most: number}} p */
  refusedSize: (p) =>
    `Broker ${p.broker} refuses ${requests(p.requests)}: a batch has ${p.bytes} bytes, ${p.most} are allowed.`,
  /** @param {{broker: number, requests: number[], records: number}} p */
  refusedKeys: (p) =>
    `Broker ${p.broker} refuses ${requests(p.requests)}: ${records(p.records)} ${plural(p.records, 'has', 'have')} no key.`,
  /** @param {{broker: number, requests: number[], error: string}} p */
  refused: (p) => `Broker ${p.broker} refuses ${requests(p.requests)} with ${p.error}.`,
  /** @param {{requests: number[], afterMs: number}} p */
  timedOut: (p) =>
    `${upper(requests(p.requests))} ${plural(p.requests.length, 'times', 'time')} out${p.afterMs ? ` after ${span(p.afterMs)}` : ''}, though written to the log.`,

  // Copies, and the high watermark.
  /** @param {{broker: number, followers: number[], records: number}} p */
  handed: (p) =>
    p.followers.length > 1
      ? `Broker ${p.broker} sends records to ${brokers(p.followers)}.`
      : `Broker ${p.broker} sends ${records(p.records)} to broker ${p.followers[0]}.`,
  /** @param {{followers: number[], from: number, last: number, place: string, told: boolean}} p */
  copied: (p) =>
    `${upper(brokers(p.followers))} ${plural(p.followers.length, 'copies', 'copy')} ${offsets(p.from, p.last)}${of(p.place)}${
      p.told
        ? plural(
            p.followers.length,
            '; its next fetch tells the leader',
            '; their next fetches tell the leader',
          )
        : ''
    }.`,
  /** @param {{followers: number[], records: number, places: number, told: boolean}} p */
  copiedMany: (p) =>
    `${upper(brokers(p.followers))} ${plural(p.followers.length, 'copies', 'copy')} ${records(p.records)}${
      p.places > 1 ? ` of ${p.places} partitions` : ''
    }${p.told ? plural(p.followers.length, '; its next fetch tells the leader', '; their next fetches tell the leader') : ''}.`,
  /** @param {{followers: number[], all: boolean, waiting: number[], n: number, brokers: number[]}} p all: the followers
   * have everything; waiting: requests, as far as they are listed, of n; brokers: who is waited for */
  copiedYet: (p) =>
    `${upper(brokers(p.followers))} ${plural(p.followers.length, 'has', 'have')} ${p.all ? 'everything' : 'copied on'}, but ${requests(p.waiting, p.n)} ${plural(p.n, 'waits', 'wait')} for ${brokers(p.brokers)}.`,
  /** @param {{followers: number[]}} p */
  copiedVarious: (p) => `${upper(brokers(p.followers))} write what they have fetched.`,
  /** @param {{follower: number, broker: number, offset: number, place: string}} p */
  fetched: (p) =>
    p.offset > 0
      ? `Broker ${p.follower}'s fetch from offset ${p.offset}${of(p.place)} tells broker ${p.broker} what it has.`
      : `Broker ${p.follower}'s fetch from offset 0 asks for the whole log${of(p.place)}.`,
  /** @param {{followers: number[], brokers: number[]}} p */
  fetchedMany: (p) => `The fetches of ${brokers(p.followers)} tell ${brokers(p.brokers)} how far they are.`,
  /** @param {{to: number, place: string, acknowledged: number[]}} p */
  committed: (p) =>
    `${inPlace(p.place)} high watermark rises to ${p.to}: ${requests(p.acknowledged)} ${plural(p.acknowledged.length, 'is', 'are')} acknowledged.`,
  /** @param {{from: number, to: number, place: string}} p */
  risen: (p) =>
    `${inPlace(p.place)} high watermark rises to ${p.to}: ${offsets(p.from, p.to - 1)} ${plural(p.to - p.from, 'is', 'are')} committed.`,
  /** @param {{places: string[], acknowledged: number[]}} p */
  risenMany: (p) =>
    `The high ${plural(p.places.length, 'watermark', 'watermarks')} of ${p.places.length > 2 ? `${p.places.length} partitions` : list(p.places)} rise${
      p.acknowledged.length
        ? `: ${requests(p.acknowledged)} ${plural(p.acknowledged.length, 'is', 'are')} acknowledged`
        : ''
    }.`,
  /** @param {{broker: number, to: number, place: string}} p */
  risenDeposed: (p) =>
    `Broker ${p.broker}, which only believes it leads, raises its high watermark to ${p.to}.`,
  /** @param {{broker: number, to: number, place: string}} p */
  learned: (p) => `Broker ${p.broker} learns that the high watermark${of(p.place)} is ${p.to}.`,
  /** @param {{consumers: string[], place: string, last: number}} p */
  seen: (p) =>
    `${upper(plural(p.consumers.length, 'consumer', 'consumers'))} ${list(p.consumers)} ${plural(p.consumers.length, 'reads', 'read')} up to offset ${p.last}${of(p.place)}.`,
  /** @param {{consumers: string[], records: number}} p */
  seenMany: (p) =>
    `${upper(plural(p.consumers.length, 'consumer', 'consumers'))} ${list(p.consumers)} ${plural(p.consumers.length, 'reads', 'read')} ${records(p.records)}.`,
  /** @param {{broker: number, from: number, last: number, place: string}} p */
  truncated: (p) => `Broker ${p.broker} drops ${offsets(p.from, p.last)}${of(p.place)} from its log.`,
  /** @param {{brokers: number[], records: number}} p */
  truncatedMany: (p) =>
    `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'drops', 'drop')} ${records(p.records)} from ${plural(p.brokers.length, 'its log', 'their logs')}.`,
  /** @param {{broker: number, from: number, last: number, place: string}} p */
  lostTail: (p) => `The disk of broker ${p.broker} never got ${offsets(p.from, p.last)}${of(p.place)}.`,

  // Records that are deleted from the beginning of logs.
  /** @param {{brokers: number[], from: number, last: number, place: string}} p */
  deleted: (p) =>
    `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'deletes', 'delete')} ${offsets(p.from, p.last)}${of(p.place)}.`,
  /** @param {{broker: number, from: number, last: number, place: string}} p */
  undeleted: (p) => `Broker ${p.broker} has ${offsets(p.from, p.last)}${of(p.place)} again.`,
  /** @param {{broker: number, to: number, place: string}} p */
  startsOver: (p) =>
    `Broker ${p.broker} drops its whole log${of(p.place)} and starts again at offset ${p.to}.`,
  /** @param {{consumer: string, from: number, to: number, place: string}} p */
  offsetReset: (p) =>
    `Consumer ${p.consumer} no longer finds offset ${p.from}${of(p.place)} and goes on at ${p.to}.`,
  /** @param {{consumer: string, from: number, place: string}} p */
  offsetGone: (p) =>
    `Consumer ${p.consumer} cannot go on at offset ${p.from}${of(p.place)}: its application is told.`,
  /** @param {{broker: number, low: number, place: string}} p */
  deletionDone: (p) =>
    `Broker ${p.broker} answers: every live replica’s log${of(p.place)} begins at ${p.low} or later.`,
  /** @param {{broker: number, error: string, place: string}} p the error is empty: its connection closed */
  deletionFailed: (p) =>
    p.error
      ? `Broker ${p.broker} answers the deletion${of(p.place)} with ${p.error}.`
      : `Broker ${p.broker} closes the connection that asked for the deletion${of(p.place)}.`,

  // The ISR, the controller, leaders.
  /** @param {{gone: number[], come: number[], isr: number[], place: string}} p */
  isr: (p) => {
    const now = p.isr.length === 1 ? `broker ${p.isr[0]} alone` : list(p.isr);
    return p.gone.length && p.come.length
      ? `The ISR${of(p.place)} is ${now} now.`
      : p.gone.length
        ? `${upper(brokers(p.gone))} ${plural(p.gone.length, 'leaves', 'leave')} the ISR${of(p.place)}, now ${now}.`
        : `${upper(brokers(p.come))} ${plural(p.come.length, 'joins', 'join')} the ISR${of(p.place)}, now ${now}.`;
  },
  /** @param {{broker: number, isr: number[], place: string}} p a broker that leads no more hears of an older ISR */
  isrStale: (p) => `Broker ${p.broker}, which only believes it leads, has ${list(p.isr)} as its ISR.`,
  /** @param {{n: number}} p */
  isrMany: (p) => `The ISRs of ${p.n} partitions change.`,
  /** @param {{broker: number, gone: number[], come: number[], place: string}} p */
  isrAsked: (p) =>
    p.gone.length
      ? `Broker ${p.broker} asks for an ISR${of(p.place)} without ${brokers(p.gone)}.`
      : `Broker ${p.broker} asks for an ISR${of(p.place)} with ${brokers(p.come)}.`,
  /** @param {{broker: number, error: string, place: string}} p */
  isrRejected: (p) =>
    `The controller rejects broker ${p.broker}'s change of the ISR${of(p.place)}: ${p.error}.`,
  /** @param {{isr: number[], elr: number[], place: string}} p */
  recorded: (p) =>
    `The controller records the ISR${of(p.place)} as ${p.isr.length ? list(p.isr) : 'empty'}${p.elr.length ? `, the ELR as ${list(p.elr)}` : ''}.`,
  /** @param {{adding: number[], removing: number[], place: string}} p a reassignment under way */
  reassigning: (p) =>
    !p.adding.length
      ? `The controller will remove ${brokers(p.removing)} from the replicas${of(p.place)}.`
      : p.removing.length
        ? `The controller adds ${brokers(p.adding)} to the replicas${of(p.place)}, later removing ${brokers(p.removing)}.`
        : `The controller adds ${brokers(p.adding)} to the replicas${of(p.place)}.`,
  /** @param {{replicas: number[], place: string}} p */
  reassigned: (p) =>
    `The ${plural(p.replicas.length, 'only replica', 'replicas')}${of(p.place)} ${plural(p.replicas.length, 'is', 'are')} ${brokers(p.replicas)} now.`,
  /** @param {{error: string, place: string}} p */
  reassignRefused: (p) => `The controller refuses the reassignment${of(p.place)}: ${p.error}.`,
  /** @param {{brokers: number[], place: string}} p */
  logsMade: (p) =>
    `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'makes an empty log', 'make empty logs')}${of(p.place)}.`,
  /** @param {{brokers: number[], place: string}} p */
  logsDeleted: (p) =>
    `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'deletes its log', 'delete their logs')}${of(p.place)}.`,
  /** @param {{brokers: number[], state: string}} p */
  process: (p) => {
    const [one, other] = /** @type {Record<string, [string, string]>} */ ({
      started: [
        'comes up and asks the controller to be let in',
        'come up and ask the controller to be let in',
      ],
      running: ['has read the metadata and takes requests', 'have read the metadata and take requests'],
      stopped: ['has shut down cleanly', 'have shut down cleanly'],
      killed: ['is dead: its connections close', 'are dead: their connections close'],
      'powered-off': [
        'has no power: its connections fall silent',
        'have no power: their connections fall silent',
      ],
      frozen: ['stands still: it fetches and answers nothing', 'stand still: they fetch and answer nothing'],
      thawed: ['goes on where it stood', 'go on where they stood'],
    })[p.state] ?? ['has changed', 'have changed'];
    return `${upper(brokers(p.brokers))} ${plural(p.brokers.length, one, other)}.`;
  },
  /** @param {{state: string}} p of the controller's process */
  controller: (p) =>
    `The controller ${
      {
        started: 'starts again from its metadata log',
        killed: 'is dead: its connections close',
        frozen: 'stands still: it answers nobody',
      }[p.state] ?? 'goes on where it stood'
    }.`,
  /** @param {{broker: number, error: string}} p */
  registered: (p) =>
    p.error
      ? `The controller does not let broker ${p.broker} in yet: ${p.error}.`
      : `The controller registers broker ${p.broker}, still fenced.`,
  /** @param {{brokers: number[]}} p */
  unfenced: (p) => `The controller unfences ${brokers(p.brokers)}.`,
  /** @param {{broker: number}} p */
  shutDown: (p) => `Broker ${p.broker} asks the controller to move its leaderships before it stops.`,
  /** @param {{brokers: number[]}} p whose sessions are over */
  fenced: (p) =>
    `The controller fences ${brokers(p.brokers)}: ${plural(p.brokers.length, 'its session is', 'their sessions are')} over.`,
  /** @param {{brokers: number[]}} p who want to stop */
  fencedInOrder: (p) => `The controller fences ${brokers(p.brokers)}, which may stop now.`,
  /** @param {{broker: number, place: string, epoch: number}} p */
  elected: (p) => `The controller elects broker ${p.broker} leader${of(p.place)} in epoch ${p.epoch}.`,
  /** @param {{brokers: number[], n: number}} p */
  electedMany: (p) => `The controller elects ${brokers(p.brokers)} to lead ${p.n} partitions.`,
  /** @param {{broker: number, place: string, epoch: number, logEnd: number}} p */
  leads: (p) =>
    `Broker ${p.broker} takes the lead${of(p.place)} in epoch ${p.epoch}; its log ends at ${p.logEnd}.`,
  /** @param {{broker: number, place: string, epoch: number}} p */
  leadsAgain: (p) => `Broker ${p.broker} goes on leading${p.place ? ` ${p.place}` : ''} in epoch ${p.epoch}.`,
  /** @param {{broker: number, leader: number, place: string}} p leader: 0: nobody leads */
  follows: (p) =>
    p.leader > 0
      ? `Broker ${p.broker} learns that broker ${p.leader} leads${p.place ? ` ${p.place}` : ''}, and follows it.`
      : `Broker ${p.broker} learns that nobody leads${p.place ? ` ${p.place}` : ''}.`,
  /** @param {{places: string[]}} p one: '' where there is no other */
  leaderless: (p) =>
    p.places.length > 1
      ? `${p.places.length} partitions have no leader: no replica may lead.`
      : `${p.places[0] || 'The partition'} has no leader: no replica may lead.`,
  /** @param {{key: string, value: string, place: string}} p */
  configured: (p) => `${p.key}${of(p.place)} is ${p.value} now.`,
  /** @param {{key: string, broker: number, error: string}} p */
  configRefused: (p) => `The controller refuses ${p.key} for broker ${p.broker}: ${p.error}.`,
  /** @param {{brokers: number[], key: string, value: string, place: string}} p */
  informed: (p) =>
    p.key === 'min.insync.replicas'
      ? `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'learns', 'learn')} that the minimum${of(p.place)} is ${p.value}.`
      : `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'learns', 'learn')} that ${p.key} is ${p.value}.`,

  // What an application hears.
  /** @param {{producers: string[], content: Content}} p */
  acknowledged: (p) =>
    `${upper(producers(p.producers))} ${plural(p.producers.length, 'hears', 'hear')} that ${content(p.content)} ${plural(p.content.records, 'is', 'are')} acknowledged.`,
  /** @param {{producers: string[], content: Content, error: string}} p */
  failed: (p) =>
    `${upper(producers(p.producers))} ${plural(p.producers.length, 'hears', 'hear')} that ${content(p.content)} failed${p.error ? `: ${p.error}` : ''}.`,
  /** @param {{producer: string, content: Content, attempt: number, error: string}} p */
  retried: (p) =>
    `${upper(producer(p.producer))} keeps ${content(p.content)} for a retry: attempt ${p.attempt} ended with ${p.error}.`,
  /** @param {{producers: string[], error: string}} p */
  retriedMany: (p) =>
    `${upper(producers(p.producers))} ${plural(p.producers.length, 'keeps its', 'keep their')} records to send them again${p.error ? `: ${p.error}` : ''}.`,
  /** @param {{producer: string, request: number, error: string}} p */
  late: (p) =>
    p.error === 'NONE'
      ? `${upper(producer(p.producer))} hears too late that request ${p.request} succeeded.`
      : `${upper(producer(p.producer))} hears too late that request ${p.request} ended with ${p.error}.`,
  /** @param {{producer: string, broker: number, forMs: number}} p */
  muted: (p) =>
    `${upper(producer(p.producer))} sends broker ${p.broker} nothing for ${span(p.forMs)}: it is throttled.`,
  /** @param {{producer: string, broker: number, forMs: number}} p */
  throttled: (p) =>
    `${upper(producer(p.producer))} has passed its quota: broker ${p.broker} throttles it for ${span(p.forMs)}.`,
  /** @param {{producers: string[], brokers: number[], n: number, error: string}} p n: requests in flight */
  cancelled: (p) =>
    p.error === 'NETWORK_EXCEPTION'
      ? `${upper(producers(p.producers))} ${plural(p.producers.length, 'loses its connection', 'lose their connections')} to ${brokers(p.brokers)}.`
      : p.error === 'PRODUCER_CLOSED'
        ? `${upper(producers(p.producers))} ${plural(p.producers.length, 'closes', 'close')} with ${requests([], p.n)} to ${brokers(p.brokers)} in flight.`
        : `${upper(producers(p.producers))} ${plural(p.producers.length, 'gives', 'give')} up ${requests([], p.n)} to ${brokers(p.brokers)}: ${p.error}.`,
  /** @param {{producers: string[], content: Content, again: boolean}} p again: it hands all of them over again */
  givenUp: (p) =>
    `The application of ${producers(p.producers)} stops waiting for ${content(p.content)}${p.again ? ` and hands ${plural(p.content.records, 'it', 'them')} over again` : ''}.`,
  /** @param {{producer: string, unsent: number, untold: number}} p the records that it had, sent and not */
  clientKilled: (p) =>
    `${upper(producer(p.producer))} is dead${
      p.unsent || p.untold
        ? `, and with it ${list([p.unsent ? `${records(p.unsent)} never sent` : '', p.untold ? `the outcome of ${records(p.untold)}` : ''].filter(Boolean))}`
        : ': its connections close'
    }.`,
  /** @param {{producer: string}} p */
  clientStarted: (p) => `${upper(producer(p.producer))} starts as a new process with an empty buffer.`,
  /** @param {{producer: string, verb: string, value: string, waitsFor: string}} p */
  blocked: (p) =>
    `${p.verb}()${p.value ? ` of ${p.value}` : ` of ${producer(p.producer)}`} blocks: it waits for ${
      /** @type {Record<string, string>} */ ({
        call: 'the call before it',
        metadata: 'metadata',
        memory: 'free memory',
        batches: 'every batch to be decided',
        end: 'the sender to end',
      })[p.waitsFor]
    }.`,
  /** @param {{producer: string, verb: string, value: string, afterMs: number, error: string}} p */
  returned: (p) =>
    `${p.verb}()${p.value ? ` of ${p.value}` : ` of ${producer(p.producer)}`} ${p.error ? 'ends' : 'returns'} after ${span(p.afterMs)}${p.error ? ` with ${p.error}` : ''}.`,
  /** @param {{n: number, verb: string}} p */
  returnedMany: (p) => `${p.n} calls of ${p.verb}() return.`,
  /** @param {{broker: number, producerId: number, place: string}} p */
  forgotten: (p) => `Broker ${p.broker} forgets producer id ${p.producerId}${of(p.place)}.`,

  // Single events that make no moment of their own.
  /** @param {{request: number, action: string}} p */
  timer: (p) =>
    ({
      armed: `The deadline of request ${p.request} goes into the timing wheel.`,
      cascaded: `The deadline of request ${p.request} moves inward in the timing wheel.`,
      cancelled: `The deadline of request ${p.request} is taken off the timing wheel.`,
      fired: `The deadline of request ${p.request} has come.`,
    })[p.action] ?? '',
  /** @param {{n: number}} p */
  checked: (p) => `A check of the purgatory completes ${requests([], p.n)}.`,
  /** @param {{follower: number, broker: number}} p */
  disconnected: (p) => `A fetch of broker ${p.follower} to broker ${p.broker} fails.`,
  /** @param {{follower: number, broker: number}} p */
  answeredFetch: (p) => `Broker ${p.broker} answers a fetch of broker ${p.follower} without records.`,
  /** @param {{from: string, to: string}} p */
  link: (p) => `The link from ${nodes([p.from])} to ${nodes([p.to])} changes.`,
};
