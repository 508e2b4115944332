// The focus between a frame and the page around it: it is handed in, and given back by Escape, when nothing in the
// frame takes that, or by Tab beyond the last thing there is. It never comes by itself.

/** @import {Playground} from '../playground.js' */

/** What takes the focus by Tab. */
const stops =
  'a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled), summary, [tabindex="0"]';

/** What is open takes Escape first. */
const openThings = ':popover-open, dialog[open], .menu, .why-panel';

/** @returns {HTMLElement[]} the stops of Tab, in order */
function stopsOf() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(stops)]);
  return all.filter(
    (e) => e.tabIndex >= 0 && e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert]'),
  );
}

/**
 * Gives the focus to the first control, which is Play, or to the last thing there is.
 * @param {Playground} playground
 * @param {boolean} backward
 */
export function enter({ root }, backward) {
  const first = root.querySelector('.transport button') ?? stopsOf()[0];
  const target = backward ? stopsOf().at(-1) : first;
  if (target instanceof HTMLElement) target.focus();
}

/**
 * Says when the focus leaves.
 * @param {(how: {by: 'escape' | 'tab', backward: boolean}) => void} left
 * @param {AbortSignal} signal
 */
export function listenToLeave(left, signal) {
  let open = false; // before anybody has taken the key
  const before = (/** @type {KeyboardEvent} */ { key }) => {
    if (key === 'Escape') open = !!document.querySelector(openThings);
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Tab') {
      const all = stopsOf();
      const edge = event.shiftKey ? all[0] : all.at(-1);
      if (document.activeElement === edge) left({ by: 'tab', backward: event.shiftKey });
    } else if (event.key === 'Escape' && !open) {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      left({ by: 'escape', backward: false });
    }
  };
  addEventListener('keydown', before, { signal, capture: true });
  addEventListener('keydown', press, { signal });
}
