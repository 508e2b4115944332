// What the page asks for as soon as it can be used, in one file: a file for each part would weigh more. Until it is
// there the still stands in for the picture and its sentence.

import './first.js';
export * as drawing from './view/drawing.js';
export * as lessons from './view/lesson.js';
export * as sentences from './sentence/tell.js';
export { lessonSpeech } from './speech.js';
export { namesOf } from './names.js';
