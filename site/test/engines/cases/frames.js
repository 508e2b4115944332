// The page in frames of other sites, as lessons embed it.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { ready, sentence, until, works } from '../playground.js';

/** @import {Case, Stage} from '../run.js' */

/**
 * A lesson on another site than the page's.
 * @param {Stage['serve']} serve
 * @param {(page: string) => string} body given the page's address
 * @param {string} [style] of the lesson
 */
async function lesson(serve, body, style = '') {
  const [site, lessons] = [await serve(), await serve({ under: '/' })];
  const page = `<!doctype html><title>A lesson</title><style>${style}</style>${body(site.url)}`;
  for (const host of [site, lessons]) host.pages['lesson.html'] = page;
  return {
    site,
    url: `${lessons.as('localhost')}lesson.html`,
    /** The same page on the site itself. */
    own: `${site.url}lesson.html`,
  };
}

/** The attributes of a frame with the page in it. @param {string} page @param {string} [more] */
const frame = (page, more = 'width="900" height="600"') =>
  `<iframe src="${page}" title="Highwater" ${more}></iframe>`;

/** How many frames are out of sight at the same time. */
const many = 4;

/** So long none of them may do anything (ms). */
const restMs = 5000;

/** @param {import('../engine.js').View} view counts from now on what a document draws and what it changes */
function count(view) {
  return view.evaluate(() => {
    const done = { frames: 0, changes: 0 };
    Object.assign(window, { done });
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => {
      done.frames++;
      return ask(then);
    };
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver((changes) => (done.changes += changes.length)).observe(document, all);
  });
}

/** @param {import('../engine.js').View} view @returns {Promise<{frames: number, changes: number}>} what was counted */
const counted = (view) => view.evaluate(() => /** @type {any} */ (window).done);

/** In a document: whether nothing was counted for a while. */
async function atRest() {
  const { done } = /** @type {any} */ (window);
  const before = JSON.stringify(done);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return JSON.stringify(done) === before;
}

/** @type {Case[]} */
export const cases = [
  {
    name: 'it runs in a frame on another site',
    fast: true,
    async run({ tab, serve }) {
      const { site, url } = await lesson(serve, (page) => frame(page));
      await tab.go(url);
      await works(await tab.frame('iframe'));
      assert.deepEqual(site.violations, []);
      assert.deepEqual(tab.complaints, []);
    },
  },
  {
    name: 'two on one page run by themselves',
    fast: true,
    async run({ tab, serve }) {
      const { url } = await lesson(
        serve,
        (page) => `<div>${frame(page, 'width="900" height="300"').repeat(2)}</div>`,
      );
      await tab.go(url);
      const [one, two] = [await tab.frame('iframe'), await tab.frame('iframe + iframe')];
      await ready(two);
      const before = await sentence(two);
      await works(one);
      assert.equal(await sentence(two), before);
      await works(two);
    },
  },
  ...[
    ['without a size', 'width="0" height="0"', (/** @type {any} */ f) => ((f.width = 900), (f.height = 600))],
    ['not displayed', 'width="900" height="600" hidden', (/** @type {any} */ f) => (f.hidden = false)],
  ].map(([how, attributes, show]) => ({
    name: `it may be ${how} at the start`,
    fast: true,
    async run(/** @type {Stage} */ { tab, serve }) {
      const { url } = await lesson(serve, (page) => frame(page, String(attributes)));
      await tab.go(url);
      await new Promise((done) => setTimeout(done, 500)); // it starts, or it does not, while nobody sees it
      await tab.evaluate(
        /** @type {() => any} */ (new Function(`(${show})(document.querySelector('iframe'))`)),
      );
      const inner = await tab.frame('iframe');
      await works(inner);
      const box = await inner.evaluate(() =>
        document.querySelector('svg.picture')?.getBoundingClientRect().toJSON(),
      );
      assert.ok(box.width > 300 && box.width <= 900, `the picture has its room: ${JSON.stringify(box)}`);
    },
  })),
  .../** @type {const} */ (['another site', 'its own site']).map((whose) => ({
    name: `four that play out of sight do no work for 5 s, in a page of ${whose}`,
    async run(/** @type {Stage} */ { tab, serve }) {
      const four = (/** @type {string} */ page) =>
        frame(`${page}embed.html?autoplay=true&speed=500`, 'width="600" height="400"').repeat(many);
      const { site, url, own } = await lesson(
        serve,
        (page) => `<p>Text</p>${four(page)}`,
        'p { height: 4000px } iframe { display: block }',
      );
      await tab.go(whose === 'its own site' ? own : url);
      const inner = [];
      for (let i = 1; i <= many; i++) inner.push(await tab.frame(`iframe:nth-of-type(${i})`));
      for (const each of inner) await ready(each);
      for (const each of inner) await count(each);
      for (const each of inner) await until(each, atRest, []); // what is loaded behind the start comes first
      const before = await Promise.all(inner.map(counted));
      await pause(restMs);
      assert.deepEqual(await Promise.all(inner.map(counted)), before);
      await tab.evaluate(() => document.querySelector('iframe')?.scrollIntoView());
      const goesOn = (/** @type {number} */ n) => /** @type {any} */ (window).done.frames > n + 10;
      await until(inner[0], goesOn, [before[0].frames]);
      assert.deepEqual(site.violations, []);
    },
  })),
  {
    name: 'on a dark host it has a ground of its own',
    async run({ tab, serve }) {
      const { url } = await lesson(
        serve,
        (page) => frame(page),
        'html { color-scheme: dark; background: #111 }',
      );
      await tab.go(url);
      const inner = await tab.frame('iframe');
      await ready(inner);
      const [ground, text] = await inner.evaluate(() => {
        const { backgroundColor } = getComputedStyle(document.body);
        const { color } = getComputedStyle(/** @type {Element} */ (document.querySelector('.sentence')));
        return [backgroundColor, color];
      });
      assert.notEqual(ground, 'rgba(0, 0, 0, 0)', 'it is not the host’s');
      assert.ok(Math.abs(lightness(ground) - lightness(text)) > 100, `${text} on ${ground}`);
    },
  },
];

/** @param {string} color as rgb() @returns {number} 0 to 255 */
function lightness(color) {
  const [r, g, b] = (/\d+, \d+, \d+/.exec(color)?.[0] ?? '0, 0, 0').split(', ').map(Number);
  return 0.3 * r + 0.6 * g + 0.1 * b;
}
