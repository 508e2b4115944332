// The controls. They show what has been asked for, with a word on what of it is still on its way, and act through
// steps.

/** @import {PartitionState, Step} from '../types' */
/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { deposed, lifeOf } from '../brokerStatus.js';
import { partitionName } from '../format.js';
import { producerWith, sendRecord } from '../sending.js';
import { highestMinIsr } from '../toolbar.js';
import { language, words } from '../words/words.js';
import { members } from './members.js';
import { isOpen, panel } from './panel.js';
import { later, lazily } from './tabs.js';
import { typed } from './typed.js';

const brokersPanel = { name: 'elections', open: false, shared: true, within: true };
const clusterPanel = { name: 'cluster', open: false, shared: true, within: true };

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
  const { target, acks, timeoutMs, raw } = app.toolbar;
  const leaders = app.state.partitions.map((x) => x.leader);
  return [
    language(),
    app.model.run,
    target,
    acks,
    timeoutMs,
    raw,
    app.notice,
    `${leaders}`,
    JSON.stringify(app.asked[target]),
    p.uncleanAllowed,
    `${p.elr} ${p.isr} ${p.maximalIsr}`,
    app.model.elr,
    isOpen(app, brokersPanel) && {},
    isOpen(app, clusterPanel) && {}, // what it shows is its own
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
  const say = words().controls;
  const [quick, rest] = [part !== 'rest', part !== 'quick'];
  return html`
    <section class=${`card controls ${part}`} aria-labelledby=${id}>
      <h2 class="visually-hidden" id=${id}>${part === 'rest' ? say.more() : say.title()}</h2>
      ${quick && app.state.partitions.length > 1 ? targetPicker(app) : nothing}
      <div class="write">
        ${quick ? html`${level(app)} ${sending(app, p)}` : nothing}
        ${rest ? html`${timeout(app)} ${sender(app)}` : nothing}
      </div>
      ${quick ? minimum(app, p) : nothing} ${members(app, p, quick, rest)}
      ${rest ? moreControls(app, p) : nothing}
    </section>
  `;
}

/**
 * What is wanted less often, folded.
 * @param {App} app
 * @param {PartitionState} p
 */
function moreControls(app, p) {
  const say = words().controls;
  const folded = () =>
    lazily(
      app,
      'soon',
      () => import('../soon.js'),
      (m) => m.drawing.brokersAndElections(app, p),
    );
  const begin = () => later(app, (m) => m.newCluster(app));
  return html`
    ${panel(app, { ...brokersPanel, title: say.folded() }, folded)}
    ${panel(app, { ...clusterPanel, title: say.newCluster() }, begin)}
  `;
}

/**
 * The control by which a step is done by hand.
 * @param {App} app
 * @param {Step} step
 */
export function controlFor(app, step) {
  const p = app.state.partitions[app.toolbar.target];
  const by = () => {
    if (step.send || step.produce) return sending(app, p);
    if (step.set?.config && 'min.insync.replicas' in step.set.config) return minimum(app, p);
    if (step.isr) return members(app, p, true, false);
    if (step['fetch-delay'] || step['fetch-pause'] || step['fetch-resume'])
      return members(app, p, false, true);
    return moreControls(app, p);
  };
  return html`<div class="controls card asked">${by()}</div>`;
}

/** @param {App} app */
function targetPicker(app) {
  return html`
    <label class="row">
      <span class="label">${words().controls.partition()}</span>
      <select @change=${(/** @type {any} */ e) => app.aim(Number(e.target.value))}>
        ${app.state.partitions.map((p, i) => html`<option value=${i} .selected=${live(i === app.toolbar.target)}>${partitionName(p)}</option>`)}
      </select>
    </label>
  `;
}

/**
 * The minimum that was asked for last; the leader may not have heard of it yet.
 * @param {App} app
 * @param {PartitionState} p
 */
function minimum(app, p) {
  const say = words().controls;
  const { minIsr } = app.asked[app.toolbar.target];
  const set = (/** @type {number} */ n) =>
    app.act({ set: { topic: p.topic, config: { 'min.insync.replicas': n } } });
  const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ to) => {
    const can = to >= 1 && to <= highestMinIsr; // if not it says so, and keeps the focus
    return html`
      <button aria-disabled=${can ? nothing : 'true'} aria-label=${name} @click=${() => can && set(to)}>
        ${sign}
      </button>
    `;
  };
  return html`
    <div class="row minimum" role="group" aria-label="min.insync.replicas">
      <span class="label">min.insync.replicas</span>
      <span class="stepper">
        ${step('−', say.lower(), minIsr.value - 1)}
        <b class="value">${minIsr.value}</b>
        ${step('+', say.raise(), minIsr.value + 1)}
      </span>
      ${
        minIsr.pending
          ? html`<span class="small underway">${say.minimumUnderWay(minIsr.there)}</span>`
          : minIsr.counts < minIsr.value
            ? html`<span class="small">${say.minimumCounts(minIsr.counts)}</span>`
            : nothing
      }
    </div>
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
                @change=${() => app.sendWith({ acks: value })}
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
        .value=${typed(String(app.toolbar.timeoutMs))}
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
  const say = words().controls;
  const together = app.state.partitions.filter((x) => x.leader === p.leader);
  const several = together.length > 1;
  return html`
    <div class=${several ? 'send both' : 'send'}>
      <button class="primary" @click=${() => sendRecord(app, p)}>
        ${say.sendRecord()}${several ? html`<span class="note">${say.send(partitionName(p))}</span>` : nothing}
      </button>
      ${
        several
          ? html`<button @click=${() => app.send(together)}>
              ${say.sendAll(together.length)}<span class="note">${say.inOne()}</span>
            </button>`
          : nothing
      }
      ${deposed(p).map(
        (r) =>
          html`<button @click=${() => app.send([p], r.broker)}>
            ${say.sendTo(r.broker)}<span class="note">${say.believes()}</span>
          </button>`,
      )}
    </div>
  `;
}

/** @param {App} app by a client, which retries, or by none */
function sender(app) {
  const say = words().controls;
  const { acks, timeoutMs, raw } = app.toolbar;
  const known = producerWith(app.model.script, acks, timeoutMs);
  const choose = (/** @type {any} */ e) => {
    app.sendWith({ raw: e.target.value === 'raw' });
    app.changed();
  };
  return html`
    <label class="row sender">
      <span class="label">${say.through()}</span>
      <select @change=${choose}>
        <option value="client" .selected=${live(!raw)}>${say.client(known?.id ?? '')}</option>
        <option value="raw" .selected=${live(raw)}>${say.raw()}</option>
      </select>
    </label>
  `;
}
