// The way of messages between the page that has the playground in a frame, the host, and the frame: the envelope, the
// handshake by which a port is handed over, and the bounds of what is taken. What a message means is not known here.
//
// Whatever comes from a host is checked: what is no envelope is ignored, what is too large or too much is refused.

/** An envelope: `{ns: "highwater", v: 1, type, id?, payload}`; an answer has `ok`, and `result` or `error`, in place of
 * the payload.
 * @typedef {{ns: string, v: number, type: string, id?: string | number, payload?: any}} Envelope
 */

/** Why a request was not carried out, and where in what it brought the reason is.
 * @typedef {{code: string, message: string, path?: string}} Reason
 */

/** The part of a MessagePort that is needed.
 * @typedef {Pick<MessagePort, 'postMessage' | 'close' | 'onmessage'>} Wire
 */

const envelope = { ns: 'highwater', v: 1 };

/** How much a message may hold, in characters, numbers counted as eight; how deep it may be; and how many there may be
 * in a second, and how many may wait for their turn. */
export const mostCharacters = 1 << 20;
const deepest = 64;
export const mostInSecond = 1000;
const mostWaiting = 500;

/** Says why a request was not carried out. */
export class RequestError extends Error {
  /**
   * @param {string} code as the reference lists them
   * @param {string} message
   * @param {string} [path] where in the payload
   */
  constructor(code, message, path) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

/**
 * Whether something is an envelope of this version.
 * @param {unknown} data from anywhere
 * @returns {data is Envelope}
 */
export function isEnvelope(data) {
  if (!isPlain(data)) return false;
  const { ns, v, type, id } = data;
  const named = id === undefined || typeof id === 'number' || (typeof id === 'string' && id.length <= 100);
  return ns === envelope.ns && v === envelope.v && typeof type === 'string' && type.length <= 100 && named;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isPlain(value) {
  if (typeof value !== 'object' || value === null) return false;
  const made = Object.getPrototypeOf(value);
  return made === null || Object.getPrototypeOf(made) === null;
}

/**
 * Whether a value is one of JSON's and small enough.
 * @param {unknown} value
 * @param {number} [room] how many characters it may have
 */
export function isSmall(value, room = mostCharacters) {
  let left = room;
  const fits = (/** @type {unknown} */ part, /** @type {number} */ depth) => {
    left -= typeof part === 'string' ? part.length + 2 : 8;
    if (left < 0 || depth > deepest) return false;
    if (typeof part !== 'object' || part === null)
      return ['string', 'number', 'boolean', 'undefined', 'object'].includes(typeof part);
    if (Array.isArray(part)) {
      if (part.length > left) return false; // it may be long and empty
      for (const each of part) if (!fits(each, depth + 1)) return false;
      return true;
    }
    if (!isPlain(part)) return false;
    for (const name of Object.keys(part)) {
      left -= name.length;
      if (!fits(part[name], depth + 1)) return false;
    }
    return true;
  };
  return fits(value, 0);
}

/** How many messages have come in the last second. */
export class Rate {
  #second = -Infinity;
  #count = 0;

  /** @param {number} now ms @returns {boolean} whether one more is too many */
  exceeded(now) {
    if (now - this.#second >= 1000) {
      this.#second = now;
      this.#count = 0;
    }
    return ++this.#count > mostInSecond;
  }
}

/** A channel to the host, over the port that it has handed over. Requests are carried out one after the other. */
export class Channel {
  #wire;
  #handle;
  #now;
  #rate = new Rate();
  #last = Promise.resolve();
  #waiting = 0;
  #complained = -Infinity;

  /**
   * @param {Wire} wire
   * @param {(type: string, payload: any) => unknown} handle carries out a request and returns its result, or a promise
   * of it; throws a RequestError if it cannot
   * @param {() => number} [now] ms
   */
  constructor(wire, handle, now = () => performance.now()) {
    this.#wire = wire;
    this.#handle = handle;
    this.#now = now;
    wire.onmessage = ({ data }) => this.#take(data);
  }

  /**
   * Tells the host something.
   * @param {string} type
   * @param {unknown} payload
   */
  tell(type, payload) {
    this.#wire.postMessage({ ...envelope, type, payload });
  }

  /**
   * Answers a request.
   * @param {{type: string, id?: string | number}} request one without an id is not answered
   * @param {{result: unknown} | {error: Reason}} answer
   */
  answer({ type, id }, answer) {
    if (id !== undefined)
      this.#wire.postMessage({ ...envelope, type, id, ok: 'result' in answer, ...answer });
  }

  close() {
    this.#wire.onmessage = null;
    this.#wire.close();
  }

  /** @param {unknown} data */
  #take(data) {
    const tooMany = this.#rate.exceeded(this.#now());
    if (!isEnvelope(data)) return;
    if (tooMany) return this.#refuse(data, 'too-many', `more than ${mostInSecond} messages in a second`);
    if (!isSmall(data.payload)) {
      return this.#refuse(data, 'too-large', `a payload is JSON of at most ${mostCharacters} characters`);
    }
    if (this.#waiting >= mostWaiting)
      return this.#refuse(data, 'too-many', 'too many requests wait for their turn');
    this.#waiting++;
    this.#last = this.#last.then(() => this.#carryOut(data)).finally(() => this.#waiting--);
  }

  /** @param {Envelope} request */
  async #carryOut(request) {
    try {
      const result = (await this.#handle(request.type, request.payload)) ?? null;
      this.answer(request, { result });
    } catch (error) {
      const reason = reasonOf(error);
      if (request.id === undefined) this.tell('error', reason);
      else this.answer(request, { error: reason });
    }
  }

  /**
   * @param {Envelope} request
   * @param {string} code
   * @param {string} message
   */
  #refuse(request, code, message) {
    if (request.id !== undefined) return this.answer(request, { error: { code, message } });
    if (this.#now() - this.#complained < 1000) return;
    this.#complained = this.#now();
    this.tell('error', { code, message });
  }
}

/** @param {unknown} error @returns {Reason} */
export function reasonOf(error) {
  if (!(error instanceof Error)) return { code: 'internal', message: String(error) };
  const { code, path } = /** @type {RequestError} */ (error);
  return {
    code: typeof code === 'string' ? code : 'internal',
    message: error.message,
    ...(path && { path }),
  };
}

/** Who the host is, as far as it is known.
 * @typedef {object} Host
 * @property {Window} frame this window
 * @property {Window} parent the window that may talk to it
 * @property {string} origin the parent's; '': not known, or opaque
 */

/**
 * Says hello to the host and waits for the first port that it hands over. Others are told that there is one.
 * @param {Host} host
 * @param {object} hello what is said: with an unknown host, to anybody
 * @param {(wire: MessagePort, request: Envelope) => void} connected
 * @param {AbortSignal} signal ends it
 */
export function greet({ frame, parent, origin }, hello, connected, signal) {
  let taken = false;
  const hear = (/** @type {MessageEvent} */ event) => {
    if (event.source !== parent || (origin && event.origin !== origin)) return;
    const { data, ports } = event;
    if (!isEnvelope(data) || data.type !== 'connect' || !ports.length) return;
    if (!taken) {
      taken = true;
      connected(ports[0], data);
      return;
    }
    const error = { code: 'connected', message: 'there is a port already' };
    if (data.id !== undefined)
      ports[0].postMessage({ ...envelope, type: data.type, id: data.id, ok: false, error });
    ports[0].close();
  };
  frame.addEventListener('message', hear, { signal });
  parent.postMessage({ ...envelope, type: 'hello', payload: hello }, origin || '*');
}

/**
 * The origin of the parent: as its address says, or the one that has opened this page.
 * @param {string | undefined} given
 * @param {{referrer: string, ancestors?: ArrayLike<string>}} page
 * @returns {string} '': not known, or opaque
 */
export function originOf(given, { referrer, ancestors = [] }) {
  if (given) return given;
  const known = referrer || ancestors[0] || '';
  try {
    const { origin } = new URL(known);
    return origin === 'null' ? '' : origin;
  } catch {
    return '';
  }
}
