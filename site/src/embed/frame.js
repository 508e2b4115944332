// A playground in a frame: it says hello to the page around it, answers what that asks for, says what happens, rests
// while nobody sees it, says how high it would like to be, and hands the focus back.

/** @import {Playground} from '../playground.js' */
/** @import {Parameters} from '../parameters.js' */
/** @import {Served} from './requests.js' */

import { LoadFailure } from '../failure.js';
import { formats } from './exports.js';
import { listenToLeave } from './focus.js';
import { Heights } from './height.js';
import { Channel, RequestError, greet, isPlain, originOf, reasonOf } from './port.js';
import { Reports, eventNames } from './reports.js';
import { arrived, requests } from './requests.js';

/** What is said before anybody listens: so much is kept. */
const mostKept = 50;

/** The version of the page, as its build has it. */
const version = typeof HIGHWATER_VERSION === 'string' ? HIGHWATER_VERSION : '';

const features = [
  ...Object.keys(requests),
  ...formats.map((format) => `export.${format}`),
  ...eventNames.map((name) => `on.${name}`),
];

/** The window around, and what it is told. */
export class Frame {
  #values;
  #ended = new AbortController();
  /** @type {Channel | null} once there is one */
  #channel = null;
  /** @type {[type: string, payload: object][]} what waits for it */
  #kept = [];
  /** @type {Served | null} once it is there */
  #served = null;
  /** @type {(served: Served) => void} */
  #serve = () => {};
  /** @type {(error: Error) => void} */
  #fail = () => {};
  /** @type {Promise<Served>} */
  #service = new Promise((resolve, reject) => {
    this.#serve = resolve;
    this.#fail = reject;
  });
  #due = false;

  /** @param {Parameters} values */
  constructor(values) {
    this.#values = values;
    this.#service.catch(() => {}); // whoever asks is told
    const { signal } = this.#ended;
    const origin = originOf(values.parentOrigin, {
      referrer: document.referrer,
      ancestors: /** @type {any} */ (location).ancestorOrigins,
    });
    greet(
      { frame: window, parent: window.parent, origin },
      { version, features },
      (wire, request) => {
        const channel = new Channel(wire, (type, payload) => this.#carryOut(type, payload));
        channel.answer(request, { result: { version, features } });
        for (const [type, payload] of this.#kept.splice(0)) channel.tell(type, payload);
        this.#channel = channel;
      },
      signal,
    );
    listenToLeave((how) => this.#leave(how), signal);
  }

  /** @param {unknown} error that keeps the playground from starting, or from going on */
  failed(error) {
    const reason = reasonOf(error);
    const { code } = reason;
    const message = error instanceof LoadFailure ? error.told().join(' ') : reason.message;
    this.#fail(new RequestError(code, message));
    this.tell('error', { code, message });
  }

  /** @param {Playground} playground is there now */
  serve(playground) {
    const { signal } = this.#ended;
    const { app } = playground;
    const reports = new Reports(app, (type, payload) => this.#channel?.tell(type, payload));
    reports.subscribe(this.#values.events ?? 'basic');
    const heights = new Heights(playground, (height) => this.tell('resize', { height }), signal);
    playground.follow({ changed: () => this.#soon(), acted: (deed) => reports.acted(deed) });
    const sight = new IntersectionObserver((entries) =>
      playground.rest('out of sight', !entries[entries.length - 1].isIntersecting),
    );
    sight.observe(document.documentElement);
    signal.addEventListener('abort', () => {
      sight.disconnect();
      reports.end();
    });
    this.#served = { playground, reports, destroy: () => this.#destroy() };
    this.#serve(this.#served);
    this.tell('ready', { build: version, loadMs: Math.round(performance.now()) });
    heights.see();
  }

  /**
   * @param {string} type
   * @param {object} payload
   */
  tell(type, payload) {
    if (this.#channel) this.#channel.tell(type, payload);
    else if (this.#kept.length < mostKept) this.#kept.push([type, payload]);
  }

  /**
   * @param {string} type
   * @param {unknown} payload
   */
  async #carryOut(type, payload = {}) {
    if (!Object.hasOwn(requests, type)) {
      throw new RequestError(
        'unknown',
        `no request of this name; there are ${Object.keys(requests).join(', ')}`,
      );
    }
    if (!isPlain(payload)) throw new RequestError('payload', 'a payload is an object');
    if (type === 'destroy') return this.#destroy();
    const served = await this.#service;
    const { app } = served.playground;
    await arrived(app); // what the learner does takes its time, too
    try {
      return await app.as('host', () => requests[type](served, payload));
    } finally {
      served.reports.see();
    }
  }

  /** Looks what is new, once for all that changes at a time. */
  #soon() {
    if (this.#due) return;
    this.#due = true;
    setTimeout(() => {
      this.#due = false;
      if (!this.#ended.signal.aborted) this.#served?.reports.see();
    });
  }

  /** @param {{by: 'escape' | 'tab', backward: boolean}} how */
  #leave(how) {
    if (this.#channel) return this.#channel.tell('focusexit', how);
    if (how.by === 'escape') window.parent.focus();
  }

  #destroy() {
    const { playground } = this.#served ?? {};
    playground?.end();
    playground?.app.pause();
    playground?.rest('gone', true);
    playground?.app.model.release();
    this.#ended.abort();
    setTimeout(() => this.#channel?.close()); // the answer goes first
  }
}
