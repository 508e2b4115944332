// The German catalogue: complete, or tsc complains where an area takes its part, and one file. Kafka’s own terms stay
// English.

import { branches } from './de/branches.js';
import { controls } from './de/controls.js';
import { core } from './de/core.js';
import { describe } from './de/describe.js';
import { failure, notice } from './de/failure.js';
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
import { catalogue } from './de/catalogue.js';
import { compare } from './de/compare.js';
import { definitions } from './de/definitions.js';
import { embed } from './de/embed.js';
import { explore } from './de/explore.js';
import { help } from './de/help.js';
import { lesson } from './de/lesson.js';
import { log } from './de/log.js';
import { link } from './de/link.js';
import { names } from './de/names.js';
import { picture } from './de/picture.js';
import { pictureTable } from './de/pictureTable.js';
import { records } from './de/records.js';
import { sentences } from './de/sentences.js';
import { speech } from './de/speech.js';
import { studio } from './de/studio.js';
import { takeaway } from './de/takeaway.js';
import { why } from './de/why.js';

export const de = {
  grammar: german,
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

  catalogue,
  compare,
  definitions,
  explore,
  embed,
  help,
  lesson,
  log,
  link,
  names,
  picture,
  pictureTable,
  records,
  sentences,
  speech,
  studio,
  takeaway,
  why,
};
