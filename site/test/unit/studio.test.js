// The studio without a page: what it writes, how it follows the playground, and what the core says of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { App } from '../../src/app.js';
import { configs, verbs } from '../../src/studio/catalogue.js';
import { Desk } from '../../src/studio/desk.js';
import * as draft from '../../src/studio/draft.js';
import { fileName } from '../../src/studio/takeForm.js';
import { catalogue as german } from '../../src/words/de/catalogue.js';
import { catalogue as english } from '../../src/words/en/catalogue.js';
import { scenario, startModule } from '../module.js';

/** @import {Script} from '../../src/types' */

const api = await startModule();

/** @param {Script} [script] @returns {{app: App, desk: Desk}} */
function write(script = draft.plainScript('Mine')) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: false } };
  const app = new App(api, [{ id: 'mine', script }], around);
  while (app.model.working) app.tick(0);
  return { app, desk: new Desk(app, () => {}) };
}

/** @param {Script} script @returns {string[]} what there is to mend */
function mended(script) {
  const { findings } = JSON.parse(api.proofread(0, JSON.stringify(script))).ok;
  return findings.map((/** @type {any} */ f) => `${f.path}: ${f.message}`);
}

test('parts are put and taken out by their path, and all else is shared', () => {
  const value = { a: [{ b: 1 }, { b: 2 }], c: { config: { k: 1 } } };
  const changed = draft.put(value, ['a', 1, 'b'], 3);
  assert.deepEqual(changed, { a: [{ b: 1 }, { b: 3 }], c: { config: { k: 1 } } });
  assert.equal(changed.a[0], value.a[0]);
  assert.equal(changed.c, value.c);
  assert.deepEqual(draft.put(value, ['a', 0], undefined).a, [{ b: 2 }]);
  assert.deepEqual(
    draft.put(value, ['c', 'config', 'k'], undefined).c,
    {},
    'an empty configuration is left out',
  );
  assert.deepEqual(draft.put({}, ['x', 0, 'y'], 1), { x: [{ y: 1 }] });
  assert.equal(draft.pathText(['a', 1, 'config', 'linger.ms']), 'a[1].config.linger.ms');
  assert.equal(draft.pathText(['logs', 'a b']), 'logs["a b"]');
  assert.ok(draft.isWithin('a[1].b', 'a[1]') && !draft.isWithin('a[10]', 'a[1]'));
});

test('a path is the one that the core names', () => {
  for (const [path, part] of /** @type {[draft.Path, unknown][]} */ ([
    [['cluster', 'brokers'], 16],
    [['cluster', 'topics', 0, 'partitions', 0, 'replicas', 1], 9],
    [['producers', 0, 'config', 'linger.ms'], 'x'],
    [['until'], -1],
  ])) {
    const [found] = mended(draft.put(draft.plainScript('Mine'), path, part));
    assert.ok(found.startsWith(`${draft.pathText(path)}: `), found);
  }
});

test('a cluster is laid out with another leader for each partition', () => {
  const script = draft.put(draft.plainScript('Mine'), ['cluster', 'brokers'], 5);
  let [topic] = script.cluster.topics;
  topic = draft.replicated(topic, 5, 4);
  topic = draft.partitioned(topic, 5, 3);
  assert.deepEqual(
    topic.partitions.map((/** @type {any} */ p) => p.replicas),
    [
      [1, 2, 3, 4],
      [2, 3, 4, 5],
      [3, 4, 5, 1],
    ],
  );
  assert.deepEqual(mended(draft.put(script, ['cluster', 'topics', 0], topic)), []);
});

test('every verb makes a step that the core accepts, and a plain lesson has nothing to mend', () => {
  const script = draft.plainScript('Mine');
  for (const { verb } of verbs) {
    const step = draft.newStep(script, verb, 1000);
    assert.equal(draft.verbOf(step), verb);
    assert.deepEqual(mended({ ...script, steps: [step] }), [], verb);
  }
  const lesson = draft.plainLesson({ question: 'What?', chapter: ['A', 'B'], conclusion: 'That.' });
  const steps = [draft.newStep(script, 'send', 1000)];
  assert.deepEqual(mended({ ...script, steps, lesson }), []);
  const both = draft.inLanguage(lesson, 'de', true);
  assert.equal(both.chapters[1].name.de, 'B');
  assert.deepEqual(draft.inLanguage(both, 'de', false), lesson);
});

test('a deletion begins with all that is committed, and retention.ms is among what a topic is set to', () => {
  const { 'delete-records': deletion } = /** @type {any} */ (
    draft.newStep(draft.plainScript('t'), 'delete-records', 0)
  );
  assert.deepEqual(deletion, { topic: 'payments', partition: 0, offset: -1 });
  const key = configs.find((c) => c.scope === 'topic' && c.key === 'retention.ms');
  assert.ok(key?.dynamic, 'the step set changes it');
});

test('what is typed is a value, or stays what it is', () => {
  assert.deepEqual(['', ' 5 ', '0.5', '-1', '1e9', 'x'].map(draft.numberOf), [
    undefined,
    5,
    0.5,
    -1,
    '1e9',
    'x',
  ]);
  assert.deepEqual(draft.numbersOf('1, 2,x'), [1, 2, 'x']);
  assert.equal(draft.listOf(' , '), undefined);
  assert.deepEqual(draft.jsonOf('{"event": "park"}'), { event: 'park' });
  assert.equal(draft.jsonOf('{"event'), '{"event');
  assert.equal(draft.jsonOf(' start '), 'start');
  assert.equal(fileName('A slow link: 3 to 1!'), 'a-slow-link-3-to-1');
});

test('a condition names the event and which of its kind it is', () => {
  const { app } = write(scenario('opening').script);
  app.seekTime(20000);
  while (app.model.working) app.tick(0);
  const all = app.model.run.lines(0, 2000);
  const fetches = all.filter((e) => e.kind === 'fetch');
  const event = fetches[fetches.length - 1];
  const condition = draft.conditionOf(
    event,
    all.filter((e) => e.n < event.n),
  );
  assert.equal(condition.event, 'fetch');
  const begins = { question: { en: 'q' }, conclusion: { en: 'c' } };
  const chapters = [
    { name: { en: 'a' }, begins: 'start' },
    { name: { en: 'b' }, begins: condition },
  ];
  const script = { ...app.model.given, lesson: { ...begins, chapters } };
  const { ok } = JSON.parse(api.create(0, JSON.stringify(script)));
  let plan = JSON.parse(api.plan(ok.handle, '{}')).ok;
  while (plan.working) plan = JSON.parse(api.plan(ok.handle, '{}')).ok;
  api.release(ok.handle, '{}');
  assert.equal(plan.chapters[1].event, event.n, 'the condition holds at that very event');
});

test('what is right is played at once, at the same time; what is wrong stays, with what is done meanwhile', () => {
  const { app, desk } = write();
  app.seekTime(2000);
  while (app.model.working) app.tick(0);
  desk.edit(['cluster', 'topics', 0, 'config', 'min.insync.replicas'], 1);
  assert.equal(app.state.t, 2000);
  assert.equal(app.state.partitions[0].minIsr ?? 1, 1);
  assert.ok(desk.right);
  desk.edit(['cluster', 'brokers'], 77);
  assert.ok(!desk.right);
  assert.match(desk.findingsAt(['cluster', 'brokers'])[0].message, /out of range/);
  app.act({ kill: { broker: 2 } });
  while (app.model.working) app.tick(0);
  assert.ok(desk.follow());
  assert.equal(desk.draft.cluster.brokers, 77, 'what was typed is not lost');
  assert.deepEqual(desk.draft.steps, app.model.deeds);
  assert.equal(Math.round(desk.draft.steps[0].at ?? 0), 2000);
  desk.edit(['cluster', 'brokers'], 3);
  assert.ok(desk.right);
  assert.deepEqual(app.model.deeds, [], 'deeds have become steps');
  assert.equal(app.model.given.steps.length, 1);
  app.undo();
  desk.follow();
  assert.equal(desk.draft.steps.length, 1, 'the run before had the deed, too');
  app.undo();
  desk.follow();
  assert.equal(desk.draft.steps.length, 0);
  desk.end();
});

test('a wrong script is put aside when another run is opened, and can be had back', () => {
  const { app, desk } = write();
  desk.edit(['until'], 'soon');
  app.open(/** @type {Script} */ (scenario('opening').script));
  desk.follow();
  assert.ok(desk.right);
  desk.takeUp();
  assert.equal(/** @type {any} */ (desk.draft).until, 'soon');
  assert.ok(!desk.right);
  desk.end();
});

test('the catalogue has what the command lists, and its meanings are there in German', () => {
  const source = readFileSync(new URL('../../../core/CONTRACT.md', import.meta.url), 'utf8');
  const keys = source.slice(source.indexOf('## Configuration keys'), source.indexOf('## Events'));
  assert.equal(keys.split('\n').filter((line) => line.startsWith('| `')).length, configs.length);
  for (const part of /** @type {const} */ (['configs', 'verbs', 'members']))
    for (const [name, meaning] of Object.entries(english[part])) {
      assert.ok(german[part][name], `${part} ${name}`);
      assert.ok(meaning);
    }
});
