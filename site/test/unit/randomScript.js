// Random scripts for tests: small clusters, writes of every kind, and faults that mostly heal.

/** @import {Script} from '../../src/types' */

/**
 * Random numbers from a seed, the same on every machine.
 * @param {number} seed
 * @returns {(n: number) => number} a whole number from 0, below n
 */
export function dice(seed) {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

/**
 * @param {number} seed
 * @returns {Script}
 */
export function randomScript(seed) {
  const roll = dice(seed);
  const one = (/** @type {any[]} */ list) => list[roll(list.length)];
  const brokers = 3 + roll(2);
  const partitions = one([1, 1, 2, 3]);
  const topic = {
    name: 'pay',
    partitions: Array.from({ length: partitions }, (_, i) => ({
      replicas: [0, 1, 2].map((r) => ((i + r) % brokers) + 1),
    })),
    config: { 'min.insync.replicas': 1 + roll(3), 'unclean.leader.election.enable': roll(4) === 0 },
  };
  const producers = roll(2)
    ? [
        {
          id: 'app',
          config: {
            'linger.ms': one([0, 5]),
            'request.timeout.ms': one([2000, 30000]),
            'delivery.timeout.ms': 60000,
          },
        },
        { id: 'loose', config: { acks: one(['0', '1']), 'linger.ms': 0 } },
      ]
    : [];
  const consumers = roll(2) ? [{ id: 'reader', topics: ['pay'] }] : [];
  /** @type {any[]} */
  const steps = [];
  for (let i = 0, at = 0; i < 14 + roll(10); i++) {
    at += one([0, 1, 30, 400, 2500, 6000]);
    steps.push({ at, ...step(roll, one, { brokers, partitions, producers, n: i }) });
  }
  const features = roll(3) === 0 ? { 'eligible.leader.replicas.version': 0 } : undefined;
  const cluster = { brokers, topics: [topic], ...(features && { features }) };
  return /** @type {Script} */ ({
    version: 1,
    cluster,
    ...(producers.length && { producers }),
    ...(consumers.length && { consumers }),
    steps,
    until: 70000,
  });
}

/**
 * @param {(n: number) => number} roll
 * @param {(list: any[]) => any} one
 * @param {{brokers: number, partitions: number, producers: {id: string}[], n: number}} there is
 */
function step(roll, one, { brokers, partitions, producers, n }) {
  const broker = 1 + roll(brokers);
  const place = { topic: 'pay', partition: roll(partitions) };
  const others = [1, 2, 3, 4].filter((b) => b !== broker && b <= brokers);
  const write = () => ({
    produce: {
      acks: one(['all', 'all', 'all', '1', '0']),
      'timeout.ms': one([1500, 5000, 30000]),
      partitions: Array.from({ length: 1 + roll(partitions) }, (_, p) => ({
        topic: 'pay',
        partition: p,
        records: Array.from({ length: 1 + roll(2) }, (_, k) => `w${n}-${p}-${k}`),
      })),
    },
  });
  switch (roll(20)) {
    case 0:
      return { kill: { broker } };
    case 1:
      return { 'power-off': { broker, lose: one([0, 1, 'all']) } };
    case 2:
      return { stop: { broker } };
    case 3:
    case 4:
      return { start: { broker } };
    case 5:
      return { freeze: { broker } };
    case 6:
      return { thaw: { broker } };
    case 7:
      return { 'fetch-delay': { broker, ms: one([0, 800, 3000]) } };
    case 8:
      return { 'fetch-pause': { broker } };
    case 9:
      return { 'fetch-resume': { broker } };
    case 10:
      return { set: { topic: 'pay', config: { 'min.insync.replicas': 1 + roll(3) } } };
    case 11:
      return { link: { from: broker, to: one(['controller', ...others]), up: roll(2) === 0 } };
    case 12:
      return { elect: { ...place, type: one(['PREFERRED', 'UNCLEAN']) } };
    case 13:
      return producers.length
        ? { send: { producer: one(producers).id, topic: 'pay', value: `s${n}`, count: 1 + roll(3) } }
        : write();
    default:
      return write();
  }
}
