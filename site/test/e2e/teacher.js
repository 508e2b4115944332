// What a teacher does in the studio: builds a scenario with its lesson, and takes it away; and what a reader has of it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTab, press, ready, sentence } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {Page} page waits until the studio is there */
export async function openStudio(page) {
  await ready(page);
  await page.locator('#studio-title').waitFor();
}

/** @param {Page} page @param {string} path of a place in the script @returns its field */
export const field = (page, path) => page.locator(`[id="script:${path}"]`);

/** @param {Page} page @param {string} path @param {string} text is written, and finished */
export async function write(page, path, text) {
  await unfold(page, path);
  await field(page, path).fill(text);
  await field(page, path).blur();
}

/** @param {Page} page @param {string} path @param {string} choice */
export async function choose(page, path, choice) {
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
export const told = (page) => page.locator('#studio .summary');

/** @param {Page} page @param {string} name of a button of the studio */
export const click = (page, name) =>
  page.locator('#studio').getByRole('button', { name, exact: true }).click();

/** @param {Page} page @param {string | RegExp} name of the button @returns {Promise<string>} what is in
 * the file */
export async function take(page, name) {
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
export async function played(script) {
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
export async function build(page) {
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
export async function addDeed(page, verb, at) {
  await page.locator('#studio-verb').selectOption(verb);
  await page.locator('#studio-when').fill(at);
  await click(page, 'Add');
}

/** @param {Page} page writes a lesson with one prediction */
export async function teach(page) {
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

/**
 * Opens what a teacher has taken away, as a reader does, to its end.
 * @param {Page} page at the link
 * @param {any[]} native the lines of the same script, played natively
 */
export async function opensFresh(page, native) {
  await ready(page);
  await page.locator('.lesson').getByText('What does a slow link cost a write?').first().waitFor();
  await page.locator('.scrub').focus();
  await page.keyboard.press('End');
  await sentence(page);
  await openTab(page, 'Save and open', '.takeaway');
  const events = linesOf(await take(page, 'Events as JSON Lines')).slice(0, -1);
  assert.ok(events.some(({ kind, verb }) => kind === 'step' && verb === 'kill'));
  assert.ok(
    events.some(({ kind }) => kind === 'fence'),
    'to behind the crash',
  );
  assert.deepEqual(events, native.slice(0, events.length));
  const again = await played(await take(page, /^Script/));
  assert.equal(again.at(-1).hash, native.at(-1).hash);
}
