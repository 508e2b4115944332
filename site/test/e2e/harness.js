// What every test of the page needs: a static host on a sub-path, a browser, and a page that fails on any complaint.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const base = '/lessons/kafka/highwater/';
/** The policy of a strict host. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** How a host treats the module: its type (null: none), its status, its content, or no answer at all.
 * @typedef {{type?: string | null, status?: number, body?: string, silent?: boolean}} Module
 */

/**
 * Serves dist/ on a sub-path.
 * @param {Module} [module]
 */
export async function serve(module = {}) {
  /** @type {string[]} */
  const asked = [];
  const host = { module, asked };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    asked.push(path);
    const name = path.startsWith(base) ? normalize(path.slice(base.length) || 'index.html') : '';
    const file = join(dist, name);
    if (!name || name.startsWith('..') || !existsSync(file)) return void response.writeHead(404).end();
    const { type, status, body, silent } = extname(name) === '.wasm' ? host.module : {};
    if (silent) return;
    const sent = type === undefined ? types[extname(name)] : type;
    response.writeHead(status ?? 200, {
      'Content-Security-Policy': policy,
      ...(sent ? { 'Content-Type': sent } : {}),
    });
    if (body !== undefined) response.end(body);
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    asked,
    /** @param {Module} next how the module is treated from now on */
    treat(next) {
      host.module = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts Chromium. */
export function browse() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--headless=new',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The site and a browser for all the tests of a file; both end with the file. */
export async function stage() {
  const site = await serve();
  const browser = await browse();
  after(async () => {
    await browser.close();
    await site.close();
  });
  return { site, browser };
}

/**
 * Opens the page and collects what it complains about. Closing fails if there is anything that the test has not taken.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @param {() => void} [first] runs in the page before its own scripts
 */
export async function open(browser, url, options = {}, first = undefined) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const requests = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(String(e)));
  page.on('request', (r) => requests.push(r.url()));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) =>
      console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`),
    );
  });
  if (first) await page.addInitScript(first);
  await page.goto(url);
  const close = async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  };
  return { page, complaints, requests, close };
}

/** @param {import('playwright-core').Page} page waits until the playground is alive */
export async function ready(page) {
  await page.waitForSelector('.transport');
}

/** @param {import('playwright-core').Page} page waits until what has changed is drawn */
function drawn(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );
}

/** @param {import('playwright-core').Page} page the sentence, main clause and reason */
export async function sentence(page) {
  await drawn(page);
  return page.locator('.sentence').innerText();
}

/** @param {import('playwright-core').Page} page everything that the page says of the present place */
export async function look(page) {
  await drawn(page);
  return page.evaluate(() =>
    ['.sentence', 'svg.picture', '.wheel', '.controls', 'output.now']
      .map((s) => document.querySelector(s)?.outerHTML ?? '')
      .join('\n')
      .replace(/<!--.*?-->/gs, ''),
  );
}
