// What the controller believes: the ISR, the epochs, and whose session ends when. It may be wrong about the world, and
// decides all the same.

/** @import {App} from '../app.js' */
/** @import {BrokerState, PartitionState, State} from '../types' */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { list, partitionName, time } from '../format.js';
import { isMissed } from '../brokerStatus.js';

/** @param {App} app */
export function controller(app) {
  const { state } = app.narrated;
  return guard([JSON.stringify(beliefs(state))], () => draw(app, state));
}

/** @param {State} state */
function beliefs(state) {
  return [state.partitions.map(belief), sessions(state)];
}

/**
 * @param {App} app
 * @param {State} state
 */
function draw(app, state) {
  const several = state.partitions.length > 1;
  return html`
    <section class="card controller" aria-labelledby=${`${app.name}-controller`}>
      <h2 id=${`${app.name}-controller`}>The controller believes</h2>
      <ul>
        ${state.partitions.map((p) => html`<li>${several ? html`<b>${partitionName(p)}</b>: ` : nothing}${belief(p)}</li>`)}
        <li>${sessions(state)}</li>
      </ul>
    </section>
  `;
}

/** @param {PartitionState} p */
function belief(p) {
  const leader = p.leader > 0 ? `broker ${p.leader} leads` : 'no leader';
  const elr = p.elr.length ? ` · ELR ${p.elr.join(', ')}` : '';
  return `${leader} · ISR ${p.isr.join(', ') || 'empty'}${elr} · epoch ${p.leaderEpoch}`;
}

/** @param {State} state whose sessions end, and whose have ended */
function sessions(state) {
  const ends = (/** @type {BrokerState} */ b) =>
    `broker ${b.broker}’s session ends at ${time(b.sessionEndsMs)}`;
  const missed = state.brokers.filter((b) => isMissed(state, b.broker) && b.sessionEndsMs >= 0).map(ends);
  const fenced = state.brokers.filter((b) => b.fenced).map((b) => b.broker);
  const parts = [...missed, ...(fenced.length ? [`fenced: ${list(fenced)}`] : [])];
  return parts.join(' · ') || 'every session is alive';
}
