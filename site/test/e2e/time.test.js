// Time: it stands still, runs, and goes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { look, open, ready, sentence, stage, step } from './harness.js';

const { site, browser } = await stage();

/** @param {import('playwright-core').Page} page virtual time in ms */
async function now(page) {
  return Number((await page.locator('span.now').innerText()).replace(/[^\d.]/g, ''));
}

test('ten steps back and ten forward lead to the same state, and so do all the way back and forth', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  const before = await look(page);
  for (const steps of [10, 40]) {
    for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowLeft');
    assert.notEqual(await look(page), before);
    if (steps === 40) assert.match(await sentence(page), /Nothing has happened yet/);
    const all = steps === 40 ? Number(await page.locator('.scrub').getAttribute('max')) : steps;
    for (let i = 0; i < all; i++) {
      if ((await look(page)) === before) break;
      await page.keyboard.press('ArrowRight');
    }
    assert.equal(await look(page), before);
  }
  await close();
});

test('playing glides over a quiet stretch and says so; pause stops at once', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.notice', { hasText: /Skipped 2\.\d s of waiting/ }).waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const stopped = await now(page);
  assert.ok(stopped > 4400 && stopped < 4600, String(stopped));
  await page.waitForTimeout(200);
  assert.equal(await now(page), stopped);
  await close();
});

test('a hidden page stands still and returns without a burst', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByLabel('Speed').selectOption('tenfold');
  const hide = (/** @type {boolean} */ hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(200);
  const before = await now(page);
  await page.waitForTimeout(1500);
  assert.equal(await now(page), before);
  await hide(false);
  const shown = await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
    return document.querySelector('span.now')?.textContent ?? '';
  });
  const after = Number(shown.replace(/[^\d.]/g, ''));
  assert.ok(
    after > before && after - before <= 4000,
    `${before} to ${after}: at most 100 ms a frame are played`,
  );
  await close();
});

test('the timeline is scrubbed by pointer and by keyboard, and acting in the past says what it does', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const scrub = page.locator('.scrub');
  await scrub.focus();
  await page.keyboard.press('ArrowLeft');
  await look(page);
  assert.ok((await now(page)) < 2000);
  await page.keyboard.press('Home');
  assert.match(await sentence(page), /Nothing has happened yet/);
  await page
    .locator('.notice', { hasText: 'You are in the past: what you do now replaces what followed.' })
    .waitFor();
  const line = await page.locator('.timeline > svg').boundingBox();
  assert.ok(line);
  await page.mouse.move(line.x + 5, line.y + 20);
  await page.mouse.down();
  await page.mouse.move(line.x + line.width - 5, line.y + 20, { steps: 5 });
  await page.mouse.up();
  assert.match(await sentence(page), /requests 1 and 2 wait/);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Send a record' }).click();
  await close();
});

test('acting in the past replaces what followed', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Send a record' }).click();
  await page
    .locator('.notice', { hasText: 'You acted in the past: what was known to follow is replaced.' })
    .waitFor();
  await close();
});

test('reset leads back to the opening moment', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const before = await look(page);
  await page.getByRole('button', { name: 'Send a record' }).click();
  await page.getByRole('button', { name: 'raise min.insync.replicas' }).click();
  assert.notEqual(await look(page), before);
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.equal(await look(page), before);
  await close();
});

test('every built-in scenario opens and plays', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const ids = await page
    .locator('#scenario option')
    .evaluateAll((all) => all.map((o) => /** @type {any} */ (o).value));
  assert.ok(ids.length >= 5);
  for (const id of ids) {
    await page.selectOption('#scenario', id);
    await step(page, 12);
    assert.match(await sentence(page), /\w+\./, id);
  }
  await close();
});

test('the window of a long run stands still while it is dragged in, and turns again afterwards', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.selectOption('#scenario', 'same-crash');
  await look(page);
  const window = page.locator('.timeline .whole .window');
  const begin = async () => {
    await look(page);
    return Number(await window.getAttribute('x'));
  };
  const last = await begin();
  const line = await page.locator('.timeline > svg').boundingBox();
  assert.ok(line && last > 100, 'the scenario opens at its end, and the window does');
  await page.mouse.move(line.x + line.width / 2, line.y + 15);
  await page.mouse.down();
  await page.mouse.move(line.x + 2, line.y + 15, { steps: 4 });
  assert.equal(await begin(), last, 'though the place is at the left of it');
  await page.mouse.up();
  assert.ok((await begin()) < last, 'now it turns to where the place is');
  await page.keyboard.press('Home');
  await page.locator('.scrub').focus();
  await page.keyboard.press('Home');
  assert.equal(await begin(), 8, 'and goes along to the start');
  await close();
});
