// Pairs of runs that differ in one value: a scenario, and how the value is put into its script. Pure.

/** @import {Script} from './types' */

/** A pair: which scenario, and its script with the one value or the other.
 * @typedef {{id: PairName, scenario: string, make: (script: Script) => [a: Script, b: Script]}} Pair
 */

/** @typedef {'acks' | 'elr' | 'minimum' | 'idempotence' | 'timeout'} PairName */

/**
 * @param {(script: Script, value: any) => void} put
 * @param {any} a
 * @param {any} b
 * @returns {Pair['make']}
 */
function byOne(put, a, b) {
  return (script) => {
    const { lesson, ...rest } = /** @type {Script & {lesson?: unknown}} */ (script); // it is about the run as it was
    const made = [a, b].map((value) => {
      const copy = structuredClone(rest);
      put(copy, value);
      return copy;
    });
    return /** @type {[Script, Script]} */ (made);
  };
}

/** @type {Pair[]} */
export const pairs = [
  { id: 'acks', scenario: 'leader-dies', make: byOne(setAcks, '1', 'all') },
  { id: 'elr', scenario: 'last-standing', make: byOne(setElr, 1, 0) },
  { id: 'minimum', scenario: 'the-minimum', make: byOne(setMinimum, 2, 3) },
  {
    id: 'idempotence',
    scenario: 'timeout-duplicate',
    make: byOne(setProducer('enable.idempotence'), false, true),
  },
  {
    id: 'timeout',
    scenario: 'retries-and-deadline',
    make: byOne(setProducer('delivery.timeout.ms'), 3000, 30000),
  },
];

/** @param {Script} script @param {string} value of every write that is not the first */
function setAcks({ steps }, value) {
  for (const { produce } of steps.filter((s) => s.produce).slice(1)) if (produce) produce.acks = value;
}

/** @param {Script} script @param {number} value of the feature */
function setElr({ cluster }, value) {
  cluster.features = { ...cluster.features, 'eligible.leader.replicas.version': value };
}

/** @param {Script} script @param {number} value of every topic */
function setMinimum({ cluster }, value) {
  for (const topic of cluster.topics) topic.config = { ...topic.config, 'min.insync.replicas': value };
}

/** @param {string} key of the first producer's configuration @returns {(script: Script, value: unknown) => void} */
function setProducer(key) {
  return ({ producers = [] }, value) => {
    producers[0].config = { ...producers[0].config, [key]: value };
  };
}
