// The picture as text: what the page draws and says at moments of the scenarios, held against the files in pictures/. A
// change of the picture shows there as a difference that one can read; `npm run pictures` writes them anew.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { App } from '../../src/app.js';
import { mostSlots } from '../../src/geometry.js';
import { loadDrawing, page, warnings } from '../../src/view/page.js';
import { records } from '../../src/view/records.js';
import { wheel } from '../../src/view/wheel.js';
import { markup, outline } from './markup.js';
import { scenario, startModule } from '../module.js';

/** The times, ms: before and after answers, while something travels, and where things stand still. @type {Record<string, number[]>} */
const moments = {
  'acks-levels': [1010.3, 1011.75, 1021.5],
  'controller-dies': [7009, 15000],
  'deposed-leader': [10126, 14001.75, 15004.3, 20005],
  'frozen-leader': [6000, 18004.25],
  'healthy-write': [1000.4, 1004.25],
  'last-standing': [8001.75, 25000, 34008],
  'last-standing-without-elr': [20005],
  'latency-budget': [1207, 1225],
  'leader-dies': [4300, 13500, 26005.5],
  'locked-while-waiting': [7000, 11001.25],
  'lowered-minimum': [4500, 10001.75],
  'minimum-capped': [3001.75],
  'next-record-deleted': [14001, 18004, 18005.9, 22104],
  opening: [1000.3, 2000, 8504.75],
  'refused-under-minimum': [1001.75],
  'replicas-added': [2500, 5500.3],
  'rolling-restart': [1001, 14004.5],
  'same-crash': [3001.75, 4000.3, 11653],
  'single-replica': [1001.75],
  'slowest-in-sync': [5000],
  'three-partitions': [4000, 6001.3],
  'timeout-duplicate': [4001.3, 6004.5],
  'unclean-election': [21004.5, 34000, 36002.75],
};

/** Moments that are drawn at the width of a phone, too. @type {[string, number][]} */
const small = [
  ['opening', 2000],
  ['leader-dies', 13500],
  ['next-record-deleted', 18004],
  ['three-partitions', 4000],
  ['replicas-added', 2500],
];

const widths = { wide: 886, small: 334 };
const folder = new URL('pictures/', import.meta.url);
const update = process.argv.includes('--update');
const api = await startModule();
await loadDrawing();

/**
 * @param {string} id of a scenario
 * @param {number} t ms
 * @param {number} width px
 */
function draw(id, t, width) {
  const around = { name: id, changed() {}, cells: 1, reducedMotion: { matches: true } };
  const app = new App(api, [scenario(id)], around);
  arrive(app);
  app.model.look({ to: t });
  arrive(app);
  while (app.lesson?.pending) app.tick(0);
  app.lesson?.passBy(); // no question hides the reason
  app.want(mostSlots(width));
  const size = { page: /** @type {const} */ ('wide'), picture: width, scale: 1, timeline: 900 };
  const tabs = [
    wheel(app),
    app.model.warnings.length ? warnings(app) : '',
    app.model.run.made.producers.length ? records(app) : '',
  ];
  const joined = /<span class="whole-word">([^<]*)<\/span>/g; // keeps a line from ending in a name
  const html = markup([page(app, size, null), ...tabs]).replace(joined, '$1');
  app.model.run.release();
  return ['.sentence', '.alarm', 'svg.picture', 'section.wheel', '.warnings', '.records', '.timeline']
    .map((name) => part(html, name))
    .filter(Boolean)
    .map(outline)
    .join('\n');
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

/**
 * @param {string} html
 * @param {string} name a class, perhaps with the tag before it
 * @returns {string} the markup of the first element that has it
 */
function part(html, name) {
  const [tag, className] = name.split('.');
  const begin = new RegExp(`<(${tag || '\\w+'})\\s[^>]*class="(?:[^"]*\\s)?${className}[\\s"]`).exec(html);
  if (!begin) return '';
  let depth = 0;
  for (const found of html.slice(begin.index).matchAll(new RegExp(`<(/?)${begin[1]}\\b[^>]*?(/?)>`, 'g'))) {
    depth += found[1] ? -1 : found[2] ? 0 : 1;
    if (depth === 0) return html.slice(begin.index, begin.index + found.index + found[0].length);
  }
  throw new Error(`${name} does not end`);
}

const names = new Set();

/**
 * @param {string} id
 * @param {number} t
 * @param {keyof typeof widths} size
 */
function compare(id, t, size) {
  const name = `${id} at ${t} ms${size === 'wide' ? '' : ', small'}`;
  const file = `${id}@${t}${size === 'wide' ? '' : '-small'}.txt`;
  names.add(file);
  test(name, () => {
    const drawn = draw(id, t, widths[size]);
    if (update) writeFileSync(new URL(file, folder), drawn);
    assert.equal(
      drawn,
      readFileSync(new URL(file, folder), 'utf8'),
      'where the change is meant: npm run pictures',
    );
  });
}

if (update) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}
for (const [id, times] of Object.entries(moments)) for (const t of times) compare(id, t, 'wide');
for (const [id, t] of small) compare(id, t, 'small');

test('every picture that is kept is compared', () => {
  assert.deepEqual(readdirSync(folder).toSorted(), [...names].toSorted());
});
