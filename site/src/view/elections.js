// What is wanted less often, folded: what can be done to brokers and their links, and who may lead: the switches of the
// cluster and the topic, and an election by hand.

/** @import {PartitionState} from '../types' */
/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { statusOf } from '../brokerStatus.js';
import { deedsTo } from './brokerMenu.js';
import { words } from '../words/words.js';

/**
 * @param {App} app
 * @param {PartitionState} p
 */
export function brokersAndElections(app, p) {
  return html`${processes(app)} ${elections(app, p)}`;
}

/** @param {App} app a button for each broker, which opens what can be done to it */
function processes(app) {
  const { menu } = app.ui;
  return html`<div class="processes">
    ${repeat(
      app.state.brokers,
      (b) => b.broker,
      ({ broker }) => {
        const name = `controls-${broker}`;
        const open = menu.open === name;
        const toggle = () => {
          menu.open = open ? '' : name;
          app.changed();
        };
        return html`<button aria-expanded=${open} @click=${toggle}>
            ${words().controls.menu(broker)}<span class="note">${statusOf(app.state, broker)}</span>
          </button>
          ${open ? html`<div class="todo" role="group" aria-label=${words().controls.menu(broker)}>${deedsTo(app, broker, back)}</div>` : nothing}`;
      },
    )}
  </div>`;
}

/**
 * The focus goes to the button of the broker: what was pressed may be gone with the next frame.
 * @param {Event} event
 */
function back({ currentTarget }) {
  const todo = /** @type {HTMLElement} */ (currentTarget).closest('.todo');
  /** @type {HTMLElement | null} */ (todo?.previousElementSibling)?.focus();
}

/**
 * @param {App} app
 * @param {PartitionState} p
 */
function elections(app, p) {
  const elect = (/** @type {'PREFERRED' | 'UNCLEAN'} */ type) =>
    app.act({ elect: { topic: p.topic, partition: p.partition, type } });
  const say = words().controls;
  const preferred = p.replicas[0].broker;
  const allow = () =>
    app.act({ set: { topic: p.topic, config: { 'unclean.leader.election.enable': !p.uncleanAllowed } } });
  return html`
    <label class="row"
      ><span class="label">unclean.leader.election.enable</span>
      <input type="checkbox" role="switch" .checked=${live(p.uncleanAllowed)} @change=${allow}
    /></label>
    <label class="row"
      ><span class="label">ELR<br /><span class="small">${say.elr()}</span></span>
      <input type="checkbox" role="switch" .checked=${live(app.model.elr)} @change=${() => app.switchElr()}
    /></label>
    <div class="row elect">
      <button ?disabled=${p.leader === preferred} @click=${() => elect('PREFERRED')}>
        ${say.elect()}<span class="note">${say.preferred(preferred)}</span>
      </button>
      <button ?disabled=${p.leader > 0} @click=${() => elect('UNCLEAN')}>
        ${say.elect()}<span class="note">${say.unclean()}</span>
      </button>
    </div>
  `;
}
