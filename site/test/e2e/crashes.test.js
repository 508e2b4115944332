// Brokers that die, freeze, are cut off and come back; who leads then, and what is gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { look, open, press, ready, sentence, stage, stepUntil } from './harness.js';

const { site, browser } = await stage();

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const drawing = async (page) => (await page.locator('svg.picture').textContent()) ?? '';

/** @param {Page} page @param {number} broker @param {string | RegExp} deed */
async function deed(page, broker, deed) {
  await press(page, new RegExp(`^Broker ${broker},`));
  await page
    .getByRole('group', { name: `Broker ${broker}` })
    .getByRole('button', { name: deed })
    .click();
}

test('the leader is killed: it is missed, another leads, and comes back as a follower', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await deed(page, 1, /^Kill/);
  assert.match(
    await sentence(page),
    /You kill broker 1\.[^]*nobody takes over before its session ends at 9.\d{3} ms/,
  );
  assert.match(await drawing(page), /leader · epoch 0, but down/);
  await stepUntil(page, /The controller elects broker 2 leader in epoch 1/);
  assert.match(await drawing(page), /leader · epoch 1/);
  assert.equal(await page.locator('.sign.flag').count(), 1);
  await page.getByRole('button', { name: /^Broker 1, down, fenced/ }).waitFor();
  await deed(page, 1, /^Start/);
  await stepUntil(page, /unfences broker 1/);
  await close();
});

test('what acks=1 acknowledged and nobody copied is a ghost, and its cell goes when the old leader follows', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.selectOption('#scenario', 'leader-dies');
  await stepUntil(page, /pay-5/, '.ghost');
  assert.equal(await page.locator('.ghost').count(), 1);
  assert.match((await page.locator('.ghost').textContent()) ?? '', /pay-5\s*acks=1/);
  assert.equal(await page.locator('.cell.astray').count(), 1);
  await stepUntil(page, /Broker 1 drops offset 4 from its log/);
  assert.equal(await page.locator('.cut').count(), 1);
  await press(page, 'Step forward');
  await look(page);
  assert.equal(await page.locator('.cut, .cell.astray').count(), 0);
  assert.equal(await page.locator('.ghost').count(), 1, 'it stays gone');
  await close();
});

test('a leader that is cut off from everybody believes it leads, and takes writes', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await deed(page, 1, /^Cut.*controller/);
  assert.match(await sentence(page), /You cut broker 1 off from the controller/);
  for (const peer of [2, 3]) await deed(page, 1, new RegExp(`^Cut.*broker ${peer}`));
  await stepUntil(page, /elects broker 2/);
  assert.match(await drawing(page), /believes it leads · epoch 0/);
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await press(page, /To broker 1.*believes it leads/);
  await stepUntil(page, /Broker 1 has not heard that broker 2 leads in a newer epoch/);
  assert.match(await drawing(page), /Acknowledged, and gone/);
  await deed(page, 1, /^Heal.*controller/);
  await stepUntil(page, /You reconnect broker 1 with the controller|drops/);
  await close();
});

test('frozen and thawed; the menu is closed by Escape and offers only what makes sense', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await deed(page, 3, /^Freeze/);
  assert.match(await sentence(page), /You freeze broker 3/);
  const dots = page.getByRole('button', { name: /^Broker 3, frozen/ });
  await dots.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('group', { name: 'Broker 3' });
  await menu.waitFor();
  assert.equal(await menu.getByRole('button', { name: /^(Start|Stop|Freeze)/ }).count(), 0);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  assert.ok(await dots.evaluate((e) => e === document.activeElement));
  await dots.evaluate((e) => {
    /** @type {HTMLElement} */ (e).click();
    e.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })); // before a frame is drawn
  });
  await page.waitForTimeout(100);
  assert.equal(await menu.count(), 0);
  await deed(page, 3, /^Thaw/);
  assert.match(await sentence(page), /You let broker 3 go on/);
  await close();
});

test('the ELR decides whether the last leader may lead again, and can be switched in the same run', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.selectOption('#scenario', 'last-standing');
  for (const question of [/Who will lead\?/, /What becomes of it under broker 2\?/]) {
    await stepUntil(page, question, '.question');
    await page.locator('.question button').first().click(); // while a question is open no reason is told
  }
  await stepUntil(page, /Alive is not eligible: it is in neither ISR nor ELR/);
  await press(page, 'Step forward');
  await look(page);
  assert.match(await drawing(page), /no leader · ISR 0 of 3 · min 2 · ELR 2/);
  await page.locator('summary', { hasText: 'elections' }).click();
  await page.getByRole('switch', { name: /^ELR/ }).click();
  await look(page);
  assert.match(await drawing(page), /leader · epoch 2/);
  assert.match(await page.locator('.notice').innerText(), /without the ELR, up to the same time/);
  await close();
});

test('an unclean election by hand: acknowledged with acks=all, and gone', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.selectOption('#scenario', 'unclean-election');
  await stepUntil(page, /has no leader: no replica may lead/);
  await stepUntil(page, /unfences broker 2/);
  assert.match(await drawing(page), /no leader/);
  await page.locator('summary', { hasText: 'elections' }).click();
  await press(page, /^Elect.*unclean/);
  await look(page);
  assert.equal(await page.locator('.ghost').count(), 2);
  await close();
});
