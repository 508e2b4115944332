// How much memory the module of a page holds.

/**
 * Notes where that is, as `held`. It runs in the page, before the page's own scripts.
 */
export function noteMemory() {
  const own = /** @type {any} */ (WebAssembly.instantiate);
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {any} */ module, /** @type {any} */ imports) => {
      const made = await own(module, imports);
      Object.assign(globalThis, { held: (made.instance ?? made).exports.mem });
      return made;
    }
  );
}
