// How the load is going, in the strip of status: what has come, that nothing comes any more, or why it failed; and, later,
// that the simulation has broken off.

import { LoadFailure } from './failure.js';
import { tell } from './notice.js';
import { words } from './words/words.js';

/** A load that takes longer says how far it is (ms of real time). */
const slowMs = 1000;

/** A line that has brought nothing for so long is called stalled (ms). */
const stallMs = 8000;

/** How often that is looked at (ms). */
const lookMs = 500;

/** How many failed attempts a report names. */
const mostTried = 10;

export class Loading {
  #strip;
  #again;
  /** Numbers the attempts. */
  #attempt = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #begun = 0;
  #heardAt = 0;
  #got = 0;
  #stalled = false;
  /** What failed before, for a report. @type {string[]} */
  #tried = [];

  /**
   * @param {HTMLElement} strip
   * @param {(before: LoadFailure | null) => void} again begins another attempt
   */
  constructor(strip, again) {
    this.#strip = strip;
    this.#again = again;
  }

  /** An attempt begins. @returns {number} its number */
  begin() {
    clearInterval(this.#timer);
    if (this.#attempt) this.#say(words().frame.loading()); // at first the page says so itself
    this.#begun = this.#heardAt = performance.now();
    this.#got = 0;
    this.#stalled = false;
    this.#timer = setInterval(() => this.#look(), lookMs);
    return ++this.#attempt;
  }

  /** @param {number} attempt whether no other has begun since */
  isPresent(attempt) {
    return attempt === this.#attempt;
  }

  /**
   * More of the module has come.
   * @param {number} attempt
   * @param {number} got bytes, in all
   */
  heard(attempt, got) {
    if (!this.isPresent(attempt) || got <= this.#got) return;
    this.#got = got;
    this.#heardAt = performance.now();
  }

  /** The playground is open. */
  done() {
    clearInterval(this.#timer);
    if (!window.highwaterStart?.unstyled) this.#strip.hidden = true;
  }

  /** @param {unknown} error that ended the attempt */
  failed(error) {
    clearInterval(this.#timer);
    const failure = error instanceof LoadFailure ? error : new LoadFailure('start', String(error));
    this.#tell(failure, words().notice.still(), words().notice.again());
    const seconds = Math.round((performance.now() - this.#begun) / 100) / 10;
    this.#tried = [...this.#tried, `${failure.code} (${seconds} s)`].slice(-mostTried);
  }

  /** @param {string} message why the simulation has broken off */
  stopped(message) {
    const { startAgain, whereItStood } = words().frame;
    const again = () => this.#again(null);
    this.#notice('stopped', message, whereItStood(), '', '', [[startAgain(), again]]);
  }

  /** The words of a language cannot be loaded. An engine does not ask twice for a script that did not come. */
  noLanguage() {
    const { notice, frame } = words();
    this.#notice('language', frame.noLanguage(), '', '', '', [[notice.again(), () => location.reload()]]);
  }

  /** Looks how the download is going. */
  #look() {
    const now = performance.now();
    const stalled = now - this.#heardAt >= stallMs && this.#got < HIGHWATER_WASM_BYTES;
    if (stalled && !this.#stalled) {
      const seconds = Math.round(stallMs / 1000);
      const failure = new LoadFailure('stalled', seconds, this.#got, HIGHWATER_WASM_BYTES);
      this.#tell(failure, '', words().notice.again());
    } else if (!stalled && now - this.#begun >= slowMs && HIGHWATER_WASM_URL) {
      this.#say(words().failure.progress(this.#got, HIGHWATER_WASM_BYTES));
    }
    this.#stalled = stalled;
  }

  /**
   * @param {LoadFailure} failure
   * @param {string} state what the page shows meanwhile
   * @param {string} label of the button
   */
  #tell(failure, state, label) {
    const [what, remedy] = failure.told();
    this.#notice(failure.code, what, remedy, state, failure.address, [[label, () => this.#again(failure)]]);
  }

  /**
   * @param {string} code
   * @param {string} what
   * @param {string} remedy
   * @param {string} state
   * @param {string} file
   * @param {[label: string, act: () => void][]} actions
   */
  #notice(code, what, remedy, state, file, actions) {
    const report = { words: words().notice.report, code, tried: this.#tried };
    tell({ what, remedy, state, file, actions, report });
  }

  /** @param {string} text */
  #say(text) {
    if (window.highwaterStart?.unstyled) return;
    if (this.#strip.textContent !== text) this.#strip.textContent = text;
    this.#strip.hidden = false;
  }
}
