// German: see ../en/story.js.

/** @type {typeof import("../en/story.js").story} */
export const story = {};
