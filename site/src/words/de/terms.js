// German: see ../en/terms.js.

/** @type {typeof import("../en/terms.js").terms} */
export const terms = {};
