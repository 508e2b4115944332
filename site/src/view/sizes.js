// What room the page has: how its parts are laid out, and how large its letters are.

/** How the page is laid out: picture and controls side by side; controls in a row beneath; one tab at a time.
 * @typedef {'wide' | 'medium' | 'narrow'} Layout
 */

/** The room there is.
 * @typedef {object} Size
 * @property {Layout} page
 * @property {number} picture width of the drawing, in its own units: as many as it has pixels where letters are not
 * enlarged
 * @property {number} scale how many pixels one of these units has
 * @property {boolean} [low] there is little height
 * @property {boolean} [short] and less than that
 * @property {boolean} [tight] whether what is drawn narrow has to be low, too
 * @property {number} [spread] how much wider letters are set than usual
 */

/** The styles have the same two widths. They are in rem, so that larger letters lead to a simpler layout. */
const wideFrom = '(min-width: 56.25rem)';
const mediumFrom = '(min-width: 37.5rem) and (min-height: 36rem)';
const lowUpTo = '(max-height: 55rem)';
const shortUpTo = '(max-height: 47rem)';

/** @returns {Layout} as the styles have it */
export function layoutNow() {
  return matchMedia(wideFrom).matches ? 'wide' : matchMedia(mediumFrom).matches ? 'medium' : 'narrow';
}

/** The text by which letters are measured, and the text itself. @type {HTMLElement | null} */
let sample = null;
const words = 'high watermark';

/**
 * A text that nobody sees, as wide as the page's letters make it: larger letters, and letters that are set wider apart,
 * change its size.
 * @returns {HTMLElement}
 */
export function letters() {
  if (sample?.isConnected) return sample;
  sample = document.createElement('span');
  sample.className = 'letters';
  sample.ariaHidden = 'true';
  sample.textContent = words;
  document.body.append(sample);
  return sample;
}

/** How much wider letters are set than their font has them: 1 is as usual. */
function spread() {
  const context = document.createElement('canvas').getContext('2d');
  const { font } = getComputedStyle(letters());
  if (!context) return 1;
  context.font = font;
  const ratio = letters().getBoundingClientRect().width / context.measureText(words).width;
  return ratio > 1.03 ? Math.round(ratio * 100) / 100 : 1;
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
    short: matchMedia(shortUpTo).matches,
    spread: 1,
  };
}
