// Loads and starts the module. What can go wrong until it runs is a LoadFailure.

/** @import {Api} from './types' */

import 'virtual:glue';
import { EngineError } from './engine.js';
import { LoadFailure } from './failure.js';
import { fetchModule } from './module.js';

/** A module that has arrived and does not answer for so long is given up (ms of real time). */
const patienceMs = 8000;

/**
 * A collection of Go's garbage takes longer than all else in a frame. With some room to spare it comes seldom;
 * with more the page would hold memory that it does not need. The limit keeps a long run from taking memory without
 * end.
 */
const rareCollection = { GOGC: '200', GOMEMLIMIT: '160MiB' };

/** The module once it is there, for those who start another one of it. @type {{module: WebAssembly.Module | null}} */
export const compiled = { module: null };

/**
 * Fetches and starts the module.
 * @param {object} how
 * @param {(error: EngineError) => void} how.died is called if the core stops later
 * @param {(got: number) => void} [how.heard] is called when more of the module has come, with its bytes so far
 * @param {LoadFailure | null} [how.before] the failure after which this is another attempt
 * @returns {Promise<Api>} fails with a LoadFailure
 */
export async function loadEngine({ died, heard = () => {}, before = null }) {
  if (!('toSorted' in Array.prototype)) throw new LoadFailure('old');
  mayCompile();
  const module = await fetchModule(heard, before);
  compiled.module = module;
  const [found] = WebAssembly.Module.customSections(module, 'highwater');
  const stamp = found ? new TextDecoder().decode(found).slice(0, 12) : '';
  if (stamp !== HIGHWATER_WASM_STAMP) throw new LoadFailure('version', stamp, HIGHWATER_WASM_STAMP);
  const go = new /** @type {NonNullable<typeof window.Go>} */ (window.Go)();
  Object.assign(go.env, rareCollection);
  let instance;
  try {
    instance = await WebAssembly.instantiate(module, go.importObject);
  } catch (error) {
    throw error instanceof RangeError ? new LoadFailure('memory') : new LoadFailure('start', String(error));
  }
  return start(go, instance, died);
}

/** Asks the engine whether it compiles anything at all: the smallest module that there is (its header). */
function mayCompile() {
  if (typeof WebAssembly !== 'object') throw new LoadFailure('wasm');
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  } catch {
    throw new LoadFailure('policy');
  }
}

/**
 * Runs the module until it hands over its functions.
 * @param {InstanceType<NonNullable<typeof window.Go>>} go
 * @param {WebAssembly.Instance} instance
 * @param {(error: EngineError) => void} died
 * @returns {Promise<Api>}
 */
function start(go, instance, died) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LoadFailure('start', '')), patienceMs);
    window.highwaterReady = (api) => {
      clearTimeout(timer);
      delete window.highwaterReady;
      resolve(api);
    };
    const ended = () => {
      clearTimeout(timer);
      reject(new LoadFailure('start', ''));
      died(new EngineError('internal', 'The simulation has stopped.'));
    };
    go.run(instance).then(ended, ended);
  });
}
