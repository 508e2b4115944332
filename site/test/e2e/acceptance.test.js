// The playground's promise: change min.insync.replicas and the ISR, and watch a write complete, or be refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, press, ready, stage, stepUntil } from './harness.js';

const { site, browser } = await stage();

test('taking the slow follower out of the ISR completes the waiting writes', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, /broker 3.*in the ISR/);
  await stepUntil(page, /The water rises from 5 to 8/);
  await stepUntil(page, /answers request 2: success, pay-7 and pay-8 are committed at offsets 6 to 7/);
  await close();
});

test('under the minimum a write is refused, and with a lower minimum it completes', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, /broker 2.*in the ISR/);
  await press(page, /broker 3.*in the ISR/);
  await stepUntil(page, /under the minimum of 2/);
  assert.match((await page.locator('svg.picture').textContent()) ?? '', /high watermark 5 · locked/);
  await press(page, 'Send a record');
  await stepUntil(
    page,
    /refuses request 3 with NOT_ENOUGH_REPLICAS: 1 replica in the ISR, and at least 2 required/,
  );
  assert.match((await page.locator('svg.picture').textContent()) ?? '', /NOT_ENOUGH_REPLICAS/);
  assert.equal(
    await page.getByText('pay-9', { exact: true }).count(),
    0,
    'a refused write never becomes a cell',
  );

  await press(page, 'lower min.insync.replicas');
  await stepUntil(page, /The change itself moves nothing/);
  await press(page, 'Send a record');
  await stepUntil(page, /The water rises from 5 to 9/);
  await stepUntil(page, /answers request 4: success/);
  await close();
});

test('raising the minimum above the ISR refuses, and says who is counted', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, 'raise min.insync.replicas');
  await press(page, /broker 3.*in the ISR/);
  await stepUntil(page, /The ISR is 1 and 2 now/);
  await press(page, 'Send a record');
  await stepUntil(page, /NOT_ENOUGH_REPLICAS: 2 replicas in the ISR, and at least 3 required/);
  await close();
});

test('acks=1 is answered under the minimum, and its record is not committed', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await press(page, /broker 2.*in the ISR/);
  await press(page, /broker 3.*in the ISR/);
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await press(page, 'Send a record');
  await stepUntil(page, /answers request 3: success, pay-9 is in the leader’s log/);
  const drawing = await page.locator('svg.picture').getAttribute('aria-label');
  assert.match(drawing ?? '', /Acknowledged, not committed: pay-9/);
  await close();
});

test('a write that runs out of time leaves its record behind', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.getByLabel('request.timeout.ms').fill('1000');
  await page.getByLabel('request.timeout.ms').press('Enter');
  await press(page, 'Send a record');
  await stepUntil(page, /answers request 3: REQUEST_TIMED_OUT, although pay-9 is in its log at offset 8/);
  await close();
});

test('one request to several partitions waits for the slowest', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.selectOption('#scenario', 'three-partitions');
  await press(page, /To all 3/);
  await stepUntil(page, /Request \d waits in the purgatory/);
  assert.match((await page.locator('svg.picture').textContent()) ?? '', /3 partitions to go/);
  await stepUntil(page, /answers request 1: orders-0 NONE, orders-1 NONE, orders-2 REQUEST_TIMED_OUT/);
  await close();
});
