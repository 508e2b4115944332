// German: see ../en/timeline.js.

/** @type {typeof import("../en/timeline.js").timeline} */
export const timeline = {};
