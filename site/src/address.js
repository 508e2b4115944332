// The address follows a playground: its fragment holds the state (link.js) from the first thing on that is done, so
// that reloading comes back to the same place, and Back and Forward lead from scenario to scenario, each with its run.
// Loaded once the playground is there. In a frame the address is the host page's, and stays as it is.

/** @import {App} from './app.js' */
/** @import {Playground} from './playground.js' */
/** @import {Saved} from './saved.js' */
/** @import {Scenario} from './types' */

import './first.js';
import { sameRun } from './history.js';
import { builtIn, damageOf, decode, encode, isLink, openLink, words } from './link.js';
import { takeIn } from './openScript.js';
import { saved } from './saved.js';
import { tell } from './notice.js';
import { words as all, onLanguage } from './words/words.js';

export { builtIn, damageOf, decode, encode } from './link.js'; // whoever needs them later has them from this file
export { scenarioAt } from './openScript.js';

/** Browsers refuse more than about a hundred changes of the address in 30 s: one in so many ms is no more than that. */
const apartMs = 400;

/** No browser takes longer addresses than so many characters; where the state needs more, it stands in no address. */
const longestAddress = 500000;

/** What begins another entry of the browser's history; all else changes the present one. */
const departures = ['load', 'reset'];

/** What has been done since the address was last written: whether anything, whether it begins another entry of the
 * browser's history, and what the entry that is left holds then, if that is not written yet.
 * @typedef {{changed: boolean, departs: boolean, left: Saved | null}} Due
 */

/** @type {Due} */
const nothing = { changed: false, departs: false, left: null };

/**
 * @param {() => Promise<Scenario[]>} library
 * @returns {Promise<{saved: Saved, notice: string} | null>} the state that stands in the address, and what is to be
 * said of it; null: there is none
 * @throws {DamagedLink} if it cannot be read
 */
export async function opened(library) {
  if (!isLink(location.hash)) return null;
  const { earlier, ...saved } = await decode(location.hash, builtIn(library));
  return { saved, notice: earlier.length ? words().earlier(earlier) : '' };
}

/**
 * Says what is wrong with the link in the address, and offers what opens without one.
 * @param {unknown} error with which opening has ended
 * @param {() => void} again opens the page anew
 * @param {() => void} ended is called first: the load is over
 * @returns {boolean} whether the error is of a link
 */
export function refused(error, again, ended) {
  const damage = damageOf(error);
  if (!damage) return false;
  const first = () => {
    history.replaceState(null, '', here());
    again();
  };
  ended();
  tell({
    what: words().damaged(damage.message),
    remedy: '',
    actions: [[words().openFirst(), first]],
    report: { words: all().notice.report, code: `link: ${damage.code}` },
  });
  return true;
}

/**
 * The page's own address without a fragment, whole: a relative one would be resolved against the base, which is another
 * folder where the page is served without the slash at its end.
 */
const here = () => location.href.split('#', 1)[0];

/** @param {App} app @returns {Promise<string>} the address that brings back what is there now */
export async function addressOf(app) {
  return `${here()}#s=${await encode(app.save(), builtIn(app.library))}`;
}

/**
 * @param {Playground} playground which the address follows until it is stopped
 * @param {Scenario} first is what an address without a state opens
 */
export function follow(playground, first) {
  const { app, ended: signal } = playground;
  const address = new Address(app, first);
  address.name();
  onLanguage(() => address.name(), signal);
  takeIn(app, signal);
  if (window.parent !== window) return;
  playground.follow(address);
  addEventListener('popstate', () => address.gone(), { signal });
  addEventListener('hashchange', () => address.gone(), { signal });
}

/** The address, as the follower of a playground. */
class Address {
  #app;
  #first;
  /** The fragment that the playground stands at. */
  #fragment = location.hash;
  #due;
  #writing = false;
  /** When the address was last written, ms of real time. */
  #at = -Infinity;
  /** Whether what happens is the browser's doing. */
  #going = false;
  /** How often the browser has gone elsewhere: what was begun before is void then. */
  #turn = 0;

  /**
   * @param {App} app
   * @param {Scenario} first
   */
  constructor(app, first) {
    this.#app = app;
    this.#first = first;
    this.#due = { ...nothing, changed: !app.untouched };
  }

  /** Puts the name of the run into the title of the page. */
  name() {
    const name = [this.#app.title, 'Highwater'].filter(Boolean).join(' · ');
    if (document.title !== name) document.title = name;
  }

  /** @param {{name: string}} done */
  acted({ name }) {
    if (this.#going) return;
    const due = this.#due;
    if (departures.includes(name) && !due.departs) {
      const { history, settings } = this.#app;
      const { before } = history;
      const others = history.branches.filter((b) => before && !sameRun(b, before));
      if (due.changed && before) due.left = saved(before, others, settings);
      due.departs = true;
    }
    due.changed = true;
  }

  async rested() {
    this.name();
    if (this.#writing || !this.#due.changed) return;
    this.#writing = true;
    while (this.#due.changed && !this.#app.busy) {
      await new Promise((done) => setTimeout(done, this.#at + apartMs - performance.now()));
      this.#at = performance.now();
      if (!this.#app.busy) await this.#write();
    }
    this.#writing = false;
  }

  /** Writes the state into the address. */
  async #write() {
    const turn = this.#turn;
    const { departs, left } = this.#due;
    this.#due = { ...nothing };
    const [was, is] = await Promise.all([left && this.#linkOf(left), this.#linkOf(this.#app.save())]);
    if (turn !== this.#turn) return;
    if (was !== null) this.#put('replaceState', was);
    this.#put(departs ? 'pushState' : 'replaceState', is);
  }

  /**
   * @param {Saved} value
   * @returns {Promise<string>} its fragment; empty: there is none that an address may have
   */
  async #linkOf(value) {
    const text = await encode(value, builtIn(this.#app.library)).catch(() => '');
    return text && text.length < longestAddress ? `#s=${text}` : '';
  }

  /**
   * @param {'pushState' | 'replaceState'} how
   * @param {string} fragment
   */
  #put(how, fragment) {
    if (fragment === this.#fragment) return;
    try {
      history[how](history.state, '', here() + fragment);
      this.#fragment = fragment;
    } catch {
      // The browser lets no address be set here, or not so often; what follows is tried again.
    }
  }

  /** The browser has gone to another address of the page: to its state. */
  async gone() {
    const { hash } = location;
    if (hash === this.#fragment) return;
    this.#fragment = hash;
    this.#due = { ...nothing };
    const turn = ++this.#turn;
    try {
      if (isLink(hash)) await openLink(this.#app, hash, () => (this.#going = turn === this.#turn));
      else if (!hash) this.#begin();
    } catch (error) {
      this.#app.say(words().damaged(error instanceof Error ? error.message : String(error)));
    } finally {
      this.#going = false;
    }
  }

  #begin() {
    const { id, script } = this.#first;
    this.#going = true;
    if (script) this.#app.begin(script, id);
  }
}
