// Pages of another site, for tests of what stands in them: a host with a name of its own, and so an origin of its own.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, stage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

export const { site, browser } = await stage();
const folder = fileURLToPath(new URL('../embed/', import.meta.url));
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** What the host's own page holds at present. */
export let held = '';

const server = createServer(async (request, response) => {
  const name = new URL(request.url ?? '', 'http://host').pathname.slice(1);
  const ending = /** @type {keyof typeof types} */ (name.split('.').pop());
  response.setHeader('Content-Type', types[ending] ?? 'text/html');
  response.end(name ? await readFile(folder + name) : held);
});
server.listen(0);
await once(server, 'listening');
after(() => server.close());
/** Another site on the same machine: a name of its own, and so an origin of its own. */
export const host = `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`;

/**
 * Opens a page of the host.
 * @param {string} body of the page; '': a file of site/test/embed, as the address says
 * @param {object} [options] of the browser
 * @param {string} [address] beneath the host's
 * @param {() => void} [first] runs in every frame before its own scripts
 */
export async function hosted(body, options = {}, address = '', first) {
  held = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lesson</title>
    <link rel="icon" href="data:,"><body>${body}</body></html>`;
  return open(browser, host + address, options, { first });
}

export const element = (/** @type {string} */ attributes) =>
  `<script src="${site.url}highwater.js"></script>
   <highwater-playground ${attributes}><p>What stands here without it.</p></highwater-playground>`;

/** @param {Page} page @param {string} [selector] waits until the element can be used */
export async function alive(page, selector = 'highwater-playground') {
  await page.waitForFunction(
    (selector) => {
      const element = /** @type {any} */ (document.querySelector(selector));
      return (
        element?.get &&
        Promise.race([element.get('playing').then(() => true), new Promise((r) => setTimeout(r, 500))])
      );
    },
    selector,
    { timeout: 60000 },
  );
}
