// The controls. They show what has been asked for, with a word on what of it is still on its way, and act through steps.

/** @import {PartitionState} from '../types' */
/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { deposed, lifeOf } from '../brokerStatus.js';
import { partitionName } from '../format.js';
import { brokersPanel, moreControls } from './elections.js';
import { members } from './members.js';
import { isOpen } from './panel.js';

const highestMin = 5;

/** Which of the controls: all of them, those that stand in a row where there is little room, or the rest.
 * @typedef {'all' | 'quick' | 'rest'} Part
 */

/**
 * @param {App} app
 * @param {Part} [part]
 */
export function controls(app, part = 'all') {
  return guard([part, ...key(app)], () => draw(app, part)); // drawn anew only when something in them has changed
}

/** @param {App} app all that the controls show */
function key(app) {
  const p = app.state.partitions[app.toolbar.target];
  const replicas = p.replicas.map(
    (r) =>
      `${r.leader} ${r.leads} ${r.inSync} ${r.heldOut} ${r.fetch.delayMs} ${r.fetch.paused} ${lifeOf(app.state, r.broker)}`,
  );
  const { target, acks, timeoutMs } = app.toolbar;
  const leaders = app.state.partitions.map((x) => x.leader);
  return [
    app.model.scenario,
    target,
    acks,
    timeoutMs,
    app.notice,
    `${leaders}`,
    p.minIsr,
    askedMinimum(p),
    p.effectiveMinIsr,
    p.uncleanAllowed,
    `${p.elr} ${p.isr} ${p.maximalIsr}`,
    app.model.elr,
    isOpen(app, brokersPanel),
    app.ui.menu.open,
    app.state.brokers.map((b) => b.process).join(),
    app.state.links.map((l) => `${l.from} ${l.to} ${l.up}`).join(),
    `${replicas}`,
  ];
}

/**
 * @param {App} app
 * @param {Part} part
 */
function draw(app, part) {
  const p = app.state.partitions[app.toolbar.target];
  const id = `${app.name}-controls-${part}`;
  const [quick, rest] = [part !== 'rest', part !== 'quick'];
  return html`
    <section class=${`card controls ${part}`} aria-labelledby=${id}>
      <h2 class="visually-hidden" id=${id}>${part === 'rest' ? 'More controls' : 'Controls'}</h2>
      ${quick && app.state.partitions.length > 1 ? targetPicker(app) : nothing}
      <div class="write">
        ${quick ? level(app) : nothing} ${rest ? timeout(app) : nothing} ${quick ? sending(app, p) : nothing}
      </div>
      ${quick ? minimum(app, p) : nothing} ${members(app, p, quick, rest)}
      ${rest ? moreControls(app, p) : nothing}
    </section>
  `;
}

/** @param {App} app */
function targetPicker(app) {
  return html`
    <label class="row">
      <span class="label">partition</span>
      <select @change=${(/** @type {any} */ e) => app.aim(Number(e.target.value))}>
        ${app.state.partitions.map((p, i) => html`<option value=${i} .selected=${live(i === app.toolbar.target)}>${partitionName(p)}</option>`)}
      </select>
    </label>
  `;
}

/**
 * The minimum that was asked for last; the leader may not have heard of it yet.
 * @param {PartitionState & {askedMinIsr?: number}} p
 */
function askedMinimum(p) {
  return p.askedMinIsr ?? p.minIsr;
}

/**
 * @param {App} app
 * @param {PartitionState} p
 */
function minimum(app, p) {
  const asked = askedMinimum(p);
  const set = (/** @type {number} */ n) =>
    app.act({ set: { topic: p.topic, config: { 'min.insync.replicas': n } } });
  return html`
    <div class="row minimum" role="group" aria-label="min.insync.replicas">
      <span class="label">min.insync.replicas</span>
      <span class="stepper">
        <button ?disabled=${asked <= 1} aria-label="lower min.insync.replicas" @click=${() => set(asked - 1)}>
          −
        </button>
        <b class="value">${asked}</b>
        <button
          ?disabled=${asked >= highestMin}
          aria-label="raise min.insync.replicas"
          @click=${() => set(asked + 1)}
        >
          +
        </button>
      </span>
      ${minimumNote(p, asked)}
    </div>
  `;
}

/**
 * What is to be said of the minimum that the number does not say.
 * @param {PartitionState} p
 * @param {number} asked
 */
function minimumNote(p, asked) {
  const { length } = p.replicas;
  if (asked !== p.minIsr)
    return html`<span class="small underway">on its way to the leader, ${p.minIsr} there</span>`;
  return asked > length
    ? html`<span class="small">counts as ${length}: there are no more replicas</span>`
    : nothing;
}

/** @param {App} app */
function level(app) {
  return html`
    <div class="row" role="radiogroup" aria-label="acks">
      <span class="label">acks</span>
      <span class="segments">
        ${['0', '1', 'all'].map(
          (value) => html`
            <label
              ><input
                type="radio"
                name=${`acks-${app.name}`}
                value=${value}
                .checked=${live(app.toolbar.acks === value)}
                @change=${() => {
                  app.toolbar.acks = value;
                  app.changed();
                }}
              /><span>${value}</span></label
            >
          `,
        )}
      </span>
    </div>
  `;
}

/** @param {App} app */
function timeout(app) {
  return html`
    <label class="row">
      <span class="label">request.timeout.ms</span>
      <input
        class="number"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        .value=${live(String(app.toolbar.timeoutMs))}
        @change=${(/** @type {any} */ e) => {
          app.setTimeoutMs(e.target.value);
        }}
      />
    </label>
  `;
}

/**
 * @param {App} app
 * @param {PartitionState} p
 */
function sending(app, p) {
  const together = app.state.partitions.filter((x) => x.leader === p.leader);
  const several = together.length > 1;
  return html`
    <div class=${several ? 'send both' : 'send'}>
      <button class="primary" @click=${() => app.send([p])}>
        Send a record${several ? html`<span class="note">to ${partitionName(p)}</span>` : nothing}
      </button>
      ${
        several
          ? html`<button @click=${() => app.send(together)}>
              To all ${together.length}<span class="note">in one request</span>
            </button>`
          : nothing
      }
      ${deposed(p).map(
        (r) =>
          html`<button @click=${() => app.send([p], r.broker)}>
            To broker ${r.broker}<span class="note">which believes it leads</span>
          </button>`,
      )}
    </div>
  `;
}
