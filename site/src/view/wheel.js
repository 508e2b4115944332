// The timing wheel of one broker's produce purgatory: a ring for each level, coarse outside, fine inside.

/** @import {BrokerState, State, WheelEntry, WheelLevel} from '../types' */

import { html, nothing, svg } from 'lit-html';
import { span, time } from '../format.js';
import { onRing, round } from '../geometry.js';

const size = 168;
const centre = size / 2;
/** Kafka's wheel: a tick of 1 ms and 20 buckets a level. Levels not needed yet are drawn faintly. */
const ticks = [1, 20, 400, 8000];
const slots = 20;

/** @param {number} level 0 is the finest @returns {number} radius in px */
function radius(level) {
  return 27 + level * 16;
}

/**
 * @param {State} state
 * @param {number} broker whose wheel
 */
export function wheel(state, broker) {
  const b = state.brokers.find((x) => x.broker === broker);
  if (!b) return nothing;
  return html`
    <section class="card wheel" aria-labelledby="wheel-title">
      <svg role="img" aria-label=${words(b)} viewBox="0 0 ${size} ${size}" width=${size} height=${size}>
        ${ticks.map((tick, i) => drawLevel(b.wheel[i], tick, i, state.t))}
        ${b.wheel.flatMap((level, i) => drawTasks(level, i))}
      </svg>
      <div>
        <h2 id="wheel-title">Timing wheel</h2>
        <p class="small">Broker ${broker}. Buckets of 1 ms inside, then 20 ms, 400 ms, 8 s.</p>
        ${captions(b)}
        <p class="small">Fetches have another wheel.</p>
      </div>
    </section>
  `;
}

/**
 * @param {WheelLevel | undefined} level
 * @param {number} tick
 * @param {number} index
 * @param {number} now
 */
function drawLevel(level, tick, index, now) {
  const r = radius(index);
  const current = level ? Math.floor(level.currentMs / tick) % slots : -1;
  const [x, y] = onRing(centre, r, (now / tick) % slots, slots);
  return svg`
    <g class=${level ? 'ring' : 'ring asleep'}>
      ${Array.from({ length: slots }, (_, i) => svg`<path class=${i === current ? 'slot now' : 'slot'} d=${arc(r, i)} />`)}
      ${level ? svg`<circle class="tip" cx=${x} cy=${y} r="2.2" />` : nothing}
    </g>
  `;
}

/**
 * The middle line of a bucket.
 * @param {number} r
 * @param {number} slot
 */
function arc(r, slot) {
  const gap = 1.2 / r / ((2 * Math.PI) / slots);
  const [ax, ay] = onRing(centre, r, slot + gap, slots);
  const [bx, by] = onRing(centre, r, slot + 1 - gap, slots);
  return `M${ax} ${ay}A${r} ${r} 0 0 1 ${bx} ${by}`;
}

/**
 * @param {WheelLevel} level
 * @param {number} index
 */
function drawTasks(level, index) {
  /** @type {Map<number, WheelEntry[]>} */
  const buckets = new Map();
  for (const task of level.tasks) buckets.set(task.bucket, [...(buckets.get(task.bucket) ?? []), task]);
  return [...buckets].map(([bucket, tasks]) => drawBucket(index, bucket, tasks));
}

/**
 * @param {number} index
 * @param {number} bucket
 * @param {WheelEntry[]} tasks
 */
function drawBucket(index, bucket, tasks) {
  const shown = tasks.length > 2 ? tasks.slice(0, 1) : tasks;
  return shown.map((task, i) => {
    const apart = 9 / ((2 * Math.PI * radius(index)) / slots);
    const shift = shown.length === 2 ? (i ? apart : -apart) : 0;
    const [x, y] = onRing(centre, radius(index), bucket + 0.5 + shift, slots);
    const rest = tasks.length - shown.length;
    const text = rest ? `${task.request}+${rest}` : `${task.request}`;
    return svg`
      <g class="dot" transform=${`translate(${round(x)} ${round(y)})`}>
        <circle r=${text.length > 2 ? 11 : 8.5} />
        <text y="4" text-anchor="middle">${text}</text>
      </g>
    `;
  });
}

/** @param {BrokerState} b */
function captions(b) {
  const tasks = b.wheel.flatMap((level) => level.tasks);
  if (!tasks.length) return html`<p>No deadline here.</p>`;
  return html`
    <p>Expires at</p>
    <ul>
      ${tasks.slice(0, 4).map((t) => html`<li><b>#${t.request}</b> ${time(t.expiration)}</li>`)}
      ${tasks.length > 4 ? html`<li>and ${tasks.length - 4} more</li>` : nothing}
    </ul>
  `;
}

/** @param {BrokerState} b */
function words(b) {
  const tasks = b.wheel.flatMap((level) =>
    level.tasks.map((t) => `request ${t.request} in bucket ${t.bucket} of the ${span(level.tickMs)} ring`),
  );
  return `Timing wheel of broker ${b.broker}: ${tasks.join('; ') || 'empty'}.`;
}
