// German: see ../en/tell.js.

/** @type {typeof import("../en/tell.js").tell} */
export const tell = {};
