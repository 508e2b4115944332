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
  const shown = [state.partitions.map(belief), sessions(state), state.controller, app.state.controller];
  return guard([language(), JSON.stringify(shown)], () => draw(app, state));
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
  const known = sessions(state);
  return html`
    <section class="card controller" aria-labelledby=${id}>
      <h2 id=${id}>${say.title()}</h2>
      <ul class="pick" @click=${open}>
        ${state.partitions.map((p) => html`<li>${several ? html`<b>${say.of(partitionName(p))}</b>` : nothing}${belief(p)}</li>`)}
        ${known ? html`<li>${known}</li>` : nothing}
        ${state.controller === 'running' ? nothing : html`<li class="away">${say.away(words().status.life(state.controller))}</li>`}
      </ul>
      ${deedsToIt(app)}
    </section>
  `;
}

/** What can be done, by what has become of its process. @type {Record<string, string[]>} */
const deeds = { running: ['freeze', 'kill'], frozen: ['thaw', 'kill'], down: ['start'] };

/** @param {App} app what can be done to the controller, as buttons */
function deedsToIt(app) {
  const { belief: say, toController } = words().controls;
  return html`<div class="to-controller" role="group" aria-label=${say.deeds()}>
    ${(deeds[app.state.controller] ?? []).map((verb) => {
      const [name, note] = toController()[verb];
      return html`<button title=${note} @click=${() => app.act({ [verb]: { node: 'controller' } })}>
        ${name}
      </button>`;
    })}
  </div>`;
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
  return (
    [...missed, ...(fenced.length ? [say.fenced(fenced)] : [])].join(' · ') ||
    (state.controller === 'running' ? say.alive() : '')
  );
}
