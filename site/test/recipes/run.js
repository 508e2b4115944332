// Makes a lesson with each site maker as recipes.html says, from the registries of their packages, and opens it:
//
//     node test/recipes/run.js [MAKER...]
//
// dist/ has to be there. It needs Python and npm, and takes minutes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startChromium } from '../engines/chromium.js';
import { dist, host } from '../engines/host.js';
import { followLesson, ready, until, works } from '../engines/playground.js';
import { recipes } from '../recipes.js';

/** @import {Recipe} from '../recipes.js' */
/** @import {Tab, View} from '../engines/engine.js' */

const run = promisify(execFile);
const made = fileURLToPath(new URL('../../../.build/recipes/', import.meta.url));

/**
 * Where the site of a maker lies in its project, where the lesson is in it, and what the theme itself complains about.
 * @type {Record<string, [folder: string, lesson: string, complaints?: RegExp]>}
 */
const outcomes = {
  mkdocs: ['site/', 'lesson/'],
  docusaurus: ['build/', ''],
  hugo: ['public/', 'lesson/'],
  astro: ['dist/', 'lesson/'],
  'jupyter-book': ['_build/html/', 'lesson.html', /THEBE_JS_URL|theme mode/],
};

/** Where the lesson is in the page, and the second example, which is a frame by itself. */
const element = 'highwater-playground >>> iframe';
const frame = 'iframe[title="The leader dies"]';

/** A maker that takes longer than this hangs (ms). */
const timeout = 900_000;

const asked = process.argv.slice(2);
const all = recipes();
for (const maker of asked) assert.ok(outcomes[maker], `no recipe for "${maker}"`);
assert.deepEqual(all.map(({ maker }) => maker).sort(), Object.keys(outcomes).sort(), 'each has its outcome');

for (const recipe of all.filter(({ maker }) => !asked.length || asked.includes(maker))) {
  test(`${recipe.maker} makes a lesson in which the playground runs`, { timeout }, async () => {
    const project = await build(recipe);
    const [folder, lesson, complaints] = outcomes[recipe.maker];
    const site = await host({ folder: join(project, folder), under: '/course/' });
    const chromium = await startChromium();
    try {
      const tab = await chromium.open();
      await opens(tab, site.url + lesson);
      assert.deepEqual(
        tab.complaints.filter((text) => !complaints?.test(text)),
        [],
      );
      assert.deepEqual(
        site.asked.filter((name) => name.startsWith('/')),
        [],
        'nothing outside of the site',
      );
    } finally {
      await chromium.close();
      await site.close();
    }
  });
}

/**
 * Does what a recipe says.
 * @param {Recipe} recipe
 * @returns {Promise<string>} the folder of the project
 */
async function build({ maker, files, commands, folder }) {
  const [project, python] = [join(made, maker), join(made, `${maker}-python`)];
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
  if (folder) await cp(dist, join(project, folder), { recursive: true });
  else await run('npm', ['pack', dist, '--pack-destination', project]);
  if (commands.some((command) => command.startsWith('pip '))) await run('python3', ['-m', 'venv', python]);
  const env = {
    ...process.env,
    PATH: `${python}/bin:${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
  };
  for (const command of commands) {
    await run('bash', ['-c', command], { cwd: project, env, maxBuffer: 1 << 26 }).catch((error) =>
      assert.fail(`${command}:\n${error.stdout}${error.stderr}`),
    );
  }
  return project;
}

/**
 * Goes through the lesson of a page, and uses the frame beside it.
 * @param {Tab} tab
 * @param {string} url
 */
async function opens(tab, url) {
  await tab.go(url);
  await inSight(tab, 'highwater-playground');
  await until(
    tab,
    () => !!document.querySelector('highwater-playground')?.shadowRoot?.querySelector('iframe'),
    [],
  );
  const lesson = await tab.frame(element);
  await ready(lesson);
  assert.equal(await tab.evaluate(insteadIsHidden), true, 'what stands in the element gives way');
  await followLesson(lesson);
  await inSight(tab, frame);
  await works(await tab.frame(frame));
}

/** @param {View} view @param {string} selector scrolls to what may load only then */
function inSight(view, selector) {
  return view.evaluate((selector) => document.querySelector(selector)?.scrollIntoView(), selector);
}

/** In the document: whether the text within the element is not shown. */
function insteadIsHidden() {
  return document.querySelector('highwater-playground')?.shadowRoot?.querySelector('slot')?.hidden;
}
