// Moments as a sequence diagram in Mermaid's notation: clients, brokers and the controller, and one line for each
// message that a moment tells of. Pure.

/** @import {Event, Moment, State} from './types' */

import { partitionName } from './format.js';

/** @typedef {{from: string, arrow: string, to: string, text: string}} Message */

/** What a diagram of these moments is called, and its words. @typedef {(t: number) => string} Clock */

const controller = 'controller';

/**
 * @param {Moment[]} moments in order
 * @param {State} state whose brokers take part
 * @param {Clock} clock writes a point in time
 * @returns {string}
 */
export function sequenceDiagram(moments, state, clock) {
  const clients = new Clients();
  const body = [];
  let at = -1;
  const brokers = state.brokers.map((b) => nodeOf(b.broker));
  for (const moment of moments) {
    for (const event of moment.events) {
      const message = messageOf(event, moment, clients);
      if (!message) continue;
      if (event.t !== at) body.push(`  Note over ${brokers[0]},${controller}: ${escaped(clock(event.t))}`);
      at = event.t;
      body.push(`  ${message.from}${message.arrow}${message.to}: ${escaped(message.text)}`);
    }
  }
  const head = [
    'sequenceDiagram',
    ...clients.all.map(([name, id]) => `  participant ${id} as ${escaped(name)}`),
    ...state.brokers.map((b) => `  participant ${nodeOf(b.broker)} as Broker ${b.broker}`),
    `  participant ${controller} as Controller`,
  ];
  return `${[...head, ...body].join('\n')}\n`;
}

/** The clients of a diagram, each with a name that Mermaid can read. */
class Clients {
  /** @type {[name: string, id: string][]} */
  all = [];
  /** Who sent a request. @type {Map<number, string>} */
  senders = new Map();

  /** @param {string} name */
  id(name) {
    const known = this.all.find(([other]) => other === name);
    if (known) return known[1];
    const id = `client${this.all.length + 1}`;
    this.all.push([name, id]);
    return id;
  }

  /**
   * @param {number} request
   * @param {Moment} moment
   */
  sender(request, moment) {
    const known = this.senders.get(request);
    if (known) return known;
    const producer = moment.about.find((a) => a.request === request)?.producer;
    return this.id(producer ?? 'client');
  }
}

/** @param {number} broker */
function nodeOf(broker) {
  return broker > 0 ? `broker${broker}` : controller;
}

/** How each kind of event is a message, if it is one.
 * @type {{[K in Event['kind']]?: (e: any, moment: Moment, clients: Clients) => Message}}
 */
const messages = {
  request: (e, moment, clients) => {
    const from = clients.id(e.producer ?? 'client');
    clients.senders.set(e.request, from);
    const to = e.partitions.map(partitionName).join(', ');
    return {
      from,
      arrow: '->>',
      to: nodeOf(e.broker),
      text: `request ${e.request}, acks=${e.acks}, to ${to}: ${valuesOf(e.request, moment)}`,
    };
  },
  response: (e, moment, clients) => ({
    from: nodeOf(e.broker),
    arrow: e.connectionClosed ? '--x' : '-->>',
    to: clients.sender(e.request, moment),
    text: e.connectionClosed
      ? `connection of request ${e.request} closed`
      : `answer to request ${e.request}: ${(e.partitions ?? []).map((/** @type {any} */ p) => p.error).join(', ')}`,
  }),
  fetch: (e) => ({
    from: nodeOf(e.follower),
    arrow: '->>',
    to: nodeOf(e.broker),
    text: `fetch ${e.partitions.map((/** @type {any} */ p) => `${partitionName(p)} from ${p.fetchOffset}`).join(', ')}`,
  }),
  'fetch-response': (e) => ({
    from: nodeOf(e.broker),
    arrow: '-->>',
    to: nodeOf(e.follower),
    text: e.error ? `fetch answered: ${e.error}` : `${e.records} records`,
  }),
  isr: (e) => {
    const asks = e.state === 'proposed';
    const [from, to] = asks ? [nodeOf(e.broker), controller] : [controller, nodeOf(e.broker)];
    const text = `${partitionName(e)}: ISR ${e.to.join(', ')} ${e.state}`;
    return { from, arrow: asks ? '->>' : '-->>', to, text };
  },
  learn: (e) => ({
    from: controller,
    arrow: '->>',
    to: nodeOf(e.broker),
    text: `${e.key} ${e.value ?? e.policy ?? ''}`.trim(),
  }),
  role: (e) => ({
    from: controller,
    arrow: '->>',
    to: nodeOf(e.broker),
    text: `${partitionName(e)}: ${e.leader > 0 ? `broker ${e.leader} leads` : 'no leader'}, epoch ${e.leaderEpoch}`,
  }),
  visible: (e, _, clients) => ({
    from: nodeOf(e.broker),
    arrow: '-->>',
    to: clients.id(e.consumer),
    text: `${partitionName(e)} up to offset ${e.offset}`,
  }),
};

/**
 * @param {Event} event
 * @param {Moment} moment
 * @param {Clients} clients
 * @returns {Message | undefined}
 */
function messageOf(event, moment, clients) {
  return messages[event.kind]?.(event, moment, clients);
}

/**
 * @param {number} request
 * @param {Moment} moment
 */
function valuesOf(request, moment) {
  const parts = moment.about.find((a) => a.request === request)?.partitions ?? [];
  return parts.map((p) => p.values.join(', ') + (p.records > p.values.length ? ' …' : '')).join('; ');
}

/**
 * Text in which nothing is Mermaid's: what could be is written as a character reference, in its notation. A colon
 * within a word is, too: with a reference behind it, it could pass for a style.
 * @param {string} text
 */
export function escaped(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.replace(/[^\p{L}\p{N} .,:=_…()/'-]|:(?=\S)/gu, (c) => `#${c.codePointAt(0)};`);
}
