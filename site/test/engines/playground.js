// What a test does with a playground in a document, in whatever browser.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** @import {View} from './engine.js' */

/** How often a document is asked whether something is so (ms). */
const pollMs = 50;

/**
 * Waits until a function in the document gives something true. A document that is still on its way is asked again.
 * @template {any[]} A
 * @template R
 * @param {View} view
 * @param {(...given: A) => R} f
 * @param {A} given
 * @param {number} [patienceMs]
 * @returns {Promise<Awaited<R>>}
 */
export async function until(view, f, given, patienceMs = 20_000) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await view
      .evaluate(f, ...given)
      .catch((error) => (Date.now() > end ? assert.fail(error) : undefined));
    if (found) return found;
    if (Date.now() > end) assert.fail(`${f} gave ${JSON.stringify(found)} for ${patienceMs} ms`);
    await pause(pollMs);
  }
}

/** @param {View} view waits until the playground is alive */
export async function ready(view) {
  await until(view, () => !!document.querySelector('.transport'), []);
}

/** @param {View} view waits until what has changed is there and drawn */
export function drawn(view) {
  return view.evaluate(async () => {
    do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (document.querySelector('main[aria-busy="true"]'));
  });
}

/**
 * Presses the first visible button of a name, its label or its text.
 * @param {View} view
 * @param {string} name
 */
export async function press(view, name) {
  const mark = (/** @type {string} */ name) => {
    for (const element of document.querySelectorAll('button, [role=tab], summary')) {
      const own = element.getAttribute('aria-label') ?? element.textContent?.replace(/\s+/g, ' ').trim();
      if (own !== name || !element.getClientRects().length) continue;
      element.setAttribute('data-pressed', '');
      return true;
    }
    return false;
  };
  await until(view, mark, [name], 5000);
  await view.click('[data-pressed]');
  await view.evaluate(() => document.querySelector('[data-pressed]')?.removeAttribute('data-pressed'));
}

/** @param {View} view the sentence, main clause and reason */
export async function sentence(view) {
  await drawn(view);
  return view.evaluate(
    () => document.querySelector('.sentence')?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
  );
}

/** @param {View} view the moment of the run, as the page shows it */
export async function now(view) {
  await drawn(view);
  return view.evaluate(() => document.querySelector('.now')?.textContent?.replace(/\s+/g, ' ').trim() ?? '');
}

/** @param {View} view what the page says of the present place, without what still moves towards it */
export async function place(view) {
  await drawn(view);
  return view.evaluate(() => {
    const said = ['.sentence', '.now', '.controls'].map((s) => document.querySelector(s)?.textContent ?? '');
    const pictured = document.querySelector('svg.picture')?.getAttribute('aria-label') ?? '';
    return [...said, pictured].join('\n').replace(/\s+/g, ' ');
  });
}

/** @param {View} view @param {number} count of steps forward, or with a negative one back */
export async function step(view, count) {
  await view.evaluate(async (count) => {
    const label = count < 0 ? 'Step back' : 'Step forward';
    const button = /** @type {HTMLElement} */ (document.querySelector(`[aria-label="${label}"]`));
    for (let i = 0; i < Math.abs(count); i++) {
      button.click();
      do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      while (document.querySelector('main[aria-busy="true"]'));
    }
  }, count);
}

/** @param {View} view steps by a click, and says something else */
export async function works(view) {
  await ready(view);
  const before = await sentence(view);
  assert.ok(before.length > 20);
  await press(view, 'Step forward');
  await until(
    view,
    (before) => document.querySelector('.sentence')?.textContent?.replace(/\s+/g, ' ').trim() !== before,
    [before],
  );
}

/** @param {View} view opens each tab that there is, and finds what belongs in it */
export async function everyTab(view) {
  const names = await view.evaluate(() =>
    [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent?.trim() ?? ''),
  );
  assert.ok(names.length > 4, `there are tabs: ${names}`);
  for (const name of names) {
    await view.evaluate((name) => {
      const tabs = [...document.querySelectorAll('[role=tab]')]; // of which some may be scrolled out of sight
      /** @type {HTMLElement | undefined} */ (tabs.find((tab) => tab.textContent?.trim() === name))?.click();
    }, name);
    const said = String(await until(view, openPanel, [name]));
    assert.ok(!said.includes('could not be loaded'), `${name}: ${said}`);
  }
}

/**
 * In the document: what the panel of a tab says, once it is there.
 * @param {string} name
 */
function openPanel(name) {
  const panel = [...document.querySelectorAll('[role=tabpanel]')].find((each) => {
    const label = document.getElementById(each.getAttribute('aria-labelledby') ?? '');
    return label?.textContent?.trim() === name;
  });
  const text = panel?.textContent?.trim();
  return text?.startsWith('Loading') ? '' : text;
}

/** How often a lesson is answered, obeyed or played on before it must have come to its conclusion. */
const turns = 30;

/**
 * Goes through the lesson that is open, as fast as it goes: answers each question by its first option, does what is asked
 * for, and plays on, up to the conclusion.
 * @param {View} view
 */
export async function followLesson(view) {
  await until(view, () => !!document.querySelector('.lesson .chapters'), []);
  await view.evaluate(() => {
    const pace = /** @type {HTMLSelectElement} */ (document.querySelector('.transport select'));
    pace.selectedIndex = pace.length - 1;
    pace.dispatchEvent(new Event('change', { bubbles: true }));
  });
  for (let turn = 0; turn < turns; turn++) {
    const ended = await view.evaluate(() => {
      const first = (/** @type {string} */ s) =>
        /** @type {HTMLElement | null} */ (document.querySelector(s));
      if (first('.conclusion')) return true;
      const next =
        first('.question.asked li button') ?? first('.lesson .deed button') ?? first('[aria-label="Play"]');
      next?.click();
      return false;
    });
    if (ended) return;
    await until(view, () => !document.querySelector('[aria-label="Pause"], [aria-label="Stop"]'), []);
    await drawn(view);
  }
  assert.fail('the lesson does not come to its conclusion');
}
