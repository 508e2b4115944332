// What the playground promises the pages that have it in a frame: the page that tries all of it, in Chromium.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hosted, site } from './host.js';

test('in a page of another site every parameter, request and event does what is promised', async () => {
  const { page, close } = await hosted('', {}, `conformance.html?site=${site.url}`);
  await page.waitForFunction(() => /** @type {any} */ (window).finished, null, { timeout: 250000 });
  const results = await page.evaluate(() => /** @type {any} */ (window).results);
  assert.ok(results.length > 90, `${results.length} rows`);
  assert.deepEqual(
    results.filter((/** @type {any} */ r) => !r.ok),
    [],
  );
  await close();
});
