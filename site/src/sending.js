// How what one sends by hand gets to the cluster: by a producer client, which retries, or as a raw request without one.
// A client has its acks and its timeout from its start, so there is one for every choice of these: the script's own if
// it has such a one, or another that is made for it. A producer does nothing by itself, so the run is the same with it.

/** @import {App} from './app.js' */
/** @import {Script} from './types' */

import { nextValue } from './values.js';

/** What a producer of one's own is called, and with other settings than the first's what its name begins with. */
const own = 'you';

/** More producers than this are not made; what has other settings then goes as a raw request. */
const most = 12;

/** @typedef {{id: string, config?: Record<string, unknown>}} Producer */

/**
 * @param {Script} script
 * @param {string} acks
 * @param {number} timeoutMs
 * @returns {Producer | undefined} the first producer of a script with these settings
 */
export function producerWith(script, acks, timeoutMs) {
  return script.producers?.find(({ config = {} }) => {
    const level = String(config.acks ?? 'all').replace('-1', 'all');
    return level === acks && Number(config['request.timeout.ms'] ?? 30000) === timeoutMs;
  });
}

/**
 * A producer with settings that no other has.
 * @param {Script} script
 * @param {string} acks
 * @param {number} timeoutMs
 * @returns {Producer}
 */
export function newProducer(script, acks, timeoutMs) {
  const taken = new Set(script.producers?.map((/** @type {Producer} */ p) => p.id));
  const names = [own, `${own}-${acks}`, `${own}-${acks}-${timeoutMs}`];
  return {
    id: names.find((name) => !taken.has(name)) ?? `${own}-${taken.size + 1}`,
    config: {
      acks,
      'enable.idempotence': acks === 'all',
      'linger.ms': 0,
      'request.timeout.ms': timeoutMs,
      'delivery.timeout.ms': Math.max(120000, timeoutMs),
    },
  };
}

/**
 * Sends a record to a partition as the controls are set.
 * @param {App} app
 * @param {{topic: string, partition: number}} target
 */
export function sendRecord(app, { topic, partition }) {
  const { acks, timeoutMs, raw } = app.toolbar;
  const { script } = app.model;
  const known = producerWith(script, acks, timeoutMs);
  const full = (script.producers?.length ?? 0) >= most;
  if (raw || (!known && full)) return app.send([{ topic, partition }]);
  const value = nextValue(app.state, script, { topic });
  const send = (/** @type {string} */ producer) => app.act({ send: { producer, topic, partition, value } });
  if (known) return send(known.id);
  const made = newProducer(script, acks, timeoutMs);
  app.employ(made, () => send(made.id));
}
