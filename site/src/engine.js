// Speaks to the module, which load.js has started. Everything that can go wrong with it is an EngineError with a code
// and a message that a person can act on.

/** @import {Acted, Api, Comparison, Created, Event, Frame, FrameQuery} from './types' */
/** @import {Moment, Plan, Records, Script, Step, Subject, Why, Working} from './types' */

/** What went wrong, with the code of the core's envelope. */
export class EngineError extends Error {
  /**
   * @param {string} code "script", "limit", "handle" or "internal"
   * @param {string} message
   * @param {string} [path] where in the script
   */
  constructor(code, message, path) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

/** One run of a script in the core. */
export class Run {
  /** @type {Api} */
  #api;
  #handle;

  /**
   * @param {Api} api
   * @param {Script} script
   */
  constructor(api, script) {
    this.#api = api;
    /** @type {Created} */
    this.made = opened(api.create(0, JSON.stringify(script)));
    this.#handle = this.made.handle;
  }

  /**
   * The one crossing of a frame. It does not last long: where a move does, it is answered how far that has come, and
   * the next call goes on with it.
   * @param {FrameQuery} query
   * @returns {Frame | Working}
   */
  frame(query) {
    return this.#call('frame', query);
  }

  /**
   * Does a step now; what was known to come after is discarded.
   * @param {Step} step
   * @returns {Acted}
   */
  act(step) {
    return this.#call('act', step);
  }

  /**
   * @returns {Script} the script, with everything that was done by hand: played from the start it gives the same run
   */
  script() {
    return this.#call('script', {});
  }

  /**
   * Events that lie before the place.
   * @param {number} from the number of the first
   * @param {number} max
   * @returns {Event[]}
   */
  lines(from, max) {
    return this.#call('lines', { from, max });
  }

  /**
   * Whole moments that end at or before the place. Where they have many events there may be fewer than max; the rest
   * are there from the next number on.
   * @param {number} from the number of the first
   * @param {number} max at most 200
   * @returns {Moment[]}
   */
  moments(from, max) {
    return this.#call('moments', { from, max });
  }

  /**
   * Why something is as it is at the place, and what would change it. While it is working, asking again goes on.
   * @param {Subject} subject
   * @returns {Why}
   */
  why(subject) {
    return this.#call('why', { subject });
  }

  /**
   * What became of the newest records of producers, at the place.
   * @param {number} max
   * @returns {Records}
   */
  records(max) {
    return this.#call('records', { max });
  }

  /**
   * In what this run, A, and another, B, differ, each at its place.
   * @param {Run} other
   * @param {number} max differences of records, and as many of partitions
   * @returns {Comparison}
   */
  compare(other, max) {
    return this.#call('compare', { with: other.#handle, max });
  }

  /**
   * Where the run comes to what its lesson consists of, if nobody acts any more. Finding out may take several calls.
   * After an act there is another plan.
   * @returns {Plan | {working: 1} | null} null: the script has no lesson
   */
  plan() {
    return this.#call('plan', {});
  }

  /**
   * What a latency budget leaves; below 0: it does not suffice.
   * @param {{budget: number, batching: number, network: number}} parts ms
   * @returns {number}
   */
  slack(parts) {
    return this.#call('budget', parts).slack;
  }

  /** @returns {string} what has become of all records, requests and partitions by the place, as a line of JSON */
  summary() {
    return JSON.stringify(this.#call('summary', {}));
  }

  /** Lets the core forget this run. */
  release() {
    this.#call('release', {});
  }

  /**
   * @param {keyof Api} name
   * @param {unknown} request
   */
  #call(name, request) {
    let text;
    try {
      text = this.#api[name](this.#handle, JSON.stringify(request));
    } catch {
      throw new EngineError('internal', 'The simulation has stopped.'); // the program behind it has ended
    }
    return opened(text);
  }
}

/**
 * Opens an envelope.
 * @param {string} text
 */
function opened(text) {
  const envelope = JSON.parse(text);
  if (envelope.error) throw new EngineError(envelope.error.code, envelope.error.message, envelope.error.path);
  return envelope.ok;
}
