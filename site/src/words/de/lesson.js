// German: see ../en/lesson.js.

/** @type {typeof import("../en/lesson.js").lesson} */
export const lesson = {};
