// German: see ../en/describe.js.

/** @type {typeof import("../en/describe.js").describe} */
export const describe = {};
