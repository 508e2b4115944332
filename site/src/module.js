// The module on its way: one download, compiled while it arrives, whatever type the host gives it. In the page that is
// whole, one file, it is there already, packed.

import { LoadFailure } from './failure.js';

/** How WebAssembly begins. */
const magic = '\0asm';

/** How much of something else is shown (characters). */
const glimpse = 24;

/** The module of the page that is whole, once it is unpacked. @type {Uint8Array<ArrayBuffer> | undefined} */
let kept;

/** A download: what has come of it so far.
 * @typedef {{got: number, begin: string, listen: (got: number) => void, counted: Promise<void>}} Arrival
 */

/** Downloads that are under way. Trying again gives none of them up: the first that is there counts.
 * @type {Set<{arrival: Arrival, module: Promise<WebAssembly.Module>}>}
 */
const underWay = new Set();

/**
 * @param {(got: number) => void} heard is called with the bytes that have come
 * @param {LoadFailure | null} before the failure after which this is another attempt
 * @returns {Promise<WebAssembly.Module>} fails with a LoadFailure
 */
export function fetchModule(heard, before) {
  if (!HIGHWATER_WASM_URL) return within();
  const early = window.highwaterStart?.fetched;
  if (window.highwaterStart) window.highwaterStart.fetched = null; // what has been read cannot be read again
  /** @type {Arrival} */
  const arrival = { got: 0, begin: '', listen: heard, counted: Promise.resolve() };
  const cache = before ? 'reload' : 'default'; // else it waits behind one that never comes, which has the cache's lock
  const module = compile(early ?? fetch(HIGHWATER_WASM_URL, { cache }), arrival);
  const download = { arrival, module };
  underWay.add(download);
  const over = () => underWay.delete(download);
  module.then(over, over);
  return new Promise((resolve, reject) => {
    for (const other of underWay) {
      other.arrival.listen = heard;
      other.module.then(resolve, other === download ? reject : () => {});
    }
  });
}

/**
 * @param {Promise<Response>} fetched
 * @param {Arrival} arrival
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(fetched, arrival) {
  const response = await fetched.catch(() => {
    throw new LoadFailure('network', 0);
  });
  if (!response.ok) throw new LoadFailure('status', response.status);
  arrival.counted = count(response.clone(), arrival);
  try {
    const type = (response.headers.get('Content-Type') ?? '').split(';')[0].trim();
    if (type === 'application/wasm') return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw await reasonOf(error, arrival);
  }
}

/**
 * Counts what comes.
 * @param {Response} response a copy
 * @param {Arrival} arrival
 */
async function count(response, arrival) {
  try {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (arrival.begin.length < glimpse) arrival.begin += printable(part.value);
      arrival.got += part.value.length;
      arrival.listen(arrival.got);
    }
  } catch {
    // who compiles it hears of it
  }
}

/** @param {Uint8Array} bytes */
function printable(bytes) {
  return new TextDecoder().decode(bytes.slice(0, glimpse));
}

/**
 * Says why there is no module.
 * @param {unknown} error
 * @param {Arrival} arrival
 */
async function reasonOf(error, arrival) {
  if (!(error instanceof WebAssembly.CompileError)) return new LoadFailure('network', arrival.got);
  await arrival.counted;
  const { got, begin } = arrival;
  if (!begin.startsWith(magic)) return new LoadFailure('other', begin.slice(0, glimpse).trim());
  if (got < HIGHWATER_WASM_BYTES) return new LoadFailure('cut', got, HIGHWATER_WASM_BYTES);
  return new LoadFailure('damaged');
}

/** The module of the page that is whole. @returns {Promise<WebAssembly.Module>} */
async function within() {
  kept ??= window.highwaterUnpacked?.('module') ?? new Uint8Array();
  try {
    return await WebAssembly.compile(kept);
  } catch {
    throw new LoadFailure('damaged');
  }
}
