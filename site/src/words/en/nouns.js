// Things with their numbers and names, in the way that all sentences have them.

import { english } from './grammar.js';

const { count, list, plural } = english;

/** A producer that was made for the learner's own records. */
const own = /^you(-|$)/;

export const nouns = {
  /**
   * @param {string} id "producer app"; of the learner's own "your producer"
   * @param {string} [_article] other languages need it
   */
  producer: (id, _article) =>
    own.test(id) ? `your producer${id === 'you' ? '' : ` ${id}`}` : `producer ${id}`,
  /** @param {number[]} ids "broker 2", "brokers 2 and 3" */
  brokers: (ids) => `${plural(ids.length, 'broker', 'brokers')} ${list(ids)}`,

  /**
   * "request 7", "requests 7 and 8", and above four only how many.
   * @param {number[]} ids
   * @param {number} [all] how many there are, if the list may lack some
   */
  requests: (ids, all = ids.length) =>
    all > 4 || all > ids.length
      ? count(all, 'request', 'requests')
      : `${plural(ids.length, 'request', 'requests')} ${list(ids)}`,

  /** @param {number} n "1 record", "3 records" */
  records: (n) => count(n, 'record', 'records'),

  /**
   * "offset 5", "offsets 5 and 6", "offsets 5 to 7".
   * @param {number} from
   * @param {number} last the last one, included
   */
  offsets: (from, last) =>
    from === last ? `offset ${from}` : `offsets ${from} ${last === from + 1 ? 'and' : 'to'} ${last}`,
};

/** @param {string[]} nodes "the controller and brokers 2 and 3" */
export function nodes(nodes) {
  const ids = nodes.filter((n) => /^\d+$/.test(n)).map(Number);
  const others = nodes
    .filter((n) => !/^\d+$/.test(n))
    .map((n) => (n === 'controller' ? 'the controller' : n));
  return list([...others, ...(ids.length ? [nouns.brokers(ids)] : [])]);
}
