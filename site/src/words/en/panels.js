// The panels beneath the picture: records, events, the wheel, a latency budget, warnings.

export const panels = {};
