// The stage of the tests of the page in any browser: the page in one file, opened from a disk. site/test/e2e/harness.js
// takes this one if HIGHWATER_TEST_ENGINE names a browser. dist/ has to be there.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dist } from './host.js';
import { pageOf } from './page.js';
import { starts } from './starts.js';

/** @import {Engine} from './engine.js' */

/** What a test may ask for when it opens the page. */
const known = ['viewport', 'reducedMotion', 'colorScheme', 'hasTouch', 'isMobile'];

/**
 * @param {string} name of a browser
 * @returns {Promise<{site: {url: string, close: () => void}, browser: Engine}>} the address of the file, and the browser;
 * both end with the file of tests
 */
export async function stageIn(name) {
  // A folder as people have them: its name has what an address cannot have.
  const folder = await mkdtemp(join(tmpdir(), 'Kurs über Kafka #1 '));
  const file = join(folder, 'highwater.html');
  await copyFile(`${dist}highwater.html`, file);
  const browser = await starts[/** @type {keyof typeof starts} */ (name)]();
  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });
  return { site: { url: pathToFileURL(file).href, close() {} }, browser };
}

/**
 * Opens an address, as `open` of the harness does.
 * @param {Engine} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} options motion and colours are asked for by parameters
 * @param {object} special
 */
export async function openIn(browser, url, options, special) {
  const asked = [...Object.keys(options), ...Object.keys(special)].filter((key) => !known.includes(key));
  assert.deepEqual(asked, [], 'this can be had in Chromium alone');
  const address = new URL(url);
  if (options.reducedMotion === 'reduce') address.searchParams.set('motion', 'reduced');
  if (options.colorScheme) address.searchParams.set('theme', options.colorScheme);
  const tab = await browser.open();
  if (options.viewport) await tab.resize(options.viewport.width, options.viewport.height);
  await tab.go(address.href);
  const close = async () => {
    const complaints = [...tab.complaints];
    await tab.evaluate(() => localStorage.clear()); // a profile for each test, as in Chromium
    await tab.close();
    assert.deepEqual(complaints, []);
  };
  return {
    page: pageOf(tab),
    complaints: tab.complaints,
    requests: /** @type {string[]} */ ([]),
    close,
    module: undefined,
  };
}
