import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objections, open, ready, stage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const { site, browser } = await stage();

/** How long a search may take where much else goes on (ms). */
const patience = 120000;

/** @param {Page} page */
const panel = (page) => page.locator('.tabpanel.explore');

/** @param {Page} page asks, and waits for the answer @param {RegExp} wanted */
async function asks(page, wanted) {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await panel(page).locator('.verdict', { hasText: wanted }).waitFor({ timeout: patience });
}

/** @param {Page} page @param {string} text */
const step = (page, text) => panel(page).locator('.trace tr', { hasText: text }).getByRole('button');

test('a learner asks whether a record can be lost, plays the loss, switches the ELR on, and asks again', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('tab', { name: 'Can it be lost?' }).click();
  const elr = panel(page).getByLabel('ELR', { exact: true });
  await elr.setChecked(false);
  await asks(page, /^\s*With .* an acknowledged record can be lost: 9 steps\.\s*$/);
  assert.match(
    await panel(page).innerText(),
    /lost in any of the 1\s?\d{3} states with at most 1 failure of these kinds/,
  );

  await step(page, 'out of the ISR').click();
  await page.waitForFunction(() => !document.querySelector('main[aria-busy=true]'));
  assert.equal(await page.locator('.alarm').count(), 0, 'nothing is lost yet');
  await step(page, 'from here no further failure is needed').click();
  await step(page, 'the leader lacks an acknowledged record').click();
  await page.locator('.alarm', { hasText: '1 record is acknowledged and lost: record-1' }).waitFor();

  await panel(page).locator('summary').click(); // what was asked is a line now
  await elr.setChecked(true);
  await asks(page, /an acknowledged record can be lost: 11 steps\.\s*$/);
  await close();
});

test('a question is answered where nothing is lost, too: the closest call, and the map of other settings', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('tab', { name: 'Can it be lost?' }).click();
  await panel(page).getByLabel('replicas', { exact: true }).selectOption('2');
  await panel(page).getByLabel('failures at most').selectOption('1');
  await asks(
    page,
    /^\s*No acknowledged record is lost in any of the \d+ states with at most 1 failure of these kinds\.\s*$/,
  );
  assert.match(
    await panel(page).innerText(),
    /The closest call: an acknowledged record that only 1 log still has/,
  );
  const cells = panel(page).locator('.map td button');
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('.map td button')].every((cell) => cell.textContent?.trim() === '> 1'),
    undefined,
    { timeout: patience },
  );
  assert.equal(await cells.count(), 8);
  await close();
});

test('Kafka without one of its rules loses a record with fewer failures', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('tab', { name: 'Can it be lost?' }).click();
  await panel(page).getByLabel('Kafka without').selectOption({ label: 'waiting for the high watermark' });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const guess = panel(page).getByRole('group', { name: /^Prediction: without this rule/ });
  assert.equal(await panel(page).locator('.verdict').count(), 0, 'the answer waits for a prediction');
  assert.deepEqual(await objections(page), []);
  await guess.getByRole('button', { name: '2', exact: true }).focus();
  await page.keyboard.press('Enter');
  const wanted = /^\s*With 1 .* an acknowledged record can be lost: 2 steps\.\s*$/;
  await panel(page).locator('.verdict', { hasText: wanted }).waitFor({ timeout: patience });
  await panel(page).getByText('Your prediction was 2. 0 of 1 prediction right so far.').waitFor();
  await panel(page)
    .getByText('With the rule none is lost with at most 3 failures of these kinds.')
    .waitFor({ timeout: patience });
  await panel(page).getByText('The model keeps all of Kafka’s rules').waitFor();
  assert.equal(await panel(page).locator('.trace em').count(), 1, 'the point of no return is marked');
  assert.equal(await page.getByRole('button', { name: 'Play it' }).count(), 0, 'no cluster can play that');
  await close();
});

test('a thorough search lets news be late, and says where no script can play that', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('tab', { name: 'Can it be lost?' }).click();
  await panel(page).getByLabel('replicas', { exact: true }).selectOption('4');
  await panel(page).getByLabel('messages may be late').check();
  assert.equal(
    await panel(page).getByLabel('replicas', { exact: true }).inputValue(),
    '3',
    'it has no room for more',
  );
  await panel(page).getByLabel('records', { exact: true }).selectOption('1');
  await panel(page).getByLabel('failures at most').selectOption('2');
  await panel(page).getByLabel('a machine loses power').uncheck();
  await panel(page).getByLabel('a process is killed').uncheck();
  await asks(page, /^\s*With 1 ISR shrink and 1 fencing an acknowledged record can be lost: 12 steps\.\s*$/);
  await panel(page).getByText('The record is lost only if messages are late').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Play it' }).count(), 0);
  assert.deepEqual(await objections(page), []);
  await close();
});
