// The keys of a playground. Space plays and pauses, and the arrows step, by moments or with Shift by single events,
// wherever the focus is but in a field for text. What was reached by Tab keeps the keys that it is operated by. Of a
// lesson, q leads to the question and c to the card, and Escape closes what says why.

/** @import {App} from './app.js' */

import { toLesson } from './focus.js';

/** What one types into. */
const fields = 'textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])';
/** What Space operates, and what the arrows do, when it was reached by Tab. */
const pressed = 'button, summary, a, input, [role=switch], [role=option], [role=tab]';
const moved = 'input, [role=tablist], [role=listbox], [role=radiogroup], [role=slider], [tabindex="0"]';

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {AbortSignal} signal ends it
 */
export function listen(root, app, signal) {
  let tabbed = false; // whether what has the focus got it by the keyboard
  let taken = false; // whether Space was taken from a button, which acts when it is let go
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Tab') tabbed = true;
    if (event.defaultPrevented || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    const act = actionOf(event, target, tabbed, app);
    if (!act) return;
    taken = event.key === ' ';
    event.preventDefault();
    act();
  };
  const release = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === ' ' && taken) event.preventDefault();
    taken = false;
  };
  root.addEventListener('keydown', press, { signal });
  root.addEventListener('keyup', release, { signal });
  root.addEventListener('pointerdown', () => (tabbed = false), { signal, capture: true });
}

/**
 * What a key does, if anything.
 * @param {KeyboardEvent} event
 * @param {Element} target
 * @param {boolean} tabbed whether the target was reached by Tab
 * @param {App} app
 * @returns {(() => void) | undefined}
 */
function actionOf({ key, shiftKey, ctrlKey, metaKey }, target, tabbed, app) {
  if (target.closest(fields)) return undefined;
  if (ctrlKey || metaKey) return deedOf(key.toLowerCase(), shiftKey, app);
  switch (key) {
    case ' ':
      return tabbed && target.closest(pressed) ? undefined : () => app.toggle();
    case '[':
    case ']':
      return () => app.seekChapter(key === ']' ? 1 : -1);
    case 'q':
    case 'c':
      return () => toLesson(key === 'q');
    case 'Escape':
      return app.selected && !target.closest('.menu, .head, [popover]') ? () => app.select(null) : undefined;
    case 'ArrowRight':
    case 'ArrowLeft': {
      if (tabbed && target.closest(moved)) return undefined;
      const count = key === 'ArrowRight' ? 1 : -1;
      return () => (shiftKey ? app.stepEvent(count) : app.stepMoment(count));
    }
  }
  return undefined;
}

/**
 * @param {string} key pressed together with Ctrl or Command
 * @param {boolean} shift
 * @param {App} app
 */
function deedOf(key, shift, app) {
  if (key === 'z') return () => (shift ? app.redo() : app.undo());
  return key === 'y' && !shift ? () => app.redo() : undefined;
}
