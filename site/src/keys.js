// Space plays and pauses, the arrows step, while focus is inside the app and not in something that needs these keys.

/** @import {App} from './app.js' */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {AbortSignal} signal ends it
 */
export function listen(root, app, signal) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('input, select, textarea')) return;
    if (event.key === ' ' && !target.closest('button, summary, a')) app.toggle();
    else if (event.key === 'ArrowRight') app.step(1);
    else if (event.key === 'ArrowLeft') app.step(-1);
    else return;
    event.preventDefault();
  };
  root.addEventListener('keydown', press, { signal });
}
