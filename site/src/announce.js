// What a screen reader hears: one message a moment, never the same twice, at most one in two seconds and 250 words a
// minute, and none while the learner types. A loss comes first. A run that is played too fast to be heard is told when it
// rests: how much has passed, and what that settled.

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

/** Chooses what is said of a playground. */
export class Narrator {
  /** What has been said of which moment. */
  #said = '';
  /** The acknowledged records that are known to be gone. */
  #lost = new Set();
  /** @type {MomentMark[]} what has passed too fast to be heard */
  #passed = [];

  /**
   * @param {App} app
   * @returns {string} what is to be said now; nothing where it has been said, or the run goes too fast
   */
  next(app) {
    const { passed, progress, notice, sentence, moment, clock } = app;
    if (clock.playing && !clock.rests) {
      if (passed.length) this.#passed = passed;
      return '';
    }
    const fast = this.#passed;
    this.#passed = [];
    const loss = this.#alarm(app.state);
    const stretch = fast.length > 1 ? summary(fast) : '';
    const text = [progress ? words().play.atWork() : notice, stretch, sentence.main, sentence.why];
    const whole = [loss, ...text].filter(Boolean).join(' ');
    const key = `${moment?.n} ${text.join(' ')}`;
    if (!loss && key === this.#said) return '';
    this.#said = key;
    return whole;
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
    if (!text) return;
    this.#until = this.around.now() + Math.max(pauseMs, wordMs * countWords(text));
    this.region.textContent = text;
  }
}
