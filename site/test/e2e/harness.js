// What every test of the page needs: the site on a sub-path, a browser, and a page that fails on any complaint. Both are
// started once by run.js for all files, or here for a file that is run by itself.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Another browser in which the tests run, with the page in one file, opened from a disk: see engines/stage.js. */
const other = process.env.HIGHWATER_TEST_ENGINE;

/**
 * Leaves a test out where it runs in another browser.
 * @param {import('node:test').TestContext} t
 * @param {string} reason why it can be asked in Chromium alone, or of the hosted page
 * @param {string} [name] leaves it out in this one alone
 * @returns {boolean} whether it is left out
 */
export function elsewhere(t, reason, name = other) {
  const out = !!other && other === name;
  if (out) t.skip(reason);
  return out;
}

/** @param {import('node:test').TestContext} t leaves out what needs a phone where there is none: as `elsewhere` */
export const noPhone = (t) => elsewhere(t, 'the window of WebKitGTK is never as narrow as a phone', 'webkit');

/** Where run.js says that the site and the browser are. */
const siteVariable = 'HIGHWATER_TEST_SITE';
const browserVariable = 'HIGHWATER_TEST_BROWSER';

/**
 * Makes dist/ and serves it, as `./build.sh serve` does, on a sub-path.
 * @returns {Promise<{url: string, close: () => void}>}
 */
export async function serve() {
  const running = process.env[siteVariable];
  if (running) return { url: running, close() {} };
  const program = '.build/site';
  const built = spawnSync('go', ['build', '-o', program, './site/build'], { cwd: root, stdio: 'inherit' });
  assert.equal(built.status, 0, 'the server is built');
  const server = spawn(
    `${root}${program}`,
    ['serve', '--watch=false', '--port', '0', '--prefix', '/lessons/kafka/highwater'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [url] = await Promise.race([
    once(createInterface(server.stdout), 'line'),
    once(server, 'exit').then(([code]) => assert.fail(`the server ended with ${code}`)),
  ]);
  return { url, close: () => void server.kill() };
}

const how = {
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
};

/** Starts Chromium, or shares the one that is there. */
export function browse() {
  const running = process.env[browserVariable];
  return running ? chromium.connect(running) : chromium.launch(how);
}

/** Starts a site and a browser that the files run from this process share. */
export async function share() {
  const site = await serve();
  const browser = await chromium.launchServer(how);
  process.env[siteVariable] = site.url;
  process.env[browserVariable] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    site.close();
  };
}

/**
 * The site and a browser for all the tests of a file; both end with the file.
 * @returns {Promise<{site: {url: string, close: () => void}, browser: Browser}>}
 */
export async function stage() {
  if (other) {
    const { stageIn } = await import('../engines/stage.js');
    return /** @type {any} */ (await stageIn(other));
  }
  const site = await serve();
  const browser = await browse();
  after(async () => {
    await browser.close();
    site.close();
  });
  return { site, browser };
}

/** How a host treats the module: its type (null: none), its status, its content, or no answer at all. What is not said
 * is as it is.
 * @typedef {{type?: string | null, status?: number, body?: string, silent?: boolean}} Module
 */

/**
 * Opens the page and collects what it complains about. Closing fails if there is anything that the test has not taken.
 * @param {Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @param {{module?: Module, first?: () => void}} [special] how the module comes, and what runs in the page before its
 * own scripts
 */
export async function open(browser, url, options = {}, { module, first } = {}) {
  if (other) {
    const { openIn } = await import('../engines/stage.js');
    const special = { ...(module && { module }), ...(first && { first }) };
    return openIn(/** @type {any} */ (browser), url, options, special);
  }
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const treated = module ? await treat(page, module) : undefined;
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
  return { page, complaints, requests, close, module: treated };
}

/**
 * Stands between the site and a page where the module is concerned.
 * @param {Page} page
 * @param {Module} module
 */
async function treat(page, module) {
  const treated = { as: module, downloads: 0 };
  await page.route('**/*.wasm', async (route) => {
    treated.downloads++;
    const { type, status, body, silent } = treated.as;
    if (silent) return;
    const response = await route.fetch();
    const { 'content-type': own, ...headers } = response.headers();
    const sent = type === undefined ? own : type;
    await route.fulfill({
      response,
      status: status ?? response.status(),
      headers: sent === null ? headers : { ...headers, 'content-type': sent },
      ...(body === undefined ? {} : { body }),
    });
  });
  return treated;
}

/** @param {Page} page waits until the playground is alive */
export async function ready(page) {
  await page.waitForSelector('.transport');
}

/** @param {Page} page waits until what has changed is there and drawn */
function drawn(page) {
  return page.evaluate(async () => {
    do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (document.querySelector('main[aria-busy="true"]'));
  });
}

/** @param {Page} page the sentence, main clause and reason */
export async function sentence(page) {
  await drawn(page);
  return page.locator('.sentence').innerText();
}

/** @param {Page} page everything that the page says of the present place */
export async function look(page) {
  await drawn(page);
  return page.evaluate(() =>
    ['.sentence', 'svg.picture', '.wheel', '.controls', '.now']
      .map((s) => document.querySelector(s)?.outerHTML ?? '')
      .join('\n')
      .replace(/<!--.*?-->/gs, ''),
  );
}

/** So long may the page take to come to what a test wants of it (ms). */
const patience = 10_000;

/**
 * Waits until everything that the page says of the present place is as wanted.
 * @param {Page} page
 * @param {string} wanted as look gave it
 */
export async function looksLike(page, wanted) {
  const end = performance.now() + patience;
  let seen = await look(page);
  while (seen !== wanted && performance.now() < end) seen = await look(page);
  let i = 0;
  while (i < seen.length && seen[i] === wanted[i]) i++;
  const [from, to] = [Math.max(0, i - 80), i + 160];
  assert.equal(seen.slice(from, to), wanted.slice(from, to), `the first difference, at ${i}`);
}

/** @param {Page} page @param {string | RegExp} name of a button */
export function press(page, name) {
  return page.getByRole('button', { name }).click();
}

/** @param {Page} page opens the menu of the header, in which a small screen has what a large one shows at once */
export async function openHeaderMenu(page) {
  const button = page.getByRole('button', { name: 'Settings' });
  const [hasMenu, open] = [await button.isVisible(), await page.locator('#settings').isVisible()];
  if (hasMenu && !open) await button.click();
}

/** @param {Page} page @param {string} id of a scenario, which is chosen from the list in the header */
export async function chooseScenario(page, id) {
  await openHeaderMenu(page);
  await page.selectOption('#scenario', id);
}

/**
 * Opens a tab beneath the picture, and waits until what it holds is there.
 * @param {Page | import('playwright-core').Locator} page or a part of one
 * @param {string} name
 * @param {string} selector of what it holds
 */
export async function openTab(page, name, selector) {
  await page.getByRole('tab', { name, exact: true }).click();
  await page.locator(`[role=tabpanel] ${selector}`).first().waitFor();
}

/** @param {Page} page sends what is sent from now on as single requests, without a client that would retry them */
export async function sendRaw(page) {
  await page.locator('.sender select').selectOption('raw');
}

/** @param {Page} page what has happened, as the tab of events lists it: a line for each event, the newest first */
export async function events(page) {
  await openTab(page, 'Events', '.log');
  await drawn(page);
  const lines = await page.locator('.log li').allTextContents();
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\n');
}

/**
 * Steps forward until the sentence, or another element, is there and matches. It steps in the page: a step by way of the
 * test costs ten times as much.
 * @param {Page} page
 * @param {RegExp} wanted
 * @param {string} [selector]
 */
export async function stepUntil(page, wanted, selector = '.sentence') {
  const last = await page.evaluate(
    async ([selector, source, flags]) => {
      const pattern = new RegExp(source, flags);
      const read = () => document.querySelector(selector)?.textContent?.replace(/\s+/g, ' ');
      const forward = /** @type {HTMLElement} */ (document.querySelector('[aria-label="Step forward"]'));
      for (let i = 0; i < 250 && !pattern.test(read() ?? ''); i++) {
        forward.click();
        do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        while (document.querySelector('main[aria-busy="true"]'));
      }
      return read();
    },
    [selector, wanted.source, wanted.flags],
  );
  assert.match(last ?? `no ${selector}`, wanted);
}

/** @param {Page} page @param {number} count of steps forward, each with its frame */
export function step(page, count) {
  return page.evaluate(async (count) => {
    const forward = /** @type {HTMLElement} */ (document.querySelector('[aria-label="Step forward"]'));
    for (let i = 0; i < count; i++) {
      forward.click();
      do await new Promise((done) => requestAnimationFrame(done));
      while (document.querySelector('main[aria-busy="true"]'));
    }
  }, count);
}

/**
 * @param {Page} page a light one; for the dark one it is enough to ask for the contrast
 * @returns {Promise<string[]>} what axe objects to, light or dark
 */
export async function objectionsLightAndDark(page) {
  const light = await objections(page);
  const wear = (/** @type {string} */ theme) =>
    page.evaluate((theme) => void (document.documentElement.dataset.theme = theme), theme);
  await wear('dark');
  const dark = await objections(page, ['color-contrast']);
  await wear('auto');
  return [...light, ...dark.map((text) => `dark: ${text}`)];
}

/**
 * @param {Page} page
 * @param {string[]} [rules] of axe; by default all
 * @returns {Promise<string[]>} what axe objects to
 */
export async function objections(page, rules) {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = await page.evaluate(
    (runOnly) => /** @type {any} */ (window).axe.run(document, runOnly && { runOnly }),
    rules,
  );
  return violations.map(
    (/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => n.html).join(' ')}`,
  );
}
