// What an author writes on: a script that is played in the playground as soon as it is right, and what there is to mend
// in it. What is typed is never lost: a script that is wrong stays as it is, beside the last one that could be played.
// What is done in the playground by hand becomes a step of the script. It draws nothing.

/** @import {App} from '../app.js' */
/** @import {Event, Finding, Script, Step} from '../types' */
/** @import {Path} from './draft.js' */

import { EngineError } from '../engine.js';
import { verbs } from './catalogue.js';
import { conditionOf, isWithin, ordered, pathText, put } from './draft.js';

/** The reader has stopped typing for so long when the script is read anew (ms of real time). */
const pauseMs = 300;

/**
 * So many events of a moment are offered as conditions; so many events before it are looked through, so many at a time.
 */
const mostHappened = 12;
const mostRead = 10000;
const portion = 1000;

export class Desk {
  /** @type {Script} what is written, right or wrong */
  draft;
  /** @type {Finding[]} what there is to mend in it */
  findings = [];
  /** What was written and wrong when another run was opened. @type {Script | null} */
  aside = null;
  /** The step whose form is open, by its place in the list; -1: none. */
  open = -1;
  /** What is said of what was done last. */
  notice = '';
  /** The link that was made last. */
  link = '';
  /** The verb that is chosen for the next step. */
  verb = verbs[0].verb;
  /** The conditions that the moment which is shown fulfils. @type {Record<string, unknown>[]} */
  happened = [];
  #app;
  #changed;
  /** @type {Script} what is played */
  #played;
  /** @type {Script} of that, what was not done by hand since */
  #given;
  /** @type {Step[]} what was */
  #deeds;
  /** The moment that was looked at. */
  #shown = { run: /** @type {unknown} */ (null), key: '' };
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /**
   * @param {App} app
   * @param {() => void} changed there is something to draw
   */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
    const { script, given, deeds } = app.model;
    this.draft = this.#played = script;
    this.#given = given;
    this.#deeds = deeds;
    this.check();
  }

  /** The playground's state. */
  get app() {
    return this.#app;
  }

  /** Whether what is written is what is played. */
  get right() {
    return this.draft === this.#played;
  }

  /**
   * Changes a part of the script.
   * @param {Path} path
   * @param {unknown} part undefined: it is taken out
   */
  edit(path, part) {
    this.write(put(this.draft, path, part));
  }

  /**
   * Changes a text while it is being typed: it is played when it is finished.
   * @param {Path} path
   * @param {unknown} part
   */
  type(path, part) {
    this.draft = put(this.draft, path, part);
    this.#checkSoon();
  }

  /** @param {Script} script is written from now on, and played up to the time that is shown if it is right */
  write(script) {
    this.#take(script, () => this.#app.rewrite(script));
  }

  /** @param {Script} script is written from now on in the place of another, and played from its start if it is right */
  begin(script) {
    this.open = -1;
    this.#take(script, () => this.#app.open(script));
  }

  /**
   * @param {Script} script
   * @param {() => void} play throws if it is wrong
   */
  #take(script, play) {
    this.draft = script;
    this.notice = this.link = '';
    if (!this.right) {
      try {
        play();
        this.#note();
      } catch (error) {
        if (!(error instanceof EngineError) || !['script', 'limit'].includes(error.code)) throw error;
        this.findings = [{ line: 0, path: error.path ?? '', message: error.message }];
      }
    }
    this.#checkSoon();
    this.#changed();
  }

  /**
   * Moves a step in time.
   * @param {number} i its place; its form stays open
   * @param {unknown} ms
   */
  move(i, ms) {
    const { steps } = put(this.draft, ['steps', i, 'at'], ms);
    const sorted = ordered(steps);
    this.open = sorted.indexOf(steps[i]);
    this.edit(['steps'], sorted);
  }

  /** @param {number} i opens the form of that step; -1: none */
  show(i) {
    this.open = i;
    this.#changed();
  }

  /** @param {string} notice is said of what was done */
  say(notice) {
    this.notice = notice;
    this.#changed();
  }

  /** Goes back to what is played. What was written can be had back. */
  leave() {
    this.aside = this.draft;
    this.write(this.#played);
  }

  /** Goes on with what was put aside. */
  takeUp() {
    if (this.aside) this.write(this.aside);
    this.aside = null;
  }

  /**
   * Follows what is done in the playground.
   * @returns {boolean} whether anything was, or another moment is shown
   */
  follow() {
    const { script, given, deeds } = this.#app.model;
    const moved = this.#look();
    if (script === this.#played) return moved;
    this.link = '';
    const wrong = !this.right;
    if (!wrong) this.draft = script;
    else if (this.#continues(given)) this.draft = this.#joined(given, deeds);
    else {
      this.aside = this.draft;
      this.draft = script;
    }
    if (!wrong || this.draft === script) this.open = -1;
    this.#note();
    this.#checkSoon();
    return true;
  }

  /** Looks at the moment that is shown. @returns {boolean} whether it is another one */
  #look() {
    const { frame, run } = this.#app.model;
    const key = `${frame.moment?.n} ${frame.state.n}`;
    if (this.#shown.run === run && this.#shown.key === key) return false;
    this.#shown = { run, key };
    const events = frame.moment?.events.slice(0, mostHappened) ?? [];
    const first = events[0]?.n ?? 0;
    /** @type {Event[]} */
    const earlier = [];
    for (let from = 0; from < first && from < mostRead; from += portion)
      earlier.push(...run.lines(from, Math.min(portion, first - from)));
    this.happened = events.map((event, i) => conditionOf(event, [...earlier, ...events.slice(0, i)]));
    return true;
  }

  /** @param {Script} given whether it is the same script, with perhaps one more producer to send through */
  #continues(given) {
    return given.steps === this.#given.steps && given.cluster === this.#given.cluster;
  }

  /**
   * @param {Script} given
   * @param {Step[]} deeds
   * @returns {Script} what is written, with what has been done by hand meanwhile
   */
  #joined(given, deeds) {
    const [before, after] = [new Set(this.#deeds), new Set(deeds)];
    const stay = (this.draft.steps ?? []).filter((step) => !before.has(step) || after.has(step));
    const done = deeds.filter((deed) => !before.has(deed));
    const clients = (given.producers ?? []).filter((p) => !this.#given.producers?.includes(p));
    return {
      ...this.draft,
      ...(clients.length && { producers: [...(this.draft.producers ?? []), ...clients] }),
      steps: ordered([...stay, ...done]),
    };
  }

  /** Remembers what is played. */
  #note() {
    const { script, given, deeds } = this.#app.model;
    this.#played = script;
    this.#given = given;
    this.#deeds = deeds;
  }

  #checkSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.check();
      this.#changed();
    }, pauseMs);
  }

  /** Reads what is written: finds what there is to mend. */
  check() {
    const answer = JSON.parse(this.#app.model.api.proofread(0, JSON.stringify(this.draft)));
    if (answer.ok) this.findings = answer.ok.findings;
    else this.findings = [{ line: 0, path: '', message: answer.error.message }];
  }

  /** Ends it: nothing is read any more. */
  end() {
    clearTimeout(this.#timer);
  }

  /**
   * @param {Path} path
   * @returns {Finding[]} what there is to mend there, or within
   */
  findingsAt(path) {
    const text = pathText(path);
    return this.findings.filter((finding) => isWithin(finding.path, text));
  }
}
