// The search for a lost record, as the page has it: how long it takes in its worker, when its first layer is complete,
// what memory its module holds, and what the page's frames do meanwhile.

import { noteMemory } from '../memory.js';

/** What one search has shown.
 * @typedef {object} Found
 * @property {number} took until the answer (ms)
 * @property {number} first until the states without a failure are complete (ms)
 * @property {number} states
 * @property {number} memory of the worker's module (MB)
 * @property {number[]} frames the work of each (ms)
 */

/** How long a search may take (ms). */
const patienceMs = 120_000;

/**
 * Notes when which answer comes. It runs in the page, before the page's own scripts; a worker notes its memory by `note`.
 * @param {string} note a function's text
 */
export function noteSearches(note) {
  const answers = /** @type {any[]} */ ([]);
  Object.assign(globalThis, { answers });
  const OwnBlob = Blob;
  Object.assign(globalThis, {
    Blob: class extends OwnBlob {
      constructor(/** @type {BlobPart[]} */ parts, /** @type {BlobPropertyBag | undefined} */ options) {
        const tell = 'if (data === "memory") postMessage({ memory: held.buffer.byteLength });';
        const noting = `(${note})();addEventListener("message", ({ data }) => { ${tell} });`;
        super(options?.type === 'text/javascript' ? [noting, ...parts] : parts, options);
      }
    },
  });
  const OwnWorker = Worker;
  Object.assign(globalThis, {
    Worker: class extends OwnWorker {
      constructor(/** @type {string} */ url) {
        super(url);
        this.addEventListener('message', ({ data }) => {
          answers.push({ at: performance.now(), data });
          if (data.answer?.over) this.postMessage('memory');
        });
      }
    },
  });
}

/** The text of what a worker runs first. */
export const inWorker = String(noteMemory);

/**
 * Asks for three brokers, so many records and three failures of four kinds.
 * @param {import('playwright-core').Page} page with noteSearches
 * @param {number} records
 * @returns {Promise<Found>}
 */
export async function search(page, records) {
  await page.getByRole('tab', { name: 'Can it be lost?' }).click();
  const panel = page.locator('.tabpanel.explore');
  await panel.getByLabel('replicas', { exact: true }).selectOption('3');
  await panel.getByLabel('min.insync.replicas').selectOption('2');
  await panel.getByLabel('ELR', { exact: true }).setChecked(true);
  await panel.getByLabel('records', { exact: true }).selectOption(String(records));
  await panel.getByLabel('failures at most').selectOption('3');
  await page.evaluate(() => {
    const kept = /** @type {any} */ (globalThis);
    kept.notes.frames.length = 0;
    const button = [...document.querySelectorAll('.explore button')].find((b) => b.textContent === 'Search');
    kept.asked = performance.now();
    /** @type {HTMLElement} */ (button).click();
  });
  await page.waitForFunction(
    () => /** @type {any} */ (globalThis).answers.some((/** @type {any} */ a) => a.data.memory),
    undefined,
    { timeout: patienceMs, polling: 100 },
  );
  const found = await page.evaluate(() => {
    const { answers, asked, notes } = /** @type {any} */ (globalThis);
    const at = (/** @type {(answer: any) => boolean} */ is) =>
      answers.find((/** @type {any} */ a) => a.data.answer && is(a.data.answer));
    const over = at((answer) => answer.over);
    return {
      took: over.at - asked,
      first: at((answer) => answer.layers.length > 0).at - asked,
      states: over.data.answer.states,
      memory: answers.find((/** @type {any} */ a) => a.data.memory).data.memory / 2 ** 20,
      frames: notes.frames,
    };
  });
  await page.context().close();
  return found;
}
