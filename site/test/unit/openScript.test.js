// What may be opened is opened, and can be undone; what may not is refused with what is wrong, and changes nothing.

import assert from 'node:assert/strict';
import test from 'node:test';
import { encode } from '../../src/link.js';
import { canOpen, offered, openFile, openText, scenarioAt } from '../../src/openScript.js';
import { scenario, startModule } from '../module.js';
import { arrive, does, hashOf, playground, scriptOf, session } from './links.js';

const api = await startModule();

test('the script of a run, as it is saved, opens to the same run', async () => {
  const app = session(api);
  const text = JSON.stringify(app.model.script, null, 2);
  const other = playground(api, scenario('three-partitions'));
  await openText(other, text);
  arrive(other);
  assert.equal(hashOf(api, other.model.script), hashOf(api, app.model.script));
  does(other, () => other.undo());
  assert.equal(other.model.scenario, 'three-partitions', 'undoing leads back to what was there before');
  does(other, () => other.redo());
  does(other, () => other.seekTime(app.state.t));
  assert.deepEqual(other.state, app.state);
  app.model.release();
  other.model.release();
});

test('a script with a lesson opens at the chapter at which its lesson opens', async () => {
  const app = playground(api, scenario('three-partitions'));
  const first = playground(api, scenario('opening'));
  await openText(app, JSON.stringify(scenario('opening').script));
  arrive(app);
  assert.deepEqual(app.state, first.state);
  assert.equal(app.lesson?.lesson.question.en, scenario('opening').script.lesson.question.en);
  app.model.release();
  first.model.release();
});

test('a whole state and a link open with place, runs and settings', async () => {
  const app = session(api);
  const saved = app.save();
  const link = `https://example.org/#s=${await encode(saved, scriptOf)}`;
  for (const text of [JSON.stringify(saved), link, `<${link}>.`, link.split('#s=')[1]]) {
    const other = playground(api, scenario('three-partitions'), scenario('opening'));
    other.library = async () => [scenario('opening')];
    assert.ok(canOpen(text));
    await openFile(other, new Blob([text]));
    arrive(other);
    assert.deepEqual(other.save(), saved);
    does(other, () => other.undo());
    assert.equal(other.model.scenario, 'three-partitions');
    other.model.release();
  }
  app.model.release();
});

const { script } = scenario('opening');

/** @type {[text: string, says: RegExp][]} */
const wrong = [
  ['', /neither a script as JSON nor a link/],
  ['hello', /neither/],
  ['https://example.org/', /neither/],
  ['{"version": 1,', /not JSON.*\d/],
  ['[]', /cannot be played/],
  ['{}', /cannot be played/],
  [JSON.stringify({ ...script, version: 3 }), /cannot be played.*version/],
  [JSON.stringify({ ...script, steps: [{ at: 1, send: { producer: 'x' } }] }), /steps\[0\]\.send/],
  [JSON.stringify({ ...script, steps: [{ at: 1, kill: { broker: 9 } }] }), /steps\[0\]\.kill\.broker/],
  [JSON.stringify({ ...script, lesson: { question: 5 } }), /lesson\.question/],
  [JSON.stringify({ version: 1, script, place: 5 }), /cannot be played.*run\.place/],
  [`#s=1-8-AAAAAAAA`, /This link cannot be opened\. Its checksum is wrong/],
  [' '.repeat(5 << 20), /more than 4/],
];

test('what cannot be opened is refused with what is wrong and where, and nothing changes', async () => {
  const app = session(api);
  const before = app.save();
  for (const [text, says] of wrong) {
    await offered(app, () => openText(app, text));
    assert.match(app.ui.refused, says, text.slice(0, 80));
    assert.equal(app.tab, 'take');
    app.tab = before.settings.tab;
    assert.deepEqual(app.save(), before, text.slice(0, 80));
  }
  await offered(app, () => openFile(app, new Blob(['x'.repeat(5 << 20)])));
  assert.match(app.ui.refused, /more than 4/);
  app.model.release();
});

test('what is pasted is taken only if it can be a script or a link', () => {
  for (const text of ['', 'pay-1', '{}', '{"a": 1}', 'https://example.org/', '3-4', 'steps'])
    assert.equal(canOpen(text), false, text);
  assert.ok(canOpen(JSON.stringify(script)));
  assert.ok(canOpen(JSON.stringify(script, null, 2)));
});

test('an address asks for a built-in scenario, or for a script of the same origin', async (t) => {
  const library = async () => [scenario('opening'), scenario('three-partitions')];
  assert.deepEqual(await scenarioAt('three-partitions', library), scenario('three-partitions'));
  await assert.rejects(scenarioAt('no-such', library), /There is no scenario “no-such”/);
  /** @type {Record<string, () => Response>} */
  const host = {
    'https://play.example/a/mine.json': () => new Response(JSON.stringify(script)),
    'https://play.example/a/broken.json': () => new Response('{"version"'),
    'https://play.example/a/endless.json': () => new Response('1'.repeat(5 << 20)),
  };
  const around = {
    location: { origin: 'https://play.example' },
    document: { baseURI: 'https://play.example/a/index.html' },
  };
  Object.assign(globalThis, around);
  t.after(() => Object.assign(globalThis, { location: undefined, document: undefined }));
  t.mock.method(
    globalThis,
    'fetch',
    async (/** @type {URL} */ url) => host[url.href]?.() ?? new Response('', { status: 404 }),
  );
  for (const name of ['mine.json', './mine.json', '/a/mine.json', 'https://play.example/a/mine.json'])
    assert.deepEqual(await scenarioAt(name, library), { id: '', script }, name);
  await assert.rejects(scenarioAt('broken.json', library), /not JSON/);
  await assert.rejects(scenarioAt('endless.json', library), /more than 4/);
  await assert.rejects(
    scenarioAt('gone.json', library),
    /“gone\.json” could not be fetched: the host answered 404/,
  );
  for (const name of [
    'https://other.example/mine.json',
    '//other.example/x.json',
    'javascript:alert(1)',
    'data:application/json,{}',
    'blob:https://play.example/x',
    'http://[',
    'file:///etc/passwd',
  ])
    await assert.rejects(scenarioAt(name, library), /not an address of this site|could not be fetched/, name);
});
