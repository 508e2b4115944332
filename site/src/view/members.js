// The replicas of a partition as controls: the leader with its flag, the others each with whether it may be in the ISR,
// and with how long its fetches travel.

/** @import {PartitionState, ReplicaState} from '../types' */
/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { lifeOf } from '../brokerStatus.js';
import { span } from '../format.js';

const longestDelayMs = 10000;

/**
 * @param {App} app
 * @param {PartitionState} p
 * @param {boolean} chips whether each replica has its chip, by which it goes in and out
 * @param {boolean} delays whether each follower has its delay
 */
export function members(app, p, chips, delays) {
  const both = chips && delays;
  const shown = chips ? p.replicas : p.replicas.filter((r) => !r.leader);
  return html`
    <div
      class="members"
      role="group"
      aria-label=${both ? 'ISR and fetch delays' : chips ? 'ISR' : 'Fetch delays'}
    >
      ${chips ? html`<span class="label">ISR</span>` : nothing}
      ${delays ? html`<span class=${both ? 'label right' : 'label whole'}>fetch delay</span>` : nothing}
      ${repeat(
        shown,
        (r) => `${p.topic}-${p.partition}-${r.broker}`,
        (r) =>
          html`<div class="member">
            ${chips ? (r.leader ? leader(app, p, r) : member(app, p, r)) : html`<span>broker ${r.broker}</span>`}
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
  const life = lifeOf(app.state, r.broker);
  const note = `leader${life ? `, ${life}` : ''}${r.inSync ? '' : ' · not in the ISR'}`;
  return html`
    <span class=${r.inSync ? 'chip in' : 'chip hand'}>
      <svg viewBox="0 0 14 14" width="12" height="12" aria-hidden="true"><path d="M2 14V1l11 4l-11 4" /></svg>
      broker ${r.broker}<span class="visually-hidden">, </span><span class="note">${note}</span>
    </span>
  `;
}

/** Whether a broker is in the ISR, for the eye and the ear, and what a click does. */
const memberships = {
  in: { pressed: 'true', sign: '✓', note: 'in the ISR', click: 'A click takes it out' },
  elr: { pressed: 'mixed', sign: '…', note: 'out · in the ELR', click: 'A click keeps it out' },
  lag: { pressed: 'mixed', sign: '…', note: 'out · may return', click: 'A click keeps it out' },
  hand: { pressed: 'false', sign: '✕', note: 'taken out', click: 'A click puts it back' },
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
  const { pressed, sign, note, click } = memberships[name];
  return html`
    <button
      class=${`chip ${name}`}
      aria-pressed=${pressed}
      title=${p.leader < 0 ? 'Without a leader the ISR stays as it is' : click}
      ?disabled=${p.leader < 0}
      @click=${() => app.act({ isr: { topic: p.topic, partition: p.partition, members } })}
    >
      <span aria-hidden="true">${sign}</span> broker ${r.broker}<span class="visually-hidden">, </span
      ><span class="note">${underway(p, r) || standing(note, lifeOf(app.state, r.broker))}</span>
    </button>
  `;
}

/**
 * @param {string} note
 * @param {string} life
 */
function standing(note, life) {
  return life ? `${note.replace(/ · may return|^out · (?=in)/, '')} · ${life}` : note;
}

/**
 * What has been asked for a replica, and has not come about yet.
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function underway(p, r) {
  if (r.inSync || r.heldOut) return '';
  return p.maximalIsr.includes(r.broker) ? 'on its way into the ISR' : '';
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
  return html`
    <span class="delay">
      <input
        type="range"
        min="0"
        max=${longestDelayMs}
        step="500"
        .value=${live(String(Math.min(delayMs, longestDelayMs)))}
        aria-label=${`fetch delay of broker ${r.broker}`}
        aria-valuetext=${span(delayMs)}
        @change=${set}
      />
      <span class="value" aria-hidden="true">${paused ? 'paused' : span(delayMs)}</span>
      <button
        class="icon"
        aria-pressed=${paused}
        aria-label=${`pause the fetches of broker ${r.broker}`}
        title=${paused ? 'let it fetch' : 'pause its fetches'}
        @click=${() => app.act({ [paused ? 'fetch-resume' : 'fetch-pause']: { broker: r.broker } })}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d=${paused ? 'M4 2l9 6-9 6z' : 'M4 2h3v12H4zM9 2h3v12H9z'} />
        </svg>
      </button>
    </span>
  `;
}
