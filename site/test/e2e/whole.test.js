// The page that is one file: opened from a disk, and in a frame of no origin, without a request to anybody.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { chooseScenario, open, openTab, press, ready, sentence, stage, stepUntil } from './harness.js';

const { browser } = await stage();
const file = new URL('../../../dist/highwater.html', import.meta.url);

/** @param {import('playwright-core').Page | import('playwright-core').Frame} page uses what is loaded later elsewhere */
async function use(page) {
  const p = /** @type {import('playwright-core').Page} */ (page);
  await ready(p);
  assert.match(await sentence(p), /requests 1 and 2 wait for broker 3/);
  await press(p, 'Send a record');
  await openTab(p, 'Records', '.ladder');
  await p.selectOption('#language', 'de');
  await p.getByRole('button', { name: 'Schritt vor' }).click();
  await p.selectOption('#language', 'en');
  await chooseScenario(p, 'refused-under-minimum');
  await stepUntil(p, /refuse/i);
}

test('opened from a disk it does all that the hosted page does, and asks for no other file', async () => {
  const { page, requests, close } = await open(browser, file.href);
  await use(page);
  assert.deepEqual(
    requests.filter((url) => !url.startsWith('data:')),
    [file.href],
  );
  await close();
});

test('it runs in a frame that may run scripts and nothing else, on a page of another host', async () => {
  const whole = await readFile(file);
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const frame =
      '<iframe sandbox="allow-scripts" src="embed.html?controls=full" width="1200" height="720"></iframe>';
    response.end(
      request.url?.includes('/embed.html') ? whole : `<!doctype html><title>A lesson</title>${frame}`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const { page, requests, close } = await open(browser, `http://127.0.0.1:${port}/a/lesson`);
  const frame = page.frames()[1];
  await use(frame);
  assert.equal(await frame.evaluate(() => origin), 'null');
  assert.deepEqual(
    requests.filter((url) => !/embed\.html\?controls=full$|lesson$|^data:|favicon/.test(url)),
    [],
  );
  await close();
});
