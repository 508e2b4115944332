// The path from its first lesson to the conclusion of its last, by the keyboard alone; and nothing that moves for those who
// want nothing to move.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elsewhere, open, ready, sentence, stage } from './harness.js';

/** @import {Page} from './harness.js' */

const { site, browser } = await stage();

/** How many lessons the path has. */
const lessons = 8;

/** Whoever does not get to something with so many Tabs does not get there. */
const manyTabs = 150;

/** @param {Page} page waits until the run stands still */
async function settled(page) {
  await page.waitForFunction(
    () =>
      document.querySelector('main[aria-busy="false"]') &&
      !document.querySelector('.transport [aria-label="Pause"], .transport [aria-label="Stop"]'),
  );
  await sentence(page);
}

/** How many Tabs are pressed before one looks where they have led. */
const fewTabs = 10;

/**
 * Gets to what one wants by Tab, and presses it. The page holds whoever is there: Tabs that come after have no effect.
 * @param {Page} page
 * @param {string} selector
 * @param {'Enter' | 'Space'} key
 */
async function press(page, selector, key) {
  await page.evaluate((s) => {
    const hold = (/** @type {KeyboardEvent} */ e) => {
      if (e.key !== 'Tab') removeEventListener('keydown', hold, true);
      else if (document.activeElement?.matches(s)) e.preventDefault();
    };
    addEventListener('keydown', hold, true);
  }, selector);
  for (let i = 0; !(await page.evaluate((s) => document.activeElement?.matches(s), selector)); i += fewTabs) {
    assert.ok(i < manyTabs, `Tab gets to ${selector}`);
    for (let j = 0; j < fewTabs; j++) await page.keyboard.press('Tab');
  }
  await page.keyboard.press(key);
  await sentence(page);
  await sound(page, selector);
}

/** @param {Page} page @param {string} after what was done last */
async function sound(page, after) {
  const { focus, animations } = await page.evaluate(() => ({
    focus: document.activeElement !== document.body,
    animations: document.getAnimations().length,
  }));
  assert.ok(focus, `the focus is lost after ${after}`);
  assert.equal(animations, 0, `something is animated after ${after}`);
}

/** @param {Page} page @param {string} selector */
const shows = (page, selector) => page.locator(selector).first().isVisible();

const [answer, deed, play] = ['.question li button', '.lesson .deed button', '.transport .round'];

/** @param {Page} page goes through the lesson that is open, and says how many questions and deeds there were */
async function follow(page) {
  const had = { questions: 0, deeds: 0 };
  for (let i = 0; i < 20 && !(await shows(page, '.conclusion')); i++) {
    if (await shows(page, '.question.asked li button')) {
      had.questions++;
      await press(page, answer, 'Enter');
    } else if (await shows(page, deed)) {
      had.deeds++;
      await press(page, deed, 'Space');
    } else await press(page, play, 'Enter');
    await settled(page);
    await sound(page, 'playing on');
  }
  assert.ok(await shows(page, '.conclusion'), 'the lesson comes to its conclusion');
  return had;
}

test('the whole path can be gone by the keyboard alone', async (t) => {
  if (elsewhere(t, 'once Tab has gone round, Enter presses nothing in a Firefox that is driven', 'firefox'))
    return;
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  await page.locator('.lesson .chapters').waitFor();
  await press(page, '.transport select', 'Enter');
  await page.keyboard.press('Escape'); // a list that is open takes the keys
  await page.keyboard.press('End'); // as fast as it goes
  await press(page, '[aria-label="Previous lesson"]', 'Enter');
  /** @type {Set<string>} */
  const questions = new Set();
  const all = { questions: 0, deeds: 0 };
  for (let i = 0; i < lessons; i++) {
    const title = await page.locator('.lesson h2').innerText();
    questions.add(title);
    await page.locator('.path', { hasText: `${i + 1} of ${lessons}` }).waitFor();
    const had = await follow(page);
    all.questions += had.questions;
    all.deeds += had.deeds;
    if (i === lessons - 1) break;
    await press(page, '.conclusion .onward .primary', i % 2 ? 'Enter' : 'Space');
    await page.waitForFunction((t) => document.querySelector('.lesson h2')?.textContent !== t, title);
    await settled(page);
    await sound(page, 'going to the next lesson');
  }
  assert.equal(questions.size, lessons);
  assert.ok(all.questions >= lessons && all.deeds >= 4, JSON.stringify(all));
  await close();
});

for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
  const name =
    reducedMotion === 'reduce'
      ? 'nothing glides on the path with reduced motion'
      : 'on the path things glide';
  test(name, async () => {
    const { page, close } = await open(browser, site.url, { reducedMotion });
    await ready(page);
    await page.locator('svg.picture').waitFor();
    await sentence(page);
    let moved = 0;
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press('ArrowLeft');
      moved += await movesAfter(page);
    }
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press('ArrowRight');
      moved += await movesAfter(page);
    }
    if (reducedMotion === 'reduce') assert.equal(moved, 0);
    else assert.ok(moved > 0, 'so that this test would see it');
    await close();
  });
}

/** @param {Page} page @returns {Promise<number>} in how many frames the picture is another one though a step is over */
async function movesAfter(page) {
  await sentence(page);
  return page.evaluate(async () => {
    const look = () => document.querySelector('svg.picture')?.outerHTML;
    let count = 0;
    let before = look();
    for (let i = 0; i < 12; i++) {
      await new Promise((done) => requestAnimationFrame(done));
      if (look() !== before || document.getAnimations().length) count++;
      before = look();
    }
    return count;
  });
}
