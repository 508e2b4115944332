// The controls. They show what holds at the present place, taken from the state, and act through steps.

/** @import {PartitionState, ReplicaState, Scenario} from '../types' */
/** @import {App} from '../app.js' */

import { longestTimeoutMs } from '../toolbar.js';
import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { partitionName, span } from '../format.js';
import { deposed, lifeOf } from '../brokerStatus.js';
import { isOpen, panel } from './panel.js';

const longestDelayMs = 10000;
const highestMin = 5;
const electionsPanel = { name: 'elections', title: 'Elections', open: false, shared: true, within: true };

/** @param {App} app drawn anew only when something in them has changed */
export function controls(app) {
  return guard(key(app), () => draw(app));
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
    p.effectiveMinIsr,
    p.uncleanAllowed,
    `${p.elr}`,
    app.model.elr,
    isOpen(app, electionsPanel),
    `${replicas}`,
  ];
}

/** @param {App} app */
function draw(app) {
  const p = app.state.partitions[app.toolbar.target];
  return html`
    <section class="card controls" aria-label="Controls">
      <h2 class="visually-hidden">Controls</h2>
      ${app.state.partitions.length > 1 ? targetPicker(app) : nothing} ${minimum(app, p)} ${followers(app, p)}
      ${level(app)} ${timeout(app)} ${sending(app, p)} ${elections(app, p)}
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
 * @param {App} app
 * @param {PartitionState} p
 */
function minimum(app, p) {
  const set = (/** @type {number} */ n) =>
    app.act({ set: { topic: p.topic, config: { 'min.insync.replicas': n } } });
  return html`
    <div class="row" role="group" aria-label="min.insync.replicas">
      <span class="label"
        >min.insync.replicas${
          p.effectiveMinIsr < p.minIsr
            ? html`<br /><span class="small">counts as ${p.effectiveMinIsr}, the replicas</span>`
            : nothing
        }</span
      >
      <span class="stepper">
        <button
          ?disabled=${p.minIsr <= 1}
          aria-label="lower min.insync.replicas"
          @click=${() => set(p.minIsr - 1)}
        >
          −
        </button>
        <output>${p.minIsr}</output>
        <button
          ?disabled=${p.minIsr >= highestMin}
          aria-label="raise min.insync.replicas"
          @click=${() => set(p.minIsr + 1)}
        >
          +
        </button>
      </span>
    </div>
  `;
}

/**
 * One row for each follower: whether it may be in the ISR, and how long its fetches travel.
 * @param {App} app
 * @param {PartitionState} p
 */
function followers(app, p) {
  const rows = p.replicas.filter((r) => !r.leader);
  if (!rows.length) return nothing;
  return html`
    <div class="followers">
      <span class="label">ISR</span><span class="label">fetch delay</span>
      ${rows.map((r) => html`${member(app, p, r)}${delay(app, p, r)}`)}
    </div>
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
  const life = lifeOf(app.state, r.broker);
  return html`
    <button
      class=${`chip ${name}`}
      aria-pressed=${pressed}
      title=${p.leader < 0 ? 'Without a leader the ISR stays as it is' : click}
      ?disabled=${p.leader < 0}
      @click=${() => app.act({ isr: { topic: p.topic, partition: p.partition, members } })}
    >
      <span aria-hidden="true">${sign}</span> broker ${r.broker}<span class="visually-hidden">, </span
      ><span class="note"
        >${life ? `${note.replace(/ · may return|^out · (?=in)/, '')} · ${life}` : note}</span
      >
    </button>
  `;
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
      <output>${paused ? 'paused' : span(delayMs)}</output>
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
        type="number"
        min="0"
        max=${longestTimeoutMs}
        step="1000"
        inputmode="numeric"
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
  const other = app.scenarios.find((s) => partitionsOf(s) > 1);
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
      ${
        app.state.partitions.length === 1 && other
          ? html`<button class="link" @click=${() => app.load(other.id)}>
              One request to ${partitionsOf(other)} partitions: open that scenario
            </button>`
          : nothing
      }
    </div>
  `;
}

/**
 * Who may lead: the switches of the cluster and the topic, and an election by hand.
 * @param {App} app
 * @param {PartitionState} p
 */
function elections(app, p) {
  const elect = (/** @type {'PREFERRED' | 'UNCLEAN'} */ type) =>
    app.act({ elect: { topic: p.topic, partition: p.partition, type } });
  const preferred = p.replicas[0].broker;
  const allow = () =>
    app.act({ set: { topic: p.topic, config: { 'unclean.leader.election.enable': !p.uncleanAllowed } } });
  const title = `${electionsPanel.title} · ELR ${app.model.elr ? 'on' : 'off'} · unclean ${p.uncleanAllowed ? 'on' : 'off'}`;
  const switches = () => html`
    <label class="row"
      ><span class="label">unclean.leader.election.enable</span>
      <input type="checkbox" role="switch" .checked=${live(p.uncleanAllowed)} @change=${allow}
    /></label>
    <label class="row"
      ><span class="label">ELR<br /><span class="small">of the cluster: plays the run anew</span></span>
      <input type="checkbox" role="switch" .checked=${live(app.model.elr)} @change=${() => app.switchElr()}
    /></label>
    <div class="row">
      <button ?disabled=${p.leader === preferred} @click=${() => elect('PREFERRED')}>
        Elect<span class="note">preferred: broker ${preferred}</span>
      </button>
      <button ?disabled=${p.leader > 0} @click=${() => elect('UNCLEAN')}>
        Elect<span class="note">unclean: any live replica</span>
      </button>
    </div>
  `;
  return panel(app, { ...electionsPanel, title }, switches);
}

/** @param {Scenario} scenario */
function partitionsOf(scenario) {
  const { topics } = scenario.script.cluster;
  return Math.max(...topics.map((/** @type {any} */ t) => t.partitions.length));
}
