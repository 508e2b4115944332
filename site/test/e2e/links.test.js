// The address holds what is there: a reload, Back, Forward and a copied link bring it back, and what is damaged is refused.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  chooseScenario,
  elsewhere,
  look,
  looksLike,
  open,
  openTab,
  press,
  ready,
  sentence,
  stage,
  step,
} from './harness.js';

/** @import {Page} from 'playwright-core' */

const { site, browser } = await stage();

/** @param {Page} page waits until the address holds what is there, and no more comes @returns {Promise<string>} its fragment */
async function fragment(page) {
  let last = '';
  for (;;) {
    await page.waitForTimeout(500);
    const now = await page.evaluate(() => location.hash);
    if (now === last && now) return now;
    last = now;
  }
}

/** @param {Page} page @returns {Promise<string>} */
const addressOf = (page) => page.evaluate(() => location.href);

/** @param {Page} page @returns {Promise<number>} how long the browser's history is */
const entries = (page) => page.evaluate(() => history.length);

test('the address stays as it is until something is done, then it holds the state, and a reload brings it back', async () => {
  const { page, close } = await open(browser, `${site.url}?utm_source=mail`);
  await ready(page);
  await page.waitForTimeout(600);
  assert.equal(await addressOf(page), `${site.url}?utm_source=mail`);
  assert.equal(await page.title(), 'What does acks=all wait for when one follower is slow? · Highwater');
  const before = await entries(page);
  await step(page, 3);
  await page.locator('.controls').getByRole('button', { name: /Send/ }).first().click();
  await step(page, 2);
  const text = await fragment(page); // nothing moves any more then
  assert.match(text, /^#s=1-[0-9a-z]+-[A-Za-z0-9_-]+$/);
  assert.ok((await addressOf(page)).startsWith(`${site.url}?utm_source=mail#s=`), 'the query is kept');
  assert.equal(await entries(page), before, 'steps and deeds make no entries in the history');
  const seen = await look(page);
  await page.reload();
  await ready(page);
  await looksLike(page, seen);
  await page.waitForTimeout(600);
  assert.equal(await page.evaluate(() => location.hash), text, 'opening a link leaves the address as it is');
  await close();
});

test('Back and Forward lead from scenario to scenario, each with its run', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await step(page, 2);
  const first = await sentence(page);
  await fragment(page);
  await chooseScenario(page, 'three-partitions');
  await fragment(page);
  await step(page, 4);
  await fragment(page);
  const second = await look(page);
  const title = await page.title();
  await chooseScenario(page, 'single-replica');
  await page.waitForFunction((title) => document.title !== title, title);
  await step(page, 1);
  const third = await sentence(page);
  await fragment(page);
  await page.goBack();
  await page.waitForFunction((title) => document.title === title, title);
  await looksLike(page, second);
  await page.goBack();
  await page.waitForFunction(() => /one follower is slow/.test(document.title));
  assert.equal(await sentence(page), first);
  assert.equal(await page.locator('#scenario').inputValue(), 'opening');
  await page.goForward();
  await page.goForward();
  await page.waitForFunction((title) => document.title !== title, title);
  assert.equal(await sentence(page), third);
  await press(page, /^Reset/);
  await fragment(page);
  await page.goBack();
  await page.waitForTimeout(300);
  assert.equal(await sentence(page), third);
  await close();
});

test('Back leads to the opening, as it was, where nothing had been done in it', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const seen = await look(page);
  await chooseScenario(page, 'three-partitions');
  await fragment(page);
  await page.goBack();
  await page.waitForFunction(() => /one follower is slow/.test(document.title));
  assert.equal(await addressOf(page), site.url);
  await looksLike(page, seen);
  await close();
});

test('a damaged link is refused with what is wrong, and nothing else is shown in its place', async () => {
  const { page, close } = await open(browser, `${site.url}#s=1-zz-AAAA<img src=x onerror=alert(1)>`);
  await page.getByRole('alert').waitFor();
  const text = await page.locator('#status').innerText();
  assert.match(text, /This link cannot be opened\. .* Nothing has been loaded\./);
  assert.equal(await page.locator('#app').innerText(), '');
  assert.equal(await page.locator('img').count(), 0);
  await press(page, 'Open the first lesson instead');
  await ready(page);
  assert.equal(await addressOf(page), site.url);
  assert.match(await sentence(page), /Broker 2 has everything/);
  await close();
});

test('a damaged link that is entered while the page runs changes nothing', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await step(page, 2);
  const seen = await sentence(page);
  await page.evaluate(() => (location.hash = '#s=2-4-AAAA'));
  await page.getByText('This link cannot be opened. It was made by a later Highwater').waitFor();
  assert.equal(await sentence(page), seen);
  await close();
});

/** @param {Page} page copies the link @returns {Promise<string>} what the clipboard holds then */
async function copied(page) {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await press(page, 'Copy link');
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  await page.locator('.notice', { hasText: /The link is copied: \d+ characters\./ }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a link is copied as often as one likes, and is always that of what is there', async (t) => {
  if (elsewhere(t, 'it reads the clipboard')) return;
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, close } = await open(browser, `${site.url}?x=1#top`, { permissions });
  await ready(page);
  await openTab(page, 'Save and open', '.takeaway');
  const links = [];
  const seen = [];
  for (let i = 0; i < 3; i++) {
    if (i) await step(page, 1);
    seen.push(await sentence(page));
    links.push(await copied(page));
  }
  for (const [i, link] of links.entries()) {
    assert.match(link, /^[^#]+\?x=1#s=[A-Za-z0-9_-]+$/);
    const other = await open(browser, link);
    await ready(other.page);
    assert.equal(await sentence(other.page), seen[i]);
    await other.close();
  }
  assert.equal(new Set(links).size, 3);
  await close();
});

test('a link that is too long for some tools says so, and a file holds the same', async (t) => {
  if (elsewhere(t, 'it reads the clipboard')) return;
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, close } = await open(browser, site.url, { permissions });
  await ready(page);
  const long = JSON.parse(script);
  for (let i = 0; i < 300; i++)
    long.steps.push({ ...long.steps[0], at: 500 + 7 * i, produce: produce(Math.sin(i).toString(36)) });
  await send(page, 'drop', JSON.stringify(long));
  await page.waitForFunction(() => document.title.startsWith('A run of'));
  await step(page, 3);
  const seen = await sentence(page);
  await openTab(page, 'Save and open', '.takeaway');
  await press(page, 'Copy link');
  await page.locator('.notice', { hasText: /The link is copied, but has .* characters/ }).waitFor();
  const download = page.waitForEvent('download');
  await press(page, 'Whole state');
  const folder = await mkdtemp(join(tmpdir(), 'highwater-state-'));
  const file = join(folder, 'state.json');
  await (await download).saveAs(file);
  await press(page, /^Undo/);
  await page.getByLabel('Open a file').setInputFiles({
    name: 'state.json',
    mimeType: 'application/json',
    buffer: await readFile(file),
  });
  await rm(folder, { recursive: true });
  await page.locator('.notice', { hasText: 'Opened: A run of <b>mine</b>.' }).waitFor();
  assert.equal(await sentence(page), seen);
  await close();
});

/** @param {string} value */
function produce(value) {
  return { partitions: [{ topic: 'orders', partition: 0, records: [value] }] };
}

test('where the browser does not let the page copy, the link stands in a field', async (t) => {
  if (elsewhere(t, 'it changes the page before that starts')) return;
  const { page, close } = await open(
    browser,
    site.url,
    {},
    {
      first: () => Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    },
  );
  await ready(page);
  await openTab(page, 'Save and open', '.takeaway');
  await press(page, 'Copy link');
  const field = page.getByRole('textbox', { name: 'Link', exact: true });
  assert.match(await field.inputValue(), /#s=1-/);
  const selected = await field.evaluate((e) => {
    const { selectionStart, selectionEnd, value } = /** @type {HTMLInputElement} */ (e);
    return document.activeElement === e && value.slice(selectionStart ?? 0, selectionEnd ?? 0) === value;
  });
  assert.ok(selected, 'it is selected');
  await close();
});

const script = JSON.stringify({
  version: 1,
  title: 'A run of <b>mine</b>',
  cluster: { topics: [{ name: 'orders', partitions: [{ replicas: [1, 2] }] }] },
  steps: [{ at: 500, produce: { partitions: [{ topic: 'orders', partition: 0, records: ['mine-1'] }] } }],
});

test('a script opens from the field, a file, the clipboard or a drop; undoing leads back', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const seen = await sentence(page);
  await openTab(page, 'Save and open', '.takeaway');
  const ways = {
    field: async () => {
      await page.getByRole('textbox', { name: 'Script or link' }).fill(script);
      await press(page, 'Open the text');
    },
    file: () =>
      page
        .getByLabel('Open a file')
        .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(script) }),
    paste: () => send(page, 'paste', script),
    drop: () => send(page, 'drop', script),
  };
  for (const [way, openIt] of Object.entries(ways)) {
    await openIt();
    await page.waitForFunction(() => document.title === 'A run of <b>mine</b> · Highwater');
    await page.locator('.notice', { hasText: 'Opened: A run of <b>mine</b>.' }).waitFor();
    await step(page, 1);
    assert.match(await page.locator('svg.picture').first().innerHTML(), /orders-0/, way);
    assert.equal(await page.locator('#scenario option:checked').innerText(), 'A run of <b>mine</b>', way);
    await press(page, /^Undo/);
    assert.equal(await sentence(page), seen, way);
    assert.equal(await page.locator('#scenario').inputValue(), 'opening', way);
  }
  assert.equal(await page.locator('main b', { hasText: /^mine$/ }).count(), 0);
  await close();
});

/**
 * @param {Page} page
 * @param {'paste' | 'drop'} type of an event that brings a text
 * @param {string} text
 */
async function send(page, type, text) {
  // what takes it in is loaded behind the start; then it wants what is dragged over the page
  await page.waitForFunction(
    () => !document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true })),
  );
  return page.evaluate(
    ([type, text]) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const how = { bubbles: true, cancelable: true };
      const event =
        type === 'paste'
          ? new ClipboardEvent('paste', { ...how, clipboardData: data })
          : new DragEvent('drop', { ...how, dataTransfer: data });
      // Firefox gives a paste that a program makes a clipboard of its own, which is empty.
      if (type === 'paste') Object.defineProperty(event, 'clipboardData', { value: data });
      document.body.dispatchEvent(event);
    },
    [type, text],
  );
}

test('a script that is refused is shown with its place, as text, and changes nothing', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const seen = await sentence(page);
  const wrong = script.replace('"orders","partition":0', '"<img src=x>","partition":0');
  assert.notEqual(wrong, script);
  await send(page, 'drop', wrong);
  const alert = page.locator('.opening [role=alert]');
  await alert.waitFor();
  assert.match(
    await alert.innerText(),
    /nothing has changed.*steps\[0\]\.produce\.partitions\[0\].*<img src=x>/s,
  );
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await sentence(page), seen);
  await send(page, 'paste', 'pay-1');
  assert.equal(await sentence(page), seen, 'another text means nothing');
  await close();
});

test('scrubbing and playing make no entries in the history', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  await page.waitForTimeout(300);
  const before = await entries(page);
  for (let i = 0; i < 30; i++) await page.locator('.scrub').press(i % 3 ? 'ArrowRight' : 'ArrowLeft');
  await page.keyboard.press('Space');
  await page.waitForTimeout(800);
  await page.keyboard.press('Space');
  await fragment(page);
  assert.equal(await entries(page), before);
  await close();
});

test('an address may ask for a built-in scenario, or for a script that lies beside the page', async (t) => {
  if (elsewhere(t, 'a file reads no other')) return;
  const { page, close } = await open(browser, `${site.url}?scenario=three-partitions`);
  await ready(page);
  await page.waitForFunction(() => document.title.includes(' · Highwater'));
  assert.match(await page.locator('svg.picture').first().innerHTML(), /orders-2/);
  await page.route(`${site.url}mine.json`, (route) => route.fulfill({ json: JSON.parse(script) }));
  await page.goto(`${site.url}?scenario=mine.json`);
  await page.waitForFunction(() => document.title === 'A run of <b>mine</b> · Highwater');
  await step(page, 1);
  const seen = await sentence(page);
  assert.match(await fragment(page), /^#s=/);
  await page.reload();
  await ready(page);
  assert.equal(await sentence(page), seen);
  await page.goto(`${site.url}?scenario=https://other.example/mine.json`);
  await ready(page);
  await page.getByText(/is not an address of this site/).waitFor();
  await close();
});

test('in a frame the address stays as it is, and nothing throws where the browser lets none be set', async (t) => {
  if (elsewhere(t, 'it needs a host')) return;
  const { page, close } = await open(browser, site.url);
  const around = (/** @type {string} */ sandbox) =>
    `<!doctype html><title>A page</title><link rel="icon" href="data:," />
    <iframe ${sandbox} src="${site.url}embed.html" width="1200" height="800"></iframe>`;
  for (const sandbox of ['', 'sandbox="allow-scripts"']) {
    const body = around(sandbox);
    await page.route(`${site.url}around.html`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${site.url}around.html`);
    const frame = page.frames()[1];
    await frame.waitForSelector('.transport');
    await frame.locator('[aria-label="Step forward"]').first().click();
    await page.waitForTimeout(700);
    assert.equal(frame.url(), `${site.url}embed.html`, sandbox);
    await page.unroute(`${site.url}around.html`);
  }
  await close();
});

test('the page in one file, opened from a folder, keeps its state in the address, too', async () => {
  const file = pathToFileURL(fileURLToPath(new URL('../../../dist/highwater.html', import.meta.url))).href;
  const { page, close } = await open(browser, file);
  await ready(page);
  await step(page, 2);
  assert.match(await fragment(page), /^#s=1-/);
  const seen = await sentence(page);
  await page.reload();
  await ready(page);
  assert.equal(await sentence(page), seen);
  await close();
});

test('a browser that refuses to set addresses is asked again later, and the page goes on', async (t) => {
  if (elsewhere(t, 'it changes the page before that starts')) return;
  const { page, close } = await open(
    browser,
    site.url,
    {},
    {
      first: () => {
        const set = History.prototype.replaceState;
        let refused = 0;
        History.prototype.replaceState = function (...how) {
          if (refused++ < 2) throw new DOMException('too many calls', 'SecurityError');
          set.apply(this, how);
        };
      },
    },
  );
  await ready(page);
  for (let i = 0; i < 2; i++) {
    await step(page, 1);
    await page.waitForTimeout(900);
    assert.equal(await addressOf(page), site.url);
  }
  await step(page, 1);
  assert.match(await fragment(page), /^#s=1-/);
  await close();
});
