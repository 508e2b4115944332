// Starts the page: loads the module and opens a playground. Until then the still in index.html stands.

import { html, render } from 'lit-html';
import scenarios, { library } from 'virtual:scenarios';
import { EngineError, loadEngine } from './engine.js';
import { toLesson } from './focus.js';
import { Playground } from './playground.js';
import { keepTheme, savedTheme, showTheme } from './theme.js';
import { offerLanguages } from './words/switch.js';
import { words } from './words/words.js';

/** @template {HTMLElement} T @param {string} id @returns {T} */
const element = (id) => /** @type {T} */ (document.getElementById(id));
const status = element('status');
const themes = /** @type {HTMLSelectElement} */ (element('theme'));

/** A load that takes longer than this is said to be slow (ms of real time). */
const slowMs = 8000;

/** @type {Playground | null} what is open */
let playground = null;

/** Gives up the load that is under way. */
let attempt = new AbortController();

boot(false);
themes.value = showTheme(savedTheme()); // after the module is asked for: storage may take its time
themes.addEventListener('change', () => keepTheme(showTheme(/** @type {any} */ (themes.value))));
const settings = element('settings'); // a menu where there is little room
element('scenario').addEventListener('change', () => settings.hidePopover());
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  toLesson(true);
});
offerLanguages(element('language'), () => offer(words().frame.noLanguage()));

/**
 * Loads the module and opens the playground; if that fails or takes long, says so and offers to try again.
 * @param {boolean} again
 */
async function boot(again) {
  attempt.abort();
  attempt = new AbortController();
  const { signal } = attempt;
  if (again) status.textContent = words().frame.loading(); // at first the page says so itself
  status.hidden = false;
  const slow = setTimeout(() => offer(words().frame.slow()), slowMs);
  try {
    const api = await loadEngine(failed, signal, again);
    playground?.end();
    playground = new Playground(api, scenarios, {
      root: element('app'),
      keys: document.body,
      live: element('live'),
      picker: element('scenario'),
      library,
      header: { path: element('path'), tools: element('tools'), more: element('more') },
      failed,
    });
    status.hidden = true;
  } catch (error) {
    if (!signal.aborted) failed(error);
  } finally {
    clearTimeout(slow);
  }
}

// What a click or a key leads to may fail as playing does.
addEventListener('error', (event) => broken(event, event.error));
addEventListener('unhandledrejection', (event) => broken(event, event.reason));

/**
 * @param {Event} event
 * @param {unknown} error
 */
function broken(event, error) {
  if (!(error instanceof EngineError) || error.code !== 'internal') return;
  event.preventDefault(); // it is told, so the console need not
  failed(error);
}

/** @param {unknown} error */
function failed(error) {
  const reason = error instanceof Error ? error.message : String(error);
  offer(playground ? reason : words().frame.noStart(reason));
}

/** @param {string} message is shown with a button to try again */
function offer(message) {
  const { startAgain, still, tryAgain, whereItStood } = words().frame;
  const nodes = document.createDocumentFragment();
  render(
    html`<span role="alert">${message} ${playground ? whereItStood() : still()}</span>
      <button @click=${() => boot(true)}>${playground ? startAgain() : tryAgain()}</button>`,
    nodes,
  );
  status.replaceChildren(nodes);
  status.hidden = false;
}
