// Files of a run: events as lines, messages as a Mermaid diagram.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { App } from '../../src/app.js';
import { escaped, sequenceDiagram } from '../../src/mermaid.js';
import { eventLines, lastMoments } from '../../src/takeaway.js';
import { root, scenario, startModule } from '../module.js';
import { readSequence } from './sequenceGrammar.js';

const api = await startModule();

/** @param {string} id @returns {App} */
function open(id) {
  const around = { name: 't', changed() {}, cells: 4, reducedMotion: { matches: true } };
  const app = new App(api, [scenario(id)], around);
  app.seekTime(Number(scenario(id).script.until));
  while (app.model.working) app.tick(0);
  return app;
}

for (const id of [
  'opening',
  'leader-dies',
  'same-crash',
  'rolling-restart',
  'three-partitions',
  'refused-under-minimum',
]) {
  test(`the messages of ${id} are a diagram of Mermaid's, with a line for each`, () => {
    const app = open(id);
    const moments = lastMoments(app.model);
    const read = readSequence(sequenceDiagram(moments, app.state, (t) => `${t} ms`));
    const sent = moments.flatMap((m) => m.events).filter((e) => e.kind === 'request');
    const asked = read.filter((r) => r.kind === 'message' && /^request \d/.test(r.text));
    assert.equal(asked.length, sent.length);
    app.model.release();
  });
}

test('nothing in a text is taken for Mermaid’s', () => {
  assert.equal(escaped('a;b\nc #1 %% <b> -> "x"'), 'a#59;b c #35;1 #37;#37; #60;b#62; -#62; #34;x#34;');
  assert.equal(escaped('größer als 5 …'), 'größer als 5 …');
  assert.equal(escaped('at 5: a:b'), 'at 5: a#58;b');
});

test('what clients and records are called does not break the diagram', () => {
  const nasty = [
    'end',
    'a;b',
    '#35;',
    '%% x',
    '<br>',
    'wrap: x',
    'style:#1;',
    'classDef:;#',
    '{x}',
    'a\nb',
    '…',
    '"',
  ];
  const { script } = scenario('healthy-write');
  for (const [i, value] of nasty.entries()) {
    const id = ['end', 'style', 'note', 'loop'][i % 4];
    const named = JSON.parse(JSON.stringify(script).replaceAll('"p1"', JSON.stringify(id)));
    named.steps[0].send.value = value;
    delete named.lesson;
    const around = { name: 't', changed() {}, cells: 4, reducedMotion: { matches: true } };
    const app = new App(api, [{ id: 'nasty', script: named }], around);
    app.seekTime(Number(named.until));
    while (app.model.working) app.tick(0);
    const read = readSequence(sequenceDiagram(lastMoments(app.model), app.state, (t) => `${t} ms`));
    assert.ok(
      read.some((r) => r.kind === 'message' && /^request 1/.test(r.text)),
      value,
    );
    app.model.release();
  }
});

test('the reader of diagrams takes nothing else', () => {
  const head = 'sequenceDiagram\n  participant a as A\n  participant b as B\n';
  assert.equal(readSequence(`${head}  a->>b: x#59;y\n`).length, 3);
  for (const line of [
    'a->>c: x',
    'a->>b: x;y',
    'a->>b: x#',
    'a->>b:',
    'a->b: x',
    'a->>b->>a: x',
    'loop x',
    'participant a as again',
    'a->>b: style:#35;',
    'a->>b: wrap: x',
    'Note over a: x',
  ])
    assert.throws(() => readSequence(`${head}  ${line}\n`), line);
});

test('events are lines of JSON, in order, those up to the place; the last line sums them up', async () => {
  const app = open('same-crash');
  const lines = (await eventLines(app.model)).trimEnd().split('\n');
  const last = JSON.parse(lines.pop() ?? '');
  assert.equal(lines.length, app.state.n);
  lines.forEach((line, n) => assert.equal(JSON.parse(line).n, n));
  assert.equal(last.kind, 'summary');
  assert.equal(last.events, app.state.n);
  assert.equal(last.t, app.state.t);
  app.model.release();
});

test('played to its end, a run gives the very lines that the command prints', async () => {
  const app = open('leader-dies');
  const file = 'core/testdata/scenarios/leader-dies.json';
  const { stdout } = spawnSync('go', ['run', './core/cmd/run', file], { cwd: root, encoding: 'utf8' });
  assert.equal(await eventLines(app.model), stdout);
  app.model.release();
});
