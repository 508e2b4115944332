// Writes the still of the opening moment into index.html: the drawing at two widths and its sentence, as the page
// itself draws them. Run it after a build when the drawing or the opening scenario has changed; a test compares.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { browse, serve } from './e2e/harness.js';

const page = new URL('../index.html', import.meta.url);
const between = /(<!-- still -->)[\s\S]*(<!-- end of still -->)/;

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @returns {Promise<string>} the markup of the still
 */
export async function still(browser, url) {
  const wide = await drawn(browser, url, 1280);
  const narrow = await drawn(browser, url, 360);
  const stage = named(wide.picture, 'wide') + named(narrow.picture, 'narrow');
  return `<!-- prettier-ignore -->\n      <main>${wide.sentence}<section class="stage" aria-label="Picture">${stage}</section></main>`;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {number} width of the window
 */
async function drawn(browser, url, width) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.goto(url);
  await page.waitForSelector('.transport');
  await page.waitForTimeout(200);
  const html = (/** @type {string} */ selector) =>
    page.evaluate((s) => document.querySelector(s)?.outerHTML ?? '', selector);
  const parts = { sentence: plain(await html('.sentence')), picture: plain(await html('svg.picture')) };
  await page.close();
  return parts;
}

/** @param {string} html without the template library's comments and the white space between elements */
function plain(html) {
  return html
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .trim();
}

/**
 * @param {string} svg
 * @param {string} name of its width
 */
function named(svg, name) {
  return svg.replace('class="picture"', `class="picture still ${name}"`);
}

/** @returns {Promise<string>} the still that index.html has now */
export async function present() {
  const match = between.exec(await readFile(page, 'utf8'));
  return match ? match[0] : '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const site = await serve();
  const browser = await browse();
  const markup = await still(browser, site.url);
  await browser.close();
  site.close();
  const source = await readFile(page, 'utf8');
  await writeFile(
    page,
    source.replace(between, (_, open, close) => `${open}\n      ${markup}\n      ${close}`),
  );
}
