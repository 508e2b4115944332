// German: see ../en/play.js.

/** @type {typeof import("../en/play.js").play} */
export const play = {};
