// The page below its header: the sentence, the picture, the controls beside it, and beneath it what else there is, in
// tabs. Which of these stand where depends on the room.

/** @import {App} from '../app.js' */
/** @import {Size} from './sizes.js' */
/** @import {Tab} from './tabs.js' */

import { html, nothing } from 'lit-html';
import { partitionName } from '../format.js';
import { isNarrow } from '../geometry.js';
import { words } from '../words/words.js';
import { controller } from './controller.js';
import { controlFor, controls } from './controls.js';
import { alarm } from './alarm.js';
import { deeds, lessonCard, path, question, runsAndMore, story, why } from './slots.js';
import { later, tabs } from './tabs.js';
import { paceAndReset, transport } from './transport.js';
import { marked } from './term.js';
import { whole } from './whole.js';

/** The room that the page and its drawings have.
 * @typedef {Size & {timeline: number}} Widths
 */

/** @type {typeof import('./drawing.js') | null} the picture, once its chunk is there */
let chunk = null;

/**
 * Loads the picture; until it is there, a still stands in for it.
 * @returns {Promise<void>}
 */
export async function loadDrawing() {
  chunk ??= (await import('../soon.js')).drawing;
}

loadDrawing().catch(() => {}); // a playground asks again, and says so if it fails

/** Whether the picture is there. */
export function hasDrawing() {
  return !!chunk;
}

/** @param {App} app whether anything in its picture is on its way */
export function isMoving(app) {
  return !!chunk?.motionOf(app).moving;
}

/** @param {App} app */
function wheel(app) {
  return chunk?.wheel(app) ?? html`<section class="card wheel"></section>`;
}

/**
 * @param {App} app
 * @returns {{path: unknown, tools: unknown, more: unknown}} what stands in the header, and what is in a menu on a phone
 */
export function header(app) {
  return { path: path(app), tools: deeds(app), more: runsAndMore(app) };
}

/**
 * @param {App} app
 * @param {Widths} widths
 * @param {Iterable<Element> | null} still stands in for what the stage shows, or null
 */
export function page(app, widths, still) {
  const [card, asked] = has(app, 'lesson') ? [lessonCard(app), question(app)] : [nothing, nothing];
  const wide = widths.page === 'wide';
  const roomy = card === nothing ? !widths.short : !widths.low; // whether there is room for the controller beside a lesson's card
  const lesson = html`${asked} ${card} ${widths.page === 'narrow' ? controlOfCard(app) : nothing}`;
  const taught = card !== nothing || asked !== nothing;
  const side = html`
    <aside class="side" aria-label=${words().controls.both()}>
      ${card} ${has(app, 'controls') ? controls(app) : nothing}
      ${roomy && has(app, 'controller') ? controller(app) : nothing}
      ${card === nothing && has(app, 'wheel') ? wheel(app) : nothing}
    </aside>
  `;
  const all = tabList(app, widths, taught ? lesson : nothing, { wheel: card === nothing, controller: roomy });
  return html`
    ${transport(app, widths.timeline, widths.page === 'narrow')}
    <main class=${widths.page} aria-busy=${app.model.working ? 'true' : 'false'}>
      ${sentence(app)} ${wide ? side : nothing}
      <section class="stage" aria-label=${words().panels.picture()}>${still ?? stage(app, widths)}</section>
      <div class=${wide && asked !== nothing ? 'below both' : 'below'}>
        ${wide ? asked : nothing} ${all.length ? tabs(app, all, words().panels.beneath()) : nothing}
      </div>
    </main>
    ${widths.page === 'medium' && has(app, 'controls') ? html`<aside class="strip" aria-label=${words().controls.title()}>${controls(app, 'quick')}</aside>` : nothing}
  `;
}

/** @param {App} app */
export function sentence(app) {
  const { main, why, where } = app.sentence;
  return html`
    <section class="sentence" aria-label=${words().panels.happens()}>
      <h2 class="main">${whole(main)}</h2>
      <p class="why">${marked(why, { reached: false })} ${where ? html`<code>${where}</code>` : nothing}</p>
      ${app.compare ? nothing : alarm(app)}
    </section>
  `;
}

/**
 * The picture, or two of them.
 * @param {App} app
 * @param {Widths} widths
 */
export function stage(app, widths) {
  if (app.compare) {
    return later(app, (m) => m.twins(app, widths));
  }
  const several = app.state.partitions.length > 1;
  return html`
    ${isNarrow(widths.picture) && several ? partitions(app) : nothing} ${chunk?.drawing(app, widths)}
  `;
}

/**
 * The control that the lesson's card asks for, where the controls are in another tab.
 * @param {App & {lesson?: any}} app
 */
function controlOfCard(app) {
  const step = app.lesson?.card?.step;
  return step ? controlFor(app, step) : nothing;
}

/**
 * What there is beneath the picture. A tab without anything in it is not there.
 * @param {App} app
 * @param {Widths} widths
 * @param {unknown} lesson what the lesson has to say; nothing: there is none, or it stands elsewhere
 * @param {{wheel: boolean, controller: boolean}} beside what stands beside the picture where there is room
 * @returns {Tab[]}
 */
function tabList(app, widths, lesson, beside) {
  const wide = widths.page === 'wide';
  const say = words().panels.tabs;
  /** @type {(Tab | false)[]} */
  const all = [
    !wide &&
      lesson !== nothing && {
        id: 'lesson',
        title: app.lesson ? say.lesson() : say.bet(),
        body: () => lesson,
      },
    widths.page === 'narrow' && {
      id: 'controls',
      title: say.controls(),
      body: () => html`${controls(app)} ${paceAndReset(app)}`,
    },
    widths.page === 'medium' && {
      id: 'controls',
      title: say.moreControls(),
      body: () => controls(app, 'rest'),
    },
    !!app.selected && { id: 'why', title: say.why(), body: () => why(app) },
    { id: 'story', title: say.story(), body: () => story(app) },
    app.model.run.made.producers.length > 0 && {
      id: 'records',
      title: say.records(),
      body: () => later(app, (m) => m.records(app)),
    },
    {
      id: 'table',
      title: words().describe.title(),
      body: () => later(app, (m) => m.pictureTable(app)),
    },
    !(wide && beside.wheel) && { id: 'wheel', title: say.wheel(), body: () => wheel(app) },
    !(wide && beside.controller) && {
      id: 'controller',
      title: say.controller(),
      body: () => controller(app),
    },
    {
      id: 'log',
      title: say.log(),
      body: () => later(app, (m) => m.log(app)),
    },
    app.model.warnings.length > 0 && { id: 'warnings', title: say.warnings(), body: () => warnings(app) },
    {
      id: 'budget',
      title: say.budget(),
      body: () => later(app, (m) => m.budget(app)),
    },
    {
      id: 'explore',
      title: say.explore(),
      body: () => later(app, (m) => m.explore(app)),
    },
    {
      id: 'take',
      title: say.take(),
      body: () => later(app, (m) => m.takeaway(app)),
    },
    {
      id: 'help',
      title: say.help(),
      body: () => later(app, (m) => m.help()),
    },
  ];
  return all.filter((tab) => tab !== false).filter(({ id }) => has(app, id));
}

/**
 * Whether the author has left a panel in: all of them, if nobody says otherwise.
 * @param {App} app
 * @param {string} id
 */
function has({ panels }, id) {
  return !panels || panels.includes(id) || id === 'why';
}

/** @param {App} app what Kafka, or its documentation, says of the configuration */
export function warnings(app) {
  return html`<ul class="prose warnings">
    ${app.model.warnings.map(({ path, message }) => html`<li><code>${path}</code>: ${said(message)}.</li>`)}
  </ul>`;
}

/** @param {string} message of the core's, in the language that is shown if the catalogue has it */
function said(message) {
  return words().core.said(message) ?? html`<span lang="en">${message}</span>`;
}

/** @param {App} app which partition is drawn where there is room for one only */
function partitions(app) {
  return html`
    <div class="choice" role="group" aria-label=${words().panels.shown()}>
      ${app.state.partitions.map(
        (p, i) =>
          html`<button aria-pressed=${i === app.toolbar.target ? 'true' : 'false'} @click=${() => app.aim(i)}>
            ${partitionName(p)}
          </button>`,
      )}
    </div>
  `;
}
