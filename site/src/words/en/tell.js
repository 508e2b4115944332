// The sentences of moments and events.

export const tell = {};
