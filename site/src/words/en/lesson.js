// Lessons: the card, chapters, predictions, the path and the library.

export const lesson = {};
