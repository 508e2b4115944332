// Starts the empty program and marks the page as the real one does.
const go = new globalThis.Go();
globalThis.highwaterReady = () => {
  document.documentElement.dataset.ready = 'true';
};
const { instance } = await WebAssembly.instantiateStreaming(fetch('./empty.wasm'), go.importObject);
await go.run(instance);
