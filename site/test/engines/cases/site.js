// The page on a static host, of whatever kind.

import assert from 'node:assert/strict';
import { now, place, press, ready, sentence, step, until } from '../playground.js';

/** @import {Case} from '../run.js' */

/** The opening's sentence. */
const opening = /^Broker 2 has everything, but requests 1 and 2 wait for broker 3\./;

/** @type {Case[]} */
export const cases = [
  {
    name: 'the page starts under a path, asks once for each file, and breaks no policy',
    fast: true,
    async run({ tab, serve }) {
      const site = await serve();
      await tab.go(site.url);
      await ready(tab);
      assert.match(await sentence(tab), opening);
      const outside = site.asked.filter((name) => name.startsWith('/'));
      assert.deepEqual(outside, [], 'nothing outside its folder');
      assert.deepEqual(repeated(site.asked), [], 'once each');
      assert.ok(site.asked.some((name) => name.endsWith('.wasm')));
      assert.deepEqual(site.violations, []);
      assert.deepEqual(tab.complaints, []);
    },
  },
  {
    name: 'steps forward and back lead to the same places',
    fast: true,
    async run({ tab, serve }) {
      const site = await serve();
      await tab.go(site.url);
      await ready(tab);
      const places = [await place(tab)];
      for (let i = 0; i < 2; i++) {
        await press(tab, 'Step forward');
        places.push(await place(tab));
      }
      assert.equal(new Set(places).size, places.length, 'each step shows another place');
      for (const before of places.toReversed().slice(1)) {
        await step(tab, -1);
        assert.equal(await place(tab), before);
      }
      assert.deepEqual(tab.complaints, []);
    },
  },
  {
    name: 'it plays, pauses, and takes keys',
    fast: true,
    async run({ tab, serve }) {
      const site = await serve();
      await tab.go(site.url);
      await ready(tab);
      const start = await now(tab);
      await press(tab, 'Play');
      await until(tab, (start) => document.querySelector('.now')?.textContent?.trim() !== start, [start]);
      await press(tab, 'Pause');
      await until(tab, () => !!document.querySelector('[aria-label="Play"]'), []);
      const before = await sentence(tab);
      await tab.keys('ArrowRight');
      await until(tab, (before) => document.querySelector('.sentence')?.textContent !== before, [before]);
      await tab.keys('Space');
      await until(tab, () => !!document.querySelector('[aria-label="Pause"]'), []);
      assert.deepEqual(tab.complaints, []);
    },
  },
  {
    name: 'a record is sent, and its ladder comes with a file of its own',
    fast: true,
    async run({ tab, serve }) {
      const site = await serve();
      await tab.go(site.url);
      await ready(tab);
      const first = site.asked.length;
      await press(tab, 'Send a record');
      await press(tab, 'Records');
      await until(tab, () => !!document.querySelector('[role=tabpanel] .ladder'), []);
      assert.ok(site.asked.length > first, 'it came later');
      assert.deepEqual(repeated(site.asked), [], 'once each');
      assert.deepEqual(site.violations, []);
      assert.deepEqual(tab.complaints, []);
    },
  },
  ...['/', '/a/', '/a/b/c/'].map((under) => ({
    name: `the page starts at ${under}, with nothing asked for outside of it`,
    run: async (/** @type {import('../run.js').Stage} */ { tab, serve }) => {
      const site = await serve({ under });
      await tab.go(site.url);
      await ready(tab);
      assert.match(await sentence(tab), opening);
      assert.deepEqual(
        site.asked.filter((name) => name.startsWith('/')),
        [],
      );
      assert.deepEqual(repeated(site.asked), [], 'once each');
      assert.deepEqual(site.violations, []);
      assert.deepEqual(tab.complaints, []);
    },
  })),
  {
    name: 'the page starts at /a/b, a folder without the slash at its end',
    async run({ tab, serve }) {
      const site = await serve({ under: '/a/b/' });
      await tab.go(site.url.slice(0, -1));
      await ready(tab);
      assert.match(await sentence(tab), opening);
      await press(tab, 'Send a record');
      await press(tab, 'Records');
      await until(tab, () => !!document.querySelector('[role=tabpanel] .ladder'), []);
      assert.deepEqual(repeated(site.asked), [], 'what was there is asked for once');
      assert.equal(await tab.evaluate(() => location.pathname), '/a/b', 'the address stays as it is');
    },
  },
  ...['application/octet-stream', 'text/plain', 'text/html', null].map((type) => ({
    name: `the module may come as ${type ?? 'no type at all'}, with one download`,
    run: async (/** @type {import('../run.js').Stage} */ { tab, serve }) => {
      const site = await serve();
      site.treat['.wasm'] = { type };
      await tab.go(site.url);
      await ready(tab);
      assert.equal(site.asked.filter((name) => name.endsWith('.wasm')).length, 1);
    },
  })),
  ...failures(),
  {
    name: 'the page on what is modelled breaks no policy',
    async run({ tab, serve }) {
      const site = await serve();
      await tab.go(`${site.url}trust.html`);
      assert.match(await tab.evaluate(() => document.querySelector('h1')?.textContent ?? ''), /believe/);
      assert.notEqual(
        await tab.evaluate(() => getComputedStyle(document.body).maxWidth),
        'none',
        'it has its style',
      );
      assert.deepEqual(site.asked, ['trust.html']);
      assert.deepEqual(site.violations, []);
      assert.deepEqual(tab.complaints, []);
    },
  },
  {
    name: 'thirty loads after each other all start',
    async run({ tab, serve }) {
      const site = await serve();
      for (let i = 0; i < 30; i++) {
        await tab.go(`${site.url}?load=${i}`);
        await ready(tab);
      }
      assert.match(await sentence(tab), opening);
    },
  },
];

/** The files that were asked for more than once. @param {string[]} asked */
const repeated = (asked) => asked.filter((file, i) => asked.indexOf(file) !== i);

/** @returns {Case[]} what a host can do to the module: the page says so within 10 s, and trying again works */
function failures() {
  /** @type {[string, import('../host.js').Treatment][]} */
  const ways = [
    ['is not there', { status: 404, body: '' }],
    ['is something else', { body: '<!doctype html>a login page', type: 'text/html' }],
    ['is something else under its own type', { body: 'nonsense' }],
    ['breaks off', { fails: 'reset' }],
    ['never comes', { fails: 'silent' }],
  ];
  return ways.map(([name, treatment]) => ({
    name: `when the module ${name}, the page says so within 10 s, and trying again works`,
    async run({ tab, serve }) {
      const site = await serve();
      site.treat['.wasm'] = treatment;
      await tab.go(site.url);
      await until(tab, () => !!document.querySelector('[role=alert]'), [], 10_000);
      assert.match(await sentence(tab), opening, 'the still stays');
      delete site.treat['.wasm'];
      await press(tab, 'Try again');
      await ready(tab);
      assert.equal(await tab.evaluate(() => document.querySelectorAll('[role=alert]').length), 0);
    },
  }));
}
