// Brings into sight what is new in a lesson, and says when playing has stopped because it is the learner's turn.

/** @import {App} from '../app.js' */
/** @import {Lesson, Step, State} from '../types' */

import { lesson as words } from '../words/lesson.js';

/** What was there when a playground was drawn last.
 * @typedef {object} Seen
 * @property {Lesson | null} lesson
 * @property {string} question which one is asked, if any
 * @property {string} deed which one is waited for, if any
 * @property {boolean} ended
 * @property {string} turn what playing has stopped for, if it has
 */

/** @type {WeakMap<App, Seen>} */
const seen = new WeakMap();

/** What is to be brought into sight once it is drawn, as a selector. @type {WeakMap<App, string>} */
const wanted = new WeakMap();

/**
 * @param {App} app that has just been drawn
 * @param {HTMLElement} root what it is drawn into
 */
export function follow(app, root) {
  if (app.model.working || app.lesson?.pending) return;
  const [before, now] = [seen.get(app), look(app)];
  seen.set(app, now);
  if (now.turn && now.turn !== before?.turn) app.say(turn(app));
  if (!before) return;
  const fresh = whatIsNew(before, now);
  if (fresh) wanted.set(app, fresh);
  if (before.lesson !== now.lesson) toTop(root);
  const selector = wanted.get(app);
  if (selector) show(app, root, selector);
}

/** @param {App} app @returns {Seen} */
function look({ lesson, halted }) {
  const { prediction, card, waits, ended = false } = lesson ?? {};
  const { question, deed } = waits ?? {};
  return {
    lesson: lesson?.lesson ?? null,
    question: prediction?.phase === 'asked' ? `${prediction.number}` : '',
    deed: card?.step && !card.done && !card.begun ? `${card.number}` : '',
    ended,
    turn: halted ? `${question ? 'question' : ''} ${deed ? 'deed' : ''} ${ended ? 'end' : ''}`.trim() : '',
  };
}

/**
 * @param {Seen} before
 * @param {Seen} now
 * @returns {string} what to bring into sight, as a selector; '': nothing is new
 */
export function whatIsNew(before, now) {
  if (before.lesson !== now.lesson) return now.lesson ? '.lesson.card' : '';
  if (now.ended && !before.ended) return '.conclusion';
  if (now.question && now.question !== before.question) return '.question';
  return now.deed && now.deed !== before.deed ? '.deed' : '';
}

/**
 * Shows what is drawn by now; where it stands in another tab, that is opened first.
 * @param {App} app
 * @param {HTMLElement} root
 * @param {string} selector
 */
function show(app, root, selector) {
  const element = root.querySelector(selector);
  wanted.delete(app);
  if (element) {
    const room = element.closest('[role=tabpanel]')?.clientHeight ?? Infinity;
    element.scrollTop = 0;
    element.scrollIntoView({ block: element.clientHeight > room ? 'start' : 'nearest' });
  } else if (app.tab !== 'lesson') {
    wanted.set(app, selector);
    app.show('lesson');
  }
}

/** @param {HTMLElement} root whose panels about the lesson begin at their top again */
function toTop(root) {
  for (const panel of root.querySelectorAll('.side, .lesson, .question')) panel.scrollTop = 0;
}

/** @param {App} app @returns {string} what the learner may do now that playing has stopped */
export function turn({ lesson, state }) {
  const say = words();
  const { question, deed } = lesson?.waits ?? {};
  const step = deed?.step && say.deed(deedOf(deed.step, state));
  if (question) return step ? say.turn.both(step) : say.turn.question();
  if (step) return say.turn.deed(step);
  return lesson?.ended ? say.turn.over() : '';
}

/** A deed that is asked for: the verb of its step and whom it concerns; of the ISR who leaves it and who joins it; of a
 * setting its keys and values.
 * @typedef {object} Deed
 * @property {string} verb
 * @property {number[]} brokers
 * @property {number[]} joining
 * @property {string} producer
 * @property {string} type of an election
 * @property {[string, unknown][]} config
 * @property {number} ms
 */

/**
 * @param {Step} step
 * @param {State} state
 * @returns {Deed}
 */
function deedOf(step, state) {
  const [[verb, args]] = Object.entries(/** @type {Record<string, any>} */ (step));
  const { broker, producer = '', type = '', config = {}, ms = 0, members } = args;
  const deed = { verb, brokers: [broker], joining: [], producer, type, config: Object.entries(config), ms };
  if (verb !== 'isr') return deed;
  const p = state.partitions.find((q) => q.topic === args.topic && q.partition === args.partition);
  const isr = p?.isr ?? [];
  return {
    ...deed,
    brokers: isr.filter((b) => !members.includes(b)),
    joining: members.filter((/** @type {number} */ b) => !isr.includes(b)),
  };
}
