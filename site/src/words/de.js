// The German catalogue: complete, or tsc complains. Kafka’s own terms stay English.

import { branches } from './de/branches.js';
import { controls } from './de/controls.js';
import { describe } from './de/describe.js';
import { frame } from './de/frame.js';
import { nouns } from './de/nouns.js';
import { panels } from './de/panels.js';
import { play } from './de/play.js';
import { status } from './de/status.js';
import { story } from './de/story.js';
import { terms } from './de/terms.js';
import { timeline } from './de/timeline.js';
import { transport } from './de/transport.js';
import { german } from './de/grammar.js';

/** @type {import('./en.js').Words} */
export const de = {
  grammar: german,
  branches,
  controls,
  describe,
  frame,
  nouns,
  panels,
  play,
  status,
  story,
  terms,
  timeline,
  transport,
};
