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
import { letters, pageSize } from './view/sizes.js';
import { followLesson, loadLessons } from './view/slots.js';
import { onLanguage } from './words/words.js';

/** What a playground uses of the page around it.
 * @typedef {object} Surroundings
 * @property {HTMLElement} root is replaced by one that the playground is drawn into
 * @property {HTMLElement} keys where its keys are heard
 * @property {HTMLElement} live the region that screen readers listen to
 * @property {HTMLSelectElement} picker of the scenario
 * @property {() => Promise<Scenario[]>} [library] loads the list of all scenarios; absent: there are no others
 * @property {{path: HTMLElement, tools: HTMLElement, more: HTMLElement}} [header] where what stands in the header is drawn
 * @property {(error: unknown) => void} failed is called when playing breaks off
 */

export class Playground {
  /** @type {HTMLElement} what it is drawn into */
  root;
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

  /**
   * @param {Api} api
   * @param {Scenario[]} scenarios the first is opened
   * @param {Surroundings} around
   */
  constructor(api, scenarios, around) {
    const { signal } = this.#ended;
    this.#around = around;
    this.#widths = firstWidths(around.root);
    this.#announcer = new Announcer(around.live);
    this.#app = new App(api, scenarios, {
      name: around.root.id,
      changed: () => this.#want(),
      cells: mostSlots(this.#widths.picture),
      reducedMotion: matchMedia('(prefers-reduced-motion: reduce)'),
    });
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

  /** Stops it; what is drawn stays. */
  end() {
    this.#ended.abort();
  }

  /** There is something to draw. */
  #want() {
    if (this.#wanted || this.#ended.signal.aborted) return;
    this.#wanted = true;
    requestAnimationFrame((stamp) => this.#frame(stamp));
  }

  /** @param {number} stamp real time, ms */
  #frame(stamp) {
    const app = this.#app;
    this.#wanted = false;
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
    render(page(this.#app, this.#widths, still), this.root);
    const { header: slots, picker } = this.#around;
    if (slots) {
      const { path, tools, more } = header(this.#app);
      render(path, slots.path);
      render(tools, slots.tools);
      render(more, slots.more);
    }
    picker.value = this.#app.model.scenario;
    followLesson(this.#app, this.root);
    this.#wayBack.follow(this.#app, focused);
    giveBack(focused);
    const scrubbing = () => !!document.activeElement?.matches('.scrub');
    this.#announcer.soon(() => this.#narrator.next(this.#app, scrubbing()));
    if (isMoving(this.#app) || isStoryBehind(this.#app)) this.#want();
  }

  /** What lessons say is for the ear, too, once it is there. */
  async #listenToLessons() {
    const { lessonSpeech } = await import('./speech.js');
    this.#narrator.lessons = lessonSpeech;
    this.#want();
  }

  /** Measures the room there is, and asks for as many cells as fit. */
  #fit() {
    const before = this.#widths;
    const line = this.root.querySelector('.timeline')?.clientWidth ?? 0;
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
      const fill = () => offer(picker, this.#app.scenarios, this.#app.model.scenario);
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
 * The widths of the drawings, as far as they are known before the first of them: a still has the picture's, and what
 * stands beside the timeline is nearly always as wide.
 * @param {HTMLElement} root
 */
function firstWidths(root) {
  const size = pageSize(root);
  const room = window.innerWidth;
  return { ...size, timeline: size.page === 'narrow' ? room - 170 : room - 369 };
}
