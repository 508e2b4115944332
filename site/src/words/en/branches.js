// The runs that one has left by acting in the past.

export const branches = {};
