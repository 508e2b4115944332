// WebDriver BiDi, as far as the tests need it: commands and their answers, and events, over one WebSocket.
// https://w3c.github.io/webdriver-bidi

/** A command that has no answer after so long fails (ms). */
const patienceMs = 120_000;

/** A session with a browser. */
export class Session {
  #socket;
  #last = 0;
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {Map<string, ((params: any) => void)[]>} */
  #listeners = new Map();

  /** @param {WebSocket} socket an open one */
  constructor(socket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the browser has ended the session'));
      this.#waiting.clear();
    });
  }

  /**
   * @param {string} address of the browser, ws://
   * @returns {Promise<Session>}
   */
  static connect(address) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.addEventListener('open', () => resolve(new Session(socket)));
      socket.addEventListener('error', () => reject(new Error(`no session at ${address}`)));
    });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === 'event') {
      for (const listener of this.#listeners.get(message.method) ?? []) listener(message.params);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'success') waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>} the result
   */
  send(method, params = {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} has no answer`)), patienceMs);
      const settled = (/** @type {(value: any) => void} */ then) => (/** @type {any} */ value) => {
        clearTimeout(timer);
        then(value);
      };
      this.#waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /**
   * @param {string} event
   * @param {(params: any) => void} listener
   */
  async on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    await this.send('session.subscribe', { events: [event] });
  }

  /** Ends the connection. */
  close() {
    this.#socket.close();
  }
}
