// Time: it stands still, runs, and goes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { look, looksLike, open, ready, sentence, stage, step } from './harness.js';

const { site, browser } = await stage();

/** @param {import('playwright-core').Page} page virtual time in ms */
async function now(page) {
  return Number((await page.locator('span.now').innerText()).replace(/[^\d.]/g, ''));
}

test('ten steps back and ten forward lead to the same state, and so do all the way back and forth', async () => {
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
  const before = await look(page);
  for (const steps of [10, 40]) {
    for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowLeft');
    assert.notEqual(await look(page), before);
    if (steps === 40) assert.match(await sentence(page), /Nothing has happened yet/);
    // the place where stepping began is a stop, too
    const all = steps === 40 ? Number(await page.locator('.scrub').getAttribute('max')) + 1 : steps;
    for (let i = 0; i < all; i++) {
      if ((await look(page)) === before) break;
      await page.keyboard.press('ArrowRight');
    }
    await looksLike(page, before);
  }
  await close();
});

test('playing skips a wait and says so; pause stops at once', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.notice', { hasText: /2\.\d s of waiting skipped/ }).waitFor();
  await page.waitForFunction(
    () => Number(document.querySelector('span.now')?.textContent?.replace(/[^\d.]/g, '')) >= 2000,
  ); // it is said where the wait begins
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const stopped = await now(page);
  assert.ok(stopped >= 2000 && stopped < 4600, String(stopped));
  await page.waitForTimeout(200);
  assert.equal(await now(page), stopped);
  await close();
});

test('a hidden page stands still and returns without a burst', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  // at this rate a second of the page is one of the cluster: nothing skips, rests or is rounded
  await page.getByLabel('Speed').selectOption('real');
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
  const jumps = await page.evaluate(async () => {
    const read = () => Number((document.querySelector('span.now')?.textContent ?? '').replace(/[^\d.]/g, ''));
    const found = [];
    for (let last = read(), frames = 0; found.length < 3 && frames < 300; frames++) {
      await new Promise((done) => requestAnimationFrame(done));
      if (read() !== last) found.push(read() - last);
      last = read();
    }
    return found;
  });
  assert.equal(jumps.length, 3, 'it goes on');
  // two frames of the page may have passed between two looks
  assert.ok(
    jumps.every((jump) => jump > 0 && jump <= 2 * 100),
    `${jumps}: at most 100 ms a frame are played`,
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
    .locator('.notice', { hasText: 'You are in the past. What you do now begins another run' })
    .waitFor();
  const line = await page.locator('.timeline > svg').boundingBox();
  assert.ok(line);
  await page.mouse.move(line.x + 5, line.y + 20);
  await page.mouse.down();
  await page.mouse.move(line.x + line.width - 5, line.y + 20, { steps: 5 });
  await page.mouse.up();
  await look(page);
  assert.ok((await now(page)) > 1600);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Send a record' }).click();
  await close();
});

test('acting in the past begins another run; the one before stays in the list until it is thrown away', async () => {
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  await page.getByRole('button', { name: 'Send a record' }).click();
  const sent = await look(page);
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: /^Broker 3,/ }).click();
  await page.getByRole('group', { name: 'Broker 3' }).getByRole('button', { name: /^kill/i }).click();
  await page
    .locator('.notice', { hasText: 'You acted in the past. The run as it was is in the list' })
    .waitFor();
  await page.getByRole('button', { name: 'Runs (1)' }).click();
  await page.getByRole('button', { name: 'Go on with run 1' }).click();
  await page.locator('.notice', { hasText: 'You are in run 1 again' }).waitFor();
  for (let i = 0; i < 6 && (await look(page)) !== sent; i++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Runs (1)' }).click();
  await page.getByRole('button', { name: 'Throw run 2 away' }).click();
  await page.getByRole('button', { name: /^Runs/ }).waitFor({ state: 'detached' });
  await close();
});

test('what was done is undone and done again, by keys and by buttons', async () => {
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  const before = await look(page);
  await page.getByRole('button', { name: 'raise min.insync.replicas' }).click();
  const raised = await look(page);
  assert.notEqual(raised, before);
  await page.keyboard.press('Control+z');
  await looksLike(page, before);
  await page.keyboard.press('Control+Shift+Z');
  await looksLike(page, raised);
  await page.getByRole('button', { name: 'Undo' }).click();
  await looksLike(page, before);
  await close();
});

test('reset leads to the very start, and undoing back from there', async () => {
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  await page.getByRole('button', { name: 'Send a record' }).click();
  const before = await look(page);
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.match(await sentence(page), /Nothing has happened yet/);
  assert.equal(await now(page), 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await looksLike(page, before);
  await close();
});

test('after the pointer Space plays and the arrows step; what was reached by Tab keeps its keys', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const slider = page.getByRole('slider', { name: 'fetch delay of broker 2' });
  await slider.click();
  const delay = await slider.inputValue();
  const t = await now(page);
  await page.keyboard.press('ArrowRight');
  await look(page);
  assert.ok((await now(page)) > t, 'the arrow steps');
  assert.equal(await slider.inputValue(), delay);
  await page.getByRole('button', { name: 'Send a record' }).click();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const there = await now(page);
  await slider.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await look(page);
  assert.notEqual(await slider.inputValue(), delay, 'the slider moves');
  assert.ok((await now(page)) - there < 1, 'and nothing steps');
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
  await step(page, 40);
  const window = page.locator('.timeline .whole .window');
  const begin = async () => {
    await look(page);
    return Number(await window.getAttribute('x'));
  };
  const last = await begin();
  const line = await page.locator('.timeline > svg').boundingBox();
  assert.ok(line && last > 100, 'at the end of the scenario the window is at its end, too');
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

test('the present line of the story stays in sight, wherever one goes', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const outside = () =>
    page.evaluate(() => {
      const line = document.querySelector('.story [aria-current]')?.getBoundingClientRect();
      const panel = document.querySelector('.story')?.closest('[role=tabpanel]')?.getBoundingClientRect();
      return line && panel ? Math.max(panel.top - line.top, line.bottom - panel.bottom) : NaN;
    });
  for (const steps of [8, 8, 8]) {
    await step(page, steps);
    await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))));
    assert.ok((await outside()) <= 1, String(await outside()));
  }
  await page.keyboard.press('Home');
  await look(page);
  assert.ok((await outside()) <= 1 || Number.isNaN(await outside()));
  await close();
});
