// The places that the page keeps for views which stand by themselves, each a function of the app. A slot without a view
// draws nothing, and the page closes up around it. A view takes its slot by being exported here in the stand-in's
// place.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { later } from './tabs.js';

/** @type {typeof import('./lesson.js') | null} what is drawn of lessons, once it is there */
let lessons = null;

/** Loads what is drawn of lessons. */
export async function loadLessons() {
  return (lessons ??= (await import('../soon.js')).lessons);
}

/** The card of the lesson that is open: what to look at, and the one thing to do. */
export const lessonCard = (/** @type {App} */ app) => {
  if (!app.lesson) return nothing;
  return lessons ? lessons.lessonCard(app) : html`<section class="lesson card"></section>`; // its room is kept
};
/** The question before the turning point, with its options; or a bet on a write in free play. */
export const question = (/** @type {App} */ app) => lessons?.question(app) ?? nothing;
/** Brings into sight what is new in the lesson. @param {App} app @param {HTMLElement} root what it is drawn into */
export const followLesson = (app, root) => lessons?.follow(app, root);
/** The moments so far, one line each. */
export { story } from './story.js';
/** Why what is selected is as it is. @param {App} app */
export const why = (app) => later(app, (m) => m.why(app));
/** In the header: where one is on the path, and the library. */
export const path = (/** @type {App} */ app) => lessons?.path(app) ?? nothing;
/** In the header: Undo and Redo; Compare, and the runs that one has left. */
export { deeds, runsAndMore } from './branches.js';
