// What the controller believes: the ISR, the epochs, and whose session ends when. It may be wrong about the world, and
// decides all the same.

/** @import {App} from '../app.js' */
/** @import {BrokerState, PartitionState, State} from '../types' */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { partitionName, time } from '../format.js';
import { isMissed } from '../brokerStatus.js';
import { language, words } from '../words/words.js';

/** @param {App} app */
export function controller(app) {
  const { state } = app.narrated;
  return guard([language(), JSON.stringify([state.partitions.map(belief), sessions(state)])], () =>
    draw(app, state),
  );
}

/**
 * @param {App} app
 * @param {State} state
 */
function draw(app, state) {
  const say = words().controls.belief;
  const several = state.partitions.length > 1;
  const id = `${app.name}-controller`;
  const open = () => app.select({ controller: 1 });
  return html`
    <section class="card controller" aria-labelledby=${id}>
      <h2 id=${id}>${say.title()}</h2>
      <ul class="pick" @click=${open}>
        ${state.partitions.map((p) => html`<li>${several ? html`<b>${say.of(partitionName(p))}</b>` : nothing}${belief(p)}</li>`)}
        <li>${sessions(state)}</li>
      </ul>
    </section>
  `;
}

/** @param {PartitionState} p */
function belief(p) {
  return words().controls.belief.partition(p.leader, p.isr, p.elr, p.leaderEpoch);
}

/** @param {State} state whose sessions end, and whose have ended */
function sessions(state) {
  const say = words().controls.belief;
  const ends = (/** @type {BrokerState} */ b) => say.session(b.broker, time(b.sessionEndsMs));
  const missed = state.brokers.filter((b) => isMissed(state, b.broker) && b.sessionEndsMs >= 0).map(ends);
  const fenced = state.brokers.filter((b) => b.fenced).map((b) => b.broker);
  return [...missed, ...(fenced.length ? [say.fenced(fenced)] : [])].join(' · ') || say.alive();
}
