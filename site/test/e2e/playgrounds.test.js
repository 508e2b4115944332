// Two playgrounds in one page: each has its own run, clock, controls and open panels. The page of this test is made here,
// from the sources, since the site has a page with one playground only.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, stage } from './harness.js';

const { site, browser } = await stage();
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {string} id of a scenario */
const scenario = (id) => ({
  id,
  script: JSON.parse(readFileSync(`${root}core/testdata/scenarios/${id}.json`, 'utf8')),
});

/** @param {import('playwright-core').Page} page opens a page with two playgrounds, #one and #two */
async function openTwo(page) {
  const { module, glue } = JSON.parse(readFileSync(`${root}dist/build-manifest.json`, 'utf8'));
  const frame = (/** @type {string} */ id) =>
    `<select id="${id}-picker"></select><p id="${id}-live"></p><div id="${id}"></div>`;
  const html = `<!doctype html><title>Two</title><link rel="icon" href="data:," />
    <script type="importmap">{"imports": {"lit-html": "./lit/lit-html.js", "lit-html/": "./lit/"}}</script>
    ${frame('one')}${frame('two')}`;
  await page.route(`${site.url}two.html`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route(`${site.url}src/**`, (route) =>
    route.fulfill({
      path: `${root}site${new URL(route.request().url()).pathname.replace(/.*(?=\/src\/)/, '')}`,
    }),
  );
  await page.route(`${site.url}lit/**`, (route) =>
    route.fulfill({
      path: `${root}site/node_modules/lit-html${new URL(route.request().url()).pathname.replace(/.*\/lit(?=\/)/, '')}`,
    }),
  );
  await page.goto(`${site.url}two.html`);
  await page.evaluate(
    async ({ module, glue, scenarios, base }) => {
      Object.assign(window, { HIGHWATER_WASM_URL: base + module, HIGHWATER_GLUE_URL: base + glue });
      const { loadEngine } = await import(`${base}src/engine.js`);
      const { Playground } = await import(`${base}src/playground.js`);
      const api = await loadEngine(
        (/** @type {unknown} */ error) => console.error(error),
        new AbortController().signal,
      );
      for (const id of ['one', 'two']) {
        const element = (/** @type {string} */ of) => document.getElementById(id + of);
        new Playground(api, scenarios, {
          root: element(''),
          keys: element(''),
          live: element('-live'),
          picker: element('-picker'),
          failed: (/** @type {unknown} */ error) => console.error(error),
        });
      }
    },
    { module, glue, base: site.url, scenarios: ['opening', 'three-partitions', 'same-crash'].map(scenario) },
  );
  await page.waitForSelector('#two .transport');
}

test('two playgrounds in one page have nothing in common', async () => {
  const { page, close } = await open(browser, 'about:blank');
  await openTwo(page);
  const one = page.locator('#one');
  const shown = async () => {
    for (const way of ['Step forward', 'Step back'])
      await page.locator('#two').getByRole('button', { name: way }).click(); // so that it is drawn anew
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    return page.locator('#two').evaluate((e) => e.innerHTML.replace(/<!--.*?-->/gs, ''));
  };
  const before = await shown();
  assert.match(before, /pay-8/);

  await one.getByRole('button', { name: /^Broker 3,/ }).click();
  await one.getByRole('group', { name: 'Broker 3' }).waitFor();
  await one.getByRole('group', { name: 'Broker 3' }).getByRole('combobox').selectOption('all');
  await page.keyboard.press('Escape');
  await one.getByRole('radio', { name: '1', exact: true }).check();
  await one.getByLabel('request.timeout.ms').fill('1234');
  await one.getByLabel('request.timeout.ms').press('Enter');
  for (const panel of ['.log', '.help', '.budget']) await one.locator(`${panel} summary`).click();
  await one.getByLabel('batching, ms').fill('7');
  await one.getByLabel('batching, ms').press('Enter');
  await one.getByLabel('Speed').selectOption('10');
  await one.getByRole('button', { name: 'Send a record' }).click();
  await one.getByRole('button', { name: 'Play', exact: true }).click();
  await one.getByText('Request 3 leaves', { exact: false }).first().waitFor();
  await one.getByRole('button', { name: 'Pause', exact: true }).click();
  assert.equal(await shown(), before, 'what is done to one is not seen in the other');
  assert.ok(await page.locator('#two').getByRole('radio', { name: 'all', exact: true }).isChecked());

  await page.selectOption('#two-picker', 'three-partitions');
  assert.match(await shown(), /orders-2/);
  assert.match((await one.locator('svg.picture').textContent()) ?? '', /3 requests open/);
  await page.locator('#two .transport button[aria-label="Step forward"]').focus();
  const now = await one.locator('output.now').innerText();
  await page.keyboard.press('ArrowRight');
  assert.equal(await one.locator('output.now').innerText(), now, 'keys go to the one that has the focus');
  await close();
});
