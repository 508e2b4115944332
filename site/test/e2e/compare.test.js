import assert from 'node:assert/strict';
import test from 'node:test';
import { noPhone, objections, open, openHeaderMenu, ready, stage } from './harness.js';

const { site, browser } = await stage();

test('two runs stand one under the other on one axis, and what differs is listed', async () => {
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Keep this run as A' }).click();
  await page.getByText('At this time A and B do not differ.').waitFor();
  await page.getByRole('button', { name: /broker 3.*in the ISR/s }).click();
  await page.keyboard.press('ArrowRight');
  const first = page.locator('.differences li.first');
  await first.waitFor();
  assert.match(
    await page.locator('.differences').innerText(),
    /pay-6: A in the log, not answered yet; B acknowledged/,
  );
  const pictures = page.locator('.twins svg.picture');
  assert.equal(await pictures.count(), 2);
  const labels = (/** @type {number} */ i) => pictures.nth(i).locator('.axis text').allTextContents();
  assert.deepEqual(await labels(0), await labels(1), 'one axis');
  const [a, b] = [await pictures.nth(0).boundingBox(), await pictures.nth(1).boundingBox()];
  assert.ok(a && b && a.x === b.x && b.y >= a.y + a.height);
  assert.deepEqual(await objections(page), []);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'End the comparison' }).click();
  await page.locator('.twins').waitFor({ state: 'detached' });
  await close();
});

test('on a phone a switch shows A or B and keeps the place; a ready-made pair opens, and can be left', async (t) => {
  if (noPhone(t)) return;
  const { page, close } = await open(browser, site.url, {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  await ready(page);
  const at = () => page.locator('.now').innerText();
  const before = await at();
  assert.match(before, /1\s604\sms/);
  await openHeaderMenu(page);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: /^acks=1 or acks=all/ }).click();
  await page.locator('.twins').waitFor();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
  const now = await at();
  assert.match(now, /4\s000\sms/);
  await page.getByRole('button', { name: 'A', exact: true }).click();
  await page.locator('.twins').getByText('A: acks=1').waitFor();
  assert.equal(await page.locator('.twins svg.picture').count(), 1);
  assert.equal(await at(), now);
  await openHeaderMenu(page);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'End the comparison' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.now', { hasText: before }).waitFor();
  await close();
});
