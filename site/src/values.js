// Names for the records that the page sends: they count on from those that are there. Pure.

/** @import {Script, State} from './types' */

/**
 * @param {State} state
 * @param {Script} script
 * @param {{topic: string}[]} targets
 * @returns {string[]} one value for each target
 */
export function nextValues(state, script, targets) {
  const known = [...inLogs(state), ...inSteps(script)];
  const prefix = known.map((v) => /^(\D*)\d+$/.exec(v)?.[1]).find(Boolean) ?? 'pay-';
  const highest = Math.max(0, ...known.map((v) => Number(/(\d+)$/.exec(v)?.[1] ?? 0)));
  return targets.map((_, i) => `${prefix}${highest + 1 + i}`);
}

/**
 * @param {State} state
 * @param {Script} script
 * @param {{topic: string}} target
 * @returns {string} a value that no record of the script has
 */
export function nextValue(state, script, target) {
  return nextValues(state, script, [target])[0];
}

/**
 * The value of the next record that a producer sends by hand. What counts is what has been asked for, not what has
 * become a record by now: two clicks may come before the first is one.
 * @param {Script} script as it stands, with everything done by hand
 */
export function nextSent(script) {
  const taken = script.steps.map((s) => Number(/^new-(\d+)/.exec(s.send?.value ?? '')?.[1] ?? 0));
  return `new-${Math.max(0, ...taken) + 1}`;
}

/** @param {State} state */
function inLogs(state) {
  return state.partitions.flatMap((p) => p.replicas.flatMap((r) => r.cells.map((c) => c.value)));
}

/** @param {Script} script */
function inSteps(script) {
  return script.steps
    .flatMap(({ produce, send }) => [
      ...(produce?.partitions ?? []).flatMap((/** @type {any} */ p) => p.records),
      ...(send ? [send.count ? `${send.value}-${send.count}` : send.value] : []),
    ])
    .filter((v) => typeof v === 'string');
}
