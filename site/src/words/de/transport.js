// German: see ../en/transport.js.

/** @type {typeof import("../en/transport.js").transport} */
export const transport = {};
