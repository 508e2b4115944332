// Each way in which the page may fail to start has a text of its own, with the file, what helps, and a way to try again.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { open, openTab, press, ready, sentence, stage } from './harness.js';

const { site, browser } = await stage();
const dist = new URL('../../../dist/', import.meta.url);
const { module, version } = JSON.parse(readFileSync(new URL('build-manifest.json', dist), 'utf8'));
const bytes = readFileSync(new URL(module, dist));
const policy = /Security-Policy" content="([^"]*)"/.exec(
  readFileSync(new URL('index.html', dist), 'utf8'),
)?.[1];

/** How a failure is brought about.
 * @typedef {object} Provoked
 * @property {string} name
 * @property {RegExp} says what happened
 * @property {RegExp} [helps] the remedy
 * @property {RegExp} [file] the address
 * @property {Record<string, any>} [files] how files come, by a glob: what route.fulfill takes, 'silent' or 'reset'
 * @property {Record<string, string>} [headers] of the page
 * @property {() => void} [first] what runs before the page's scripts
 * @property {number} [wait] for how long nothing comes, ms
 * @property {string} [url]
 * @property {boolean} [final] trying again cannot help
 */

/** @param {number} at */
function altered(at) {
  const copy = Buffer.from(bytes);
  copy[at] ^= 1;
  return copy;
}

const wasm = { contentType: 'application/wasm' };

/** @type {Provoked[]} */
const all = [
  {
    name: 'opened as a file',
    url: new URL('index.html', dist).href,
    says: /opened as a file/,
    helps: /one file is here, beside it: .*highwater\.html/s,
    final: true,
  },
  {
    name: 'an engine too old',
    first: () => void delete (/** @type {any} */ (Array.prototype).toSorted),
    says: /too old/,
    helps: /2023 or later/,
    final: true,
  },
  {
    name: 'an engine that cannot even read the scripts',
    first: () => void delete (/** @type {any} */ (Array.prototype).toSorted),
    files: { '**/main-*.js': { body: 'class { #', contentType: 'text/javascript' } },
    says: /too old/,
    final: true,
  },
  {
    name: 'a script that is not there',
    files: { '**/main-*.js': { status: 404, body: '' } },
    says: /A script of the page could not be loaded/,
    file: /main-\w+\.js$/,
  },
  {
    name: 'a script in whose place a page comes',
    files: { '**/main-*.js': { body: '<!doctype html>', contentType: 'text/html' } },
    says: /A script of the page could not be loaded/,
    file: /main-\w+\.js$/,
  },
  {
    name: 'a script that is cut short',
    files: { '**/main-*.js': { body: 'import {', contentType: 'text/javascript' } },
    says: /A script of the page broke off: .*SyntaxError/,
    file: /main-\w+\.js$/,
  },
  {
    name: 'a script that never comes',
    files: { '**/main-*.js': 'silent' },
    wait: 9000,
    says: /A file of the page has not come for 8 s/,
    file: /main-\w+\.js$/,
  },
  {
    name: 'a style sheet that is not there',
    files: { '**/main-*.css': { status: 404, body: '' } },
    says: /The style sheet of the page could not be loaded/,
    file: /main-\w+\.css$/,
  },
  {
    name: 'a style sheet that never comes',
    files: { '**/main-*.css': 'silent' },
    wait: 9000,
    says: /A file of the page has not come for 8 s/,
    file: /main-\w+\.css$/,
  },
  {
    name: 'a policy without WebAssembly',
    headers: { 'content-security-policy': `${policy?.replace(" 'wasm-unsafe-eval'", '')}` },
    says: /policy of this site forbids WebAssembly/,
    helps: /'wasm-unsafe-eval' to script-src/,
    final: true,
  },
  {
    name: 'a policy without WebAssembly and without the page’s own script',
    headers: { 'content-security-policy': "script-src 'self'" },
    says: /policy of this site forbids WebAssembly/,
    final: true,
  },
  {
    name: 'a policy that allows no Trusted Types',
    headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
    says: /policy of this site stops the page’s scripts/,
    helps: /“lit-html”/,
    final: true,
  },
  {
    name: 'no WebAssembly',
    first: () => void delete (/** @type {any} */ (window).WebAssembly),
    says: /WebAssembly switched off/,
    final: true,
  },
  {
    name: 'a page in the module’s place, with status 200',
    files: { '**/*.wasm': { body: '<!doctype html><title>Sign in</title>', contentType: 'text/html' } },
    says: /is not the module: it begins with “<!doctype html><title>/,
    file: /\.wasm$/,
  },
  {
    name: 'a script that is loaded later is not there',
    url: `${site.url}#s=1`,
    files: { '**/address-*.js': { status: 404, body: '' } },
    says: /A script of the page could not be loaded/,
    file: /address-\w+\.js$/,
    final: true,
  },
  {
    name: 'a module that is not there',
    files: { '**/*.wasm': { status: 404, body: '' } },
    says: /module is not there: the host answered 404/,
    file: /\.wasm$/,
  },
  {
    name: 'no connection',
    files: { '**/*.wasm': 'reset' },
    says: /could not be fetched: no connection/,
    file: /\.wasm$/,
  },
  {
    name: 'a module cut short',
    files: { '**/*.wasm': { ...wasm, body: bytes.subarray(0, 100_000) } },
    says: new RegExp(`cut short: 100000 of ${bytes.length} bytes`),
    file: /\.wasm$/,
  },
  {
    name: 'a damaged module',
    files: { '**/*.wasm': { ...wasm, body: altered(8) } },
    says: /module is damaged/,
    file: /\.wasm$/,
  },
  {
    name: 'a module of another version',
    files: { '**/*.wasm': { ...wasm, body: altered(bytes.length - 1) } },
    says: /module is of another version: [0-9a-z]{12}, and the page needs [0-9a-f]{12}/,
    file: /\.wasm$/,
  },
  {
    name: 'no memory',
    first: () => {
      const own = WebAssembly.instantiate;
      WebAssembly.instantiate = /** @type {any} */ (
        () => {
          WebAssembly.instantiate = own;
          return Promise.reject(new RangeError('out of memory'));
        }
      );
    },
    says: /not enough memory/,
    helps: /Close other tabs/,
  },
];

for (const as of all) {
  test(`${as.name}: the page says so, and what helps`, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.clock.install();
    let bad = true;
    for (const [glob, how] of Object.entries(as.files ?? {}))
      await page.route(glob, (route) => {
        if (!bad) return route.continue();
        if (how === 'silent') return;
        return how === 'reset' ? route.abort() : route.fulfill(how);
      });
    if (as.headers)
      await page.route(site.url, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), ...as.headers } });
      });
    if (as.first) await page.addInitScript(as.first);
    await page.goto(as.url ?? site.url, { waitUntil: 'commit' });
    if (as.wait) {
      await page.locator('#live').waitFor({ state: 'attached' });
      if (as.file?.source.includes('js')) await page.waitForFunction(() => document.styleSheets.length);
      await page.clock.fastForward(as.wait);
    }
    const strip = page.locator('#status');
    await strip.getByRole('alert').waitFor({ timeout: 20_000 });
    const said = await strip.innerText();
    assert.match(said, as.says);
    if (as.helps) assert.match(said, as.helps);
    if (as.file) assert.match(await strip.locator('code').innerText(), as.file);
    await strip.locator('summary').click();
    const report = await strip.locator('pre').innerText();
    assert.match(report, new RegExp(`Version: ${version}\n.*Browser: Mozilla.*Failure: \\w+\\. `, 's'));
    bad = false;
    if (!as.final) {
      await strip.getByRole('button', { name: 'Try again' }).click();
      await ready(page);
      assert.match(await sentence(page), /requests 1 and 2 wait/);
    }
    await context.close();
  });
}

/** A host that gives the module out bit by bit. */
async function slowHost() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.closeAllConnections());
  after(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  /** @type {import('node:http').ServerResponse[]} */
  const answers = [];
  server.on('request', (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/wasm' });
    answers.push(response);
  });
  return { url: `http://127.0.0.1:${port}/`, answers };
}

test('a slow line: how much has come is said, bytes keep it alive, and trying again keeps them', async () => {
  const slow = await slowHost();
  const page = await browser.newPage();
  await page.clock.install();
  await page.route('**/*.wasm', (route) => route.continue({ url: slow.url }));
  await page.goto(site.url);
  const strip = page.locator('#status');
  const send = async (/** @type {number} */ from, /** @type {number} */ to) => {
    await new Promise((done) => slow.answers[0].write(bytes.subarray(from, to), done));
  };
  while (!slow.answers.length) await page.waitForTimeout(20);
  const part = Math.ceil(bytes.length / 10);
  for (let i = 0; i < 4; i++) {
    await send(i * part, (i + 1) * part);
    await page.clock.runFor(5000);
    await strip.getByText(`${i + 1}0 %`).waitFor();
    assert.equal(await strip.getByRole('alert').count(), 0, 'bytes came within eight seconds');
  }
  await page.clock.runFor(9000);
  const alert = strip.getByRole('alert');
  assert.match(await alert.innerText(), /stalled: nothing has come for 8 s, \d\.\d of \d\.\d MB/);
  await strip.getByRole('button', { name: 'Try again' }).click();
  while (slow.answers.length < 2) await page.waitForTimeout(20);
  await send(4 * part, 10 * part);
  slow.answers[0].end();
  await page.clock.runFor(1000);
  await ready(page);
  assert.equal(await strip.isVisible(), false);
  await page.close();
});

test('a style sheet that comes late is put on', async () => {
  const page = await browser.newPage();
  await page.clock.install();
  /** @type {import('playwright-core').Route[]} */
  const held = [];
  await page.route('**/main-*.css', (route) => void held.push(route));
  await page.goto(site.url, { waitUntil: 'commit' });
  await page.locator('#live').waitFor({ state: 'attached' });
  await page.clock.fastForward(9000);
  await page.locator('#status').getByRole('alert').waitFor();
  assert.equal(await page.locator('header').isVisible(), false, 'a page without styles is not shown');
  for (const route of held) await route.continue();
  await page.locator('header').waitFor();
  await ready(page);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).margin), '0px');
  assert.equal(await page.locator('#status').isVisible(), false);
  await page.close();
});

test('a host that requires Trusted Types and allows those of the page is no hindrance', async () => {
  const page = await browser.newPage();
  await page.route(site.url, async (route) => {
    const response = await route.fetch();
    const headers = {
      ...response.headers(),
      'content-security-policy': "require-trusted-types-for 'script'; trusted-types lit-html",
    };
    await route.fulfill({ response, headers });
  });
  await page.goto(site.url);
  await ready(page);
  await page.close();
});

test('the failure is said in German, too, and its report is copied as it is shown', async () => {
  const context = await browser.newContext({ locale: 'de-DE' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${site.url}?private=1#secret`);
  const strip = page.locator('#status');
  await strip.getByRole('alert').getByText('Der Host antwortete 503').waitFor();
  await strip.getByText('Bericht', { exact: true }).click();
  await strip.getByRole('button', { name: 'Bericht kopieren' }).click();
  await strip.getByText('Der Bericht ist kopiert.').waitFor();
  const [shown, copied] = [
    await strip.locator('pre').innerText(),
    await page.evaluate(() => navigator.clipboard.readText()),
  ];
  assert.equal(copied, shown);
  assert.doesNotMatch(copied, /private|secret/);
  await context.close();
});

test('a folder that is served without the slash at its end is found', async () => {
  const { page, complaints, close } = await open(browser, `${site.url}icon.svg`);
  const folder = new URL(site.url);
  const without = site.url.replace(/\/$/, '');
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route(without, async (route) => {
    const response = await route.fetch({ url: site.url });
    await route.fulfill({ response });
  });
  await page.goto(`${without}#x`);
  await ready(page);
  assert.equal(new URL(page.url()).pathname, folder.pathname.replace(/\/$/, ''));
  await press(page, 'Send a record');
  await openTab(page, 'Records', '.ladder');
  // the browser asks for the icon as often as it likes
  const found = asked.filter((url) => url.startsWith(site.url) && !url.endsWith('.svg'));
  assert.deepEqual(
    found.filter((url, i) => found.indexOf(url) < i),
    [],
    'each file is asked for once',
  );
  const others = complaints.splice(0).filter((text) => !/404|Refused to apply style/.test(text));
  assert.deepEqual(others, [], 'nothing is wrong but that files are not where they were looked for first');
  await close();
});
