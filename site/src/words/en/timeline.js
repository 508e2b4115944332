// The timeline: what its marks are called, and how its place is said.

export const timeline = {};
