// The playground's promise: change min.insync.replicas and the ISR, and watch a write complete, or be refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { events, open, press, ready, sendRaw, stage, stepUntil } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const { site, browser } = await stage();

/** @param {Page} page what is written in the picture */
const drawing = async (page) => (await page.locator('svg.picture').textContent()) ?? '';

/** @param {Page} page the picture in words */
const description = async (page) => (await page.locator('svg.picture').getAttribute('aria-label')) ?? '';

test('taking the slow follower out of the ISR completes the waiting writes', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, /broker 3.*in the ISR/);
  await stepUntil(page, /The high watermark rises to 8: requests 1 and 2 are acknowledged/);
  assert.match(await description(page), /high watermark 8\..*Nobody waits in the purgatory/);
  const happened = await events(page);
  assert.match(happened, /high-watermark payments-0 .* from 5 · to 8/);
  assert.match(happened, /response .*request 1 .*error NONE · base offset 5/);
  assert.match(happened, /response .*request 2 .*error NONE · base offset 6/);
  await close();
});

test('under the minimum a write is refused, and with a lower minimum it completes', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, /broker 2.*in the ISR/);
  await press(page, /broker 3.*in the ISR/);
  await stepUntil(page, /the minimum is 2: the high watermark is locked, acks=all is refused/);
  assert.match(await drawing(page), /high watermark 5 · locked/);
  await sendRaw(page);
  await press(page, 'Send a record');
  await stepUntil(
    page,
    /Broker 1 refuses request 3: the ISR has 1, the minimum is 2.*NOT_ENOUGH_REPLICAS: nothing was written/,
  );
  assert.match(await events(page), /response .*request 3 .*error NOT_ENOUGH_REPLICAS/);
  assert.match(await drawing(page), /NOT_ENOUGH_REPLICAS/);
  assert.doesNotMatch(await drawing(page), /pay-9/, 'a refused write never becomes a cell');

  await press(page, 'lower min.insync.replicas');
  await stepUntil(page, /the minimum is 1\. The ISR has 1: enough\..*Nothing moves by itself/);
  assert.match(await description(page), /high watermark 5\b/);
  await press(page, 'Send a record');
  await stepUntil(page, /The high watermark rises to 9: .*are acknowledged/);
  const happened = await events(page);
  assert.match(happened, /high-watermark payments-0 .* from 5 · to 9/);
  assert.match(happened, /response .*request 4 .*error NONE · base offset 8/);
  await close();
});

test('raising the minimum above the ISR refuses, and says who is counted', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, 'raise min.insync.replicas');
  await press(page, /broker 3.*in the ISR/);
  await stepUntil(page, /Broker 3 leaves the ISR, now 1 and 2\. The ISR has 2, the minimum is 3/);
  await sendRaw(page);
  await press(page, 'Send a record');
  await stepUntil(page, /Broker 1 refuses request 3: the ISR has 2, the minimum is 3.*NOT_ENOUGH_REPLICAS/);
  await close();
});

test('acks=1 is answered under the minimum, and its record is not committed', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, /broker 2.*in the ISR/);
  await press(page, /broker 3.*in the ISR/);
  await stepUntil(page, /the minimum is 2: the high watermark is locked/);
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await sendRaw(page);
  await press(page, 'Send a record');
  await stepUntil(page, /Broker 1 writes pay-9 and acknowledges it at once/);
  assert.match(await description(page), /locked under the minimum.*Acknowledged, not committed: pay-9/);
  assert.match(await events(page), /response .*request 3 .*error NONE · base offset 8/);
  await close();
});

test('a write that runs out of time leaves its record behind', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByLabel('request.timeout.ms').fill('1000');
  await page.getByLabel('request.timeout.ms').press('Enter');
  await sendRaw(page);
  await press(page, 'Send a record');
  await stepUntil(page, /Broker 1 writes pay-9 at offset 8; request 3 waits/);
  await stepUntil(page, /Request 3 times out after 1 s, though written to the log/);
  assert.match(await events(page), /response .*request 3 .*error REQUEST_TIMED_OUT/);
  assert.match(await drawing(page), /offset 8: pay-9, epoch 0, .*answered REQUEST_TIMED_OUT/);
  await close();
});

test('one request to several partitions waits for the slowest', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.selectOption('#scenario', 'three-partitions');
  await press(page, /To all 3/);
  await stepUntil(page, /Broker 1 writes 3 records to 3 partitions; request 1 waits/);
  assert.match(await drawing(page), /3 partitions to go/);
  await stepUntil(page, /The high watermarks of orders-0 and orders-1 rise/);
  assert.match(
    await description(page),
    /1 request parked: request 1 needs orders-2 at 1, waits for broker 3/,
  );
  await stepUntil(page, /Request 1 times out after 30 s.*What it wrote to orders-2 is not committed/);
  assert.match(
    await events(page),
    /response .*request 1 .*\(orders-0 · error NONE .*\(orders-1 · error NONE .*\(orders-2 · error REQUEST_TIMED_OUT/,
  );
  await close();
});
