// A page made from the sources, for what the site's own page cannot show: several playgrounds, or other scenarios.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Opens a page of playgrounds. Each has an element of its name, and the name with -picker and with -live.
 * @param {import('playwright-core').Page} page
 * @param {string} base the address of the site, beside which the page lies
 * @param {string[]} names
 * @param {import('../../src/types').Scenario[]} scenarios
 */
export async function openPlaygrounds(page, base, names, scenarios) {
  const { module, glue } = JSON.parse(readFileSync(`${root}dist/build-manifest.json`, 'utf8'));
  const frame = (/** @type {string} */ id) =>
    `<select id="${id}-picker"></select><p id="${id}-live"></p><div id="${id}"></div>`;
  const html = `<!doctype html><title>Playgrounds</title><link rel="icon" href="data:," />
    <script type="importmap">{"imports": {"lit-html": "./lit/lit-html.js", "lit-html/": "./lit/"}}</script>
    ${names.map(frame).join('')}`;
  await page.route(`${base}made.html`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  for (const [folder, where] of [
    ['src', 'site/src'],
    ['lit', 'site/node_modules/lit-html'],
  ])
    await page.route(`${base}${folder}/**`, (route) =>
      route.fulfill({ path: `${root}${where}/${route.request().url().slice(`${base}${folder}/`.length)}` }),
    );
  await page.goto(`${base}made.html`);
  await page.evaluate(
    async ({ module, glue, scenarios, base, names }) => {
      Object.assign(window, { HIGHWATER_WASM_URL: base + module, HIGHWATER_GLUE_URL: base + glue });
      const { loadEngine } = await import(`${base}src/engine.js`);
      const { Playground } = await import(`${base}src/playground.js`);
      const failed = (/** @type {unknown} */ error) => console.error(error);
      const api = await loadEngine(failed, new AbortController().signal);
      for (const name of names) {
        const element = (/** @type {string} */ of) => document.getElementById(name + of);
        new Playground(api, scenarios, {
          root: element(''),
          keys: element(''),
          live: element('-live'),
          picker: element('-picker'),
          failed,
        });
      }
    },
    { module, glue, base, scenarios, names },
  );
  await page.waitForSelector(`#${names[names.length - 1]} .transport`);
}
