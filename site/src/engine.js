// Loads the module and speaks to it. Everything that can go wrong with it is an EngineError with a code and a message
// that a person can act on.

/** @import {Api, Created, Frame, FrameQuery, Script, Step} from './types' */

/** A load that has not begun to answer, or stands still, for so long is given up (ms of real time). */
const stallMs = 8000;

/** What went wrong, with the code of the core's envelope or "load". */
export class EngineError extends Error {
  /**
   * @param {string} code "load", "script", "limit", "handle" or "internal"
   * @param {string} message
   * @param {string} [path] where in the script
   */
  constructor(code, message, path) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

/**
 * Fetches and starts the module; one download, whatever type the host gives it.
 * @param {(error: EngineError) => void} onDeath is called if the core stops later
 * @param {boolean} [again] a second attempt: it does not wait for what the first left behind in the cache
 * @returns {Promise<Api>}
 */
export async function loadEngine(onDeath, again = false) {
  const gone = new AbortController();
  const watch = stall(gone);
  try {
    const [source] = await Promise.all([
      download(HIGHWATER_WASM_URL, { signal: gone.signal, cache: again ? 'reload' : 'default' }, watch.alive),
      loadGlue(HIGHWATER_GLUE_URL, gone.signal),
    ]);
    if (!window.Go) throw new EngineError('load', 'The script that starts the module is damaged.');
    const go = new window.Go();
    const { instance } = await instantiate(source, go.importObject);
    watch.stop();
    return await start(go, instance, onDeath);
  } catch (error) {
    throw readable(error, gone.signal.aborted);
  } finally {
    watch.stop();
  }
}

/**
 * Aborts a load that stands still.
 * @param {AbortController} gone
 */
function stall(gone) {
  let timer = setTimeout(() => gone.abort(), stallMs);
  return {
    alive() {
      clearTimeout(timer);
      timer = setTimeout(() => gone.abort(), stallMs);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}

/**
 * @param {string} url
 * @param {RequestInit} how
 * @param {() => void} alive is called with every piece that arrives
 * @returns {Promise<{response?: Response, bytes?: ArrayBuffer}>}
 */
async function download(url, how, alive) {
  const response = await fetch(url, how);
  alive();
  if (!response.ok)
    throw new EngineError('load', `The module is not there (the host answered ${response.status}).`);
  if (!response.body) return { bytes: await response.arrayBuffer() };
  const watched = new Response(response.body.pipeThrough(pulse(alive)), { headers: response.headers });
  const typed = (response.headers.get('Content-Type') ?? '').split(';')[0].trim() === 'application/wasm';
  return typed ? { response: watched } : { bytes: await watched.arrayBuffer() };
}

/** @param {() => void} alive */
function pulse(alive) {
  return new TransformStream({
    transform(chunk, controller) {
      alive();
      controller.enqueue(chunk);
    },
  });
}

/**
 * @param {{response?: Response, bytes?: ArrayBuffer}} source
 * @param {WebAssembly.Imports} imports
 */
function instantiate({ response, bytes }, imports) {
  if (response) return WebAssembly.instantiateStreaming(response, imports);
  return WebAssembly.instantiate(/** @type {ArrayBuffer} */ (bytes), imports);
}

/**
 * Adds the toolchain's script, once.
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function loadGlue(url, signal) {
  if (window.Go) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new EngineError('load', 'The script that starts the module did not load.'));
    };
    script.src = url;
    script.onload = () => resolve();
    script.onerror = fail;
    signal.addEventListener('abort', fail);
    document.head.append(script);
  });
}

/**
 * Runs the module until it hands over its functions.
 * @param {InstanceType<NonNullable<typeof window.Go>>} go
 * @param {WebAssembly.Instance} instance
 * @param {(error: EngineError) => void} onDeath
 * @returns {Promise<Api>}
 */
function start(go, instance, onDeath) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new EngineError('load', 'The module does not start.')), stallMs);
    window.highwaterReady = (api) => {
      clearTimeout(timer);
      delete window.highwaterReady;
      resolve(api);
    };
    const died = () => {
      clearTimeout(timer);
      const error = new EngineError('internal', 'The simulation has stopped.');
      reject(error);
      onDeath(error);
    };
    go.run(instance).then(died, died);
  });
}

/**
 * @param {unknown} error
 * @param {boolean} stalled
 */
function readable(error, stalled) {
  if (stalled) return new EngineError('load', 'The download stands still.');
  if (error instanceof EngineError) return error;
  if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) {
    return new EngineError('load', 'What the host sent is not the module that belongs to this page.');
  }
  if (error instanceof TypeError) return new EngineError('load', 'The module could not be fetched.');
  return new EngineError('load', String(error));
}

/** One run of a script in the core. */
export class Run {
  /** @type {Api} */
  #api;
  #handle;
  #given;
  /** @type {Step[]} what was done by hand, by time */
  #acts = [];

  /**
   * @param {Api} api
   * @param {Script} script
   */
  constructor(api, script) {
    this.#api = api;
    this.#given = script;
    /** @type {Created} */
    this.made = opened(api.create(0, JSON.stringify(script)));
    this.#handle = this.made.handle;
  }

  /**
   * The one crossing of a frame.
   * @param {FrameQuery} query
   * @returns {Frame}
   */
  frame(query) {
    return this.#call('frame', query);
  }

  /**
   * Does a step now; what was known to come after is discarded.
   * @param {Step} step
   * @returns {{at: number, forked: boolean}}
   */
  act(step) {
    const done = this.#call('act', step);
    this.#acts = [...this.#acts.filter(({ at }) => Number(at) <= done.at), { at: done.at, ...step }];
    return done;
  }

  /** @returns {Script} the script, with everything that was done by hand: played from the start it gives the same run */
  script() {
    const steps = [...this.#given.steps, ...this.#acts].sort((a, b) => Number(a.at) - Number(b.at));
    return { ...this.#given, steps };
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
    return opened(this.#api[name](this.#handle, JSON.stringify(request)));
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
