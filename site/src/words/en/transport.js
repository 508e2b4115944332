// Play, step, speed.

export const transport = {};
