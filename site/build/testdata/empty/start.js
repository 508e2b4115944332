// Starts the empty program, lets it answer once, draws the answer, and marks the page as the real one does.
const go = new globalThis.Go();
globalThis.highwaterReady = (echo) => {
  document.body.textContent = echo(0, 'The module has answered.');
  document.documentElement.dataset.ready = 'true';
};
const { instance } = await WebAssembly.instantiateStreaming(fetch('./empty.wasm'), go.importObject);
await go.run(instance);
