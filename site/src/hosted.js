/** Whether other files lie beside the page, which may be one file by itself. */
export const hosted = HIGHWATER_WASM_URL !== '';
