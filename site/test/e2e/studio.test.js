// The studio, driven as a teacher would: a scenario is built by doing it, with its lesson, and taken away.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { objections, open, openHeaderMenu, openTab, press, ready, sentence, stage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { site, browser } = await stage();

/** @param {Page} page waits until the studio is there */
async function openStudio(page) {
  await ready(page);
  await page.locator('#studio-title').waitFor();
}

/** @param {Page} page @param {string} path of a place in the script @returns its field */
const field = (page, path) => page.locator(`[id="script:${path}"]`);

/** @param {Page} page @param {string} path @param {string} text is written, and finished */
async function write(page, path, text) {
  await unfold(page, path);
  await field(page, path).fill(text);
  await field(page, path).blur();
}

/** @param {Page} page @param {string} path @param {string} choice */
async function choose(page, path, choice) {
  await unfold(page, path);
  await field(page, path).selectOption({ label: choice });
}

/** @param {Page} page @param {string} path opens whatever is folded around its field */
function unfold(page, path) {
  return field(page, path).evaluate((element) => {
    for (let box = element.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
      box.open = true;
  });
}

/** @param {Page} page what is said of the script */
const told = (page) => page.locator('#studio .summary');

/** @param {Page} page @param {string} name of a button of the studio */
const click = (page, name) => page.locator('#studio').getByRole('button', { name, exact: true }).click();

/** @param {Page} page @param {string | RegExp} name of the button @returns {Promise<string>} what is in
 * the file */
async function take(page, name) {
  const download = page.waitForEvent('download');
  await press(page, name);
  const folder = await mkdtemp(join(tmpdir(), 'highwater-'));
  const file = join(folder, 'taken');
  await (await download).saveAs(file);
  const text = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  return text;
}

/** @param {string} script @returns {Promise<any[]>} the lines of its result, played natively: events, then the summary */
async function played(script) {
  const folder = await mkdtemp(join(tmpdir(), 'highwater-'));
  const file = join(folder, 'script.json');
  await writeFile(file, script);
  const { stdout, stderr, status } = spawnSync('go', ['run', './core/cmd/run', file], {
    cwd: root,
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  assert.equal(status, 0, stderr);
  return linesOf(stdout);
}

/** @param {string} text @returns {any[]} the values of its lines */
const linesOf = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** @param {Page} page builds the cluster, the producer, the link and the deeds */
async function build(page) {
  await choose(page, 'cluster.brokers', '5');
  await choose(page, 'cluster.topics[0].replication', '4');
  await choose(page, 'cluster.topics[0].count', '2');
  assert.equal(await field(page, 'cluster.topics[0].partitions[1].replicas').inputValue(), '2, 3, 4, 5');
  await choose(page, 'producers[0].config.enable.idempotence', 'true');
  await write(page, 'producers[0].config.linger.ms', '0');
  await write(page, 'producers[0].config.request.timeout.ms', '2000');
  await write(page, 'producers[0].config.delivery.timeout.ms', '5000');
  await click(page, 'Add a link');
  await choose(page, 'steps[0].link.from', '3');
  await choose(page, 'steps[0].link.to', '1');
  await write(page, 'steps[0].link.latency.ms', '700');
  await addDeed(page, 'send', '1000');
  await choose(page, 'steps[1].send.topic', 'payments');
  await write(page, 'steps[1].send.partition', '0');
  await write(page, 'steps[1].send.value', 'order-1');
  await addDeed(page, 'kill', '4000');
  await choose(page, 'steps[2].kill.broker', '2');
}

/** @param {Page} page @param {string} verb @param {string} at ms */
async function addDeed(page, verb, at) {
  await page.locator('#studio-verb').selectOption(verb);
  await page.locator('#studio-when').fill(at);
  await click(page, 'Add');
}

/** @param {Page} page writes a lesson with one prediction */
async function teach(page) {
  await click(page, 'Add a lesson');
  await write(page, 'lesson.question.en', 'What does a slow link cost a write?');
  await write(page, 'lesson.chapters[1].begins', '{"event": "park", "request": 1}');
  await click(page, 'Add a prediction');
  await write(page, 'lesson.predictions[0].ask.en', 'What completes request 1?');
  await write(page, 'lesson.predictions[0].options[0].text.en', 'The high watermark');
  await write(
    page,
    'lesson.predictions[0].options[0].if',
    '{"event": "complete", "request": 1, "by": "high-watermark"}',
  );
  await write(page, 'lesson.predictions[0].options[1].text.en', 'Its timeout');
  await write(
    page,
    'lesson.predictions[0].options[1].if',
    '{"event": "complete", "request": 1, "by": "timeout"}',
  );
  await write(page, 'lesson.predictions[0].told.en', 'Broker 3 has the record late, and it is in the ISR.');
  await write(page, 'lesson.conclusion.en', 'The slowest replica in the ISR decides.');
}

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

  const native = await played(file);
  const fresh = await open(browser, link);
  await ready(fresh.page);
  await fresh.page.getByText('What does a slow link cost a write?').first().waitFor();
  await fresh.page.locator('.scrub').focus();
  await fresh.page.keyboard.press('End');
  await sentence(fresh.page);
  await openTab(fresh.page, 'Save and open', '.takeaway');
  const events = linesOf(await take(fresh.page, 'Events as JSON Lines')).slice(0, -1);
  assert.ok(events.some(({ kind, verb }) => kind === 'step' && verb === 'kill'));
  assert.ok(
    events.some(({ kind }) => kind === 'fence'),
    'to behind the crash',
  );
  assert.deepEqual(events, native.slice(0, events.length));
  const again = await played(await take(fresh.page, /^Script/));
  assert.equal(again.at(-1).hash, native.at(-1).hash);
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

test('the studio has names, roles and contrast, in German too, on a phone too', async () => {
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
