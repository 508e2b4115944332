// Two runs: the menu of what can be compared, the two pictures on one axis, and the list of what differs. It is loaded
// when it is first asked for.

/** @import {App} from '../app.js' */
/** @import {Comparison} from '../comparison.js' */
/** @import {Model} from '../model.js' */
/** @import {Pair} from '../pairs.js' */
/** @import {PartitionDifference, PartitionState} from '../types' */
/** @import {Widths} from './page.js' */

import { html, nothing } from 'lit-html';
import { compareFromHere, comparePair, endComparison } from '../comparison.js';
import { partitionName } from '../format.js';
import { firstStart, windowStart } from '../geometry.js';
import { pairs } from '../pairs.js';
import { tell } from '../sentence.js';
import { compare as english } from '../words/en/compare.js';
import { area } from '../words/words.js';
import { layout, picture } from './picture.js';

const words = area(english, (language) => language.compare);

/**
 * @param {App} app
 * @param {string} id of the popover in which this stands
 */
export function menu(app, id) {
  const say = words();
  const known = pairs.filter((pair) => app.scenarios.some((s) => s.id === pair.scenario));
  const item = (/** @type {() => void} */ act, /** @type {string} */ text) =>
    html`<button popovertarget=${id} popovertargetaction="hide" @click=${act}>${text}</button>`;
  return html`
    <h2>${say.title()}</h2>
    <div class="compare-menu">
      ${app.compare ? item(() => endComparison(app), say.end()) : nothing}
      ${item(() => compareFromHere(app), say.fromHere())}
      <p class="small">${say.fromHereExplained()}</p>
      ${known.length ? html`<p>${say.pairs()}</p>` : nothing}
      ${known.map((pair) => item(() => openPair(app, pair), say.pair[pair.id]()))}
    </div>
  `;
}

/**
 * @param {App} app
 * @param {Pair} pair
 */
async function openPair(app, pair) {
  try {
    await comparePair(app, pair);
  } catch {
    app.notice = words().failed();
    app.changed();
  }
}

/**
 * The two pictures, and in what they differ. Where there is room for one picture, a switch says which.
 * @param {App} app
 * @param {Widths} widths
 */
export function twins(app, widths) {
  const compare = /** @type {Comparison} */ (app.compare);
  const say = words();
  const one = widths.page === 'narrow';
  const { side } = app.ui;
  const { pair } = compare;
  const captions = pair
    ? [say.runOf(say.a(), say.values[pair][0]), say.runOf(say.b(), say.values[pair][1])]
    : [say.aCaption(), say.bCaption()];
  app.ui.heard.twins = captions.map((text) => `${text}.`).join(' ');
  return html`
    ${list(app, compare)} ${one ? sides(app) : nothing}
    <div class="twins">
      ${one && side === 'b' ? nothing : figure(app, compare.a, captions[0], widths)}
      ${one && side === 'a' ? nothing : figure(app, app.model, captions[1], widths)}
    </div>
  `;
}

/** @param {App} app which run is shown where there is room for one only */
function sides(app) {
  const say = words();
  const choose = (/** @type {'a' | 'b'} */ side) => () => {
    app.ui.side = side;
    app.changed();
  };
  return html`<div class="choice" role="group" aria-label=${say.sides()}>
    ${
      /** @type {const} */ (['a', 'b']).map(
        (side) =>
          html`<button aria-pressed=${app.ui.side === side ? 'true' : 'false'} @click=${choose(side)}>
            ${say[side]()}
          </button>`,
      )
    }
  </div>`;
}

/**
 * @param {App} app
 * @param {Model} model
 * @param {string} caption
 * @param {Widths} widths
 */
function figure(app, model, caption, widths) {
  const { frame, state, script, hand } = model;
  const own = model === app.model;
  const select = own ? (/** @type {Record<string, any>} */ subject) => app.select(subject) : undefined;
  const places = layout(state, widths.picture, app.toolbar.target, {
    ...widths,
    low: true,
    select,
    axis: (p, slots) => commonStart(app, p, slots),
  });
  const shown = own ? app : { state, narrated: frame, model };
  const { main } = own ? app.sentence : tell(frame.moment, { script, state, hand });
  return html`<figure>
    <figcaption><b>${caption}.</b> ${main}</figcaption>
    ${picture(shown, places, widths.scale)}
  </figure>`;
}

/**
 * Where the axis of a partition begins so that both runs have the same: the longest log of either is in sight.
 * @param {App} app
 * @param {PartitionState} p
 * @param {number} slots
 */
function commonStart(app, p, slots) {
  const both = [app.model, /** @type {Comparison} */ (app.compare).a].flatMap(({ state }) =>
    state.partitions.filter((x) => x.topic === p.topic && x.partition === p.partition),
  );
  const end = Math.max(...both.map((x) => x.endOffset));
  const mark = Math.min(...both.map((x) => x.highWatermark));
  return windowStart(end, slots, mark, Math.min(...both.map(firstStart)));
}

/**
 * In what the two runs differ, in words.
 * @param {App} app
 * @param {Comparison} compare
 * @returns {{lines: {t: number, text: string}[], left: number}} the first difference first, each with since when; and
 * how many more there are
 */
export function differences(app, compare) {
  const say = words();
  const { records, partitions, left } = compare.differences(app.model, app.clock.playing);
  const lines = [
    ...records.map((r) => ({ t: r.t, text: say.record(r.value, r.a, r.b) })),
    ...partitions.map((p) => ({ t: p.t, text: property(p) })),
  ];
  return { lines: lines.sort((a, b) => a.t - b.t), left };
}

/**
 * @param {App} app
 * @param {Comparison} compare
 */
function list(app, compare) {
  const say = words();
  const { lines, left } = differences(app, compare);
  app.ui.heard.difference = lines.at(-1)?.text ?? '';
  return html`
    <section class="differences" aria-label=${say.differences()}>
      <h3>${say.differences()}</h3>
      ${lines.length ? nothing : html`<p class="small">${say.same()}</p>`}
      <ol>
        ${lines.map(
          ({ t, text }, i) =>
            html`<li class=${i ? '' : 'first'}>
              <button @click=${() => app.seekTime(t)}>
                ${i ? nothing : html`<span class="tag">${say.first()}</span> `}${text}
              </button>
            </li>`,
        )}
      </ol>
      ${left ? html`<p class="small">${say.more(left)}</p>` : nothing}
    </section>
  `;
}

/** @param {PartitionDifference} p */
function property(p) {
  const say = words();
  const name = partitionName(p);
  const { a = 0, b = 0 } = p.numbers ?? {};
  const { a: inA = [], b: inB = [] } = p.brokers ?? {};
  switch (p.what) {
    case 'leader':
      return say.leader(name, a, b);
    case 'high-watermark':
      return say.highWatermark(name, a, b);
    case 'isr':
      return say.isr(name, inA, inB);
    default:
      return say.elr(name, inA, inB);
  }
}
