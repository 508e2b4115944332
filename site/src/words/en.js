// The English catalogue. What is always needed is here; a view that is loaded later has an area of its own (words.js).

import { branches } from './en/branches.js';
import { controls } from './en/controls.js';
import { core } from './en/core.js';
import { describe } from './en/describe.js';
import { failure, notice } from './en/failure.js';
import { frame } from './en/frame.js';
import { nouns } from './en/nouns.js';
import { panels } from './en/panels.js';
import { play } from './en/play.js';
import { status } from './en/status.js';
import { story } from './en/story.js';
import { terms } from './en/terms.js';
import { timeline } from './en/timeline.js';
import { transport } from './en/transport.js';
import { english } from './en/grammar.js';

/** What a catalogue has to have. @typedef {typeof en} Words */

export const en = {
  grammar: english,
  branches,
  controls,
  core,
  describe,
  failure,
  frame,
  notice,
  nouns,
  panels,
  play,
  status,
  story,
  terms,
  timeline,
  transport,
};
