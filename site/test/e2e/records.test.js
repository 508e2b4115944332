// What an application may believe: milestones, the table of a crash, the latency budget.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseScenario,
  look,
  objections,
  objectionsLightAndDark,
  open,
  openTab,
  press,
  ready,
  sentence,
  stage,
  step,
  stepUntil,
} from './harness.js';

const { site, browser } = await stage();

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {Page} page
 * @param {string} id of a scenario, whose records are shown
 * @param {number} moments after how many of its moments
 */
async function load(page, id, moments) {
  await ready(page);
  await chooseScenario(page, id);
  await look(page);
  await step(page, moments);
  await openTab(page, 'Records', '.ladder');
  await look(page);
}

/**
 * The cells of one row, its head first.
 * @param {Page} page @param {string} panel @param {string} value
 */
async function row(page, panel, value) {
  const found = page
    .locator(`.${panel} tbody tr`)
    .filter({ has: page.getByRole('rowheader', { name: value }) });
  assert.equal(await found.count(), 1, `rows of ${value}`);
  const cells = await found.locator('th, td').allTextContents();
  return cells.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** @param {Page} page */
const accounts = async (page) =>
  (await page.locator('.crash .group').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());

test('the same crash: what each level of acks was worth, and what is lost cannot be overlooked', async () => {
  const { page, close } = await open(browser, site.url);
  await load(page, 'same-crash', 40);
  const [zero, one, all] = await accounts(page);
  assert.match(zero, /^acks=0 .*5 acknowledged, 3 of them survive, 2 lost\. No broker said so/);
  assert.match(one, /^acks=1 .*5 acknowledged, 3 of them survive, 2 lost\.$/);
  assert.match(
    all,
    /^acks=all .*3 acknowledged, 3 of them survive, 2 still held by the producer \(2 sent again\)\.$/,
  );
  assert.deepEqual((await row(page, 'crash', 'one-late-1')).slice(1), [
    '✓ yes',
    'broker 1',
    '✕ no',
    '– no',
    '✕ acknowledged and LOST',
  ]);
  assert.deepEqual((await row(page, 'crash', 'all-late-1')).slice(1), [
    '– not yet',
    'broker 1',
    '✕ no',
    '✓ yes, sent again once',
    'in the log at 3',
  ]);
  const alarm = page.locator('.alarm');
  assert.match(await alarm.innerText(), /4 records are acknowledged and lost: zero-late-1/);
  const box = await alarm.boundingBox();
  assert.ok(box && box.y + box.height < 300, 'it is on the first screen');
  await close();
});

test('before the crash there is no table of it, and nobody is said to have survived before somebody leads', async () => {
  const { page, close } = await open(browser, site.url);
  await load(page, 'same-crash', 40);
  await page.getByLabel('Place on the timeline').fill('0');
  await look(page);
  assert.equal(await page.locator('.crash, .alarm').count(), 0);
  await stepUntil(page, /./, '.crash');
  assert.match((await row(page, 'crash', 'one-late-1'))[3], /nobody leads yet/);
  assert.match((await row(page, 'crash', 'all-late-1'))[4], /not sent again yet/);
  assert.equal(await page.locator('.alarm').count(), 0);
  await close();
});

test('the ladder tells which rungs a record has reached, and when', async () => {
  const { page, close } = await open(browser, site.url);
  await load(page, 'same-crash', 40);
  assert.match(await page.locator('.ladder').innerText(), /send\(\) returning proves the first rung only/);
  const heads = await page.locator('.ladder thead th').allTextContents();
  assert.deepEqual(heads, [
    'record',
    'enqueued',
    'sent',
    'appended',
    'committed',
    'acknowledged',
    'visible',
    'attempts',
    'now',
  ]);
  const lost = await row(page, 'ladder', 'one-late-1');
  assert.deepEqual(lost.slice(3, 8), ['● +1.5 ms', '○ not reached', '● +2.5 ms', '○ not reached', '1']);
  const again = await row(page, 'ladder', 'all-late-1');
  assert.match(again[5], /^● \+8.648 ms$/);
  assert.equal(again[7], '2 · NETWORK_EXCEPTION');
  await close();
});

test('a retry after a timeout: two copies, or one', async () => {
  const { page, close } = await open(browser, site.url);
  await load(page, 'timeout-duplicate', 14);
  assert.match((await row(page, 'ladder', 'pay-1'))[8], /2 times in the log, at 0 and 1/);
  assert.match((await row(page, 'ladder', 'pay-2'))[8], /^in the log at 0$/);
  const wanted = [/Producers plain and idempotent keep their records to send them again: REQUEST_TIMED_OUT/];
  for (let i = 0; i < 80 && wanted.length; i++) {
    await press(page, 'Step back');
    await look(page);
    if (wanted[0].test(await sentence(page))) wanted.shift();
  }
  assert.deepEqual(wanted, [], 'it is told once of both');
  await close();
});

test('an application at work by hand: a record, flush and close', async () => {
  const { page, close } = await open(browser, site.url);
  await load(page, 'latency-budget', 6);
  const producer = page.getByRole('group', { name: 'Producer linger-20' });
  await producer.getByRole('button', { name: 'send()' }).click();
  await look(page);
  assert.deepEqual((await row(page, 'ladder', 'new-1')).slice(2, 7), Array(5).fill('○ not reached'));
  await producer.getByRole('button', { name: 'flush()' }).click();
  await look(page);
  assert.match((await row(page, 'ladder', 'new-1'))[2], /●/);
  await producer.getByRole('button', { name: 'send()' }).evaluate((e) => {
    for (let clicks = 0; clicks < 2; clicks++) /** @type {HTMLElement} */ (e).click(); // before a frame is drawn
  });
  await look(page);
  for (const value of ['new-2', 'new-3'])
    assert.equal((await row(page, 'ladder', value)).length > 2, true, value);
  await producer.getByRole('button', { name: 'close()' }).click();
  assert.match(await sentence(page), /close\(\)|Request|new-1/);
  await close();
});

test('a budget: the core’s arithmetic, and beside it what was measured', async () => {
  const { page, close } = await open(browser, site.url);
  await load(page, 'latency-budget', 6);
  await openTab(page, 'Latency budget', '.stack');
  const [planned, run] = [page.locator('.stack').nth(0), page.locator('.stack').nth(1)];
  assert.match(
    await planned.innerText(),
    /40 = 5 batching \+ 20 network and brokers \+ 15 slack[^]*15 ms are left/,
  );
  assert.match(await run.innerText(), /Measured: pay-1 of linger-5: 40 = 5 batching \+ 20 .* \+ 15 slack/);
  const set = async (/** @type {string} */ name, /** @type {string} */ value) => {
    const field = page.getByLabel(name);
    await field.fill(value);
    await field.press('Tab');
    await look(page);
  };
  await set('batching, ms', '20');
  assert.match(await planned.innerText(), /\+ 0 slack[^]*Nothing is left/);
  await set('batching, ms', '25');
  assert.match(await planned.innerText(), /− 5 missing[^]*Too little by 5 ms/);
  assert.equal(await planned.locator('rect.over').count(), 1);
  await set('network and brokers, ms', '-1');
  assert.equal(
    await page.getByLabel('network and brokers, ms').inputValue(),
    '20',
    'what makes no sense is not taken',
  );
  assert.match(await run.innerText(), /15 ms were left/);
  await close();
});

test('for everybody: axe finds nothing, and nothing sticks out of a small screen', async () => {
  const { page, close } = await open(browser, site.url, { colorScheme: 'light' });
  await load(page, 'same-crash', 40);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, part] of [
      ['Records', '.ladder'],
      ['Latency budget', '.stack'],
    ]) {
      await openTab(page, name, part);
      await look(page);
      assert.deepEqual(await (width > 900 ? objectionsLightAndDark(page) : objections(page)), []);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  }
  await close();
});
