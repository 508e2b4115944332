// The picture, and what is drawn from the same parts: the timing wheel, and what can be done to brokers. It is a chunk
// that is asked for with the page, and is there before the module is: until then the still stands.

/** @import {App} from '../app.js' */
/** @import {Size} from './sizes.js' */

import { html } from 'lit-html';
import { Motion } from '../motion.js';
import { brokerMenus } from './brokerMenu.js';
import { layout, picture } from './picture.js';

export { brokersAndElections } from './elections.js';
export { wheel } from './wheel.js';

/** @type {WeakMap<App, Motion>} what moves in the picture of each playground */
const motions = new WeakMap();

/**
 * What moves in the picture of a playground.
 * @param {App} app
 */
export function motionOf(app) {
  const known = motions.get(app) ?? new Motion();
  motions.set(app, known);
  return known;
}

/**
 * The picture with the menus of brokers over it.
 * @param {App} app
 * @param {Size} size
 */
export function drawing(app, size) {
  const motion = motionOf(app);
  motion.see(app.state, app.model.run, performance.now(), app.reducedMotion.matches);
  const select = (/** @type {Record<string, any>} */ subject) => app.select(subject);
  const places = layout(app.state, size.picture, app.toolbar.target, { ...size, motion, select });
  return html`<div class="drawing">${picture(app, places, size.scale)} ${brokerMenus(app, places)}</div>`;
}
