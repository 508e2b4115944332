// What can go wrong between a static host and the module.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, ready, sentence, stage } from './harness.js';

const { site, browser } = await stage();

for (const type of ['application/wasm', 'application/octet-stream', 'text/html', null]) {
  test(`the page starts when the module comes as ${type ?? 'no type at all'}, with one download`, async () => {
    const { page, close, module } = await open(browser, site.url, {}, { module: { type } });
    await ready(page);
    assert.equal(module?.downloads, 1);
    await close();
  });
}

/** @type {[string, import('./harness.js').Module, RegExp][]} */
const failures = [
  ['is not there', { status: 404, body: '' }, /not there: the host answered 404/],
  ['is something else', { body: '<!doctype html>a login page', type: 'text/html' }, /not the module/],
  ['is something else under its own type', { body: 'nonsense' }, /not the module/],
  ['never comes', { silent: true }, /has stalled/],
];

for (const [name, as, wanted] of failures) {
  test(`when the module ${name}, the page says so within 10 s, and trying again works`, async () => {
    const { page, complaints, close, module } = await open(browser, site.url, {}, { module: as });
    const alert = page.getByRole('alert');
    await alert.waitFor({ timeout: 10000 });
    assert.match(await alert.innerText(), wanted);
    assert.match(await sentence(page), /requests 1 and 2 wait/, 'the still stays');
    if (module) module.as = {};
    await page.getByRole('button', { name: 'Try again' }).click();
    await ready(page);
    assert.equal(await alert.count(), 0);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    );
    complaints.length = 0;
    await close();
  });
}

function blockStorage() {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
}

test('storage may be blocked', async () => {
  const { page, close } = await open(browser, site.url, {}, { first: blockStorage });
  await ready(page);
  await page.getByLabel('Theme').selectOption('dark');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await close();
});

/** The page's module fails at every frame while `broken` is set. */
function breakable() {
  const w = /** @type {any} */ (window);
  /** @type {any} */
  let receive;
  Object.defineProperty(window, 'highwaterReady', {
    configurable: true,
    get: () => receive && ((/** @type {any} */ api) => receive({ ...api, frame: breaking(api.frame) })),
    set: (f) => (receive = f),
  });
  const breaking =
    (/** @type {any} */ frame) =>
    (/** @type {any[]} */ ...given) => {
      if (w.broken) throw new Error('The simulation has stopped.');
      return frame(...given);
    };
}

test('when the module breaks under way, the page says so, hides no control, and a new start works', async () => {
  const { page, close } = await open(browser, site.url, {}, { first: breakable });
  await ready(page);
  await page.evaluate(() => Object.assign(window, { broken: true }));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.innerText(), /has stopped.*where it stood/s);
  const strip = await page.locator('#status').boundingBox();
  const transport = await page.locator('.transport').boundingBox();
  assert.ok(strip && transport && strip.y + strip.height <= transport.y, 'the strip lies on the transport');
  await page.evaluate(() => Object.assign(window, { broken: false }));
  await page.getByRole('button', { name: 'Start again' }).click();
  await ready(page);
  assert.match(await sentence(page), /requests 1 and 2 wait/);
  await page.getByRole('button', { name: 'Step forward' }).click();
  assert.equal(await alert.count(), 0);
  await close();
});
