// The module on its way: one download, compiled while it arrives, whatever type the host gives it.

/**
 * @param {RequestInit} [how]
 * @returns {Promise<WebAssembly.Module>}
 */
export async function fetchModule(how) {
  const response = await fetch(HIGHWATER_WASM_URL, how);
  if (!response.ok) {
    const message = `The module is not there (the host answered ${response.status}).`;
    throw Object.assign(new Error(message), { code: 'load' });
  }
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0].trim();
  if (type === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
