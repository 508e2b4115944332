// The still: index.html holds the opening moment as the page draws it, at two widths, so that there is something to see
// while the module is on its way. The first drawing of a playground takes those very elements over as its picture,
// which costs nothing, and draws the picture itself with the next frame.

/**
 * Empties a root for a playground. The template library must not find what it has not drawn, so there is a new root.
 * @param {HTMLElement} old
 * @returns {{root: HTMLElement, still: Element[] | null}} the root in its place, and the still, if there was one
 */
export function takeStill(old) {
  const still = [...old.querySelectorAll('.still')];
  const root = /** @type {HTMLElement} */ (old.cloneNode(false));
  old.replaceWith(root);
  return { root, still: still.length ? still : null };
}

/**
 * The sentence of the still.
 * @param {HTMLElement} root
 * @returns {{main: string, why: string, where: string}}
 */
export function saidBy(root) {
  const text = (/** @type {string} */ selector) =>
    root.querySelector(`.sentence ${selector}`)?.textContent?.trim() ?? '';
  const where = text('.why code');
  const why = text('.why');
  return { main: text('.main'), why: where ? why.slice(0, why.lastIndexOf(where)).trim() : why, where };
}

/** @param {HTMLElement} root whose still is no longer to be seen: something else will open. Its room is kept. */
export function clear(root) {
  for (const element of root.querySelectorAll('.still, .sentence > *')) {
    element.removeAttribute('aria-label');
    element.replaceChildren();
  }
}
