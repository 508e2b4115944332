// The playground in pages of other sites: the focus, what it costs out of sight, and the room it
// needs. A host is another site, with an origin of its own.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noteMemory } from '../memory.js';
import { open, ready } from './harness.js';
import { alive, browser, element, held, host, hosted, site } from './host.js';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Waits for the focus: what goes from one process to another takes a moment.
 *
 * @param {Page} page
 * @param {string} selector of what has it
 */
const focusOn = (page, selector) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);

/** @param {Page} page @param {string} path what the element answers */
const get = (page, path) =>
  page.evaluate(
    (path) => /** @type {any} */ (document.querySelector('highwater-playground')).get(path),
    path,
  );

test('the focus comes by Tab alone, goes on by Tab, and is given back by Escape', async () => {
  const { page, close } = await hosted(
    `<button id="before">before</button>${element('loading="eager"')}<button id="after">after</button>`,
  );
  await alive(page);
  assert.equal(
    await page.evaluate(() => document.activeElement?.localName),
    'body',
    'it takes none by itself',
  );
  const place = await get(page, 'place');
  await page.focus('#before');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  assert.deepEqual(await get(page, 'place'), place, 'keys outside are not its own');
  assert.equal(await get(page, 'playing'), false);
  await page.keyboard.press('Tab');
  await focusOn(page, 'highwater-playground');
  const inside = page.frames()[1];
  await inside.locator(':focus').waitFor();
  await page.keyboard.press('ArrowRight');
  const moved = async () => JSON.stringify(await get(page, 'place')) !== JSON.stringify(place);
  for (const end = Date.now() + 5000; Date.now() < end && !(await moved());) await page.waitForTimeout(50);
  assert.notDeepEqual(await get(page, 'place'), place, 'keys inside are');
  await page.keyboard.press('Escape');
  await focusOn(page, '#before');
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    await page.waitForTimeout(20);
    if (await page.evaluate(() => document.activeElement?.id === 'after')) break;
  }
  await focusOn(page, '#after');
  await page.evaluate(() => /** @type {any} */ (document.querySelector('highwater-playground')).focus());
  await focusOn(page, 'highwater-playground');
  await inside.locator('[aria-label="Play"]:focus').waitFor();
  await close();
});

test('out of sight nothing plays and no frame is asked for, whatever the origin', async () => {
  for (const where of [host, site.url]) {
    const frames = Array.from(
      { length: 4 },
      (_, i) =>
        `<iframe title="${i}" src="${site.url}embed.html?autoplay=true&speed=500" width="600" height="400"></iframe>`,
    ).join('');
    const { page, close } = await hosted(`<p style="height: 4000px">Text</p>${frames}`, {}, '', () => {
      const ask = window.requestAnimationFrame.bind(window);
      Object.assign(window, { asked: 0 });
      window.requestAnimationFrame = (then) => {
        /** @type {any} */ (window).asked++;
        return ask(then);
      };
    });
    if (where === site.url) {
      await page.route(`${site.url}lesson.html`, async (route) =>
        route.fulfill({ contentType: 'text/html', body: held }),
      );
      await page.goto(`${site.url}lesson.html`);
    }
    const inner = page.frames().slice(1);
    assert.equal(inner.length, 4);
    for (const frame of inner) await frame.locator('svg.picture').first().waitFor({ state: 'attached' });
    const seen = () =>
      Promise.all(inner.map((frame) => frame.evaluate(() => /** @type {any} */ (window).asked)));
    await page.waitForTimeout(500);
    const before = await seen();
    await page.waitForTimeout(1500);
    assert.deepEqual(await seen(), before, `of ${where}`);
    await page.evaluate(() => document.querySelector('iframe')?.scrollIntoView());
    await inner[0].waitForFunction((n) => /** @type {any} */ (window).asked > n + 10, before[0], {
      polling: 200,
    });
    await close();
  }
});

/** How many steps are made in each of three scenarios; the more the longer it takes. */
const memorySteps = Number(process.env.MEMORY_STEPS ?? 10);

test('four playgrounds hold little more than four times what one holds', async (t) => {
  const frame = `<iframe title="one" src="${site.url}embed.html" width="600" height="380"></iframe>`;
  const mb = (/** @type {number[]} */ bytes) => bytes.map((n) => (n / 2 ** 20).toFixed(1)).join(' + ');
  /** @type {number[][]} */
  const stepped = [];
  for (const count of [1, 4]) {
    const { page, close } = await hosted(frame.repeat(count), {}, '', noteMemory);
    const inner = page.frames().slice(1);
    for (const each of inner)
      await each.waitForFunction(() => document.querySelectorAll('#scenario option').length > 10);
    const held = () =>
      Promise.all(
        inner.map((each) => each.evaluate(() => /** @type {any} */ (globalThis).held.buffer.byteLength)),
      );
    const atRest = await held();
    for (const each of inner)
      await each.evaluate(async (steps) => {
        const picker = /** @type {HTMLSelectElement} */ (document.querySelector('#scenario'));
        for (const at of [0, 1, 2]) {
          picker.selectedIndex = at;
          picker.dispatchEvent(new Event('change'));
          await new Promise((done) => setTimeout(done, 300));
          for (let i = 0; i < steps; i++) {
            /** @type {HTMLElement} */ (document.querySelector('[aria-label="Step forward"]')).click();
            await new Promise((done) => requestAnimationFrame(done));
          }
        }
      }, memorySteps);
    stepped.push(await held());
    t.diagnostic(
      `memory of ${count}, MB: ${mb(atRest)} at rest, ${mb(stepped[stepped.length - 1])} after ${3 * memorySteps} steps each`,
    );
    assert.ok(Math.max(...atRest) <= 64 * 2 ** 20, 'what is asked for at the start');
    await close();
  }
  const [[one], four] = stepped;
  assert.ok(Math.max(...four) <= 1.5 * one, `${mb(four)} beside ${mb([one])}`);
});

test('in a frame that is high enough the picture is as wide as the frame', async () => {
  const { page, close } = await open(browser, `${site.url}?controls=minimal`, {
    viewport: { width: 740, height: 360 },
  });
  await ready(page);
  const { picture, frame } = await page.evaluate(async () => {
    const width = () => document.querySelector('svg.picture')?.getBoundingClientRect().width ?? 0;
    while (!width()) await new Promise((done) => requestAnimationFrame(done));
    return { picture: width(), frame: innerWidth };
  });
  assert.ok(picture < 0.6 * frame, 'beside the sentence');
  await page.setViewportSize({ width: 740, height: 1000 });
  await page.waitForFunction(
    () => (document.querySelector('svg.picture')?.getBoundingClientRect().width ?? 0) > 0.9 * innerWidth,
  );
  await close();
});

test('sentence, picture and buttons fit small frames without a scrollbar, and can be read', async () => {
  for (const viewport of [
    { width: 600, height: 400 },
    { width: 320, height: 480 },
    { width: 600, height: 576 },
  ]) {
    const { page, close } = await open(browser, `${site.url}?controls=minimal`, {
      viewport,
      reducedMotion: 'reduce',
    });
    await page.waitForFunction(() => document.querySelectorAll('#scenario option').length > 10);
    for (const id of ['opening', 'leader-dies', 'refused-under-minimum', 'timed-out-but-written']) {
      const found = await page.evaluate(async (id) => {
        const picker = /** @type {HTMLSelectElement} */ (document.querySelector('#scenario'));
        const one = (/** @type {string} */ selector) =>
          /** @type {HTMLElement} */ (document.querySelector(selector));
        const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        picker.value = id;
        picker.dispatchEvent(new Event('change'));
        await new Promise((done) => setTimeout(done, 300));
        /** @type {string[]} */
        const wrong = [];
        for (let i = 0; i < 15; i++) {
          await frames();
          const { scrollHeight, clientHeight, scrollWidth, clientWidth } = one('main');
          if (scrollHeight > clientHeight || scrollWidth > clientWidth)
            wrong.push(
              `${one('.now').textContent}: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`,
            );
          const { scrollHeight: high, clientHeight: seen } = document.documentElement;
          if (high > seen) wrong.push(`the document: ${high} in ${seen}`);
          for (const text of document.querySelectorAll(
            'svg.picture text, .sentence h2, .sentence p, .transport button',
          )) {
            const svg = text.closest('svg.picture');
            const scale = svg
              ? svg.getBoundingClientRect().width / /** @type {any} */ (svg).viewBox.baseVal.width
              : 1;
            const size = parseFloat(getComputedStyle(text).fontSize) * scale;
            if (size < 11.99) wrong.push(`${text.textContent}: ${size} px`);
          }
          one('[aria-label="Step forward"]').click();
        }
        return wrong;
      }, id);
      assert.deepEqual(found, [], `${id} at ${viewport.width}x${viewport.height}`);
    }
    await close();
  }
});

test('what is wrong with a parameter is said in one line, until that is dismissed', async () => {
  const { page, close } = await open(browser, `${site.url}?acks=7&flag=1&utm_source=x`);
  await page.waitForSelector('.transport');
  const line = page.locator('.warned');
  assert.match(await line.innerText(), /acks cannot be “7”.*\(1 more\)/);
  assert.ok(((await line.boundingBox())?.height ?? 99) < 45, 'it is one line');
  await line.getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await line.count(), 0);
  await close();
});

test('what an author fixes cannot be changed, by hand or by keys', async () => {
  const { page, close } = await open(
    browser,
    `${site.url}?lock=send,min-insync-replicas,undo,brokers&panels=controls,story`,
  );
  await page.waitForSelector('.transport');
  await page.getByRole('button', { name: 'Send a record' }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Send a record' }).isDisabled());
  assert.ok(await page.getByRole('button', { name: 'Raise min.insync.replicas' }).isDisabled());
  assert.ok(await page.locator('.members .chip').last().isEnabled(), 'what is not fixed is free');
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['Story']);
  await page.locator('.members button.chip').last().click();
  await page.keyboard.press('Control+z');
  await page.getByText('The author of this page has fixed that.').waitFor();
  await close();
});

test('what the dialog gives to paste stands in an empty page without a scrollbar, in the state that was shared', async () => {
  const { page, close } = await open(browser, site.url);
  await page.waitForSelector('.transport');
  await page.getByRole('button', { name: 'Step forward' }).click();
  await page.getByRole('tab', { name: 'Save and open' }).click();
  await page.getByRole('button', { name: 'Share and embed' }).click();
  const dialog = page.locator('dialog.share');
  const main = await page.locator('.sentence .main').innerText();
  /** @type {Record<string, string>} */
  const code = {};
  for (const name of ['Link', 'Frame', 'Element']) {
    await dialog.getByRole('radio', { name }).check({ force: true });
    code[name] = await dialog.getByRole('textbox', { name: 'To paste' }).inputValue();
  }
  await page.keyboard.press('Escape');
  assert.equal(await dialog.count(), 0);
  await close();

  const link = await open(browser, code.Link);
  await link.page.getByRole('heading', { name: main }).waitFor();
  await link.close();
  for (const kind of ['Frame', 'Element']) {
    const pasted = await hosted(code[kind]);
    if (kind === 'Element') await alive(pasted.page);
    const inner = pasted.page.frames()[1];
    await inner.getByRole('heading', { name: main }).waitFor();
    for (const frame of [pasted.page.mainFrame(), inner]) {
      const bars = await frame.evaluate(() =>
        [document.documentElement, document.querySelector('main')].map(
          (e) =>
            e && [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight].some((over) => over > 0),
        ),
      );
      assert.ok(!bars.some(Boolean), `${kind}: ${bars}`);
    }
    await pasted.close();
  }
});

test('what the README gives to paste has no scrollbar at its own size', async () => {
  const readme = await readFile(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  const [snippet] = /<iframe[^]*?<\/iframe>/.exec(readme) ?? assert.fail('there is none');
  const { page, close } = await hosted(snippet.replace(/src="[^"]*highwater\//, `src="${site.url}`));
  const inner = page.frames()[1];
  await inner.locator('svg.picture:not(.still)').waitFor();
  const over = await inner.evaluate(() =>
    [document.documentElement, document.querySelector('main')].map(
      (e) => e && e.scrollHeight - e.clientHeight,
    ),
  );
  assert.deepEqual(over, [0, 0]);
  await close();
});

test('the full page opens in the state of the frame', async () => {
  const { page, close } = await hosted(
    `<iframe title="h" src="${site.url}embed.html" width="600" height="400"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`,
  );
  const inner = page.frames()[1];
  await inner.locator('svg.picture:not(.still)').waitFor();
  await inner.getByRole('button', { name: 'Send a record' }).click();
  await inner.getByRole('button', { name: 'Step forward' }).click();
  const main = await inner.locator('.sentence .main').innerText();
  const popup = page.waitForEvent('popup');
  await inner.getByRole('link', { name: 'Open the full page' }).click();
  const full = await popup;
  await full.getByRole('heading', { name: main }).waitFor();
  await full.getByRole('tab', { name: 'Story' }).waitFor();
  await close();
});
