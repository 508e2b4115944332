// For everybody: keyboard, screen reader, small screens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseScenario,
  elsewhere,
  objectionsLightAndDark,
  open,
  openHeaderMenu,
  ready,
  sentence,
  stage,
  step,
} from './harness.js';

const { site, browser } = await stage();

test('axe finds nothing, light or dark', async () => {
  const { page, close } = await open(browser, site.url, { colorScheme: 'light' });
  await ready(page);
  for (const summary of await page.locator('summary').all()) await summary.click();
  assert.deepEqual(await objectionsLightAndDark(page), []);
  await page.getByRole('button', { name: /broker 2.*in the ISR/ }).click();
  await page.getByRole('button', { name: /broker 3.*in the ISR/ }).click();
  await page.getByRole('button', { name: 'Send a record' }).click();
  await step(page, 5);
  assert.deepEqual(await objectionsLightAndDark(page), []);
  await page.selectOption('#scenario', 'deposed-leader');
  await page.getByRole('button', { name: /^Broker 1,/ }).click();
  await page.getByRole('group', { name: 'Broker 1' }).waitFor();
  assert.deepEqual(await objectionsLightAndDark(page), []);
  await close();
});

test('keyboard alone is enough, and Tab goes through and out', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.keyboard.press('ArrowRight');
  assert.match(await sentence(page), /broker 3/i);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.keyboard.press('Space');
  /** @type {string[]} */
  const visited = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const { name, before } = await page.evaluate(() => {
      const e = /** @type {any} */ (document.activeElement);
      if (e === document.body) return { name: '', before: false };
      const before = Boolean(e.visited);
      e.visited = true;
      return { name: e.getAttribute('aria-label') || e.textContent.trim() || e.id || e.tagName, before };
    });
    if (!name) break;
    assert.ok(!before, `Tab leaves the page and does not come back to ${name}, after ${visited.join(', ')}`);
    visited.push(name);
  }
  for (const name of [
    'Play',
    'Step forward',
    'Send a record',
    'raise min.insync.replicas',
    'Place on the timeline',
  ]) {
    assert.ok(visited.includes(name), `${name} in ${visited.join(', ')}`);
  }
  await close();
});

test('Space presses the button that was reached by Tab', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Send a record' }).focus();
  await page.keyboard.press('Space');
  assert.match(await sentence(page), /sends pay-9 to broker 1 in request 3/);
  await close();
});

test('keys belong to the field that has the focus', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const before = await sentence(page);
  await page.getByLabel('request.timeout.ms').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  assert.equal(await sentence(page), before);
  assert.equal(await page.getByRole('button', { name: 'Pause', exact: true }).count(), 0);
  await close();
});

test('at 360 px nothing scrolls sideways, and everything is large enough to touch', async (t) => {
  if (elsewhere(t, 'no finger is driven')) return;
  const { page, close } = await open(browser, site.url, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await ready(page);
  for (const id of ['opening', 'three-partitions', 'leader-dies', 'last-standing']) {
    await chooseScenario(page, id);
    const aside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    assert.equal(await page.evaluate(aside), 0, id);
  }
  await openHeaderMenu(page);
  const small = await page.locator('button:visible, select:visible').evaluateAll((all) =>
    all
      .map((e) => ({ name: e.getAttribute('aria-label') ?? e.textContent, box: e.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
  );
  assert.deepEqual(small, []);
  await close();
});

test('no text is smaller than 12 px', async () => {
  for (const width of [1280, 360]) {
    const { page, close } = await open(browser, site.url, { viewport: { width, height: 800 } });
    await ready(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim()))
        .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 12)
        .map((e) => e.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(small, []);
    await close();
  }
});

test('the live region says the sentence, and not more often than once in two seconds', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.waitForFunction(() =>
    document.getElementById('live')?.textContent?.includes('requests 1 and 2 wait'),
  );
  await page.evaluate(() => {
    /** @type {number[]} */
    const said = [];
    Reflect.set(window, 'said', said);
    new MutationObserver(() => said.push(performance.now())).observe(
      /** @type {Node} */ (document.getElementById('live')),
      { childList: true, characterData: true, subtree: true },
    );
  });
  await page.keyboard.press('Space');
  await page.waitForTimeout(5000);
  const said = await page.evaluate(() => /** @type {any} */ (window).said);
  for (let i = 1; i < said.length; i++) assert.ok(said[i] - said[i - 1] > 1900, said.join(' '));
  await close();
});

/** @param {import('playwright-core').Page} page what has the focus, by its name; '': nothing has */
const focused = (page) =>
  page.evaluate(() => {
    const e = document.activeElement;
    if (!e || e === document.body) return '';
    return `${e.localName} ${e.getAttribute('aria-label') ?? e.textContent?.replace(/\s+/g, ' ').trim()}`;
  });

test('the focus stays where one is when what had it is drawn no more', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.selectOption('#scenario', 'opening');
  const answer = page.locator('.question button').first();
  for (let i = 0; i < 12 && !(await answer.count()); i++) await page.keyboard.press(']');
  await answer.waitFor();
  await page.keyboard.press('q');
  assert.match(await focused(page), /^h2 ./, 'q leads to the question');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('.question.asked button'));
  assert.notEqual(await focused(page), '', 'after an answer');
  await page.keyboard.press('c');
  assert.match(await focused(page), /^h2 ./, 'c leads to the card');
  for (const key of ['[', '[', '[', '[']) {
    await page.keyboard.press(key);
    await sentence(page);
    assert.notEqual(await focused(page), '', 'after a chapter');
  }
  await close();
});

test('why is opened, read and closed by keyboard', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('tab', { name: 'As a table' }).focus();
  await page.keyboard.press('Enter');
  const broker = page.locator('.as-table').getByRole('button', { name: 'broker 2', exact: true });
  await broker.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('.why-panel h2'));
  assert.match(await focused(page), /broker 2/i);
  await page.keyboard.press('Escape');
  await broker.waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('.as-table'));
  assert.equal(await focused(page), 'button broker 2');
  await close();
});

test('what is typed stays while the run is played', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const field = page.getByLabel('request.timeout.ms');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await field.fill('12');
  await page.waitForTimeout(2500);
  await field.press('End');
  await field.pressSequentially('345');
  assert.equal(await field.inputValue(), '12345');
  await field.press('Enter');
  await page.waitForTimeout(300);
  assert.equal(await field.inputValue(), '12345');
  await close();
});

test('undoing says what was undone, and the slider where one is', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('button', { name: 'Send a record' }).click();
  await sentence(page);
  await page.waitForTimeout(500);
  await page.keyboard.press('Control+z');
  await sentence(page);
  assert.match(await page.locator('.notice').innerText(), /^Undone: sending \S+\.$/);
  const slider = page.getByRole('slider', { name: 'Place on the timeline' });
  assert.match(
    (await slider.getAttribute('aria-valuetext')) ?? '',
    /^[\d\u202f ,.]+\sms: .+, moment \d+ of \d+$/,
  );
  await close();
});
