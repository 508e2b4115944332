// Starts the page: loads the module, and draws when something has changed. Until then the still in index.html stands.

/** @import {Api} from './types' */

import { html, render } from 'lit-html';
import scenarios from 'virtual:scenarios';
import { Announcer, summary } from './announce.js';
import { App } from './app.js';
import { loadEngine } from './engine.js';
import { mostSlots } from './geometry.js';
import { listen } from './keys.js';
import { keepTheme, savedTheme, showTheme } from './theme.js';
import { page } from './view/page.js';

/** What the page is drawn into; a new start draws into a new one. */
let root = /** @type {HTMLElement} */ (document.getElementById('app'));
const status = /** @type {HTMLElement} */ (document.getElementById('status'));
const picker = /** @type {HTMLSelectElement} */ (document.getElementById('scenario'));
const themes = /** @type {HTMLSelectElement} */ (document.getElementById('theme'));

/** A load that takes longer than this is said to be slow (ms of real time). */
const slowMs = 8000;

/** Ends the playground that is open, if one is, and the load that is under way. */
let end = new AbortController();
let attempt = new AbortController();

/** Whether a playground has been open: what stands there then is no still. */
let opened = false;

boot(false);
themes.value = showTheme(savedTheme()); // after the module is asked for: storage may take its time
themes.addEventListener('change', () => keepTheme(showTheme(/** @type {any} */ (themes.value))));

/**
 * Loads the module; if that fails or takes long, says so and offers to try again.
 * @param {boolean} again
 */
async function boot(again) {
  attempt.abort();
  attempt = new AbortController();
  const { signal } = attempt;
  if (again) status.textContent = 'Loading the simulation …'; // at first the page says so itself
  status.hidden = false;
  const slow = setTimeout(() => offer('The download is slow or stands still.'), slowMs);
  try {
    const api = await loadEngine(failed, signal, again);
    open(api);
    status.hidden = true;
  } catch (error) {
    if (!signal.aborted) failed(error);
  } finally {
    clearTimeout(slow);
  }
}

/** @param {unknown} error */
function failed(error) {
  const reason = error instanceof Error ? error.message : String(error);
  offer(opened ? reason : `The simulation could not start. ${reason}`);
}

/** @param {string} message is shown with a button to try again */
function offer(message) {
  const nodes = document.createDocumentFragment();
  render(
    html`<span role="alert"
        >${message}
        ${opened ? 'What you see is where it stood; a new start begins the scenario again.' : 'What you see is a still.'}</span
      >
      <button @click=${() => boot(true)}>${opened ? 'Start again' : 'Try again'}</button>`,
    nodes,
  );
  status.replaceChildren(nodes);
  status.hidden = false;
}

/** @param {Api} api */
function open(api) {
  end.abort();
  end = new AbortController();
  const { signal } = end;
  const announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById('live')));
  const widths = firstWidths();
  let wanted = true; // nothing is drawn before all is there
  let marksSaid = 0;
  const changed = () => {
    if (wanted || signal.aborted) return;
    wanted = true;
    requestAnimationFrame(frame);
  };
  const app = new App(api, scenarios, changed, mostSlots(widths.picture));
  const still = opened ? null : root.querySelectorAll('.still');
  const fresh = /** @type {HTMLElement} */ (root.cloneNode(false));
  root.replaceWith(fresh);
  root = fresh;
  opened = true;
  draw(still); // what can be used comes first; the picture, which the still shows already, with the next frame
  wanted = false;
  if (still) changed();
  offerScenarios(app, signal);
  listen(document.body, app, signal);
  const observer = new ResizeObserver(fit);
  observer.observe(root);
  signal.addEventListener('abort', () => observer.disconnect());
  document.addEventListener('visibilitychange', () => app.sleep(), { signal });

  /** @param {number} stamp */
  function frame(stamp) {
    wanted = false;
    try {
      if (app.playing && !document.hidden) app.tick(stamp);
    } catch (error) {
      app.pause();
      failed(error);
    }
    draw();
    if (app.playing) changed();
  }

  /** @param {Iterable<Element> | null} [still] shows the moment as well as the picture would */
  function draw(still = null) {
    render(page(app, widths, still), root);
    picker.value = app.scenario;
    announcer.soon(spoken);
  }

  /** @returns {string} what has happened since the last announcement */
  function spoken() {
    const { main, why } = app.sentence;
    const now = app.marks.notableBefore(app.state.n);
    const passed = app.playing && now - marksSaid > 2 ? summary(app.marks.all.slice(marksSaid, now)) : '';
    marksSaid = now;
    return [app.notice, passed && `${passed}.`, main, why].filter(Boolean).join(' ');
  }

  /** Measures the room there is, and asks for as many cells as fit. */
  function fit() {
    const stage = root.querySelector('.stage')?.clientWidth ?? 0;
    const line = root.querySelector('.timeline')?.clientWidth ?? 0;
    if (!stage || !line || (stage === widths.picture && line === widths.timeline)) return; // hidden, or as before
    widths.picture = stage;
    widths.timeline = line;
    app.want(mostSlots(stage));
    draw();
  }
}

/**
 * The widths of the drawings, as far as they are known before the first of them: the still has the picture's, and what
 * stands beside the timeline is nearly always as wide.
 */
function firstWidths() {
  const picture = root.querySelector('.stage')?.clientWidth || 320;
  const room = Math.min(window.innerWidth, 1280);
  return { picture, timeline: window.innerWidth <= 648 ? room - 24 : room - 369 };
}

/**
 * @param {App} app
 * @param {AbortSignal} signal
 */
function offerScenarios(app, signal) {
  picker.replaceChildren(...scenarios.map(({ id, script }) => new Option(script.title ?? id, id)));
  picker.value = app.scenario;
  picker.disabled = false;
  picker.addEventListener('change', () => app.load(picker.value), { signal });
}
