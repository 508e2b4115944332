// A run of which a little is a lot of work: each of fifteen brokers sends hundreds of heartbeats a second. The page stays
// alive, says how far it has come, and can be stopped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, openTab, stage, stepUntil } from './harness.js';
import { openPlaygrounds } from './sources.js';

const { site, browser } = await stage();

const busy = {
  id: 'busy',
  script: {
    version: 1,
    cluster: {
      brokers: 15,
      config: { 'broker.heartbeat.interval.ms': 2 },
      topics: [{ name: 'busy', partitions: [{ replicas: [1, 2, 3] }] }],
    },
    steps: [2000, 110000].map((at) => ({
      at,
      produce: { acks: '1', partitions: [{ topic: 'busy', partition: 0, records: 1 }] },
    })),
    until: 86400000,
  },
};

/** @param {import('playwright-core').Page} page virtual time, ms */
async function now(page) {
  return Number((await page.locator('span.now').innerText()).replace(/[^\d.]/g, ''));
}

test('a move that takes long says how far it is, leaves the page alive, and stops where it is', async () => {
  const { page, close } = await open(browser, 'about:blank');
  await openPlaygrounds(page, site.url, ['only'], [busy]);
  const step = page.getByRole('button', { name: 'Step forward' });
  await stepUntil(page, /high watermark rises to 1/);
  const before = await now(page);
  assert.ok(before > 2000 && before < 3000, String(before));
  await step.click();
  const progress = page.locator('.notice progress');
  await progress.waitFor();
  const first = await progress.evaluate((e) => /** @type {HTMLProgressElement} */ (e).value);
  assert.match(await page.locator('.notice').innerText(), /Working: \d+ %\. The clock stands at [\d\s.]+ ms/);
  assert.equal(await now(page), before, 'what is shown is where one was');

  await openTab(page, 'How to read it', '.prose');
  await page.getByText('Each lane is a broker').waitFor();
  await page.getByRole('button', { name: 'Send a record' }).click();
  await page.waitForFunction((value) => Number(document.querySelector('progress')?.value) > value, first);

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await progress.waitFor({ state: 'detached' });
  const stopped = await now(page);
  assert.ok(stopped > before && stopped < 110000, `${before}, then ${stopped}`);
  assert.match((await page.locator('.sentence').innerText()) ?? '', /\./);
  await page.getByRole('button', { name: 'Step back' }).click();
  await page.waitForFunction(
    (t) => Number(document.querySelector('span.now')?.textContent?.replace(/[^\d.]/g, '')) < t,
    stopped,
  );
  await page.getByRole('button', { name: 'Send a record' }).click();
  await page
    .getByText(/request 2\b/i)
    .first()
    .waitFor();
  await close();
});

test('such a run plays, more slowly than it should, and pauses at once', async () => {
  const { page, close } = await open(browser, 'about:blank');
  await openPlaygrounds(page, site.url, ['only'], [busy]);
  await page.getByLabel('Speed').selectOption('tenfold');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(
    () => Number(document.querySelector('span.now')?.textContent?.replace(/[^\d.]/g, '')) > 5000,
  );
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const paused = await now(page);
  await page.waitForTimeout(200);
  assert.equal(await now(page), paused);
  await close();
});
