// Numbers and lists in words. Pure.

import { words } from './words/words.js';

/** @param {number} ms a point in virtual time: 2134.5 is "2 134.5 ms", with thin spaces between thousands */
export const time = (ms) => words().grammar.clock(ms);

/** @param {number} ms a length of time as short as it can be said: "0.5 ms", "480 ms", "2.9 s", "30 s" */
export const span = (ms) => words().grammar.span(ms);

/** @param {number} ms a span that is being counted down: always one decimal above a second */
export const countdown = (ms) => words().grammar.countdown(ms);

/** @param {number | string} n groups digits by thousands with narrow no-break spaces */
export function thousands(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** @param {(string | number)[]} items a list in words: "1", "1 and 2", "1, 2 and 3" */
export const list = (items) => words().grammar.list(items);

/**
 * A noun with its number: "1 record", "3 records".
 * @param {number} n
 * @param {string} noun
 * @param {string} [plural]
 */
export function count(n, noun, plural = `${noun}s`) {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** @param {number[]} ids "broker 2", "brokers 2 and 3" */
export const brokers = (ids) => words().nouns.brokers(ids);

/**
 * "request 7", "requests 7 and 8", and above four only how many.
 * @param {number[]} ids
 * @param {number} [all] how many there are, if the list may lack some
 */
export const requests = (ids, all) => words().nouns.requests(ids, all);

/**
 * Text cut to a length, in its middle: values that belong together differ at their ends.
 * @param {string} text
 * @param {number} length in characters
 */
export function cut(text, length) {
  const characters = [...text];
  if (characters.length <= length) return text;
  const tail = Math.ceil((length - 1) / 2);
  const head = Math.max(0, length - 1 - tail);
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}

/** The feature that says whether a cluster keeps eligible leader replicas; new clusters do. */
export const elrFeature = 'eligible.leader.replicas.version';

/** @param {{topic: string, partition: number}} p Kafka's own way to write a partition: "payments-0" */
export function partitionName(p) {
  return `${p.topic}-${p.partition}`;
}
