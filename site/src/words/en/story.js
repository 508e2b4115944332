// The story: the moments so far.

export const story = {};
