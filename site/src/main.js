// Starts the page: loads the module and opens a playground. Until then the still in index.html stands.

import scenarios, { library } from 'virtual:scenarios';
import { EngineError } from './engine.js';
import { toLesson } from './focus.js';
import { loadEngine } from './load.js';
import { Playground } from './playground.js';
import { Loading } from './loading.js';
import { clear } from './still.js';
import { keepTheme, savedTheme, showTheme } from './theme.js';
import { offerLanguages } from './words/switch.js';

/** @template {HTMLElement} T @param {string} id @returns {T} */
const element = (id) => /** @type {T} */ (document.getElementById(id));
const themes = /** @type {HTMLSelectElement} */ (element('theme'));

/** @type {Playground | null} what is open */
let playground = null;

const loading = new Loading(element('status'), boot);

const framed = window.parent !== window;
const query = new URLSearchParams(location.search);
const outset = framed || location.search ? asksOf() : null;
if (window.highwaterStart) window.highwaterStart.running = true;
boot();
themes.value = showTheme(savedTheme()); // after the module is asked for: storage may take its time
themes.addEventListener('change', () => keepTheme(showTheme(/** @type {any} */ (themes.value))));
const settings = element('settings'); // a menu where there is little room
element('scenario').addEventListener('change', () => settings.hidePopover());
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  toLesson(true);
});
settings.addEventListener('click', ({ target }) => {
  const chosen = target instanceof Element && target.closest('[popovertargetaction="hide"]');
  if (chosen) settings.hidePopover(); // not every browser does so with a menu within
});
element('build').addEventListener('click', () => {
  settings.hidePopover();
  build(false).catch(failed);
});
offerLanguages(element('language'), () => loading.noLanguage());

/**
 * Loads the module and opens the playground; if that fails or takes long, the page says so and offers to try again.
 * @param {import('./failure.js').LoadFailure | null} [before] why that is done again
 */
async function boot(before = null) {
  const attempt = loading.begin();
  try {
    const engine = loadEngine({ died: failed, heard: (got) => loading.heard(attempt, got), before });
    const [api, asked, link] = await Promise.all([engine, outset, linked()]);
    if (!loading.isPresent(attempt)) return;
    playground?.end();
    const offered = (await asked?.scenarios(api, scenarios, library, !!link)) ?? scenarios;
    playground = new Playground(api, offered, {
      ...link,
      page: asked?.page,
      root: element('app'),
      keys: document.body,
      live: element('live'),
      picker: element('scenario'),
      library,
      header: { path: element('path'), tools: element('tools'), more: element('more') },
      failed,
    });
    loading.done();
    follow(playground, offered[0]).catch(() => {}); // then the address stays as it is
    await asked?.serve(playground);
    if (!framed && query.get('mode') === 'author') build(!link && !query.has('scenario')).catch(failed);
  } catch (error) {
    if (!loading.isPresent(attempt)) return;
    if (!(await refused(error))) loading.failed(error);
    outset?.then((asked) => asked.failed(error));
  }
}

/**
 * Opens the studio, in which one writes a scenario.
 * @param {boolean} anew with a small cluster of one's own, not with what is played
 */
async function build(anew) {
  const { openStudio } = await import('./studio/studio.js');
  if (playground) openStudio(playground, anew);
}

/** What the address holds, if anything: then nothing else is shown until that is there. */
async function linked() {
  if (!location.hash.startsWith('#s')) return null;
  clear(element('app'));
  return (await import('./address.js')).opened(library);
}

/**
 * The address follows a playground from now on.
 * @param {Playground} there
 * @param {import('./types').Scenario} first is what it opens without a link
 */
async function follow(there, first) {
  (await import('./address.js')).follow(there, first);
}

/** @param {unknown} error @returns {Promise<boolean>} whether it is of a link, and has been said */
async function refused(error) {
  if (!location.hash.startsWith('#s')) return false;
  const address = await import('./address.js').catch(() => null); // then that is what is said
  if (!address) return false;
  return address.refused(
    error,
    () => boot(),
    () => loading.done(),
  );
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

/** What the address and the page around ask for. */
async function asksOf() {
  const { Outset } = await import('./embed/outset.js');
  return new Outset(location.search, framed);
}

/** @param {unknown} error */
function failed(error) {
  outset?.then((asked) => asked.failed(error));
  loading.stopped(error instanceof Error ? error.message : String(error));
}
