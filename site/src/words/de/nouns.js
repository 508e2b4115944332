// German: see ../en/nouns.js. "Broker", "Request" and "Record" are Kafka's; "der Broker", "der Request", "der Record".

import { german } from './grammar.js';

const { count, list, plural } = german;

/** A producer that was made for the learner's own records. */
const own = /^you(-|$)/;

/** @type {typeof import('../en/nouns.js').nouns} */
export const nouns = {
  producer: (id, article = 'der') =>
    own.test(id)
      ? `${article} ${article === 'der' ? 'eigene' : 'eigenen'} Producer${id === 'you' ? '' : ` ${id}`}`
      : `Producer ${id}`,
  brokers: (ids) => `${plural(ids.length, 'Broker', 'Broker')} ${list(ids)}`,
  requests: (ids, all = ids.length) =>
    all > 4 || all > ids.length
      ? count(all, 'Request', 'Requests')
      : `${plural(ids.length, 'Request', 'Requests')} ${list(ids)}`,
  records: (n) => count(n, 'Record', 'Records'),
  offsets: (from, last) =>
    from === last ? `Offset ${from}` : `Offsets ${from} ${last === from + 1 ? 'und' : 'bis'} ${last}`,
};

/** @param {string[]} nodes "der Controller und Broker 2 und 3", in the case given @param {string} [article] */
export function nodes(nodes, article = 'der') {
  const ids = nodes.filter((n) => /^\d+$/.test(n)).map(Number);
  const others = nodes
    .filter((n) => !/^\d+$/.test(n))
    .map((n) => (n === 'controller' ? `${article} Controller` : n));
  return list([...others, ...(ids.length ? [nouns.brokers(ids)] : [])]);
}
