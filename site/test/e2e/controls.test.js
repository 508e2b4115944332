// Every control, at rest, while the run plays, and in the past: what it changes is seen, and there is a way back to the
// run as it was.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { look, open, ready, stage, step, stepUntil } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const { site, browser } = await stage();

/** How one comes to where the controls are used. @type {Record<string, (page: Page) => Promise<unknown>>} */
const states = {
  'at rest': async () => {},
  playing: async (page) => {
    await page.locator('.transport select').first().selectOption('slow');
    await page.getByRole('button', { name: 'Play' }).click();
  },
  'in the past': async (page) => {
    await step(page, 4);
    await back(page, 3);
  },
};

/** @param {Page} page @param {number} count of steps back */
async function back(page, count) {
  for (let i = 0; i < count; i++) await page.getByRole('button', { name: 'Step back' }).click();
  await look(page);
}

/** What came of using one control.
 * @typedef {{name: string, changed: boolean, undone: boolean, same: boolean, time: string}} Used
 */

/**
 * Uses each control once, and undoes it if it has changed the run.
 * @param {Page} page
 * @returns {Promise<Used[]>}
 */
function useAll(page) {
  return page.evaluate(async () => {
    const find = (/** @type {string} */ selector) =>
      /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
    const settled = async () => {
      do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      while (document.querySelector('main[aria-busy="true"]'));
    };
    const known = () => find('.controls button, .controls select, .controls input');
    const nameOf = (/** @type {HTMLElement} */ e) => {
      const label = e.ariaLabel ?? e.textContent?.trim() ?? '';
      const own = label || e.closest('label')?.textContent?.trim() || /** @type {any} */ (e).value;
      return `${e.tagName} ${e.getAttribute('type') ?? ''} ${own.replace(/\s+/g, ' ')}`;
    };
    const undo = () => /** @type {HTMLElement} */ (find('.deeds button')[0]);
    const can = () => undo().ariaDisabled !== 'true';
    const seen = () => [
      find('svg.picture')
        .map((e) => e.ariaLabel)
        .join(),
      find('.now')[0]?.textContent,
      find('.asked, .minimum, .isr')
        .map((e) => e.textContent)
        .join(),
    ];
    /** @param {HTMLElement} e */
    const use = (e) => {
      if (e instanceof HTMLSelectElement) {
        e.selectedIndex = (e.selectedIndex + 1) % e.options.length;
        e.dispatchEvent(new Event('change', { bubbles: true }));
      } else e.click();
    };
    for (const summary of find('.controls summary')) {
      if (!summary.closest('details')?.open) summary.click();
      await settled();
    }
    /** @type {Used[]} */
    const all = [];
    for (const name of [...new Set(known().map(nameOf))]) {
      const control = known().find((e) => nameOf(e) === name);
      if (!control || control.ariaDisabled === 'true' || control.matches(':disabled')) continue;
      const [before, could] = [JSON.stringify(seen()), can()];
      use(control);
      await settled();
      const playing = find('.transport [aria-label="Pause"]')[0];
      if (playing) playing.click();
      await settled();
      const changed = can() && !could;
      if (changed) undo().click();
      await settled();
      const after = JSON.stringify(seen());
      const time = seen()[1] ?? '';
      all.push({ name, changed, undone: !changed || !can(), same: after === before, time });
      if (playing) find('.transport [aria-label="Play"]')[0]?.click();
      await settled();
    }
    return all;
  });
}

for (const [state, come] of Object.entries(states)) {
  test(`every control has a way back: ${state}`, async () => {
    const { page, close } = await open(browser, site.url);
    await ready(page);
    await look(page);
    await come(page);
    let used = await useAll(page);
    // What plays may go on between the look at it and the deed: whatever was not the same is tried once more.
    if (state === 'playing' && used.some((u) => u.changed && !u.same)) used = await useAll(page);
    const acting = used.filter((u) => u.changed);
    assert.ok(used.length > 15 && acting.length > 8, JSON.stringify(used.map((u) => u.name)));
    for (const { name, undone, changed, same } of used) {
      assert.ok(undone, `${name} can be undone`);
      if (changed || state !== 'playing') assert.ok(same, `${name} leads back to where one was`);
    }
    await close();
  });
}

test('“-” lets go what a lowered minimum lets go, and no more', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const lower = () => page.getByRole('button', { name: 'lower min.insync.replicas' }).click();
  const parked = async () =>
    /\d+ requests? parked|Nobody waits/.exec(
      (await page.locator('svg.picture').getAttribute('aria-label')) ?? '',
    )?.[0];
  await lower(); // the ISR has three members, and broker 3 is slow: the minimum has nothing to do with what waits
  await stepUntil(page, /the minimum is 1\. The ISR has 3: enough/);
  assert.equal(await parked(), '2 requests parked');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await look(page);
  await page.getByRole('button', { name: /broker 2.*in the ISR/ }).click();
  await page.getByRole('button', { name: /broker 3.*in the ISR/ }).click();
  await stepUntil(page, /the minimum is 2: the high watermark is locked/);
  await lower();
  await stepUntil(page, /the minimum is 1\. The ISR has 1: enough/);
  assert.equal(await parked(), '2 requests parked', 'Kafka looks at nothing again because of it');
  await page.getByRole('button', { name: 'Send a record' }).click();
  await stepUntil(page, /The high watermark rises to 9/);
  assert.equal(await parked(), 'Nobody waits');
  await close();
});

test('after a click on a tab the arrows step; reached by the keyboard, they go from tab to tab', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await look(page);
  const tab = (/** @type {string} */ name) => page.getByRole('tab', { name, exact: true });
  const now = () => page.locator('.now').first().innerText();
  await tab('Story').click();
  const before = await now();
  await page.keyboard.press('ArrowLeft');
  await look(page);
  assert.notEqual(await now(), before);
  assert.equal(await tab('Story').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const there = await now();
  await page.keyboard.press('ArrowRight');
  await look(page);
  assert.equal(await now(), there);
  assert.equal(await tab('Story').getAttribute('aria-selected'), 'false');
  await close();
});

test('where there is little room all answers of the question are in sight', async () => {
  const { page, close } = await open(browser, site.url, { viewport: { width: 1024, height: 720 } });
  await ready(page);
  await page.locator('.question li button').first().waitFor();
  await look(page);
  const hidden = await page.evaluate(() => {
    const bottom = document.querySelector('.transport')?.getBoundingClientRect().top ?? 0;
    const answers = [...document.querySelectorAll('.question li')];
    return answers.filter((e) => e.getBoundingClientRect().bottom > bottom).length;
  });
  assert.equal(hidden, 0);
  await close();
});
