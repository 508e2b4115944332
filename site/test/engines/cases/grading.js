// The packages for learning platforms, each opened as its platform would, by a stub of it that keeps what it is told.

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { dist } from '../host.js';
import { followLesson, ready, until } from '../playground.js';
import { unpack } from '../unpack.js';

/** @import {Case, Stage} from '../run.js' */
/** @import {Tab, View} from '../engine.js' */

/** Where the lesson is in the page of a package. */
const playground = 'highwater-playground >>> iframe';

/** @type {Case[]} */
export const cases = [
  scorm('scorm12', 'API', 'LMS', 'Finish', {
    begun: ['cmi.core.lesson_status', 'incomplete'],
    done: ['cmi.core.lesson_status', 'completed'],
    answer: 'cmi.interactions.0.student_response',
  }),
  scorm('scorm2004', 'API_1484_11', '', 'Terminate', {
    begun: ['cmi.completion_status', 'incomplete'],
    done: ['cmi.completion_status', 'completed'],
    answer: 'cmi.interactions.0.learner_response',
  }),
  {
    name: 'the cmi5 package states what a learner does',
    run: (stage) => stated(stage, 'cmi5', ['initialized', 'answered', 'completed', 'passed', 'terminated']),
  },
  {
    name: 'the xAPI package states what a learner does',
    run: (stage) => stated(stage, 'xapi', ['initialized', 'answered', 'completed', 'terminated']),
  },
];

/**
 * @param {string} standard
 * @param {string} object the platform's
 * @param {string} prefix of its functions
 * @param {string} last the one that ends a session
 * @param {{begun: string[], done: string[], answer: string}} wanted elements and their values
 * @returns {Case}
 */
function scorm(standard, object, prefix, last, wanted) {
  return {
    name: `the ${standard} package reports to its platform`,
    async run({ tab, serve }) {
      const folder = await unpack(`${dist}highwater-${standard}.zip`);
      const lms = await serve({ folder, under: '/course/' });
      lms.pages['lms.html'] = `<!doctype html><iframe width="1200" height="780"></iframe><script>
        window.values = {}; window.calls = [];
        const call = (name) => (given) => (calls.push(name), 'true');
        window.${object} = {
          ${prefix}GetValue: (name) => values[name] ?? '',
          ${prefix}SetValue: (name, value) => (values[name] = value, 'true'),
        };
        for (const name of ['Initialize', 'Commit', '${last}']) ${object}['${prefix}' + name] = call(name);
      </script>`;
      await tab.go(`${lms.url}lms.html`);
      const href = await tab.evaluate(async () => {
        const text = await (await fetch('imsmanifest.xml')).text();
        const manifest = new DOMParser().parseFromString(text, 'text/xml');
        if (manifest.querySelector('parsererror')) throw new Error('the manifest is no XML');
        for (const file of manifest.querySelectorAll('file')) {
          if (!(await fetch(file.getAttribute('href') ?? '')).ok)
            throw new Error(`${file.outerHTML} is missing`);
        }
        const page = manifest.querySelector('resource')?.getAttribute('href') ?? '';
        const items = [...manifest.querySelectorAll('item')].map(
          (item) => page + item.getAttribute('parameters'),
        );
        if (items.length !== 8) throw new Error(`the path has ${items.length} lessons`);
        const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('iframe'));
        frame.src = items[0];
        return items[0];
      });
      assert.match(href, /^index\.html\?scenario=/);
      await lessonIn(await tab.frame('iframe'), () => holds(tab, wanted.begun[0], wanted.begun[1]));
      await holds(tab, wanted.done[0], wanted.done[1]);
      const values = await tab.evaluate(() => /** @type {any} */ (window).values);
      assert.match(values[wanted.answer], /^[a-z]$/);
      await tab.evaluate(() => document.querySelector('iframe')?.setAttribute('src', 'about:blank'));
      await until(tab, (last) => /** @type {any} */ (window).calls.at(-1) === last, [last]);
      await rm(folder, { recursive: true });
    },
  };
}

/** @param {Tab} tab @param {string} name of an element @param {string} value */
function holds(tab, name, value) {
  return until(tab, (name, value) => /** @type {any} */ (window).values[name] === value, [name, value]);
}

/**
 * Goes through the lesson of a package's page.
 * @param {View} page
 * @param {() => Promise<unknown>} begun is called when the lesson is there
 */
async function lessonIn(page, begun) {
  await until(
    page,
    () => !!document.querySelector('highwater-playground')?.shadowRoot?.querySelector('iframe'),
    [],
  );
  const lesson = await page.frame(playground);
  await ready(lesson);
  await begun();
  await followLesson(lesson);
}

/**
 * Launches a package with a record store, and compares what is stated.
 * @param {Stage} stage
 * @param {'cmi5' | 'xapi'} standard
 * @param {string[]} wanted verbs
 */
async function stated({ tab, serve }, standard, wanted) {
  const folder = await unpack(`${dist}highwater-${standard}.zip`);
  const lms = await serve({ folder, under: '/course/' });
  const actor = { objectType: 'Agent', account: { homePage: 'https://lms.example', name: '1' } };
  lms.store = {
    '/token': { 'auth-token': 'abc' },
    '/xapi/activities/state': { contextTemplate: { extensions: {} }, launchMode: 'Normal', moveOn: 'Passed' },
  };
  const query = new URLSearchParams({
    scenario: await firstLesson(tab, lms.url, standard),
    endpoint: new URL('/xapi/', lms.url).href,
    actor: JSON.stringify(actor),
    registration: '760e3480-ba55-4991-94b0-01820dbd23a2',
    ...(standard === 'cmi5'
      ? { fetch: new URL('/token', lms.url).href, activityId: 'https://lms.example/au/1' }
      : { auth: 'Basic abc', activity_id: 'https://lms.example/au/1' }),
  });
  await tab.go(`${lms.url}index.html?${query}`);
  await lessonIn(tab, async () => {});
  await states(lms, 'completed');
  await tab.go('about:blank');
  await states(lms, 'terminated');
  const verbs = lms.stated.map(({ verb }) => verb.id.split('/').pop());
  assert.deepEqual([...new Set(verbs)], wanted);
  await rm(folder, { recursive: true });
}

/**
 * Waits until a record store has a statement.
 * @param {import('../host.js').Host} store
 * @param {string} verb
 */
async function states(store, verb) {
  const end = Date.now() + 10_000;
  while (!store.stated.some((each) => each.verb.id.endsWith(`/${verb}`))) {
    assert.ok(Date.now() < end, `nothing was ${verb}: ${JSON.stringify(store.stated)}`);
    await pause(50);
  }
}

/**
 * The scenario of the first lesson in a platform's list.
 * @param {Tab} tab
 * @param {string} url of the package
 * @param {'cmi5' | 'xapi'} standard
 */
async function firstLesson(tab, url, standard) {
  const [list, element] =
    standard === 'cmi5' ? ['cmi5.xml', 'au > url'] : ['tincan.xml', 'activity > launch'];
  await tab.go(`${url}index.html`);
  const address = await tab.evaluate(
    async (list, element) => {
      const listed = new DOMParser().parseFromString(await (await fetch(list)).text(), 'text/xml');
      return listed.querySelector(element)?.textContent ?? '';
    },
    list,
    element,
  );
  return new URLSearchParams(address.split('?')[1]).get('scenario') ?? '';
}
