// German: see ../en/panels.js.

/** @type {typeof import("../en/panels.js").panels} */
export const panels = {};
