// The studio, driven as a teacher would: a scenario is built by doing it, with its lesson, and taken away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noPhone, objections, open, openHeaderMenu, press, stage } from './harness.js';
import {
  addDeed,
  build,
  click,
  field,
  openStudio,
  opensFresh,
  played,
  take,
  teach,
  told,
  write,
} from './teacher.js';

/** @typedef {import('playwright-core').Page} Page */

const { site, browser } = await stage();

test('a teacher builds a scenario with its lesson, and a link opens it fresh with the same events', async () => {
  const { page, close } = await open(browser, `${site.url}?mode=author`, {
    viewport: { width: 1440, height: 900 },
  });
  await openStudio(page);
  await write(page, 'title', 'A slow link');
  await build(page);
  assert.equal(await field(page, 'steps[2].at').inputValue(), '4000');
  await page
    .locator('#studio')
    .getByRole('button', { name: /^Edit link from 3/ })
    .click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'script:steps[0].link.from');
  await addDeed(page, 'thaw', '9000');
  await write(page, 'steps[3].at', '500');
  assert.equal(
    await field(page, 'steps[1].thaw.broker').count(),
    1,
    'a deed that is moved keeps its form open',
  );
  await page
    .locator('#studio')
    .getByRole('button', { name: /^Remove thaw/ })
    .click();
  await teach(page);
  await told(page).getByText('The script is right.').waitFor();
  const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.equal(tall, 0, 'beside the playground it scrolls by itself');
  await assertDeedsJoin(page);
  await told(page).getByText('The script is right.').waitFor();
  const file = await take(page, 'Save as a file');
  const script = JSON.parse(file);
  assert.equal(script.cluster.brokers, 5);
  assert.deepEqual(
    script.cluster.topics[0].partitions.map((/** @type {any} */ p) => p.replicas.length),
    [4, 4],
  );
  assert.deepEqual(script.steps[0], { at: 0, link: { from: 3, to: 1, 'latency.ms': 700 } });
  await click(page, 'Put it into a page …');
  assert.match(await page.getByRole('dialog').locator('textarea').first().inputValue(), /<iframe/);
  await page.keyboard.press('Escape');
  await click(page, 'Copy a link');
  const link = await page.locator('#studio-link').inputValue();
  await close();

  const fresh = await open(browser, link);
  await opensFresh(fresh.page, await played(file));
  await fresh.close();
});

/** @param {Page} page what is done in the playground by hand joins the list, and is taken out again by undoing */
async function assertDeedsJoin(page) {
  const deeds = page.locator('#studio .steps > li');
  const before = await deeds.count();
  await press(page, 'Send a record');
  await deeds.nth(before).waitFor();
  await press(page, /^Undo/);
  await page.waitForFunction((n) => document.querySelectorAll('#studio .steps > li').length === n, before);
}

test('what is wrong is said at its field, leads there, and is not lost', async () => {
  const { page, close } = await open(browser, `${site.url}?mode=author`);
  await openStudio(page);
  await write(page, 'producers[0].config.delivery.timeout.ms', '10');
  const wrong = field(page, 'producers[0].config.delivery.timeout.ms');
  assert.equal(await wrong.getAttribute('aria-invalid'), 'true');
  const by = ((await wrong.getAttribute('aria-describedby')) ?? '').split(' ');
  const said = await page.locator(`[id="${by.at(-1)}"]`).innerText();
  assert.match(said, /linger\.ms/);
  assert.match(await told(page).innerText(), /cannot be played/);
  await write(page, 'until', '30000'); // more is written meanwhile
  assert.equal(await wrong.inputValue(), '10', 'what was typed is still there');
  await told(page).getByRole('button', { name: 'producers[0].config.delivery.timeout.ms' }).click();
  assert.equal(
    await page.evaluate(() => document.activeElement?.id),
    'script:producers[0].config.delivery.timeout.ms',
  );
  await click(page, 'Back to the script that is played');
  await told(page).getByText('The script is right.').waitFor();
  assert.equal(await wrong.inputValue(), '');
  await click(page, 'Back to what was put aside');
  assert.equal(await wrong.inputValue(), '10');
  await write(page, 'producers[0].config.delivery.timeout.ms', '');
  await told(page).getByText('The script is right.').waitFor();
  await close();
});

test('the studio has names, roles and contrast, in German too, on a phone too', async (t) => {
  if (noPhone(t)) return;
  const phone = { viewport: { width: 390, height: 800 } };
  const { page, close } = await open(browser, `${site.url}?mode=author`, phone);
  await openStudio(page);
  await page.locator('#studio details').evaluateAll((all) => {
    for (const box of all) /** @type {HTMLDetailsElement} */ (box).open = true;
  });
  await click(page, 'Add a lesson');
  assert.deepEqual(await objections(page), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await openHeaderMenu(page);
  await page.locator('#language').selectOption('de');
  await page.locator('#studio-title').getByText('Szenario bauen').waitFor();
  const text = await page.locator('#studio').innerText();
  assert.doesNotMatch(text, /\b(the|with|which|records are)\b/i, 'all of it is German');
  await click(page, 'Schließen');
  assert.equal(await page.locator('#studio').count(), 0);
  await close();
});
