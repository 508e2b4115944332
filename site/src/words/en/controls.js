// The controls: what they are called, what they show, and what is still under way.

import { english } from './grammar.js';
import { nouns } from './nouns.js';

const { list } = english;

export const controls = {
  title: () => 'Controls',
  more: () => 'More controls',
  both: () => 'Controls and the controller',
  partition: () => 'partition',

  lower: () => 'lower min.insync.replicas',
  raise: () => 'raise min.insync.replicas',
  /** @param {number} there what the leader goes by until the news arrives */
  minimumUnderWay: (there) => `on its way to the leader, ${there} there`,
  /** @param {number} replicas */
  minimumCounts: (replicas) => `counts as ${replicas}: there are no more replicas`,

  /** @param {string} partition that it goes to; empty where there is only one */
  send: (partition) => (partition ? `to ${partition}` : ''),
  sendRecord: () => 'Send a record',
  /** @param {number} partitions */
  sendAll: (partitions) => `To all ${partitions}`,
  inOne: () => 'in one request',
  /** @param {number} broker */
  sendTo: (broker) => `To broker ${broker}`,
  believes: () => 'which believes it leads',
  through: () => 'sent by',
  /** @param {string} id of a producer that is there; empty: one will be made */
  client: (id) => (id ? `${nouns.producer(id)} (retries)` : 'a producer (retries)'),
  raw: () => 'no client: raw request',

  isr: () => 'ISR',
  delay: () => 'fetch delay',
  delays: () => 'Fetch delays',
  isrAndDelays: () => 'ISR and fetch delays',
  /** @param {number} id */
  broker: (id) => `broker ${id}`,
  leads: () => 'leader',
  leadsOutside: () => 'leader · not in the ISR',
  /** What is said of a follower, and what its button does. */
  membership: () => ({
    in: { note: 'in the ISR', click: 'Takes it out' },
    elr: { note: 'out · in the ELR', click: 'Keeps it out' },
    lag: { note: 'out · may return', click: 'Keeps it out' },
    hand: { note: 'taken out', click: 'Puts it back' },
  }),
  joining: () => 'on its way into the ISR',
  leaving: () => 'on its way out of the ISR',
  /**
   * @param {string} note of its membership
   * @param {string} life what has become of its process
   */
  withLife: (note, life) => `${note.replace(/ · may return|^out · (?=in)/, '')} · ${life}`,
  isrStands: () => 'Without a leader the ISR stays as it is',
  /** @param {number} id */
  delayOf: (id) => `fetch delay of broker ${id}`,
  /** @param {number} id */
  pauseOf: (id) => `pause the fetches of broker ${id}`,
  paused: () => 'paused',
  pause: () => 'pause its fetches',
  resume: () => 'let it fetch',

  folded: () => 'Brokers, elections, links',
  elr: () => 'of the cluster: plays the run anew',
  elect: () => 'Elect',
  /** @param {number} id */
  preferred: (id) => `preferred: broker ${id}`,
  unclean: () => 'unclean: any live replica',
  onItsWay: () => 'on its way to the brokers',

  /**
   * @param {number} id
   * @param {string} status
   */
  menuOf: (id, status) => `Broker ${id}, ${status}: what to do to it`,
  menuHint: () => 'Kill, stop, freeze, cut its links …',
  /** @param {number} id */
  menu: (id) => `Broker ${id}`,
  /**
   * @param {number} id
   * @param {string} status
   */
  status: (id, status) => `Broker ${id} is ${status}.`,
  /** What can be done to a broker, and what it means. @returns {Record<string, [name: string, note: string]>} */
  deeds: () => ({
    start: ['Start', 'it asks the controller to be let in'],
    thaw: ['Thaw', 'it goes on where it stood'],
    kill: ['Kill', 'at once, as by SIGKILL: its log stays'],
    stop: ['Stop', 'cleanly: others lead first'],
    freeze: ['Freeze', 'it stands still, and stays connected'],
  }),
  /** What can be done to the controller. @returns {Record<string, [string, string]>} */
  toController: () => ({
    start: ['Start', 'from its metadata log'],
    thaw: ['Thaw', 'it goes on where it stood'],
    kill: ['Kill', 'at once: its metadata log stays'],
    freeze: ['Freeze', 'it answers nobody'],
  }),
  powerOff: () => 'Power off',
  losing: () => 'losing the last',
  all: () => 'all',
  links: () => 'Links, both ways',
  cut: () => 'Cut',
  heal: () => 'Heal',
  controller: () => 'controller',

  newCluster: () => 'New cluster',
  ownCluster: () => 'A cluster of one’s own',
  replicas: () => 'replicas',
  partitions: () => 'partitions',
  begin: () => 'Begin a new run',
  canBeHadBack: () => 'the present one can be had back',

  /** What the controller believes. */
  belief: {
    title: () => 'The controller believes',
    /** @param {string} life what has become of its process */
    away: (life) => `its process is ${life}: nobody is fenced or elected`,
    deeds: () => 'What can be done to the controller',
    /** @param {string} partition */
    of: (partition) => `${partition}: `,
    /**
     * @param {number} leader below 0: none
     * @param {number[]} isr
     * @param {number[]} elr
     * @param {number} epoch
     */
    partition: (leader, isr, elr, epoch) =>
      [
        leader > 0 ? `broker ${leader} leads` : 'no leader',
        `ISR ${isr.join(', ') || 'empty'}`,
        ...(elr.length ? [`ELR ${elr.join(', ')}`] : []),
        `epoch ${epoch}`,
      ].join(' · '),
    /**
     * @param {number} broker
     * @param {string} at when
     */
    session: (broker, at) => `broker ${broker}’s session ends at ${at}`,
    /** @param {number[]} ids */
    fenced: (ids) => `fenced: ${list(ids)}`,
    alive: () => 'every session is alive',
  },
};
