// A page made from the sources, for what the site's own page cannot show: several playgrounds, or other scenarios.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The script that starts a module, of the toolchain that builds it. */
export function glueFile() {
  const goroot = spawnSync('go', ['env', 'GOROOT'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  return `${goroot}/lib/wasm/wasm_exec.js`;
}

/** The constants that the build gives to the scripts, for a site that lies at an address. @param {string} base */
function constants(base) {
  const { module, version } = JSON.parse(readFileSync(`${root}dist/build-manifest.json`, 'utf8'));
  const content = readFileSync(`${root}dist/${module}`);
  return {
    HIGHWATER_VERSION: version,
    HIGHWATER_WASM_URL: base + module,
    HIGHWATER_WASM_BYTES: content.length,
    HIGHWATER_WASM_STAMP: content.subarray(-12).toString(), // its last section is the stamp
  };
}

/**
 * Opens a page of playgrounds. Each has an element of its name, and the name with -picker and with -live.
 * @param {import('playwright-core').Page} page
 * @param {string} base the address of the site, beside which the page lies
 * @param {string[]} names
 * @param {import('../../src/types').Scenario[]} scenarios
 */
export async function openPlaygrounds(page, base, names, scenarios) {
  const frame = (/** @type {string} */ id) =>
    `<select id="${id}-picker"></select><p id="${id}-live"></p><div id="${id}"></div>`;
  const html = `<!doctype html><title>Playgrounds</title><link rel="icon" href="data:," />
    <script type="importmap">{"imports": {"lit-html": "./lit/lit-html.js", "lit-html/": "./lit/", "virtual:glue": "./glue.js"}}</script>
    ${names.map(frame).join('')}`;
  await page.route(`${base}made.html`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  for (const [folder, where] of [
    ['src', 'site/src'],
    ['lit', 'site/node_modules/lit-html'],
  ])
    await page.route(`${base}${folder}/**`, (route) =>
      route.fulfill({ path: `${root}${where}/${route.request().url().slice(`${base}${folder}/`.length)}` }),
    );
  await page.route(`${base}glue.js`, (route) => route.fulfill({ path: glueFile() }));
  await page.goto(`${base}made.html`);
  await page.evaluate(
    async ({ constants, scenarios, base, names }) => {
      Object.assign(window, constants);
      const { loadEngine } = await import(`${base}src/load.js`);
      const { Playground } = await import(`${base}src/playground.js`);
      const failed = (/** @type {unknown} */ error) => console.error(error);
      const api = await loadEngine({ died: failed });
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
    { constants: constants(base), base, scenarios, names },
  );
  await page.waitForSelector(`#${names[names.length - 1]} .transport`);
}
