// What is said of time and of one's own deeds: waiting that was skipped, a future that was replaced.

export const play = {};
