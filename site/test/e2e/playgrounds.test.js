// Two playgrounds in one page: each has its own run, clock, controls and open panels.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open, openTab, stage } from './harness.js';
import { openPlaygrounds } from './sources.js';

const { site, browser } = await stage();

/** @param {string} id of a scenario */
const scenario = (id) => ({
  id,
  script: JSON.parse(
    readFileSync(new URL(`../../../core/testdata/scenarios/${id}.json`, import.meta.url), 'utf8'),
  ),
});

test('two playgrounds in one page have nothing in common', async () => {
  const { page, close } = await open(browser, 'about:blank');
  await openPlaygrounds(page, site.url, ['one', 'two'], ['opening', 'three-partitions'].map(scenario));
  const one = page.locator('#one');
  const shown = async () => {
    for (const way of ['Step forward', 'Step back'])
      await page.locator('#two').getByRole('button', { name: way }).click(); // so that it is drawn anew
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return page.locator('#two').evaluate((e) => e.innerHTML.replace(/<!--.*?-->/gs, ''));
  };
  await page.waitForLoadState('networkidle'); // what is loaded after the start is there
  await page.locator('#two .sentence .main', { hasText: /\w/ }).waitFor();
  const before = await shown();
  assert.match(before, /pay-8/);

  await one.getByRole('button', { name: /^Broker 3,/ }).click();
  await one.getByRole('group', { name: 'Broker 3' }).waitFor();
  await one.getByRole('group', { name: 'Broker 3' }).getByRole('combobox').selectOption('all');
  await page.keyboard.press('Escape');
  await one.getByRole('radio', { name: '1', exact: true }).check();
  await one.getByLabel('request.timeout.ms').fill('1234');
  await one.getByLabel('request.timeout.ms').press('Enter');
  await openTab(one, 'Events', '.log');
  await openTab(one, 'How to read it', '.prose');
  await openTab(one, 'Latency budget', '.budget');
  await one.getByLabel('batching, ms').fill('7');
  await one.getByLabel('batching, ms').press('Enter');
  await one.getByLabel('Speed').selectOption('real');
  await one.getByRole('button', { name: 'Send a record' }).click();
  await one
    .getByText(/request 3\b/i)
    .first()
    .waitFor();
  await one.getByRole('button', { name: 'Play', exact: true }).click();
  await one.getByRole('button', { name: 'Pause', exact: true }).click();
  assert.equal(await shown(), before, 'what is done to one is not seen in the other');
  assert.ok(await page.locator('#two').getByRole('radio', { name: 'all', exact: true }).isChecked());

  await page.selectOption('#two-picker', 'three-partitions');
  assert.match(await shown(), /orders-2/);
  assert.match((await one.locator('svg.picture').textContent()) ?? '', /pay-9/);
  await page.locator('#two .transport button[aria-label="Step forward"]').focus();
  const now = await one.locator('span.now').innerText();
  await page.keyboard.press('ArrowRight');
  assert.equal(await one.locator('span.now').innerText(), now, 'keys go to the one that has the focus');
  await close();
});
