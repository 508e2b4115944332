// Fingers, and eyes that see no colours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elsewhere, open, openTab, ready, stage } from './harness.js';

const { site, browser } = await stage();

/** A phone. */
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('a finger on the picture scrolls the page, and two enlarge it', async (t) => {
  if (elsewhere(t, 'no finger is driven')) return;
  const { page, close } = await open(browser, site.url, phone);
  await ready(page);
  const devtools = await page.context().newCDPSession(page);
  const picture = await page.locator('svg.picture').boundingBox();
  assert.ok(picture);
  const [x, y] = [picture.x + picture.width / 2, picture.y + picture.height / 2];
  const touch = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {number[][]} */ points,
  ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });

  await touch('touchStart', [[x, y]]);
  for (let i = 1; i <= 15; i++) await touch('touchMove', [[x, y - 10 * i]]);
  await touch('touchEnd', []);
  await page.waitForFunction(() => window.scrollY > 50, null, { timeout: 5000 });

  const apart = (/** @type {number} */ by) => [
    [x, 300 - by],
    [x, 300 + by],
  ];
  await touch('touchStart', apart(20));
  for (let i = 1; i <= 15; i++) await touch('touchMove', apart(20 + 5 * i));
  await touch('touchEnd', []);
  await page.waitForFunction(() => (window.visualViewport?.scale ?? 1) > 1.5, null, { timeout: 5000 });
  await close();
});

test('the slider is hit by a finger wherever it is touched', async (t) => {
  if (elsewhere(t, 'no finger is driven')) return;
  const { page, close } = await open(browser, site.url, phone);
  await ready(page);
  const scrub = page.locator('.scrub');
  await scrub.scrollIntoViewIfNeeded();
  const line = await scrub.boundingBox();
  assert.ok(line && line.height >= 24, JSON.stringify(line));
  for (let i = 1; i <= 20; i++) {
    const x = line.x + 8 + (((i * 7) % 19) / 19) * (line.width - 16);
    await page.touchscreen.tap(x, line.y + line.height / 2);
    const near = (/** @type {number} */ x) => {
      const head = document.querySelector('circle.playhead')?.getBoundingClientRect();
      return !!head && Math.abs(head.x + head.width / 2 - x) < 30; // to the place of the nearest mark
    };
    await page.waitForFunction(near, x, { timeout: 5000 });
  }
  await close();
});

test('each thing that happens has a shape of its own on the timeline, so that no colour is needed', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await openTab(page, 'How to read it', '.legend');
  const found = await page.locator('.legend li').evaluateAll((rows) =>
    rows.map((row) => ({
      shape: row.querySelector('path')?.getAttribute('d') ?? '',
      word: row.textContent?.trim() ?? '',
    })),
  );
  assert.ok(found.length > 10);
  for (const of of /** @type {const} */ (['shape', 'word'])) {
    const all = found.map((each) => each[of]).filter(Boolean);
    assert.equal(new Set(all).size, all.length, `${of}: ${all.join(' | ')}`);
  }
  await close();
});
