// A scenario's script with what an author sets in it by parameters, before it starts. Pure, but for what checks a
// script: Kafka's rules about configurations are the core's, and what it refuses is not set.

/** @import {Script} from '../types' */
/** @import {Parameters, Warning} from '../parameters.js' */

import { keyOf, warningOf } from '../parameters.js';

/** A partition of a script, as far as it is changed here.
 * @typedef {{replicas: number[], leader?: number, isr?: number[], elr?: number[], logs?: Record<string, unknown>,
 *   highWatermarks?: Record<string, number>}} Partition
 */

/** How many brokers a cluster has where the script does not say so. */
const usualBrokers = 3;

/** What each parameter changes: the changed script, or why it has no meaning there. In this order, since who is in sync
 * depends on how many replicas there are.
 * @type {Record<string, (script: Script, value: any) => Script | string>}
 */
const changes = {
  partitions: (script, n) =>
    eachTopic(script, (topic) => ({ ...topic, partitions: count(topic.partitions, n) })),
  'replication-factor': replicated,
  isr: (script, n) => {
    const least = Math.min(...partitionsOf(script).map((p) => p.replicas.length));
    if (n > least) return `a partition has ${least} replicas`;
    return eachPartition(script, (p) => inSync(p, n));
  },
  'min-insync-replicas': (script, n) =>
    eachTopic(script, (topic) => ({ ...topic, config: { ...topic.config, 'min.insync.replicas': n } })),
  acks: (script, acks) => eachProduce(configured(script, 'acks', acks), { acks }),
  'request-timeout-ms': (script, ms) =>
    eachProduce(configured(script, 'request.timeout.ms', ms), { 'timeout.ms': ms }),
  'replica-lag-time-max-ms': (script, ms) => {
    const config = { ...script.cluster.config, 'replica.lag.time.max.ms': ms };
    return { ...script, cluster: { ...script.cluster, config } };
  },
  'linger-ms': (script, ms) => ofProducers(script, 'linger.ms', ms),
  'delivery-timeout-ms': (script, ms) => ofProducers(script, 'delivery.timeout.ms', ms),
  seed: (script, seed) => ({ ...script, seed }),
};

/**
 * A script with parameters set in it. What cannot be set is left as it is.
 * @param {Script} script stays as it is
 * @param {Parameters} values
 * @param {(script: Script) => void} check throws if a script is wrong
 * @returns {{script: Script, warnings: Warning[]}} a warning for whatever is not set
 */
export function adapted(script, values, check) {
  const wanted = changing(values).map(([name]) => name);
  const together = settle(script, wanted, values, () => {});
  if (!together.warnings.length && !complaint(together.script, check)) return together;
  return settle(script, wanted, values, check); // one by one, to say which of them cannot be set
}

/**
 * The parameters that change a script, by name, each with its value.
 * @param {Parameters} values
 * @returns {[name: string, value: string][]}
 */
export function changing(values) {
  const given = Object.keys(changes).filter((name) => valueOf(values, name) !== undefined);
  return given.map((name) => [name, String(valueOf(values, name))]);
}

/**
 * @param {Script} script
 * @param {string[]} names of the parameters
 * @param {Parameters} values
 * @param {(script: Script) => void} check
 */
function settle(script, names, values, check) {
  /** @type {Warning[]} */
  const warnings = [];
  let present = script;
  for (const name of names) {
    const value = valueOf(values, name);
    const warn = (/** @type {string} */ why) =>
      warnings.push(warningOf('inapplicable', name, String(value), why));
    const changed = changes[name](present, value);
    if (typeof changed === 'string') {
      warn(changed);
      continue;
    }
    const wrong = complaint(changed, check);
    if (wrong) warn(wrong);
    else present = changed;
  }
  return { script: present, warnings };
}

/**
 * @param {Parameters} values
 * @param {string} name
 */
function valueOf(values, name) {
  return /** @type {Record<string, unknown>} */ (values)[keyOf(name)];
}

/**
 * @param {Script} script
 * @param {(script: Script) => void} check
 * @returns {string} what is wrong with it; '': nothing
 */
function complaint(script, check) {
  try {
    check(script);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {Script} script @returns {Partition[]} */
function partitionsOf({ cluster }) {
  return (cluster.topics ?? []).flatMap((/** @type {any} */ topic) => topic.partitions);
}

/** @param {Script} script @param {(topic: any) => any} change @returns {Script} */
function eachTopic(script, change) {
  return { ...script, cluster: { ...script.cluster, topics: (script.cluster.topics ?? []).map(change) } };
}

/** @param {Script} script @param {(p: Partition) => Partition} change */
function eachPartition(script, change) {
  return eachTopic(script, (topic) => ({ ...topic, partitions: topic.partitions.map(change) }));
}

/**
 * @param {Script} script
 * @param {string} key of a producer's configuration
 * @param {unknown} value
 * @returns {Script}
 */
function configured(script, key, value) {
  const producers = script.producers?.map((p) => ({ ...p, config: { ...p.config, [key]: value } }));
  return producers ? { ...script, producers } : script;
}

/** @param {Script} script @param {string} key @param {number} value */
function ofProducers(script, key, value) {
  return script.producers?.length ? configured(script, key, value) : 'the scenario has no producer client';
}

/** @param {Script} script @param {object} settings of every raw produce request @returns {Script} */
function eachProduce(script, settings) {
  const steps = script.steps.map((step) =>
    step.produce ? { ...step, produce: { ...step.produce, ...settings } } : step,
  );
  return { ...script, steps };
}

/**
 * The first so many partitions. Further ones are like the first, and begin empty.
 * @param {Partition[]} partitions
 * @param {number} n
 */
function count([first, ...others], n) {
  const { replicas, leader, isr } = first;
  const more = () => ({ replicas, ...(leader && { leader }), ...(isr && { isr }) });
  return Array.from({ length: n }, (_, i) => [first, ...others][i] ?? more());
}

/**
 * @param {Script} script
 * @param {number} n replicas of each partition: the leader stays, and one that is added has the leader's log
 */
function replicated(script, n) {
  const changed = eachPartition(script, (p) => {
    const leader = leaderOf(p);
    const others = p.replicas.filter((r) => r !== leader);
    for (let broker = 1; others.length < n - 1; broker++)
      if (broker !== leader && !others.includes(broker)) others.push(broker);
    const kept = [leader, ...others.slice(0, n - 1)];
    const added = kept.filter((r) => !p.replicas.includes(r));
    const replicas = [...p.replicas.filter((r) => kept.includes(r)), ...added];
    return { ...p, replicas, ...copies(p, replicas, added) };
  });
  const most = Math.max(
    script.cluster.brokers ?? usualBrokers,
    ...partitionsOf(changed).flatMap((p) => p.replicas),
  );
  return { ...changed, cluster: { ...changed.cluster, brokers: most } };
}

/**
 * What a partition says of each of its replicas.
 * @param {Partition} p
 * @param {number[]} replicas
 * @param {number[]} added those of them that it did not have
 * @returns {Partial<Partition>}
 */
function copies({ isr, elr, logs, highWatermarks, ...p }, replicas, added) {
  const leader = leaderOf(p);
  /** @template T @param {Record<string, T>} by */
  const of = (by) =>
    Object.fromEntries(
      replicas.flatMap((r) => {
        const own = by[added.includes(r) ? leader : r];
        return own === undefined ? [] : [[r, own]];
      }),
    );
  const among = (/** @type {number[]} */ list) => list.filter((r) => replicas.includes(r));
  return {
    ...(isr && { isr: among(isr) }),
    ...(elr && { elr: among(elr) }),
    ...(logs && { logs: of(logs) }),
    ...(highWatermarks && { highWatermarks: of(highWatermarks) }),
  };
}

/** @param {Pick<Partition, 'replicas' | 'leader'>} p who leads it; where nobody does, the preferred one counts */
function leaderOf({ replicas, leader = 0 }) {
  return leader > 0 ? leader : replicas[0];
}

/**
 * @param {Partition} p
 * @param {number} n replicas in sync, the leader first
 * @returns {Partition}
 */
function inSync({ isr: _, ...p }, n) {
  const leader = leaderOf(p);
  const isr = [leader, ...p.replicas.filter((r) => r !== leader)].slice(0, n);
  return n === p.replicas.length ? p : { ...p, isr };
}
