// Wie ein Eingriff heißt, wenn er rückgängig gemacht wird.

import { german } from './grammar.js';
import { nouns } from './nouns.js';

const { count, list, span } = german;

/** @param {number | string} node */
const node = (node) => (node === 'controller' ? 'dem Controller' : `Broker ${node}`);

/** @param {{records?: string[]}[]} partitions */
const records = (partitions) => {
  const values = partitions.flatMap((p) => p.records ?? []);
  return values.length && values.length < 4 ? list(values) : count(values.length, 'Record', 'Records');
};

/** @param {{broker?: number, producer?: string, node?: string}} a */
const process = (a) =>
  a.node
    ? 'den Controller'
    : a.producer === undefined
      ? `Broker ${a.broker}`
      : nouns.producer(a.producer, 'den');

/** @type {Record<string, (argument: any) => string>} */
const phrases = {
  kill: (a) => `${process(a)} töten`,
  'power-off': (a) => `Broker ${a.broker} den Strom nehmen`,
  stop: (a) => `Broker ${a.broker} geordnet stoppen`,
  start: (a) => `${process(a)} starten`,
  freeze: (a) => `${process(a)} einfrieren`,
  thaw: (a) => `${process(a)} weiterlaufen lassen`,
  link: (a) => `die Verbindung von ${node(a.from)} zu ${node(a.to)} ${a.up ? 'wiederherstellen' : 'trennen'}`,
  reassign: (a) =>
    a.replicas ? `eine Partition ${nouns.brokers(a.replicas)} zuweisen` : 'eine Neuzuweisung abbrechen',
  elect: (a) => `${a.type === 'UNCLEAN' ? 'eine Unclean' : 'eine Preferred'} Election verlangen`,
  'delete-records': (a) =>
    a.offset < 0 ? 'alle committeten Records löschen' : `die Records unter Offset ${a.offset} löschen`,
  'fetch-delay': (a) => `die Fetch-Verzögerung von Broker ${a.broker} auf ${span(a.ms)} setzen`,
  'fetch-pause': (a) => `die Fetches von Broker ${a.broker} anhalten`,
  'fetch-resume': (a) => `Broker ${a.broker} wieder fetchen lassen`,
  isr: (a) => `in der ISR nur ${nouns.brokers(a.members)} erlauben`,
  set: (a) => `${list(Object.entries(a.config ?? {}).map(([key, value]) => `${key} auf ${value}`))} setzen`,
  produce: (a) => `${records(a.partitions ?? [])} senden`,
  send: (a) => `${a.value ?? 'einen Record'} senden`,
};

/** @type {typeof import('../en/names.js').names} */
export const names = {
  deed: (step) => {
    const [verb, argument] = Object.entries(step).find(([key]) => key in phrases) ?? ['', null];
    return verb ? phrases[verb](argument) : 'die letzte Änderung';
  },
};
