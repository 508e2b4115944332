// What a teacher builds in one browser, and readers open in others.

import assert from 'node:assert/strict';
import { build, click, openStudio, opensFresh, played, take, teach, told, write } from '../../e2e/teacher.js';
import { pageOf } from '../page.js';

/** @import {Case} from '../run.js' */

/** It starts other browsers (ms). */
const patienceMs = 400_000;

/** @type {Case[]} */
export const cases = [
  {
    name: 'what is built in the studio opens fresh in the other engines, with the same events',
    patienceMs,
    async run({ tab, serve, others }) {
      if (!others.length) return 'it takes another engine';
      const site = await serve();
      await tab.resize(1440, 900);
      await tab.go(`${site.url}?mode=author`);
      const page = pageOf(tab);
      await openStudio(page);
      await write(page, 'title', 'A slow link');
      await build(page);
      await teach(page);
      await told(page).getByText('The script is right.').waitFor();
      const native = await played(await take(page, 'Save as a file'));
      await click(page, 'Copy a link');
      const link = await page.locator('#studio-link').inputValue();
      assert.deepEqual(tab.complaints, []);
      for (const start of others) {
        const other = await start();
        try {
          const fresh = await other.open();
          await fresh.go(link);
          await opensFresh(pageOf(fresh), native);
          assert.deepEqual(fresh.complaints, [], other.name);
        } finally {
          await other.close();
        }
      }
    },
  },
];
