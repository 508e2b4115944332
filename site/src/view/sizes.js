// What room the page has: how its parts are laid out, and how large its letters are.

/** How the page is laid out: picture and controls side by side; controls in a row beneath; one tab at a time.
 * @typedef {'wide' | 'medium' | 'narrow'} Layout
 */

/** The room there is.
 * @typedef {object} Size
 * @property {Layout} page
 * @property {number} picture width of the drawing, in its own units: as many as it has pixels where letters are not enlarged
 * @property {number} scale how many pixels one of these units has
 * @property {boolean} [low] there is little height
 * @property {number} [spread] how much wider letters are set than usual
 */

/** The styles have the same two widths. They are in rem, so that larger letters lead to a simpler layout. */
const wideFrom = '(min-width: 56.25rem)';
const mediumFrom = '(min-width: 37.5rem)';
const lowUpTo = '(max-height: 47rem)';

/** @returns {Layout} as the styles have it */
export function layoutNow() {
  return matchMedia(wideFrom).matches ? 'wide' : matchMedia(mediumFrom).matches ? 'medium' : 'narrow';
}

/**
 * @param {Element} root of a playground
 * @returns {Size}
 */
export function pageSize(root) {
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  const pixels = root.querySelector('.stage')?.clientWidth ?? 0;
  return {
    page: layoutNow(),
    picture: Math.floor(pixels / scale),
    scale,
    low: matchMedia(lowUpTo).matches,
    spread: 1,
  };
}
