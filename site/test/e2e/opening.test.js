import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present, still } from '../still.js';
import { chooseScenario, elsewhere, open, openTab, ready, sentence, stage } from './harness.js';

const { site, browser } = await stage();

const opening = 'Broker 2 has everything, but requests 1 and 2 wait for broker 3.';

test('the page opens on a moment that teaches without a click', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  assert.ok((await sentence(page)).startsWith(opening));
  const drawing = await page.locator('svg.picture').first().textContent();
  for (const words of [
    'high watermark 5',
    'ISR 3 of 3 · min 2',
    'slow · waited for',
    'needs 6',
    'waits for broker 3',
  ]) {
    assert.ok(drawing?.includes(words), words);
  }
  const offered = await page.locator('#scenario option').allTextContents();
  assert.equal(new Set(offered).size, offered.length, 'each scenario once');
  await close();
});

test('without JavaScript the still tells the same', async (t) => {
  if (elsewhere(t, 'it needs JavaScript switched off')) return;
  const { page, close } = await open(browser, site.url, { javaScriptEnabled: false });
  assert.ok((await page.locator('.sentence').innerText()).startsWith(opening));
  assert.equal(await page.locator('svg.picture:visible').count(), 1);
  await close();
});

test('the still is what the page draws', async (t) => {
  if (elsewhere(t, 'the still is one for all browsers')) return;
  const drawn = await still(browser, site.url);
  assert.ok((await present()).includes(drawn), 'run: npm run still, and build again');
});

test('nothing moves when the module arrives', async (t) => {
  if (elsewhere(t, 'it holds the module back')) return;
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const held = await open(browser, site.url, { viewport }, { module: { silent: true } });
    const before = await held.page.locator('svg.picture:visible').boundingBox();
    await held.close();
    const live = await open(browser, site.url, { viewport });
    await ready(live.page);
    await live.page.waitForTimeout(200);
    assert.deepEqual(await live.page.locator('svg.picture').boundingBox(), before);
    await live.close();
  }
});

test('everything comes from the page’s own folder, at the start and later', async (t) => {
  if (elsewhere(t, 'the one file has no others')) return;
  const { page, requests, close } = await open(browser, site.url);
  await ready(page);
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Send a record' }).click();
  await openTab(page, 'Records', '.ladder'); // comes from a file of its own
  assert.ok(
    requests.every((url) => url.startsWith(site.url)),
    requests.join('\n'),
  );
  await close();
});

test('the page can be installed, and its help offers it as one file', async (t) => {
  if (elsewhere(t, 'a file is not installed')) return;
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest');
  assert.ok(url.startsWith(site.url), url);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), // as every test is
    [],
  );
  const icons = JSON.parse(data).icons.map((/** @type {{src: string}} */ { src }) => src);
  await openTab(page, 'How to read it', 'a[download]');
  const named = await page
    .locator('a[download], ul.prose a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  assert.ok(named.includes('highwater.html') && named.includes('trust.html') && named.includes('guide.html'));
  for (const name of new Set([...icons, ...named])) {
    assert.equal((await page.request.get(new URL(name, site.url).href)).status(), 200, name);
  }
  await close();
});

test('what Kafka would warn of is said, as long as the script is that way', async () => {
  for (const width of [1280, 360]) {
    const { page, close } = await open(browser, site.url, { viewport: { width, height: 800 } });
    await ready(page);
    const tab = page.getByRole('tab', { name: 'Warnings' });
    assert.equal(await tab.count(), 0, 'the opening has nothing of the kind');
    await chooseScenario(page, 'timeout-duplicate');
    await openTab(page, 'Warnings', 'ul.warnings');
    const warnings = page.locator('ul.warnings');
    assert.match(
      await warnings.innerText(),
      /request\.timeout\.ms: .* is less than replica\.lag\.time\.max\.ms/,
    );
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await chooseScenario(page, 'opening');
    await warnings.waitFor({ state: 'detached' });
    await close();
  }
});
