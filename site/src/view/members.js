// The replicas of a partition as controls: the leader with its flag, the others each with whether it may be in the ISR,
// and with how long its fetches travel.

/** @import {PartitionState, ReplicaState} from '../types' */
/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { lifeOf } from '../brokerStatus.js';
import { span } from '../format.js';
import { words } from '../words/words.js';

const longestDelayMs = 10000;

/**
 * @param {App} app
 * @param {PartitionState} p
 * @param {boolean} chips whether each replica has its chip, by which it goes in and out
 * @param {boolean} delays whether each follower has its delay
 */
export function members(app, p, chips, delays) {
  const say = words().controls;
  const both = chips && delays;
  const shown = chips ? p.replicas : p.replicas.filter((r) => !r.leader);
  return html`
    <div
      class="members"
      role="group"
      aria-label=${both ? say.isrAndDelays() : chips ? say.isr() : say.delays()}
    >
      ${chips ? html`<span class="label">${say.isr()}</span>` : nothing}
      ${delays ? html`<span class=${both ? 'label right' : 'label whole'}>${say.delay()}</span>` : nothing}
      ${repeat(
        shown,
        (r) => `${p.topic}-${p.partition}-${r.broker}`,
        (r) =>
          html`<div class="member">
            ${chips ? (r.leader ? leader(app, p, r) : member(app, p, r)) : html`<span>${say.broker(r.broker)}</span>`}
            ${delays ? (r.leader ? html`<span></span>` : delay(app, p, r)) : nothing}
          </div>`,
      )}
    </div>
  `;
}

/**
 * @param {App} app
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function leader(app, p, r) {
  const say = words().controls;
  const life = lifeOf(app.state, r.broker);
  const note = r.inSync ? say.leads() : say.leadsOutside();
  return html`
    <span class=${r.inSync ? 'chip in' : 'chip hand'}>
      <svg viewBox="0 0 14 14" width="12" height="12" aria-hidden="true"><path d="M2 14V1l11 4l-11 4" /></svg>
      ${say.broker(r.broker)}<span class="visually-hidden">, </span
      ><span class="note">${life ? say.withLife(note, life) : note}</span>
    </span>
  `;
}

/** Whether a broker is in the ISR, for the eye; for the ear its name says so. */
const signs = {
  in: '✓',
  elr: '…',
  lag: '…',
  hand: '✕',
};

/**
 * @param {App} app
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function member(app, p, r) {
  const wanted = p.replicas.filter((x) => x.leader || !x.heldOut).map((x) => x.broker);
  const members = r.heldOut
    ? [...wanted, r.broker].sort((a, b) => a - b)
    : wanted.filter((id) => id !== r.broker);
  const name = r.heldOut ? 'hand' : r.inSync ? 'in' : p.elr.includes(r.broker) ? 'elr' : 'lag';
  const say = words().controls;
  const sign = signs[name];
  const { note, click } = say.membership()[name];
  const life = lifeOf(app.state, r.broker);
  return html`
    <button
      class=${`chip ${name}`}
      title=${p.leader < 0 ? say.isrStands() : click}
      ?disabled=${p.leader < 0}
      @click=${() => app.act({ isr: { topic: p.topic, partition: p.partition, members } })}
    >
      <span aria-hidden="true">${sign}</span> ${say.broker(r.broker)}<span class="visually-hidden">, </span
      ><span class="note">${underway(app, r) || (life ? say.withLife(note, life) : note)}</span>
    </button>
  `;
}

/**
 * What has been asked for a replica, and has not come about yet.
 * @param {App} app
 * @param {ReplicaState} r
 */
function underway(app, r) {
  const asked = app.asked[app.toolbar.target]?.members.find((m) => m.broker === r.broker);
  if (asked?.pending) return asked.value ? words().controls.joining() : words().controls.leaving();
  const joins = app.state.partitions[app.toolbar.target].maximalIsr.includes(r.broker) && !r.inSync;
  return joins ? words().controls.joining() : '';
}

/**
 * @param {App} app
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function delay(app, p, r) {
  const where = app.state.partitions.length > 1 ? { topic: p.topic, partition: p.partition } : {};
  const set = (/** @type {any} */ e) =>
    app.act({ 'fetch-delay': { broker: r.broker, ms: Number(e.target.value), ...where } });
  const { paused, delayMs } = r.fetch;
  const say = words().controls;
  return html`
    <span class="delay">
      <input
        type="range"
        min="0"
        max=${longestDelayMs}
        step="500"
        .value=${live(String(Math.min(delayMs, longestDelayMs)))}
        aria-label=${say.delayOf(r.broker)}
        aria-valuetext=${span(delayMs)}
        @change=${set}
      />
      <span class="value" aria-hidden="true">${paused ? say.paused() : span(delayMs)}</span>
      <button
        class="icon"
        aria-pressed=${paused}
        aria-label=${say.pauseOf(r.broker)}
        title=${paused ? say.resume() : say.pause()}
        @click=${() => app.act({ [paused ? 'fetch-resume' : 'fetch-pause']: { broker: r.broker } })}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d=${paused ? 'M4 2l9 6-9 6z' : 'M4 2h3v12H4zM9 2h3v12H9z'} />
        </svg>
      </button>
    </span>
  `;
}
