// A run of one's own: the script of a cluster with one topic, a producer that one sends through, and a consumer that
// shows what is visible. What may not be is said by the core.

/** @import {Script} from './types' */

/** What can be chosen.
 * @typedef {object} Choice
 * @property {number} replicas 1 to 5
 * @property {number} partitions 1 to 3
 * @property {number} minIsr min.insync.replicas
 * @property {string} acks
 * @property {number} requestTimeoutMs
 * @property {number} deliveryTimeoutMs
 * @property {number} lingerMs
 * @property {boolean} idempotence
 */

export const most = { replicas: 5, partitions: 3 };

/**
 * What a new cluster begins with: Kafka's own defaults but for linger.ms, so that what is sent leaves.
 * @returns {Choice}
 */
export function plain() {
  return {
    replicas: 3,
    partitions: 1,
    minIsr: 2,
    acks: 'all',
    requestTimeoutMs: 30000,
    deliveryTimeoutMs: 120000,
    lingerMs: 0,
    idempotence: true,
  };
}

/** Nothing is played beyond this (ms): an hour. */
const until = 3600000;

/**
 * @param {Choice} choice
 * @param {string} title of the run
 * @returns {Script}
 */
export function scriptOf(choice, title) {
  const { replicas, partitions, minIsr, acks } = choice;
  const ids = Array.from({ length: replicas }, (_, i) => i + 1);
  const turned = (/** @type {number} */ by) => [...ids.slice(by % replicas), ...ids.slice(0, by % replicas)];
  return {
    version: 1,
    title,
    cluster: {
      brokers: replicas,
      topics: [
        {
          name: 'payments',
          config: { 'min.insync.replicas': minIsr },
          // The first of the replicas leads: each partition has another one.
          partitions: Array.from({ length: partitions }, (_, i) => ({ replicas: turned(i) })),
        },
      ],
    },
    producers: [
      {
        id: 'you',
        config: {
          acks,
          'enable.idempotence': choice.idempotence && acks === 'all',
          'linger.ms': choice.lingerMs,
          'request.timeout.ms': choice.requestTimeoutMs,
          'delivery.timeout.ms': choice.deliveryTimeoutMs,
        },
      },
    ],
    consumers: [{ id: 'reader', topics: ['payments'] }],
    steps: [],
    until,
  };
}
