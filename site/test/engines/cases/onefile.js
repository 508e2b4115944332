// The page that is one file: opened from a disk, with no network, and in frames that have no origin.

import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist } from '../host.js';
import { everyTab, ready, works } from '../playground.js';

/** @import {Case} from '../run.js' */

/** @type {Case[]} */
export const cases = [
  {
    name: 'one file, opened from a disk, works and asks for nothing',
    fast: true,
    async run({ tab }) {
      // A folder as people have them: its name has what an address cannot have.
      const folder = await mkdtemp(join(tmpdir(), 'Kurs über Kafka #1 '));
      try {
        await copyFile(`${dist}highwater.html`, join(folder, 'highwater.html'));
        await tab.go(pathToFileURL(join(folder, 'highwater.html')).href);
        await works(tab);
        await everyTab(tab);
        const asked = await tab.evaluate(() =>
          performance.getEntriesByType('resource').map(({ name }) => name),
        );
        assert.deepEqual(
          asked.filter((name) => !name.startsWith('data:')),
          [],
        );
        assert.deepEqual(tab.complaints, []);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  },
  {
    name: 'a frame with sandbox="allow-scripts" alone, on another site',
    fast: true,
    async run({ tab, serve }) {
      const [site, lessons] = [await serve(), await serve({ under: '/' })];
      lessons.pages['lesson.html'] =
        `<!doctype html><iframe sandbox="allow-scripts" width="900" height="600" src="${site.url}embed.html"></iframe>`;
      await tab.go(`${lessons.as('localhost')}lesson.html`);
      const inner = await tab.frame('iframe');
      await works(inner);
      const storage = await inner.evaluate(() => {
        try {
          return String(localStorage.length);
        } catch (error) {
          return /** @type {Error} */ (error).name;
        }
      });
      assert.equal(storage, 'SecurityError', 'there is no storage to be had');
      assert.deepEqual(site.asked, ['embed.html'], 'it asks for nothing but itself');
      assert.deepEqual(site.violations, []);
      assert.deepEqual(tab.complaints, []);
    },
  },
  {
    name: 'a frame in a page that has no origin itself',
    async run({ tab, serve }) {
      const site = await serve();
      const lessons = await serve({
        under: '/',
        headers: { 'Content-Security-Policy': 'sandbox allow-scripts' },
      });
      lessons.pages['lesson.html'] =
        `<!doctype html><iframe sandbox="allow-scripts" width="900" height="600" src="${site.url}embed.html"></iframe>`;
      await tab.go(`${lessons.as('localhost')}lesson.html`);
      assert.equal(await tab.evaluate(() => origin), 'null');
      await works(await tab.frame('iframe'));
    },
  },
  {
    name: 'once it is there it needs no network',
    async run({ tab, serve }) {
      const site = await serve();
      await tab.go(`${site.url}embed.html`);
      await ready(tab);
      await site.close();
      await works(tab);
      await everyTab(tab);
      assert.deepEqual(tab.complaints, []);
    },
  },
  {
    name: 'with all storage blocked both forms work, and a theme lasts as long as the page',
    async run({ name, serve, start }) {
      if (name === 'webkit')
        return 'it has no setting for that; a frame without an origin has no storage either';
      const site = await serve();
      const strict = await start({ storage: 'blocked' });
      try {
        const tab = await strict.open();
        for (const page of ['index.html', 'embed.html']) {
          await tab.go(site.url + page);
          const refused = await tab.evaluate(() => {
            try {
              return !localStorage;
            } catch {
              return true;
            }
          });
          assert.ok(refused, 'it is blocked');
          await works(tab);
          await tab.evaluate(() => {
            const themes = /** @type {HTMLSelectElement} */ (document.getElementById('theme'));
            themes.value = 'dark';
            themes.dispatchEvent(new Event('change'));
          });
          assert.equal(await tab.evaluate(() => document.documentElement.dataset.theme), 'dark');
        }
      } finally {
        await strict.close();
      }
    },
  },
];
