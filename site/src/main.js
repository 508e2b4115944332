// Starts the page: loads the module, and draws when something has changed. Until then the still in index.html stands.

/** @import {Api} from './types' */

import { html, render } from 'lit-html';
import scenarios from 'virtual:scenarios';
import { Announcer, summary } from './announce.js';
import { App } from './app.js';
import { loadEngine } from './engine.js';
import { listen } from './keys.js';
import { savedTheme, setTheme } from './theme.js';
import { measuresFor } from './view/picture.js';
import { page } from './view/page.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const status = /** @type {HTMLElement} */ (document.getElementById('status'));
const picker = /** @type {HTMLSelectElement} */ (document.getElementById('scenario'));
const themes = /** @type {HTMLSelectElement} */ (document.getElementById('theme'));

/** Ends the playground that is open, if one is. */
let end = new AbortController();

themes.value = savedTheme();
setTheme(savedTheme());
themes.addEventListener('change', () => setTheme(/** @type {any} */ (themes.value)));
boot(false);

/**
 * Loads the module; if that fails, says so and offers to try again.
 * @param {boolean} again
 */
async function boot(again) {
  status.hidden = false;
  render(html`<span>Loading the simulation …</span>`, status);
  try {
    const api = await loadEngine(failed, again);
    status.hidden = true;
    open(api);
  } catch (error) {
    failed(error);
  }
}

/** @param {unknown} error */
function failed(error) {
  const message = error instanceof Error ? error.message : String(error);
  status.hidden = false;
  render(
    html`<span role="alert">The simulation could not start. ${message} What you see is a still.</span>
      <button @click=${() => boot(true)}>Try again</button>`,
    status,
  );
}

/** @param {Api} api */
function open(api) {
  end.abort();
  end = new AbortController();
  const { signal } = end;
  const announcer = new Announcer(/** @type {HTMLElement} */ (document.getElementById('live')));
  const widths = { picture: 320, timeline: 320 }; // until the first look
  let wanted = false;
  let marksSaid = 0;
  const changed = () => {
    if (wanted || signal.aborted) return;
    wanted = true;
    requestAnimationFrame(frame);
  };
  const app = new App(api, scenarios, changed);
  root.replaceChildren();
  draw();
  fit();
  const observer = new ResizeObserver(fit);
  observer.observe(root);
  signal.addEventListener('abort', () => observer.disconnect());
  listen(document.body, app, signal);
  offerScenarios(app, signal);
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

  function draw() {
    render(page(app, widths), root);
    picker.value = app.scenario;
    announcer.soon(spoken);
  }

  /** @returns {string} what has happened since the last announcement */
  function spoken() {
    const { main, why } = app.sentence;
    const now = app.journal.notableBefore(app.state.n);
    const passed = app.playing && now - marksSaid > 2 ? summary(app.journal.marks.slice(marksSaid, now)) : '';
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
    app.want(measuresFor(stage, app.state.partitions).slots);
    draw();
  }
}

/**
 * @param {App} app
 * @param {AbortSignal} signal
 */
function offerScenarios(app, signal) {
  render(
    scenarios.map((s) => html`<option value=${s.id}>${s.script.title ?? s.id}</option>`),
    picker,
  );
  picker.value = app.scenario;
  picker.disabled = false;
  picker.addEventListener('change', () => app.load(picker.value), { signal });
}
