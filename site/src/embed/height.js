// How high a playground in a frame would like to be. It goes by the frame's width alone: for one width the height only
// grows, so that a host that follows it comes to rest, and the text around does not jump at every sentence.

/** @import {Playground} from '../playground.js' */

/** With all of its controls it is laid out to the height of its window, and scrolls within; this is a good one. */
const fullHeight = 720;

/** What a host may be asked for, px, and how often, ms. */
const lowest = 200;
const highest = 2000;
const apartMs = 200;

export class Heights {
  #tell;
  #playground;
  #width = 0;
  #height = 0;
  #due = 0;

  /**
   * @param {Playground} playground
   * @param {(height: number) => void} tell
   * @param {AbortSignal} signal ends it
   */
  constructor(playground, tell, signal) {
    this.#playground = playground;
    this.#tell = tell;
    const observer = new ResizeObserver(() => this.#soon());
    observer.observe(document.documentElement);
    playground.follow({ drawn: () => this.#soon() });
    signal.addEventListener('abort', () => {
      observer.disconnect();
      clearTimeout(this.#due);
    });
  }

  /** Says which height it is, if that is news. */
  see() {
    const width = document.documentElement.clientWidth;
    if (!width) return; // hidden
    const known = width === this.#width ? this.#height : 0;
    const height = Math.max(
      known,
      Math.min(highest, Math.max(lowest, Math.ceil(wanted(this.#playground.root)))),
    );
    this.#width = width;
    if (height === this.#height) return;
    this.#height = height;
    this.#tell(height);
  }

  #soon() {
    this.#due ||= window.setTimeout(() => {
      this.#due = 0;
      this.see();
    }, apartMs);
  }
}

/** @param {HTMLElement} root of a playground @returns {number} px, whatever the window's height is */
function wanted(root) {
  const main = root.querySelector('.small-page');
  if (!(main instanceof HTMLElement)) return fullHeight;
  const { paddingTop, paddingBottom } = getComputedStyle(main);
  const top = main.getBoundingClientRect().top - main.scrollTop + parseFloat(paddingTop);
  const ends = [...main.children].map((e) => e.getBoundingClientRect().bottom);
  const others = [...document.querySelectorAll('.warned, .transport')].map(
    (e) => e.getBoundingClientRect().height,
  );
  const inside = Math.max(0, ...ends) - top;
  return inside + parseFloat(paddingTop) + parseFloat(paddingBottom) + others.reduce((a, b) => a + b, 0);
}
