// The guide's examples for pages of others are put into such a page, and run there. Recipes for site makers are made by
// ../recipes/run.js; here is what costs little.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examples } from '../guide.js';
import { filesInRecipes } from '../recipes.js';
import { objections, open, stage } from './harness.js';

const { site, browser } = await stage();

test('each example of the guide, put into a page, is a playground', async () => {
  const all = examples('embed');
  assert.ok(all.length >= 2);
  for (const example of all) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const body = `<!doctype html><title>Lesson</title><body>${example.replaceAll('highwater/', './')}`;
    await page.route('**/lesson.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${site.url}lesson.html`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame?.waitForSelector('svg.picture:not(.still)', { timeout: 20000 });
    assert.match((await frame?.locator('.sentence').innerText()) ?? '', /broker 3/i, example);
    await context.close();
  }
});

for (const [file, title] of [
  ['guide.html', 'A guide for authors'],
  ['recipes.html', 'Recipes for site makers'],
]) {
  test(`${file} is a page that everybody can read, on a phone too`, async () => {
    const { page, close } = await open(browser, `${site.url}${file}`, {
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('heading', { name: title }).waitFor();
    assert.deepEqual(await objections(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await close();
  });
}

test('the recipes name files that the site has', async () => {
  const names = filesInRecipes();
  assert.ok(names.size >= 4, [...names].join());
  for (const name of names) assert.equal((await fetch(site.url + name)).status, 200, name);
});
