// German: see ../en/controls.js.

/** @type {typeof import("../en/controls.js").controls} */
export const controls = {};
