// The page as a picture, in the states that a learner sees, at the sizes that there are: nothing lies under the transport,
// no text of the picture lies on another, nothing is out of reach, and no room is wasted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseScenario,
  elsewhere,
  look,
  noPhone,
  open,
  press,
  ready,
  sendRaw,
  stage,
  step,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const { site, browser } = await stage();

/** The sizes that a window is drawn to, one after the other, and a phone, which is another page. */
const windows = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 720 },
  { width: 800, height: 720 },
  { width: 600, height: 400 },
];
const phone = { width: 360, height: 740 };

/** What a learner sees, and how to come there from the opening. @type {Record<string, (page: Page) => Promise<unknown>>} */
const states = {
  opening: async () => {},
  'in the middle of a write': (page) => step(page, 3),
  'a crash': (page) => chooseScenario(page, 'leader-dies'),
  'three partitions': async (page) => {
    await chooseScenario(page, 'three-partitions');
    await look(page);
    await step(page, 6);
  },
  'a crowd of 30': async (page) => {
    if (!(await page.getByRole('button', { name: 'Send a record' }).count()))
      await page.getByRole('tab', { name: 'Controls' }).click();
    await sendRaw(page);
    const button = page.getByRole('button', { name: 'Send a record' }).first();
    await button.evaluate((/** @type {HTMLElement} */ e) => {
      for (let i = 0; i < 30; i++) e.click();
    });
    await step(page, 31);
    const said = (await page.locator('svg.picture').getAttribute('aria-label')) ?? '';
    assert.match(said, /3[0-9] requests parked/);
  },
};

/**
 * Texts of the picture that lie on one another, each pair as text.
 * @param {Page} page
 */
function overlaps(page) {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll('svg.picture text')]
      .filter((t) => t.textContent?.trim() && !t.closest('.leaving'))
      .map((t) => ({
        text: t.textContent?.trim(),
        box: t.getBoundingClientRect(),
        parcel: !!t.closest('.parcel, .refused, .load'),
      }));
    const over = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) => {
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return x > 2 && y > 5;
    };
    return texts.flatMap((a, i) =>
      texts
        .slice(i + 1)
        // What travels passes over what stands.
        .filter((b) => !a.parcel && !b.parcel && over(a.box, b.box))
        .map((b) => `"${a.text}" and "${b.text}"`),
    );
  });
}

/** @param {Page} page what of the picture sticks out of it */
function outside(page) {
  return page.evaluate(() => {
    const frame = document.querySelector('svg.picture')?.getBoundingClientRect();
    return [...document.querySelectorAll('svg.picture text')]
      .filter((t) => t.textContent?.trim())
      .map((t) => ({ text: t.textContent?.trim(), box: t.getBoundingClientRect() }))
      .filter(
        ({ box }) =>
          frame &&
          (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1),
      )
      .map(({ text }) => text);
  });
}

/** @param {Page} page controls that no scrolling brings into sight above what stands still beneath */
function hidden(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('button, select, input, summary')
    )) {
      const style = getComputedStyle(e);
      if (!e.offsetParent || style.visibility === 'hidden' || e.classList.contains('scrub')) continue;
      e.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = e.getBoundingClientRect();
      const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!at || (at !== e && !e.contains(at) && !at.contains(e)))
        found.push(
          `${e.getAttribute('aria-label') ?? e.textContent?.trim() ?? e.tagName}: ${at?.outerHTML.slice(0, 80)}`,
        );
    }
    document.querySelector('main')?.scrollTo(0, 0);
    return found;
  });
}

/**
 * What a search still finds when the page has had the time to take to a new size.
 * @param {Page} page
 * @param {(page: Page) => Promise<unknown[]>} search
 */
async function stays(page, search) {
  let found = await search(page);
  for (let i = 0; i < 20 && found.length; i++) {
    await page.waitForTimeout(100);
    found = await search(page);
  }
  return found;
}

/** @param {Page} page @returns {Promise<number>} how far it can be scrolled sideways; a scroll bar takes room of its own */
const aside = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** @param {Page} page is asked what is wrong with it at its present size @param {number} width */
async function fits(page, width) {
  await look(page);
  assert.deepEqual(await stays(page, overlaps), [], `texts lie on one another at ${width}`);
  assert.deepEqual(await stays(page, outside), [], `texts stick out of the picture at ${width}`);
  assert.deepEqual(await stays(page, hidden), [], `controls lie under something at ${width}`);
  assert.equal(await aside(page), 0, 'it scrolls sideways');
}

/** The page on a phone. */
async function openPhone() {
  const opened = await open(browser, site.url, {
    viewport: phone,
    reducedMotion: 'reduce',
    hasTouch: true,
    isMobile: true,
  });
  await ready(opened.page);
  return opened;
}

for (const [name, arrive] of Object.entries(states)) {
  test(`${name}, in a window of every size`, async () => {
    const { page, close } = await open(browser, site.url, { viewport: windows[0], reducedMotion: 'reduce' });
    await ready(page);
    await arrive(page);
    for (const viewport of windows) {
      await page.setViewportSize(viewport);
      await fits(page, viewport.width);
    }
    await close();
  });

  test(`${name}, on a phone`, async (t) => {
    if (noPhone(t)) return;
    const { page, close } = await openPhone();
    await arrive(page);
    await fits(page, phone.width);
    await close();
  });
}

test('on a phone that is turned Play stays in sight, and the picture takes the width there is', async (t) => {
  if (noPhone(t)) return;
  const { page, close } = await openPhone();
  await look(page);
  for (const viewport of [{ width: 740, height: 360 }, phone]) {
    await page.setViewportSize(viewport);
    await fits(page, viewport.width);
    assert.ok(
      await page.evaluate(() => {
        const play = document.querySelector('.transport .round')?.getBoundingClientRect();
        return play && play.top >= 0 && play.bottom <= innerHeight;
      }),
    );
    const picture = await page.locator('svg.picture').boundingBox();
    assert.ok((picture?.width ?? 0) > viewport.width - 60, `${picture?.width} of ${viewport.width}`);
  }
  await close();
});

test('at 1280x800 no room is wasted, and all stands above the transport', async () => {
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  await look(page);
  const gaps = await page.evaluate(() => {
    const box = (/** @type {string} */ s) =>
      /** @type {Element} */ (document.querySelector(s)).getBoundingClientRect();
    const transport = box('.transport').top;
    const columns = [
      ['header', '.sentence', '.drawing', '.below', '.transport'],
      ['header', '.side > :nth-child(1)', '.side > :nth-child(2)', '.side > :nth-child(3)', '.transport'],
    ];
    const there = columns.map((column) => column.filter((s) => document.querySelector(s)));
    const voids = there.flatMap((column) =>
      column
        .slice(1)
        .map((s, i) => ({ between: `${column[i]} and ${s}`, gap: box(s).top - box(column[i]).bottom })),
    );
    return { voids, last: [box('.below').bottom, box('.side').bottom], transport };
  });
  for (const { between, gap } of gaps.voids) assert.ok(gap >= -1 && gap <= 40, `${between}: ${gap} px`);
  for (const bottom of gaps.last)
    assert.ok(bottom <= gaps.transport, `${bottom} is beneath ${gaps.transport}`);
  await close();
});

for (const viewport of [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
]) {
  test(`at ${viewport.width}x${viewport.height}, a page enlarged by 400 %, all of it is in one column`, async (t) => {
    if (noPhone(t)) return;
    const { page, close } = await open(browser, site.url, { viewport, reducedMotion: 'reduce' });
    await ready(page);
    await look(page);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width);
    assert.deepEqual(await hidden(page), []);
    assert.deepEqual(await overlaps(page), []);
    await close();
  });
}

test('letters of twice the size, and letters set wide apart, reach the picture', async () => {
  const { page, close } = await open(browser, site.url, { reducedMotion: 'reduce' });
  await ready(page);
  const height = () =>
    page
      .locator('svg.picture .name')
      .first()
      .evaluate((e) => e.getBoundingClientRect().height);
  const before = await height();
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await page.waitForTimeout(300);
  await look(page);
  assert.ok((await height()) >= 1.9 * before, 'twice as large');
  assert.deepEqual(await overlaps(page), []);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  await page.waitForTimeout(300);
  await look(page);
  assert.deepEqual(await overlaps(page), [], 'set wide apart');
  assert.deepEqual(await outside(page), [], 'set wide apart');
  await close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`every text of the picture has contrast, ${colorScheme}`, async () => {
    const { page, close } = await open(browser, site.url, { colorScheme, reducedMotion: 'reduce' });
    await ready(page);
    for (const id of ['locked-while-waiting', 'last-standing', 'deposed-leader']) {
      await page.selectOption('#scenario', id);
      await look(page);
      await step(page, 12);
      const poor = await page.evaluate(() => {
        const channel = (/** @type {number} */ c) =>
          c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
        const context = /** @type {CanvasRenderingContext2D} */ (
          document.createElement('canvas').getContext('2d', { willReadFrequently: true })
        );
        /** @param {string} colour */
        const luminance = (colour) => {
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
          return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
        };
        const root = getComputedStyle(document.documentElement);
        const grounds = ['--paper', '--depth', '--cell', '--card'].map((name) => {
          const probe = document.createElement('i');
          probe.style.color = root.getPropertyValue(name);
          document.body.append(probe);
          const { color } = getComputedStyle(probe);
          probe.remove();
          return luminance(color);
        });
        return [
          ...document.querySelectorAll(
            'svg.picture .lane text, svg.picture .axis text, svg.picture .purgatory text',
          ),
        ]
          .filter((t) => t.textContent?.trim())
          .flatMap((t) => {
            let opacity = 1;
            for (let e = /** @type {Element | null} */ (t); e; e = e.parentElement)
              opacity *= Number(getComputedStyle(e).opacity);
            const own = luminance(getComputedStyle(t).fill);
            const least = Math.min(
              ...grounds.map((g) => (Math.max(g, own) + 0.05) / (Math.min(g, own) + 0.05)),
            );
            return opacity < 1 || least < 4.5
              ? [`${t.textContent?.trim()} ${least.toFixed(2)} ${opacity}`]
              : [];
          });
      });
      assert.deepEqual(poor, [], id);
    }
    await close();
  });
}

test('with the colours of the system every choice can be told', async (t) => {
  if (elsewhere(t, 'it needs the colours of the system')) return;
  const { page, close } = await open(browser, site.url, { forcedColors: 'active' });
  await ready(page);
  const told = await page.evaluate(() => {
    const ground = (/** @type {string} */ s) => {
      const e = document.querySelector(s);
      return e ? getComputedStyle(e).backgroundColor : 'none';
    };
    return {
      acks: [ground('.segments :checked + span'), ground('.segments :not(:checked) + span')],
      tab: [ground('[role=tab][aria-selected=true]'), ground('[role=tab][aria-selected=false]')],
    };
  });
  for (const [name, [chosen, other]] of Object.entries(told)) assert.notEqual(chosen, other, name);
  await close();
});

test('the wheel over a field changes nothing, and what is chosen from a menu leaves the focus in the page', async (t) => {
  if (elsewhere(t, 'no wheel is driven')) return;
  const { page, close } = await open(browser, site.url);
  await ready(page);
  const field = page.getByLabel('request.timeout.ms');
  await field.focus();
  await field.hover();
  await page.mouse.wheel(0, 120);
  assert.equal(await field.inputValue(), '30000');
  for (const deed of ['Freeze', 'Thaw', 'Kill', 'Start']) {
    await page
      .locator('.heads')
      .getByRole('button', { name: /^Broker 3,/ })
      .click();
    await page.getByRole('group', { name: 'Broker 3' }).getByRole('button', { name: deed }).click();
    await look(page);
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName,
    );
    assert.match(focused ?? '', /^Broker 3,/, deed);
  }
  await close();
});

test('each control is reached once, Play and Send early', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  /** @type {string[]} */
  const visited = [];
  await page.locator('#scenario').focus();
  for (let i = 0; i < 70; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const e = /** @type {any} */ (document.activeElement);
      if (e === document.body) return '';
      const labels = [...(e.labels ?? [])].map((l) => l.textContent.trim()).join(' ');
      return `${e.tagName} ${e.getAttribute('aria-label') ?? (labels || e.textContent.trim() || e.id)}`;
    });
    if (!name) break;
    visited.push(name.replace(/\s+/g, ' '));
  }
  assert.deepEqual(
    visited.filter((name, i) => visited.indexOf(name) !== i),
    [],
    'twice',
  );
  const at = (/** @type {RegExp} */ name) => visited.findIndex((v) => name.test(v));
  assert.ok(at(/Play/) >= 0 && at(/Play/) < 8, visited.join(' | '));
  assert.ok(at(/Send a record/) >= 0 && at(/Send a record/) < 18, visited.join(' | '));
  await close();
});

test('headings and landmarks lead to every part', async () => {
  const { page, close } = await open(browser, site.url);
  await ready(page);
  for (const name of ['Time', 'What happens', 'Picture', 'Controls'])
    assert.ok((await page.getByRole('region', { name, exact: true }).count()) > 0, name);
  assert.equal(await page.getByRole('main').count(), 1);
  assert.equal(await page.getByRole('tablist').count(), 1);
  await press(page, 'Send a record');
  await look(page);
  assert.equal(
    await page.evaluate(() => document.activeElement?.textContent?.trim().startsWith('Send')),
    true,
  );
  await close();
});
