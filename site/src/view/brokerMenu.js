// A menu at the head of each lane: what can be done to that broker, and to its links. Only what makes sense is there.

/** @import {App} from '../app.js' */
/** @import {Step} from '../types' */
/** @import {layout} from './picture.js' */
/** @import {Block} from './lanes.js' */

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { words } from '../words/words.js';
import { brokerOf, cutFrom, isBroker, statusOf } from '../brokerStatus.js';

/**
 * @param {App} app
 * @param {ReturnType<typeof layout>} places
 */
export function brokerMenus(app, places) {
  const { m, blocks } = places;
  return html`<div class=${m.narrow ? 'heads narrow' : 'heads'}>
    ${repeat(
      blocks.flatMap((b) => b.partition.replicas.map((r, i) => ({ b, r, i, lane: laneName(b, r.broker) }))),
      ({ lane }) => lane,
      ({ b, r, i }) => {
        // At the right end of the name, or of a narrow lane: what else is there can be selected.
        const [left, size] = m.narrow ? [m.x1 - 40, 44] : [m.x0 - 46, 44];
        const top = b.lanes + i * m.lane;
        const height = m.narrow ? 44 : Math.min(m.lane - 2, 40);
        const place = `left:${left / 16}rem;top:${top / 16}rem;width:${size / 16}rem;height:${height / 16}rem`;
        return head(app, b, r.broker, place);
      },
    )}
  </div>`;
}

/**
 * @param {Block} b
 * @param {number} broker
 */
function laneName(b, broker) {
  return `${b.partition.topic}-${b.partition.partition}-${broker}`;
}

/**
 * @param {App} app
 * @param {Block} b
 * @param {number} id of the broker
 * @param {string} place
 */
function head(app, b, id, place) {
  const lane = laneName(b, id);
  const { menu } = app.ui;
  const open = menu.open === lane;
  const isOpen = () => menu.open === lane; // by now: a key may come before the frame that shows the menu
  const show = (/** @type {string} */ which) => {
    menu.open = which;
    app.changed();
  };
  const leave = (/** @type {any} */ e) => {
    if (isOpen() && !e.currentTarget.contains(e.relatedTarget)) show('');
  };
  const key = (/** @type {any} */ e) => {
    if (e.key !== 'Escape' || !isOpen()) return;
    e.currentTarget.querySelector('.dots').focus();
    show('');
  };
  const toggle = (/** @type {any} */ e) => {
    e.currentTarget.focus(); // not every browser does
    show(isOpen() ? '' : lane);
  };
  return html`
    <div class="head" .style=${place} @focusout=${leave} @keydown=${key}>
      <button
        class="dots"
        aria-expanded=${open}
        aria-label=${words().controls.menuOf(id, statusOf(app.state, id))}
        title=${words().controls.menuHint()}
        @click=${toggle}
      >
        <svg viewBox="0 0 16 6" width="16" height="6" aria-hidden="true">
          <path
            d="M0 3a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M6 3a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M12 3a2 2 0 1 0 4 0a2 2 0 1 0 -4 0"
          />
        </svg>
      </button>
      ${
        open
          ? html`<div class="menu card" tabindex="-1" role="group" aria-label=${words().controls.menu(id)}>
              ${deedsTo(app, id, (e) => closed(e, () => show('')))}
            </div>`
          : nothing
      }
    </div>
  `;
}

/** What can be done, and in which states of the process. @type {[string, string[]][]} */
const deeds = [
  ['start', ['down', 'off']],
  ['thaw', ['frozen']],
  ['kill', ['running', 'starting', 'stopping', 'frozen']],
  ['stop', ['running']],
  ['freeze', ['running', 'starting', 'stopping']],
];

/**
 * Closes a menu after one of its items: the focus goes back to what opened it, for the item is gone.
 * @param {Event} event
 * @param {() => void} close
 */
function closed(event, close) {
  const head = /** @type {HTMLElement} */ (event.currentTarget).closest('.head');
  /** @type {HTMLElement | null | undefined} */ (head?.querySelector('.dots'))?.focus();
  close();
}

/**
 * What can be done to a broker, as buttons.
 * @param {App} app
 * @param {number} id
 * @param {(event: Event) => void} close is called before anything is done
 */
export function deedsTo(app, id, close) {
  const { menu } = app.ui;
  const say = words().controls;
  const process = brokerOf(app.state, id)?.process ?? 'running';
  const act = (/** @type {Event} */ event, /** @type {Step[]} */ ...steps) => {
    close(event);
    app.act(...steps);
  };
  const down = process === 'down' || process === 'off';
  return html`
    <p class="small">${say.status(id, statusOf(app.state, id))}</p>
    ${repeat(
      deeds.filter(([, when]) => when.includes(process)),
      ([verb]) => verb,
      ([verb]) =>
        html`<button @click=${(/** @type {Event} */ e) => act(e, { [verb]: { broker: id } })}>
          ${say.deeds()[verb][0]}<span class="visually-hidden">: </span
          ><span class="note">${say.deeds()[verb][1]}</span>
        </button>`,
    )}
    ${
      down
        ? nothing
        : html`<div class="row">
            <button
              @click=${(/** @type {Event} */ e) => act(e, { 'power-off': { broker: id, lose: menu.lose === 'all' ? 'all' : Number(menu.lose) } })}
            >
              ${say.powerOff()}
            </button>
            <label class="small"
              >${say.losing()}
              <select
                @change=${(/** @type {any} */ e) => {
                  menu.lose = e.target.value;
                }}
              >
                ${['0', '1', '2', '3', '5', '10', 'all'].map((n) => html`<option value=${n} ?selected=${n === menu.lose}>${n === 'all' ? say.all() : n}</option>`)}
              </select></label
            >
          </div>`
    }
    <p class="label">${say.links()}</p>
    <div class="links">${peers(app, id).map((peer) => link(app, id, peer, act))}</div>
  `;
}

/**
 * @param {App} app
 * @param {number} id
 * @returns {string[]} whom it may be cut off from
 */
function peers(app, id) {
  const others = app.state.brokers.map((b) => String(b.broker)).filter((b) => b !== String(id));
  return ['controller', ...others];
}

/**
 * @param {App} app
 * @param {number} id
 * @param {string} peer
 * @param {(event: Event, ...steps: Step[]) => void} act
 */
function link(app, id, peer, act) {
  const say = words().controls;
  const cut = cutFrom(app.state, id).includes(peer);
  const end = (/** @type {string} */ node) => (isBroker(node) ? Number(node) : node);
  const way = (/** @type {string} */ from, /** @type {string} */ to) => ({
    link: { from: end(from), to: end(to), up: cut },
  });
  return html`<button
    @click=${(/** @type {Event} */ e) => act(e, way(String(id), peer), way(peer, String(id)))}
  >
    ${cut ? say.heal() : say.cut()}<span class="visually-hidden">, </span
    ><span class="note">${isBroker(peer) ? say.broker(Number(peer)) : say.controller()}</span>
  </button>`;
}
