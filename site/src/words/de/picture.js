// German: see ../en/picture.js.

/** @type {typeof import("../en/picture.js").picture} */
export const picture = {};
