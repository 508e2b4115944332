// What the page promises to a host that has it in a frame, tried by the conformance page, which lies on another site.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { until } from '../playground.js';

/** @import {Case} from '../run.js' */

/** Where the conformance page is. */
const folder = fileURLToPath(new URL('../../embed/', import.meta.url));

/** It tries a lot (ms). */
const patienceMs = 400_000;

/** @type {Case[]} */
export const cases = [
  {
    name: 'every parameter, request and event of an embed does what is promised',
    patienceMs: patienceMs + 20_000,
    async run({ tab, serve }) {
      const [site, lessons] = [await serve(), await serve({ folder, under: '/' })];
      await tab.go(`${lessons.as('localhost')}conformance.html?site=${site.url}`);
      const finished = () => /** @type {any} */ (window).finished;
      await until(tab, finished, [], patienceMs).catch(() => {}); // its rows say more
      const rows = await tab.evaluate(() =>
        [...document.querySelectorAll('#rows tr')].map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.textContent),
        ),
      );
      assert.deepEqual(
        rows.filter(([, result]) => result !== 'pass'),
        [],
      );
      assert.ok(
        await tab.evaluate(finished),
        `it stands still after ${rows.length} rows: ${rows.at(-1)?.[0]}`,
      );
      assert.ok(rows.length > 50, `${rows.length} rows`);
      assert.deepEqual(site.violations, []);
    },
  },
];
