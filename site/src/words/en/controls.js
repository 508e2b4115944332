// The controls: what they are called, what they show, and what is still under way.

export const controls = {};
