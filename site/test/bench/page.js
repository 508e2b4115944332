// Measures the page in Chromium and prints the times (ms) as JSON. `./build.sh bench` starts it, with the address of a
// server that has the page with a crowd of requests at crowd/, with thousands of records
// behind it at history/, with a long run at long/, and the empty program at empty/.

import { chromium } from 'playwright-core';
import { noteMemory } from '../memory.js';
import { inWorker, noteSearches, search } from './search.js';

/** What the page has, once it can be used; the empty page marks itself. */
const readySelector = '#scenario:enabled, html[data-ready="true"]';
/** How often each thing is measured; the median of the runs counts. */
const startRuns = 21;
const runs = 5;
/** How many frames and seeks are looked at in one run. */
const framesPerRun = 500;
const seeksPerRun = 20;
/** How many steps are made in each of how many scenarios before the memory is looked at. */
const memorySteps = 40;
const memoryScenarios = 3;
/** How long the crowd plays before it counts (ms). */
const gatherMs = 6000;
/** How often a page is asked whether it has enough (ms). */
const pollMs = 200;
/** The slowest speed at which playing does not rest: each frame has to advance. */
const crowdSpeed = 'real';
/** A page that is not ready after so long never will be. */
const patienceMs = 60_000;

/**
 * Notes in every page when it is ready, and how long the work of each animation frame takes.
 * @param {string} selector
 */
function probe(selector) {
  const notes = { ready: 0, frames: /** @type {number[]} */ ([]) };
  Object.assign(globalThis, { notes });
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (work) =>
    request((time) => {
      const begun = performance.now();
      work(time);
      notes.frames.push(performance.now() - begun);
    });
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    notes.ready = performance.now();
    observer.disconnect();
  }).observe(document, { attributes: true, childList: true, subtree: true });
}

/**
 * Opens a page in a context of its own, so that nothing is cached, and waits until it is ready.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
async function open(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${url}: ${error.message}`));
  await page.addInitScript(noteMemory);
  await page.addInitScript(probe, readySelector);
  await page.addInitScript(noteSearches, inWorker);
  await page.goto(url);
  await page.waitForSelector(readySelector, { state: 'attached', timeout: patienceMs });
  return page;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<number>} from the navigation to the page being ready
 */
async function start(browser, url) {
  const page = await open(browser, url);
  const ready = await page.evaluate(() => /** @type {any} */ (globalThis).notes.ready);
  await page.context().close();
  return ready;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} speed one of those on offer, by its name in pace.js
 */
async function play(page, speed) {
  await page.getByLabel('Speed').selectOption(speed);
  await page.getByRole('button', { name: 'Play' }).click();
}

/**
 * Plays the crowd, once it has gathered, and notes the work of each frame.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<number[]>}
 */
async function frames(browser, url) {
  const page = await open(browser, url);
  await play(page, crowdSpeed);
  await page.waitForTimeout(gatherMs);
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).notes.frames.length = 0;
  });
  await page.waitForFunction(
    (enough) => /** @type {any} */ (globalThis).notes.frames.length >= enough,
    framesPerRun,
    { timeout: patienceMs, polling: pollMs }, // by default it would ask in animation frames, and they would count
  );
  const found = await page.evaluate(() => /** @type {any} */ (globalThis).notes.frames);
  await page.context().close();
  return found;
}

/**
 * Moves the timeline to a share of its range and waits for the frame that shows the place.
 * @param {import('playwright-core').Page} page
 * @param {number} share 0 to 1
 * @returns {Promise<number>} the work that it took, in the event and in the frames after it
 */
function seekTo(page, share) {
  return page.getByRole('slider', { name: /timeline/i }).evaluate(async (element, share) => {
    const input = /** @type {HTMLInputElement} */ (element);
    const { notes } = /** @type {any} */ (globalThis);
    const from = notes.frames.length;
    const begun = performance.now();
    input.value = String(Math.round(share * Number(input.max)));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const inEvent = performance.now() - begun;
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (
      inEvent +
      notes.frames.slice(from).reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0)
    );
  }, share);
}

/**
 * Plays a long run to its end, and seeks to places all over it, forward and back.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<number[]>}
 */
async function seeks(browser, url) {
  const page = await open(browser, url);
  await play(page, 'tenfold');
  await page
    .getByText(/^Nothing.* happens until/)
    .first()
    .waitFor({ state: 'attached', timeout: patienceMs });
  const found = [];
  for (let i = 0; i < seeksPerRun; i++)
    found.push(await seekTo(page, ((i * 7) % seeksPerRun) / (seeksPerRun - 1)));
  await page.context().close();
  return found;
}

/**
 * Steps through scenarios, one after the other in one page.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<number>} what the page holds in the end, the module's memory and JavaScript's heap, in MB
 */
async function memory(browser, url) {
  const page = await open(browser, url);
  for (let scenario = 0; scenario < memoryScenarios; scenario++) {
    await page.locator('#scenario').first().selectOption({ index: scenario });
    await page.waitForTimeout(pollMs);
    for (let step = 0; step < memorySteps; step++) {
      await page.getByRole('button', { name: 'Step forward' }).first().press('Enter');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const script = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  const module = await page.evaluate(() => /** @type {any} */ (globalThis).held.buffer.byteLength);
  await page.context().close();
  return (script + module) / 2 ** 20;
}

/** @param {string} base */
async function measure(base) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const times = {
    start: /** @type {number[]} */ ([]),
    emptyStart: /** @type {number[]} */ ([]),
    frames: /** @type {number[][]} */ ([]),
    history: /** @type {number[][]} */ ([]),
    seeks: /** @type {number[][]} */ ([]),
    memory: /** @type {number[]} */ ([]),
    two: /** @type {import('./search.js').Found[]} */ ([]),
    three: /** @type {import('./search.js').Found[]} */ ([]),
  };
  for (let run = 0; run < startRuns; run++) {
    times.emptyStart.push(await start(browser, `${base}empty/`));
    times.start.push(await start(browser, `${base}site/`));
  }
  for (let run = 0; run < runs; run++) {
    times.frames.push(await frames(browser, `${base}crowd/`));
    times.history.push(await frames(browser, `${base}history/`));
    times.memory.push(await memory(browser, `${base}site/`));
    times.seeks.push(await seeks(browser, `${base}long/`));
    times.two.push(await search(await open(browser, `${base}site/`), 2));
    times.three.push(await search(await open(browser, `${base}site/`), 3));
  }
  await browser.close();
  return times;
}

console.log(JSON.stringify(await measure(process.argv[2])));
