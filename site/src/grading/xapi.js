// xAPI (1.0.3): statements about a lesson. A decided prediction was "answered", as an interaction of the type choice; a
// lesson whose conclusion was reached was "completed"; a request that a broker answered may be "experienced", for who
// wants to know. A package with tincan.xml is launched with the record store's address in its own; see `launched`.

import { Grade, follow, isoDuration, letter } from './grade.js';

/** @import {Decided, Predicted, Reached} from './grade.js' */

/** The part of each statement that is the same in a session.
 * @typedef {object} About
 * @property {object} actor
 * @property {string} activity IRI of the lesson
 * @property {object} [context]
 */

/** @typedef {Record<string, any> & {id: string, timestamp: string}} Statement */

/** Who takes statements: the record store's address, with a slash at its end, and the header that lets one in.
 * @typedef {{endpoint: string, auth: string}} Store
 */

/** The version that each request names. */
export const version = '1.0.3';

const verbs = 'http://adlnet.gov/expapi/verbs/';

/** @param {string} name @param {string} [base] */
export const verb = (name, base = verbs) => ({ id: base + name, display: { 'en-US': name } });

/** The language of the page, for texts that come from it. */
const language = () => document.documentElement.lang || 'en';

/**
 * @param {About} about
 * @param {object} rest
 * @returns {Statement} with an identifier and the present time
 */
export function statement({ actor, activity, context }, rest) {
  return {
    id: uuid(),
    timestamp: new Date().toISOString(),
    actor,
    object: { objectType: 'Activity', id: activity },
    ...(context && { context }),
    ...rest,
  };
}

/**
 * A random UUID, also where the page is on no secure origin, and so has no crypto.randomUUID.
 * @returns {string}
 */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * @param {About} about
 * @param {Decided} decided
 * @returns {Statement}
 */
export function answered(about, decided) {
  const { number, ask, options, choice, holds, right } = decided;
  const lang = language();
  return statement(about, {
    verb: verb('answered'),
    object: {
      objectType: 'Activity',
      id: `${about.activity}#prediction-${number + 1}`,
      definition: {
        type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
        description: { [lang]: ask },
        interactionType: 'choice',
        choices: options.map((text, i) => ({ id: letter(i), description: { [lang]: text } })),
        ...(holds !== undefined && { correctResponsesPattern: [letter(holds)] }),
      },
    },
    result: { response: letter(choice), success: right },
  });
}

/**
 * @param {About} about
 * @param {{scaled: number | null}} grade
 * @param {number} ms how long it took
 * @returns {Statement}
 */
export function completed(about, { scaled }, ms) {
  return statement(about, {
    verb: verb('completed'),
    result: {
      completion: true,
      duration: isoDuration(ms),
      ...(scaled !== null && { score: { scaled: Number(scaled.toFixed(4)) } }),
    },
  });
}

/**
 * @param {About} about
 * @param {{request: number}} detail of the element's event `complete`
 * @returns {Statement}
 */
export function experienced(about, { request }) {
  return statement(about, {
    verb: verb('experienced'),
    object: { objectType: 'Activity', id: `${about.activity}#request-${request}` },
  });
}

/** Sends statements one after the other, so that they arrive in their order. What does not arrive is sent again with
 * the next. */
export class Outbox {
  #store;
  /** @type {Statement[]} */
  #waiting = [];
  #busy = false;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  /** @param {...Statement} statements */
  send(...statements) {
    this.#waiting.push(...statements);
    return this.#flush();
  }

  /** Sends what is left as the page goes. @param {...Statement} statements the last ones */
  end(...statements) {
    this.#waiting.push(...statements);
    this.#busy = false; // what is under way may be lost with the page; a statement with the same id counts once
    return this.#flush(true);
  }

  /** @param {boolean} [keepalive] the request outlives the page */
  async #flush(keepalive = false) {
    if (this.#busy || !this.#waiting.length) return;
    this.#busy = true;
    const sent = [...this.#waiting];
    const answer = await fetch(`${this.#store.endpoint}statements`, {
      method: 'POST',
      keepalive,
      headers: {
        Authorization: this.#store.auth,
        'Content-Type': 'application/json',
        'X-Experience-API-Version': version,
      },
      body: JSON.stringify(sent),
    }).catch(() => undefined);
    this.#busy = false;
    if (!answer?.ok) return; // they go with the next
    this.#waiting = this.#waiting.filter((each) => !sent.includes(each));
    await this.#flush(keepalive);
  }
}

/**
 * What a platform has put into the address of the lesson.
 * @param {string} search the query
 * @returns {{store: Store, about: About, requests: boolean} | null} null: the page was not launched by one
 */
export function launched(search) {
  const given = new URLSearchParams(search);
  const [endpoint, auth, actor] = ['endpoint', 'auth', 'actor'].map((name) => given.get(name));
  if (!endpoint || !auth || !actor) return null;
  const registration = given.get('registration');
  return {
    store: { endpoint: endpoint.replace(/\/?$/, '/'), auth },
    about: {
      actor: JSON.parse(actor),
      activity: given.get('activity_id') ?? location.origin + location.pathname,
      ...(registration && { context: { registration } }),
    },
    requests: given.has('requests'),
  };
}

/**
 * Reports what happens in a playground to the record store that the page was launched with.
 * @param {EventTarget} element a <highwater-playground>
 * @returns {boolean} whether there is one
 */
export function grade(element) {
  const launch = launched(location.search);
  if (!launch) return false;
  const { about, requests } = launch;
  const [begun, state, outbox] = [Date.now(), new Grade(), new Outbox(launch.store)];
  outbox.send(statement(about, { verb: verb('initialized') }));
  follow(element, {
    predict(/** @type {Predicted} */ predicted) {
      const decided = state.predict(predicted);
      if (decided) outbox.send(answered(about, decided));
    },
    reach() {
      if (state.reach()) outbox.send(completed(about, state, Date.now() - begun));
    },
    end() {
      const duration = isoDuration(Date.now() - begun);
      outbox.end(statement(about, { verb: verb('terminated'), result: { duration } }));
    },
  });
  if (requests) {
    element.addEventListener('complete', (event) =>
      outbox.send(experienced(about, /** @type {CustomEvent} */ (event).detail)),
    );
  }
  return true;
}
