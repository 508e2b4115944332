// What a screen reader hears: what is new and nothing twice, at most one message in two seconds and 250 words a minute,
// and none while the learner types. A loss comes first; then the moment, and what the lesson says of it. A run that is
// played too fast to be heard is told when it rests: how much has passed, and what that settled.

/** @import {App} from './app.js' */
/** @import {MomentMark, State} from './types' */

import { countKinds } from './marks.js';
import { countWords } from './pace.js';
import { words } from './words/words.js';

/** The shortest time between two messages, and what one word of a message takes (ms of real time). */
const pauseMs = 2000;
const wordMs = 240;

/** After so long a message is said that nothing follows (ms of real time): what comes at once is said together. */
const settleMs = 150;

/** How long it waits for the learner who types (ms of real time). */
const typingMs = 1000;

/** The flag of a moment's mark that says that it settles requests. */
const settles = 4;

/** So many words are said together; what is left comes next. A piece is never cut. */
const mostWords = 40;

/** The slots of what the slider of the timeline says itself. */
const ofMoment = ['sentence', 'reason'];

/** One thing to be said: it is said when the text of its slot is another than before.
 * @typedef {{slot: string, text: string, key?: string}} Piece
 */

/** Chooses what is said of a playground. */
export class Narrator {
  /** What was said last, by slot. @type {Map<string, string>} */
  #said = new Map();
  /** The acknowledged records that are known to be gone. */
  #lost = new Set();
  /** @type {MomentMark[]} what has passed too fast to be heard */
  #passed = [];
  /** Whether it was playing when that was last said, or left unsaid because something else was. */
  #playing = false;
  /** @type {(app: App) => {first: Piece[], last: Piece[]}} what is said of lessons, once it is there */
  lessons = () => ({ first: [], last: [] });

  /**
   * @param {App} app
   * @param {boolean} [scrubbing] whether the slider of the timeline has the focus: it says itself where one is
   * @returns {string} what is to be said now; nothing where it has been said, or the run goes too fast
   */
  next(app, scrubbing = false) {
    const { passed, clock } = app;
    const turned = clock.playing !== this.#playing;
    this.#playing = clock.playing;
    const { playing, paused } = words().play;
    if (clock.playing && !clock.rests) {
      if (passed.length) this.#passed = passed;
      return turned ? playing() : '';
    }
    const fresh = this.#pieces(app).filter(({ slot, text, key = text }) => {
      if (key && this.#said.get(slot) !== key) return true;
      this.#said.set(slot, key);
      return false;
    });
    const together = this.#take(fresh, scrubbing);
    if (!together.length && turned) return clock.playing ? playing() : paused();
    if (turned && !clock.playing) together.unshift(paused());
    return together.join(' ');
  }

  /**
   * @param {Piece[]} fresh
   * @param {boolean} scrubbing
   * @returns {string[]} the first of them, as many as are said together
   */
  #take(fresh, scrubbing) {
    /** @type {string[]} */
    const together = [];
    let count = 0;
    for (const { slot, text, key = text } of fresh) {
      count += countWords(text);
      if (together.length && count > mostWords) break;
      this.#said.set(slot, key);
      if (!(scrubbing && ofMoment.includes(slot))) together.push(text);
    }
    return together;
  }

  /** @param {App} app @returns {Piece[]} all that there is to be said here, in order */
  #pieces(app) {
    const { progress, notice, sentence, moment, ui, selected, compare } = app;
    const stretch = this.#passed.length > 1 ? summary(this.#passed) : '';
    this.#passed = [];
    const { first, last } = this.lessons(app);
    return [
      { slot: 'loss', text: this.#alarm(app.state) },
      ...first,
      { slot: 'notice', text: progress ? words().play.atWork() : stretch || notice },
      { slot: 'why', text: selected ? ui.heard.why : '' },
      { slot: 'twins', text: compare ? ui.heard.twins : '' },
      { slot: 'sentence', text: sentence.main, key: `${moment?.n} ${sentence.main}` },
      { slot: 'reason', text: sentence.why, key: sentence.why && `${moment?.n} ${sentence.why}` },
      { slot: 'difference', text: compare ? ui.heard.difference : '' },
      ...last,
    ];
  }

  /** @param {State} state @returns {string} the acknowledged records that are gone since the last time */
  #alarm({ partitions }) {
    const ghosts = partitions.flatMap((p) => p.ghosts.map((g) => `${p.topic}-${p.partition}: ${g.value}`));
    const fresh = ghosts.filter((g) => !this.#lost.has(g));
    this.#lost = new Set(ghosts);
    return fresh.length ? words().describe.alarm(fresh.map((g) => g.slice(g.indexOf(': ') + 2))) : '';
  }
}

/**
 * A stretch that has passed, counted by kinds of moments; and how many of them settled requests.
 * @param {MomentMark[]} passed
 */
export function summary(passed) {
  const kinds = countKinds(passed);
  const settled = passed.filter(([, , , , , flags]) => flags & settles).length;
  return [words().play.passed(kinds, passed.length), settled ? words().describe.settled(settled) : '']
    .filter(Boolean)
    .join(' ');
}

/** How a region is spoken into: the clock, a timer, and whether the learner types. */
const real = {
  now: () => performance.now(),
  later: (/** @type {() => void} */ then, /** @type {number} */ ms) => void setTimeout(then, ms),
  typing: () =>
    !!document.activeElement?.matches('input:not([type=range], [type=radio], [type=checkbox]), textarea'),
};

/** Says what is to be heard when it is time. */
export class Announcer {
  #waiting = false;
  /** Until when the last message is being spoken. */
  #until = 0;
  #text = () => '';

  /**
   * @param {{textContent: string | null}} region
   * @param {typeof real} [around]
   */
  constructor(region, around = real) {
    this.region = region;
    this.around = around;
  }

  /** @param {() => string} text is asked when it is time; only the newest is */
  soon(text) {
    this.#text = text;
    if (this.#waiting) return;
    this.#waiting = true;
    this.#wait(Math.max(settleMs, this.#until - this.around.now()));
  }

  /** @param {number} ms */
  #wait(ms) {
    this.around.later(() => this.#say(), ms);
  }

  #say() {
    if (this.around.typing()) return this.#wait(typingMs);
    this.#waiting = false;
    const text = this.#text();
    if (!text || text === this.region.textContent) return;
    this.#until = this.around.now() + Math.max(pauseMs, wordMs * countWords(text));
    this.region.textContent = text;
    this.soon(this.#text); // what was left
  }
}
