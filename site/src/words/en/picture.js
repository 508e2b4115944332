// The picture: lanes, the high watermark, the ISR, requests that wait, messages under way. Its texts are short, for
// they stand between drawings.

import { upper } from '../grammar.js';
import { english } from './grammar.js';
import { nouns } from './nouns.js';

const { clock, count, countdown, list, plural, span } = english;

export const picture = {
  // The high watermark and the ISR.
  /**
   * @param {number} offset
   * @param {'' | 'locked' | 'stands'} how it cannot move: under the minimum, or without a leader
   */
  highWatermark: (offset, how) =>
    `high watermark ${offset}${how === 'locked' ? ' · locked' : how === 'stands' ? ' · stands' : ''}`,
  /**
   * @param {number} size of the ISR
   * @param {number} replicas
   * @param {number} minimum
   * @param {number[]} elr
   * @param {{leader: boolean, under: boolean}} is whether there is a leader, and whether the ISR is under the minimum
   */
  isr: (size, replicas, minimum, elr, { leader, under }) =>
    `${leader ? '' : 'no leader · '}ISR ${size} of ${replicas} · ${under ? 'under ' : ''}min ${minimum}` +
    `${elr.length ? ` · ELR ${elr.join(', ')}` : ''}`,
  /** @param {string} partition */
  axis: (partition) => `${partition}, offset`,
  /** @param {number} n how many offsets are left of the axis */
  earlier: (n) => `◂ ${n} earlier`,
  /** @param {number} highWatermark */
  anyReader: (highWatermark) =>
    highWatermark ? `a consumer sees no further than ${highWatermark - 1}` : 'a consumer sees nothing yet',
  /**
   * @param {string[]} ids
   * @param {number} offset
   */
  reader: (ids, offset) => `${ids.join(', ')} ${plural(ids.length, 'reads', 'read')} ${offset} next`,
  /**
   * @param {string[]} ids of those that read no further
   * @param {number} offset
   */
  readerEnded: (ids, offset) => `${ids.join(', ')} stopped at ${offset}`,

  // Logs.
  /** @param {number} id */
  broker: (id) => `Broker ${id}`,
  /** @param {number} offset */
  logEnd: (offset) => `log end ${offset}`,
  /** @param {number} offset */
  leaderKnows: (offset) => `leader knows ${offset}`,
  /**
   * @param {number} broker
   * @param {number} offset
   */
  brokerKnows: (broker, offset) => `broker ${broker} knows the high watermark as ${offset}`,
  /** @param {number} epoch */
  epoch: (epoch) => `epoch ${epoch}`,
  /**
   * @param {number} offset
   * @param {string} value
   * @param {number} epoch
   * @param {'committed' | 'astray' | 'written'} fate
   * @param {string} told its client was answered: "" nothing, "NONE", or an error
   */
  record: (offset, value, epoch, fate, told) =>
    `offset ${offset}: ${value}, epoch ${epoch}, ` +
    { committed: 'committed', astray: 'not in the leader’s log', written: 'written, not committed' }[fate] +
    (told === 'NONE' ? ', acknowledged' : told ? `, answered ${told}` : ''),
  /** @param {number} offset */
  logStart: (offset) => `log start ${offset}`,
  /** @param {number} offset */
  logStartShort: (offset) => `from ${offset}`,
  /** @param {number} broker @param {number} start its log start offset */
  deleted: (broker, start) =>
    `broker ${broker}: what was below offset ${start} is deleted, its log start offset is ${start}`,
  /** @param {number} n offsets that are left of the axis */
  deletedBefore: (n) => `◂ ${n} deleted`,
  gone: () => 'gone',
  /**
   * @param {number} broker
   * @param {number} offset
   */
  dropped: (broker, offset) => `broker ${broker} has dropped what it had at offset ${offset}`,
  /** @param {number} n records */
  ghosts: (n) => (n === 1 ? 'Acknowledged, and gone' : `Acknowledged, gone: ${n}`),
  ghostsShort: () => 'acked, and gone',
  /**
   * @param {string[]} values
   * @param {number} more
   */
  some: (values, more) => `${values.join(', ')}${more ? ` and ${more} more` : ''}`,
  /**
   * @param {number} offset
   * @param {string} value
   * @param {number} request
   * @param {string} acks
   */
  ghost: (offset, value, request, acks) =>
    `offset ${offset}: ${value}, request ${request}, was acknowledged with acks=${acks}, and is gone`,

  // What a broker is in its lane.
  leads: {
    /** @param {string} life */
    but: (life) => `leader, ${life}`,
    /** @param {string} life */
    elected: (life) => (life ? `elected, but ${life}` : 'elected, has not heard of it'),
    electedShort: () => 'elected',
    /**
     * @param {number} epoch
     * @param {string} life
     * @param {boolean} recovering
     */
    epoch: (epoch, life, recovering) =>
      `leader · epoch ${epoch}${life ? `, but ${life}` : recovering ? ' · recovering' : ''}`,
    /** @param {number} epoch */
    epochShort: (epoch) => `leads, ep. ${epoch}`,
    /** @param {number} epoch */
    believes: (epoch) => `believes it leads · epoch ${epoch}`,
    believesShort: () => 'believes it leads',
    cannot: () => 'cannot lead',
  },
  follows: {
    inSync: () => 'follower · in sync',
    inSyncShort: () => 'in sync',
    waitedFor: () => 'follower · waited for',
    waitedForShort: () => 'waited for',
    slow: () => 'slow · waited for',
    slowShort: () => 'slow',
    /** @param {string} life */
    butWaitedFor: (life) => `${life} · waited for`,
    out: () => 'fell out of the ISR',
    outShort: () => 'out of the ISR',
  },
  notes: {
    /** @param {number} ms until the controller misses it; 0 or less: any moment */
    missed: (ms) => (ms > 0 ? `missed in ${countdown(ms)} or so` : 'about to be fenced'),
    unnoticed: () => 'no controller to notice',
    /**
     * @param {string[]} nodes
     * @param {boolean} fenced
     */
    cut: (nodes, fenced) => `${fenced ? 'fenced · cut' : 'cut off'}: ${nodes.join(', ')}`,
    asks: () => 'asks to be let in',
    fenced: () => 'fenced by the controller',
    /** @param {number} epoch */
    knowsEpoch: (epoch) => `knows epoch ${epoch} only`,
    /**
     * @param {string[]} nodes
     * @param {number} ms
     */
    slowLink: (nodes, ms) => `link to ${nodes.join(', ')}: ${span(ms)}`,
  },
  /** Where a follower's loop of fetches stands. @param {number} ms until it goes on */
  fetching: (ms) => ({
    travelling: `next fetch arrives in ${countdown(ms)}`,
    waiting: 'its fetch waits at the leader',
    returning: `answer arrives in ${countdown(ms)}`,
    appending: 'is writing',
    paused: 'fetches are paused',
    idle: 'between two fetches',
    none: 'does not fetch',
  }),
  /** @param {number} ms */
  fetchIn: (ms) => `fetch in ${countdown(ms)}`,

  // What is under way.
  producers: () => 'Producers',
  /** @param {string} id */
  producer: (id) => upper(nouns.producer(id)),
  /**
   * @param {number} open requests
   * @param {number} lost requests
   */
  open: (open, lost) =>
    [
      ...(open ? [`${count(open, 'request', 'requests')} open`] : []),
      ...(lost ? [`${lost} lost, unanswered`] : []),
    ].join(' · ') || 'nothing open',
  /**
   * @param {number} request the first
   * @param {number} n how many
   */
  who: (request, n) => (n > 1 ? count(n, 'request', 'requests') : `request ${request}`),
  /**
   * @param {string} who
   * @param {number} broker
   */
  travels: (who, broker) => `${who} on the way to broker ${broker}`,
  /**
   * @param {string} who
   * @param {number} broker
   */
  queued: (who, broker) => `${who} in the socket of broker ${broker}`,
  /**
   * @param {string} who
   * @param {number} broker
   */
  handled: (who, broker) => `broker ${broker} handles ${who}`,
  /** @param {string} who */
  answer: (who) => `the answer to ${who}`,
  /** @param {string} who */
  answered: (who) => `${who}: answered`,
  /**
   * @param {number} broker
   * @param {number} offset
   * @param {number} ms
   */
  asks: (broker, offset, ms) => `broker ${broker} asks from offset ${offset}; ${span(ms)} to go`,
  /** @param {number} broker */
  fetchWaits: (broker) => `the fetch of broker ${broker} waits at the leader for data`,
  /** @param {number} broker */
  fetchPaused: (broker) => `broker ${broker} is kept from fetching`,
  /** @param {number} broker */
  fetchAnswer: (broker) => `the answer to the fetch of broker ${broker}`,

  // The purgatory.
  purgatory: {
    title: () => 'Purgatory',
    purpose: () => [
      'Nobody waits. An acks=all write waits here until',
      'the high watermark reaches the offset it needs.',
    ],
    /** @param {number} n */
    parked: (n) => `${n} parked`,
    /** @param {string} partition */
    key: (partition) => `watch key ${partition}`,
    /**
     * @param {number} parked
     * @param {number} done
     */
    watched: (parked, done) => `${parked} parked${done ? ` · ${done} done, not swept` : ''}`,
    /** @param {number} id */
    at: (id) => `broker ${id}: `,
    /**
     * @param {string} needs
     * @param {number} ms
     */
    left: (needs, ms) => `${needs} · ${countdown(ms)} left`,
    /** @param {number} offset */
    needs: (offset) => `needs ${offset}`,
    /** @param {number} n */
    toGo: (n) => `${count(n, 'partition', 'partitions')} to go`,
    /**
     * @param {number} n
     * @param {number} first
     * @param {number} last
     */
    more: (n, first, last) => `${n} more, #${first} to #${last}`,
    /**
     * @param {number} least
     * @param {number} most
     */
    range: (least, most) => `, need ${least} to ${most}`,
    /** @param {number[]} ids */
    allWait: (ids) => `all wait for ${plural(ids.length, 'broker', 'brokers')} ${list(ids)}`,
    eachWaits: () => 'each waits for its own',
    /** @param {number} offset */
    has: (offset) => `has ${offset} ✓`,
    under: () => 'under the minimum',
    /** @param {number[]} ids empty: nobody holds it back any more */
    waitsFor: (ids) =>
      ids.length
        ? `waits for ${plural(ids.length, 'broker', 'brokers')} ${list(ids)}`
        : 'waits for the next check',
    /**
     * @param {number} offset
     * @param {string} waits
     */
    needsAnd: (offset, waits) => `needs ${offset}, ${waits}`,
    /**
     * @param {string[]} names of partitions
     * @param {string} waits
     */
    together: (names, waits) => `${list(names)} ${names.length > 1 ? waits.replace('waits', 'wait') : waits}`,
  },

  // The timing wheel.
  wheel: {
    title: () => 'Timing wheel',
    /** @param {number} id */
    of: (id) => `Broker ${id}`,
    /**
     * @param {number} first what a slot of the innermost ring spans, ms
     * @param {number[]} others
     */
    rings: (first, others) =>
      `. Ring 1, inside, has slots of ${span(first)}, then come ${list(others.map(span))}. Deadlines move inward.`,
    none: () => 'No deadline here.',
    /** @param {number} at ms */
    fires: (at) => ` fires at ${clock(at)}`,
    /** @param {number} ring */
    inRing: (ring) => `, in ring ${ring} now`,
    /** @param {number} n */
    more: (n) => `and ${n} more`,
    /**
     * @param {number} request
     * @param {number} ring
     * @param {number} slot
     * @param {number} size
     * @param {number} ms what a slot spans
     * @param {boolean} inward it moves to a finer ring
     * @param {number} at when
     */
    place: (request, ring, slot, size, ms, inward, at) =>
      `#${request}: ring ${ring}, slot ${slot} of ${size} (${span(ms)} each); ${inward ? 'moves inward' : 'fires'} at ${clock(at)}`,
    /**
     * @param {number} broker
     * @param {number} slots
     * @param {{request: number, ring: number, slot: number}[]} tasks
     * @param {number} rest
     */
    words: (broker, slots, tasks, rest) => {
      const places = tasks.map((t) => `request ${t.request} in ring ${t.ring}, slot ${t.slot} of ${slots}`);
      const all = [...places, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
      return `Timing wheel of broker ${broker}: ${all || 'empty'}.`;
    },
  },
};
