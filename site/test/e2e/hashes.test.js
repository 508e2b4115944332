// The module in Chromium plays every script to the same events as the core does natively and under Node: what makes links,
// lessons and bug reports mean the same everywhere. Other browsers are asked in test/engines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noted, play, program } from '../engines/hashes.js';
import { stage } from './harness.js';

const { site, browser } = await stage();

test('every script has the same events in Chromium as natively', async () => {
  const page = await browser.newPage();
  await page.goto(site.url);
  const scripts = noted();
  assert.ok(scripts.length > 20, 'there are scripts to compare');
  const { module } = program();
  const found = await page.evaluate(play, { module, scripts: scripts.map(({ script }) => script) });
  assert.deepEqual(
    scripts.map(({ name }, i) => `${name} ${found[i]}`),
    scripts.map(({ name, hash }) => `${name} ${hash}`),
  );
});
