// What has gone wrong elsewhere, and where it is tried here.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('../', import.meta.url));

/** The numbers of all cases. */
const expected = [
  [1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27, 28, 29, 32, 33, 35, 36],
  [37, 39, 42, 43, 44, 47, 48, 49, 50, 52, 55, 56, 57, 58, 59, 63, 64, 65, 66, 67, 68, 69, 70, 71],
].flat();

/** Where the tests of each kind stand. @type {Record<string, string[]>} */
const folders = {
  unit: ['unit', 'golden'],
  page: ['e2e'],
  engines: ['engines/cases'],
  build: ['../build'],
};

/** @param {string} kind of test @returns {Promise<string>} the sources of all of that kind */
async function sources(kind) {
  let text = '';
  for (const folder of folders[kind])
    for (const name of await readdir(here + folder))
      if (/\.js$|_test\.go$/.test(name) && name !== 'casesList.test.js')
        text += await readFile(`${here}${folder}/${name}`, 'utf8');
  return text;
}

/**
 * Reports whether a test's name stands in a source. What a template puts into it stands for anything.
 *
 * @param {string} text
 * @param {string} name
 */
function isIn(text, name) {
  if (text.includes(`'${name}'`) || text.includes(`func ${name}(`)) return true;
  return [...text.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].some(([, template]) => {
    const parts = template.split(/\$\{[^}]*\}/);
    if (parts.join('').length < name.length / 3) return false;
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
    return new RegExp(`^${pattern}$`).test(name);
  });
}

test('every case of other pages is tried by a test that there is, or has a reason', async () => {
  const rows = (await readFile(`${here}cases.md`, 'utf8'))
    .split('\n')
    .map((line) => /^\| UX-(\d+) \| (\w+) (.+?) *\| (.+?) *\|$/.exec(line))
    .filter((row) => row !== null);
  assert.deepEqual(
    rows.map(([, number]) => Number(number)),
    expected,
  );
  const texts = Object.fromEntries(
    await Promise.all(Object.keys(folders).map(async (kind) => [kind, await sources(kind)])),
  );
  const missing = rows.filter(([, , kind, name]) => kind !== 'none' && !isIn(texts[kind] ?? '', name));
  assert.deepEqual(
    missing.map(([row]) => row),
    [],
  );
});
