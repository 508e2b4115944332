// German: see ../en/branches.js.

/** @type {typeof import("../en/branches.js").branches} */
export const branches = {};
