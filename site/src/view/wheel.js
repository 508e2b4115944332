// The timing wheel of one broker's produce purgatory: a ring for each level, coarse outside, fine inside.

/** @import {App} from '../app.js' */
/** @import {BrokerState, PartitionState, State, WheelBucket, WheelLevel, WheelTask} from '../types' */

import { html, nothing, svg } from 'lit-html';
import { onRing, round } from '../geometry.js';
import { slotMs } from '../brokerStatus.js';
import { pictured } from './pictured.js';

const size = 158;
const centre = size / 2;
/** How many rings are drawn; levels that are not needed yet are drawn faintly. */
const rings = 4;

/** @param {number} level 0 is the finest @returns {number} radius in px */
function radius(level) {
  return 22 + level * 16;
}

/**
 * The wheel that is worth looking at: the leader's, or that of another who has deadlines on it.
 * @param {State} state
 * @param {PartitionState} p
 */
function wheelOf(state, p) {
  const busy = (/** @type {number} */ id) => state.brokers.find((b) => b.broker === id)?.delayed;
  const ids = [p.leader, ...p.replicas.map((r) => r.broker)].filter((id) => id > 0);
  return ids.find(busy) ?? ids[0];
}

/** @param {App} app */
export function wheel({ state, narrated, toolbar }) {
  const broker = wheelOf(state, state.partitions[toolbar.target]);
  const of = (/** @type {State} */ s) => s.brokers.find((b) => b.broker === broker);
  const b = of(state);
  const read = of(narrated.state);
  if (!b || !read) return nothing;
  const say = pictured().wheel;
  const tasks = next(read);
  const rest = total(read) - tasks.length;
  return html`
    <section class="card wheel" aria-label=${say.title()}>
      <svg
        role="img"
        aria-label=${say.words(
          broker,
          b.wheel[0].size,
          tasks.map((t) => ({ ...t, slot: t.bucket + 1 })),
          rest,
        )}
        viewBox="0 0 ${size} ${size}"
        width=${size}
        height=${size}
      >
        ${Array.from({ length: rings }, (_, i) => drawLevel(b.wheel, i, state.t))}
        ${b.wheel.map((level, i) => level.buckets.map((bucket) => drawBucket(b.wheel, i, bucket, state.t)))}
      </svg>
      <div>
        <h2>${say.title()}</h2>
        <p class="small">${say.of(broker)}<span class="rings">${legend(b.wheel)}</span></p>
        ${captions(tasks, rest)}
      </div>
    </section>
  `;
}

/** @param {WheelLevel[]} wheel what its rings are */
function legend(wheel) {
  const [first, ...others] = Array.from({ length: rings }, (_, i) => slotMs(wheel, i));
  return pictured().wheel.rings(first, others);
}

/**
 * @param {WheelLevel[]} wheel
 * @param {number} index
 * @param {number} now
 */
function drawLevel(wheel, index, now) {
  const r = radius(index);
  const level = wheel[index];
  const slots = wheel[0].size;
  const tick = slotMs(wheel, index);
  const gap = (1.2 * slots) / (2 * Math.PI * r); // on either side of a bucket, as a part of one
  const arcs = (/** @type {string} */ name, /** @type {number} */ apart, /** @type {number} */ slot) =>
    svg`<circle class=${name} cx=${centre} cy=${centre} r=${r} pathLength=${slots} stroke-dashoffset=${-gap} stroke-dasharray=${`${1 - 2 * gap} ${apart}`} transform=${turned(slot, slots)} />`;
  return svg`
    <g class=${level ? 'ring' : 'ring asleep'}>
      ${arcs('slot', 2 * gap, 0)}
      ${
        level
          ? svg`${arcs('slot now', slots, Math.floor(level.currentMs / tick))}<circle class="tip" cx=${centre + r} cy=${centre} r="2.2" transform=${turned(now / tick, slots)} />`
          : nothing
      }
    </g>
  `;
}

/**
 * @param {number} slot to which what lies at the right is turned; the first begins at the top
 * @param {number} slots how many there are
 */
function turned(slot, slots) {
  return `rotate(${round(((slot % slots) / slots) * 360 - 90)} ${centre} ${centre})`;
}

/**
 * @param {WheelLevel[]} wheel
 * @param {number} index
 * @param {WheelBucket} b
 * @param {number} now
 */
function drawBucket(wheel, index, b, now) {
  const slots = wheel[0].size;
  const shown = b.count > 2 ? b.tasks.slice(0, 1) : b.tasks;
  return shown.map((task, i) => {
    const apart = 9 / ((2 * Math.PI * radius(index)) / slots);
    const shift = shown.length === 2 ? (i ? apart : -apart) : 0;
    const [x, y] = onRing(centre, radius(index), b.bucket + 0.5 + shift, slots);
    const rest = b.count - shown.length;
    const text = rest ? (rest > 9 ? `×${b.count}` : `${task.request}+${rest}`) : `${task.request}`;
    return svg`
      <g class="dot" transform=${`translate(${round(x)} ${round(y)})`}>
        <circle r=${[8.5, 8.5, 8.5, 14, 16][text.length] ?? 17} />
        <text y="4" text-anchor="middle">${text}</text>
        <title>${dotWords(wheel, index, b, task, now)}</title>
      </g>
    `;
  });
}

/**
 * @param {WheelLevel[]} wheel
 * @param {number} index
 * @param {WheelBucket} b
 * @param {WheelTask} task
 * @param {number} now
 */
function dotWords(wheel, index, b, task, now) {
  const { size, tickMs } = wheel[index];
  const inward = index > 0 && task.expiration > b.dueMs;
  const at = Math.max(now, inward ? b.dueMs : task.expiration);
  return pictured().wheel.place(task.request, index + 1, b.bucket + 1, size, tickMs, inward, at);
}

/** Deadlines that are listed; the rest is counted. */
const most = 3;

/** A deadline, and where on the wheel it is.
 * @typedef {WheelTask & {bucket: number, ring: number}} Deadline
 */

/** @param {BrokerState} b @returns {Deadline[]} the next of its deadlines */
function next(b) {
  return b.wheel
    .flatMap((level, i) =>
      level.buckets.flatMap(({ bucket, tasks }) => tasks.map((t) => ({ ...t, bucket, ring: i + 1 }))),
    )
    .sort((x, y) => x.expiration - y.expiration)
    .slice(0, most);
}

/**
 * @param {Deadline[]} tasks
 * @param {number} rest how many more there are
 */
function captions(tasks, rest) {
  const say = pictured().wheel;
  if (!tasks.length) return html`<p class="deadlines">${say.none()}</p>`;
  return html`
    <ul class="deadlines">
      ${tasks.map(
        (t) =>
          html`<li>
            <b>#${t.request}</b>${say.fires(t.expiration)}<span class="rings">${say.inRing(t.ring)}</span>
          </li>`,
      )}
      ${rest > 0 ? html`<li>${say.more(rest)}</li>` : nothing}
    </ul>
  `;
}

/** @param {BrokerState} b how many deadlines it holds; the buckets list the first of theirs */
function total(b) {
  return b.wheel.reduce((sum, level) => sum + level.count, 0);
}
