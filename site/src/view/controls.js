// The controls. They show what holds at the present place, taken from the state, and act through steps.

/** @import {PartitionState, ReplicaState, Scenario} from '../types' */
/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { partitionName, span } from '../format.js';

const longestDelayMs = 10000;
const highestMin = 5;

/** @param {App} app */
export function controls(app) {
  const p = app.state.partitions[app.target];
  return html`
    <section class="card controls" aria-labelledby="controls-title">
      <h2 id="controls-title" class="visually-hidden">Controls</h2>
      ${app.state.partitions.length > 1 ? targetPicker(app) : nothing} ${minimum(app, p)} ${followers(app, p)}
      ${level(app)} ${timeout(app)} ${sending(app, p)}
    </section>
  `;
}

/** @param {App} app */
function targetPicker(app) {
  return html`
    <label class="row">
      <span class="label">partition</span>
      <select
        .value=${live(String(app.target))}
        @change=${(/** @type {any} */ e) => {
          app.target = Number(e.target.value);
          app.changed();
        }}
      >
        ${app.state.partitions.map((p, i) => html`<option value=${i}>${partitionName(p)}</option>`)}
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

/**
 * @param {App} app
 * @param {PartitionState} p
 * @param {ReplicaState} r
 */
function member(app, p, r) {
  const wanted = p.replicas.filter((x) => x.leader || !x.heldOut).map((x) => x.broker);
  const members = r.heldOut ? [...wanted, r.broker].sort() : wanted.filter((id) => id !== r.broker);
  const coming = !r.heldOut && !r.inSync;
  return html`
    <button
      class="chip"
      aria-pressed=${r.heldOut ? 'false' : 'true'}
      title=${r.heldOut ? `put broker ${r.broker} back` : `take broker ${r.broker} out of the ISR`}
      @click=${() => app.act({ isr: { topic: p.topic, partition: p.partition, members } })}
    >
      <span aria-hidden="true">${r.heldOut ? '✕' : coming ? '…' : '✓'}</span> broker ${r.broker}<span
        class="visually-hidden"
        >${r.heldOut ? ', out of the ISR' : coming ? ', on its way back into the ISR' : ', in the ISR'}</span
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
                name="acks"
                value=${value}
                .checked=${live(app.acks === value)}
                @change=${() => {
                  app.acks = value;
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
        max="600000"
        step="1000"
        inputmode="numeric"
        .value=${live(String(app.timeoutMs))}
        @change=${(/** @type {any} */ e) => {
          const n = Math.round(Number(e.target.value));
          app.timeoutMs = Math.min(600000, Math.max(0, Number.isFinite(n) ? n : 30000));
          app.changed();
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
  return html`
    <div class="send">
      <button class="primary" @click=${() => app.send([p])}>Send a record</button>
      ${
        together.length > 1
          ? html`<button @click=${() => app.send(together)}>to ${together.length} partitions</button>`
          : other
            ? html`<button
                title="opens a scenario with several partitions"
                @click=${() => app.load(other.id)}
              >
                to ${partitionsOf(other)} partitions …
              </button>`
            : nothing
      }
    </div>
  `;
}

/** @param {Scenario} scenario */
function partitionsOf(scenario) {
  const { topics } = scenario.script.cluster;
  return Math.max(...topics.map((/** @type {any} */ t) => t.partitions.length));
}
