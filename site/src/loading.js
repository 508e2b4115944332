// How the load is going, in the strip of status: what has come, that nothing comes any more, or why it failed; and,
// later, that the simulation has broken off.

import { LoadFailure } from './failure.js';
import { tell } from './notice.js';
import { onLanguage, words } from './words/words.js';

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
  /** Tells again what is told, in another language. */
  #tellAgain = () => {};
  /** What failed before, for a report. @type {string[]} */
  #tried = [];

  /**
   * @param {HTMLElement} strip
   * @param {(before: LoadFailure | null) => void} again begins another attempt
   */
  constructor(strip, again) {
    this.#strip = strip;
    this.#again = again;
    onLanguage(() => this.#tellAgain());
  }

  /** An attempt begins. @returns {number} its number */
  begin() {
    clearInterval(this.#timer);
    if (this.#attempt) this.#say(words().frame.loading()); // at first the page says so itself
    this.#begun = this.#heardAt = performance.now();
    this.#got = 0;
    this.#stalled = false;
    this.#tellAgain = () => {};
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
    this.#tellAgain = () => {};
    if (!window.highwaterStart?.unstyled) this.#strip.hidden = true;
  }

  /** @param {unknown} error that ended the attempt */
  failed(error) {
    clearInterval(this.#timer);
    const failure = error instanceof LoadFailure ? error : failureOf(error);
    this.#tell(failure, () => words().notice.still());
    const seconds = Math.round((performance.now() - this.#begun) / 100) / 10;
    this.#tried = [...this.#tried, `${failure.code} (${seconds} s)`].slice(-mostTried);
  }

  /** @param {string} message why the simulation has broken off */
  stopped(message) {
    const again = () => this.#again(null);
    this.#notice('stopped', () => {
      const { startAgain, whereItStood } = words().frame;
      return { what: message, remedy: '', state: whereItStood(), actions: [[startAgain(), again]] };
    });
  }

  /** The words of a language cannot be loaded. An engine does not ask twice for a script that did not come. */
  noLanguage() {
    const again = () => location.reload();
    this.#notice('language', () => {
      const { notice, frame } = words();
      return { what: frame.noLanguage(), remedy: '', actions: [[notice.again(), again]] };
    });
  }

  /** Looks how the download is going. */
  #look() {
    const now = performance.now();
    const stalled = now - this.#heardAt >= stallMs && this.#got < HIGHWATER_WASM_BYTES;
    if (stalled && !this.#stalled) {
      const seconds = Math.round(stallMs / 1000);
      const failure = new LoadFailure('stalled', seconds, this.#got, HIGHWATER_WASM_BYTES);
      this.#tell(failure, () => '');
    } else if (!stalled && now - this.#begun >= slowMs && HIGHWATER_WASM_URL) {
      this.#tellAgain = () => {};
      this.#say(words().failure.progress(this.#got, HIGHWATER_WASM_BYTES));
    }
    this.#stalled = stalled;
  }

  /**
   * @param {LoadFailure} failure
   * @param {() => string} state what the page shows meanwhile
   */
  #tell(failure, state) {
    this.#notice(failure.code, () => {
      const [what, remedy] = failure.told();
      // An engine does not ask twice for a script that did not come.
      const again = () => (failure.code === 'script' ? location.reload() : this.#again(failure));
      return {
        what,
        remedy,
        state: state(),
        file: failure.address,
        actions: [[words().notice.again(), again]],
      };
    });
  }

  /**
   * @param {string} code
   * @param {() => Omit<import('./notice.js').Notice, 'report'>} notice in the language that is shown
   */
  #notice(code, notice) {
    const tried = this.#tried;
    this.#tellAgain = () => void tell({ ...notice(), report: { words: words().notice.report, code, tried } });
    this.#tellAgain();
  }

  /** @param {string} text */
  #say(text) {
    if (window.highwaterStart?.unstyled) return;
    if (this.#strip.textContent !== text) this.#strip.textContent = text;
    this.#strip.hidden = false;
  }
}

/** @param {unknown} error of something else than the module */
function failureOf(error) {
  const missing = error instanceof TypeError && /import/i.test(error.message);
  const failure = missing ? new LoadFailure('script') : new LoadFailure('start', String(error));
  if (missing) failure.address = /https?:\S+/.exec(error.message)?.[0] ?? '';
  return failure;
}
