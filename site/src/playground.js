// One playground on the page: its state, what it is drawn into, and what it listens to. There may be several.

/** @import {Api, Scenario} from './types' */

import { render } from 'lit-html';
import { Announcer, Narrator } from './announce.js';
import { App } from './app.js';
import { WayBack, giveBack, held } from './focus.js';
import { mostSlots } from './geometry.js';
import { listen } from './keys.js';
import { loadSentences, standIn } from './sentence.js';
import { saidBy, takeStill } from './still.js';
import { hasDrawing, header, isMoving, loadDrawing, page } from './view/page.js';
import { followStory, isStoryBehind } from './view/story.js';
import { layoutNow, letters, pageSize } from './view/sizes.js';
import { followLesson, loadLessons } from './view/slots.js';
import { onLanguage } from './words/words.js';

/** Who follows a playground.
 * @typedef {object} Follower
 * @property {() => void} [changed] is called when there is something new, many times a frame perhaps, whether it is
 * drawn or not
 * @property {() => void} [drawn] is called after every drawing
 * @property {(done: import('./player.js').Done) => void} [acted] is called for each thing that is done
 * @property {() => void} [rested] is called when all that was under way is over, and drawn
 */

/** What a playground uses of the page around it.
 * @typedef {object} Surroundings
 * @property {HTMLElement} root is replaced by one that the playground is drawn into
 * @property {HTMLElement} keys where its keys are heard
 * @property {HTMLElement} live the region that screen readers listen to
 * @property {HTMLSelectElement} picker of the scenario
 * @property {() => Promise<Scenario[]>} [library] loads the list of all scenarios; absent: there are no others
 * @property {{path: HTMLElement, tools: HTMLElement, more: HTMLElement}} [header] where what stands in the header is
 * drawn
 * @property {(error: unknown) => void} failed is called when playing breaks off
 * @property {typeof page} [page] draws what is below the header, if it is not the whole page
 * @property {unknown} [saved] is opened in the place of the first scenario, as App has it
 * @property {string} [notice] is said at first beside the time
 */

export class Playground {
  /** @type {HTMLElement} what it is drawn into */
  root;
  /** Draws what is below the header. */
  page;
  #ended = new AbortController();
  #around;
  #app;
  #widths;
  #announcer;
  #narrator = new Narrator();
  #wayBack = new WayBack();
  /** What stands in for the picture until it is there. @type {Iterable<Element> | null} */
  #still = null;
  #wanted = true; // nothing is drawn before all is there
  /** Why nobody sees it: then no frame is asked for, and nothing plays. @type {Set<string>} */
  #away = new Set();
  /** @type {Set<Follower>} */
  #followers = new Set();

  /**
   * @param {Api} api
   * @param {Scenario[]} scenarios the first is opened
   * @param {Surroundings} around
   */
  constructor(api, scenarios, around) {
    const { signal } = this.#ended;
    this.#around = around;
    this.page = around.page ?? page;
    this.#widths = firstWidths(around.root);
    this.#announcer = new Announcer(around.live);
    this.#app = new App(api, scenarios, {
      name: around.root.id,
      changed: () => this.#changed(),
      cells: mostSlots(this.#widths.picture),
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)'),
      acted: (done) => this.#followers.forEach((f) => f.acted?.(done)),
      saved: around.saved,
      library: around.library,
    });
    if (around.notice) this.#app.say(around.notice);
    standIn(saidBy(around.root));
    const { root, still } = takeStill(around.root);
    this.root = root;
    this.#draw(still); // what can be used comes first; the picture, which a still shows already, with the next frame
    this.#wanted = false;
    this.#still = still;
    loadDrawing().then(() => this.#want(), around.failed);
    this.#offer(around.library ?? (async () => scenarios));
    this.#listenToLessons().catch(() => {}); // the page itself says what is needed
    loadSentences().then(() => this.#app.reword(), around.failed);
    listen(around.keys, this.#app, signal);
    onLanguage(() => this.#app.reword(), signal);
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(root);
    observer.observe(letters());
    signal.addEventListener('abort', () => observer.disconnect());
    document.addEventListener('visibilitychange', () => this.#app.sleep(), { signal });
  }

  /** @returns {App} its state */
  get app() {
    return this.#app;
  }

  /** @param {Follower} follower is told what happens, until the playground is stopped */
  follow(follower) {
    this.#followers.add(follower);
    this.#ended.signal.addEventListener('abort', () => this.#followers.delete(follower));
  }

  /**
   * Rests as long as nobody sees it, and then goes on where it was.
   * @param {string} why one of several reasons, each for itself
   * @param {boolean} away
   */
  rest(why, away) {
    if (away) this.#away.add(why);
    else if (this.#away.delete(why) && !this.#away.size) {
      this.#app.sleep();
      this.#want();
    }
  }

  /** Draws it now, even if nobody sees it. */
  refresh() {
    this.#draw(this.#still);
  }

  #changed() {
    this.#followers.forEach((f) => f.changed?.());
    this.#want();
  }

  /** Is aborted when the playground is stopped. */
  get ended() {
    return this.#ended.signal;
  }

  /** Stops it; what is drawn stays. */
  end() {
    this.#ended.abort();
  }

  /** There is something to draw. */
  #want() {
    if (this.#wanted || this.#away.size || this.#ended.signal.aborted) return;
    this.#wanted = true;
    requestAnimationFrame((stamp) => this.#frame(stamp));
  }

  /** @param {number} stamp real time, ms */
  #frame(stamp) {
    const app = this.#app;
    this.#wanted = false;
    if (this.#away.size) return; // what there is to draw is drawn when it is seen again
    followStory(app);
    try {
      if (!document.hidden) app.tick(stamp);
    } catch (error) {
      app.pause();
      this.#around.failed(error);
    }
    if (hasDrawing()) this.#still = null;
    this.#draw(this.#still);
    if (app.busy) this.#want();
  }

  /** @param {Iterable<Element> | null} [still] shows the moment as well as the picture would */
  #draw(still = null) {
    const focused = held();
    render(this.page(this.#app, this.#widths, still), this.root);
    const { header: slots, picker } = this.#around;
    if (slots) {
      const { path, tools, more } = header(this.#app);
      render(path, slots.path);
      render(tools, slots.tools);
      render(more, slots.more);
    }
    showOpen(picker, this.#app);
    followLesson(this.#app, this.root);
    this.#wayBack.follow(this.#app, focused);
    giveBack(focused);
    const scrubbing = () => !!document.activeElement?.matches('.scrub');
    this.#followers.forEach((f) => f.drawn?.());
    this.#announcer.soon(() => this.#narrator.next(this.#app, scrubbing()));
    if (isMoving(this.#app) || isStoryBehind(this.#app)) this.#want();
    if (!this.#app.busy) this.#followers.forEach((f) => f.rested?.());
  }

  /** What lessons say is for the ear, too, once it is there. */
  async #listenToLessons() {
    const { lessonSpeech } = await import('./soon.js');
    this.#narrator.lessons = lessonSpeech;
    this.#want();
  }

  /** Measures the room there is, and asks for as many cells as fit. */
  #fit() {
    const page = layoutNow();
    if (page !== this.#widths.page) {
      this.#widths = { ...this.#widths, page };
      this.#draw(); // the styles have the new layout already: what is in the old one has no size that means anything
    }
    const before = this.#widths;
    const line = this.root.querySelector('.timeline')?.clientWidth ?? before.timeline;
    const size = pageSize(this.root);
    if (!size.picture || !line) return; // hidden
    this.#widths = { ...size, timeline: line };
    if (JSON.stringify(before) === JSON.stringify(this.#widths)) return;
    this.#app.want(mostSlots(size.picture));
    this.#draw();
  }

  /**
   * Offers the scenarios in the header, all of them once they are known.
   * @param {() => Promise<Scenario[]>} library loads what is said of each
   */
  async #offer(library) {
    const { signal } = this.#ended;
    const { picker } = this.#around;
    const choose = () => {
      this.#app.load(picker.value);
    };
    picker.disabled = false;
    picker.addEventListener('change', choose, { signal });
    try {
      const [{ offer }, scenarios] = await Promise.all([loadLessons(), library()]);
      if (signal.aborted) return;
      const fill = () => {
        offer(picker, this.#app.scenarios);
        showOpen(picker, this.#app);
      };
      this.#app.stock(scenarios);
      fill();
      onLanguage(fill, signal);
    } catch {
      if (!signal.aborted)
        picker.addEventListener('focus', () => this.#offer(library), { once: true, signal });
    }
  }
}

/**
 * Shows which scenario is open in the list of them, and by its title a script that is none of them.
 * @param {HTMLSelectElement} picker
 * @param {App} app
 */
function showOpen(picker, app) {
  const { scenario } = app.model;
  const first = picker.options[0];
  const own = first?.value === '' ? first : null; // comes before all groups
  if (scenario) own?.remove();
  else if (!own) picker.prepend(new Option(app.title, ''));
  else if (own.text !== app.title) own.text = app.title;
  picker.value = scenario;
}

/** How wide a drawing is that cannot be measured, since the page is hidden: it is drawn all the same (px). */
const unseen = 320;

/**
 * The widths of the drawings, as far as they are known before the first of them: a still has the picture's, and what
 * stands beside the timeline is nearly always as wide.
 * @param {HTMLElement} root
 */
function firstWidths(root) {
  const size = pageSize(root);
  const room = window.innerWidth;
  const timeline = size.page === 'narrow' ? room - 170 : room - 369;
  return { ...size, picture: size.picture || unseen, timeline: timeline > 0 ? timeline : unseen };
}
