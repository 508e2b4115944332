// Die Bedienelemente: wie sie heißen, was sie zeigen und was noch unterwegs ist.

/** @import {Words} from '../en.js' */

import { german } from './grammar.js';
import { nouns } from './nouns.js';

const { list } = german;

/** @type {Words['controls']} */
export const controls = {
  title: () => 'Bedienung',
  more: () => 'Weitere Bedienung',
  both: () => 'Bedienung und Controller',
  partition: () => 'Partition',

  lower: () => 'min.insync.replicas senken',
  raise: () => 'min.insync.replicas erhöhen',
  minimumUnderWay: (there) => `unterwegs zum Leader, dort gilt ${there}`,
  minimumCounts: (replicas) => `zählt als ${replicas}: mehr Replicas gibt es nicht`,

  send: (partition) => (partition ? `an ${partition}` : ''),
  sendRecord: () => 'Record senden',
  sendAll: (partitions) => `An alle ${partitions}`,
  inOne: () => 'in einem Request',
  sendTo: (broker) => `An Broker ${broker}`,
  believes: () => 'der sich für den Leader hält',
  through: () => 'gesendet von',
  client: (id) => (id ? `${nouns.producer(id)} (wiederholt)` : 'Producer (wiederholt)'),
  raw: () => 'ohne Client: roher Request',

  isr: () => 'ISR',
  delay: () => 'Verzögerung',
  delays: () => 'Fetch-Verzögerungen',
  isrAndDelays: () => 'ISR und Fetch-Verzögerungen',
  broker: (id) => `Broker ${id}`,
  leads: () => 'Leader',
  leadsOutside: () => 'Leader · nicht in der ISR',
  membership: () => ({
    in: { note: 'in der ISR', click: 'Nimmt ihn heraus' },
    elr: { note: 'draußen · in der ELR', click: 'Hält ihn draußen' },
    lag: { note: 'draußen · darf zurück', click: 'Hält ihn draußen' },
    hand: { note: 'herausgenommen', click: 'Lässt ihn zurück' },
  }),
  joining: () => 'unterwegs in die ISR',
  leaving: () => 'unterwegs aus der ISR',
  withLife: (note, life) => `${note.replace(/ · darf zurück|^draußen · (?=in)/, '')} · ${life}`,
  isrStands: () => 'Ohne Leader bleibt die ISR, wie sie ist',
  delayOf: (id) => `Fetch-Verzögerung von Broker ${id}`,
  pauseOf: (id) => `Fetches von Broker ${id} anhalten`,
  paused: () => 'angehalten',
  pause: () => 'seine Fetches anhalten',
  resume: () => 'wieder fetchen lassen',

  folded: () => 'Broker, Wahlen, Verbindungen',
  elr: () => 'des Clusters: spielt den Lauf neu',
  elect: () => 'Wählen',
  preferred: (id) => `Preferred: Broker ${id}`,
  unclean: () => 'Unclean: jede lebende Replica',
  onItsWay: () => 'unterwegs zu den Brokern',

  menuOf: (id, status) => `Broker ${id}, ${status}: was sich mit ihm tun lässt`,
  menuHint: () => 'Beenden, stoppen, einfrieren, abtrennen …',
  menu: (id) => `Broker ${id}`,
  status: (id, status) => `Broker ${id}: ${status}.`,
  deeds: () => ({
    start: ['Starten', 'er meldet sich beim Controller an'],
    thaw: ['Auftauen', 'er macht weiter, wo er stand'],
    kill: ['Beenden', 'sofort, wie durch SIGKILL: sein Log bleibt'],
    stop: ['Stoppen', 'geordnet: erst führen andere'],
    freeze: ['Einfrieren', 'er steht still und bleibt verbunden'],
  }),
  toController: () => ({
    start: ['Starten', 'aus seinem Metadaten-Log'],
    thaw: ['Auftauen', 'er macht weiter, wo er stand'],
    kill: ['Beenden', 'sofort: sein Metadaten-Log bleibt'],
    freeze: ['Einfrieren', 'er antwortet niemandem'],
  }),
  powerOff: () => 'Strom aus',
  losing: () => 'verliert die letzten',
  all: () => 'alle',
  links: () => 'Verbindungen, in beide Richtungen',
  cut: () => 'Trennen',
  heal: () => 'Heilen',
  controller: () => 'Controller',

  newCluster: () => 'Neuer Cluster',
  ownCluster: () => 'Ein eigener Cluster',
  replicas: () => 'Replicas',
  partitions: () => 'Partitionen',
  begin: () => 'Neuen Lauf beginnen',
  canBeHadBack: () => 'der jetzige bleibt erhalten',

  belief: {
    title: () => 'Der Controller glaubt',
    away: (life) => `sein Prozess ist ${life}: niemand wird ausgesperrt oder gewählt`,
    deeds: () => 'Was mit dem Controller getan werden kann',
    of: (partition) => `${partition}: `,
    partition: (leader, isr, elr, epoch) =>
      [
        leader > 0 ? `Broker ${leader} führt` : 'kein Leader',
        `ISR ${isr.join(', ') || 'leer'}`,
        ...(elr.length ? [`ELR ${elr.join(', ')}`] : []),
        `Epoch ${epoch}`,
      ].join(' · '),
    session: (broker, at) => `die Session von Broker ${broker} endet bei ${at}`,
    fenced: (ids) => `ausgesperrt: ${list(ids)}`,
    alive: () => 'jede Session lebt',
  },
};
