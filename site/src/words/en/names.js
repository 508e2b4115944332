// What a deed is called when it is undone.

import { english } from './grammar.js';
import { nouns } from './nouns.js';

const { count, list, span } = english;

/** @param {number | string} node of a link */
const node = (node) => (node === 'controller' ? 'the controller' : `broker ${node}`);

/** @param {{records?: string[]}[]} partitions that records were sent to */
const records = (partitions) => {
  const values = partitions.flatMap((p) => p.records ?? []);
  return values.length && values.length < 4 ? list(values) : count(values.length, 'record', 'records');
};

/** @param {{broker?: number, producer?: string, node?: string}} a */
const process = (a) =>
  a.node ? 'the controller' : a.producer === undefined ? `broker ${a.broker}` : nouns.producer(a.producer);

/** @type {Record<string, (argument: any) => string>} */
const phrases = {
  kill: (a) => `killing ${process(a)}`,
  'power-off': (a) => `cutting the power of broker ${a.broker}`,
  stop: (a) => `shutting broker ${a.broker} down`,
  start: (a) => `starting ${process(a)}`,
  freeze: (a) => `freezing ${process(a)}`,
  thaw: (a) => `thawing ${process(a)}`,
  link: (a) => `${a.up ? 'restoring' : 'cutting'} the link from ${node(a.from)} to ${node(a.to)}`,
  reassign: (a) =>
    a.replicas ? `assigning a partition to ${nouns.brokers(a.replicas)}` : 'cancelling a reassignment',
  elect: (a) => `asking for ${a.type === 'UNCLEAN' ? 'an unclean' : 'a preferred'} leader election`,
  'delete-records': (a) =>
    a.offset < 0 ? 'deleting all committed records' : `deleting the records below offset ${a.offset}`,
  'fetch-delay': (a) => `setting the fetch delay of broker ${a.broker} to ${span(a.ms)}`,
  'fetch-pause': (a) => `pausing the fetches of broker ${a.broker}`,
  'fetch-resume': (a) => `letting broker ${a.broker} fetch again`,
  isr: (a) => `allowing only ${nouns.brokers(a.members)} in the ISR`,
  set: (a) => `setting ${list(Object.entries(a.config ?? {}).map(([key, value]) => `${key} to ${value}`))}`,
  produce: (a) => `sending ${records(a.partitions ?? [])}`,
  send: (a) => `sending ${a.value ?? 'a record'}`,
};

export const names = {
  /** @param {import('../../types').Step} step "sending pay-8" */
  deed: (step) => {
    const [verb, argument] = Object.entries(step).find(([key]) => key in phrases) ?? ['', null];
    return verb ? phrases[verb](argument) : 'the last change';
  },
};
