import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { elsewhere, look, open, openTab, ready, stage } from './harness.js';

const { site, browser } = await stage();

test('the picture, the run, its script and its messages are files that stand by themselves', async () => {
  const { page, requests, close } = await open(browser, site.url);
  await ready(page);
  await page.getByRole('tab', { name: 'Save and open' }).click();
  const folder = await mkdtemp(join(tmpdir(), 'highwater-'));
  /** @param {string} name of the button @returns {Promise<Buffer>} what is in the file */
  const take = async (name) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = join(folder, name);
    await (await download).saveAs(file);
    return readFile(file);
  };
  const svg = (await take('Picture as SVG')).toString();
  assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(svg, /pay-8/);
  assert.match(svg, /<pattern id="hatch"/);
  assert.doesNotMatch(svg, /class=|href=|var\(|light-dark/);
  const parsed = await page.evaluate(
    (text) =>
      new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent,
    svg,
  );
  assert.equal(parsed, undefined);
  const png = await take('Picture as PNG');
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [, w, h] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  assert.deepEqual([width, height], [Math.ceil(2 * Number(w)), Math.ceil(2 * Number(h))]);
  assert.ok(png.length > 20000, 'there is something on it');
  const script = JSON.parse((await take('Script')).toString());
  assert.equal(script.version, 1);
  const lines = (await take('Events as JSON Lines')).toString().trimEnd().split('\n');
  assert.equal(JSON.parse(lines.pop() ?? '').kind, 'summary');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).n),
    [...lines.keys()],
  );
  assert.match((await take('Messages as a Mermaid diagram')).toString(), /^sequenceDiagram\n/);
  assert.ok(requests.every((url) => url.startsWith(new URL(site.url).origin) || url.startsWith('blob:')));
  await rm(folder, { recursive: true });
  await close();
});

test('on paper stand the words, the picture and what the tab has, all of it, and nothing to press', async (t) => {
  if (elsewhere(t, 'no paper is driven')) return;
  const { page, close } = await open(browser, site.url, {
    colorScheme: 'dark',
    viewport: { width: 794, height: 800 },
  });
  await ready(page);
  await openTab(page, 'Story', '.story li');
  await look(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paper = await page.evaluate(() => {
    const seen = (/** @type {string} */ s) =>
      [...document.querySelectorAll(s)].filter((e) => e.checkVisibility()).length;
    const cut = [...document.querySelectorAll('main, main *')].filter(
      (e) => e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== 'visible',
    );
    return {
      pressed: seen('header, .transport, .controls button, [role=tab]'),
      shown: ['.sentence h2', 'svg.picture', '.story li'].map(seen),
      cut: cut.map((e) => e.className),
      ink: getComputedStyle(document.body).color,
    };
  });
  assert.equal(paper.pressed, 0);
  assert.deepEqual(paper.shown.slice(0, 2), [1, 1]);
  assert.ok(paper.shown[2] >= 7, `${paper.shown[2]} lines of the story`);
  assert.deepEqual(paper.cut, []);
  assert.equal(paper.ink, 'rgb(21, 32, 43)', 'dark on light, whatever the screen has');
  await close();
});
