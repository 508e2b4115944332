// Files of a run: events as lines, messages as a Mermaid diagram.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { escaped, sequenceDiagram } from '../../src/mermaid.js';
import { eventLines, lastMoments } from '../../src/takeaway.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @param {string} id @returns {App} */
function open(id) {
  const around = { name: 't', changed() {}, cells: 4, reducedMotion: { matches: true } };
  const app = new App(api, [scenario(id)], around);
  app.seekTime(Number(scenario(id).script.until));
  while (app.model.working) app.tick(0);
  return app;
}

/** What a line of a diagram may be, of Mermaid's grammar. */
const text = String.raw`(?:[\p{L}\p{N} .,:=_…()/'-]|#\d+;)+`;
const forms = [
  /^sequenceDiagram$/u,
  new RegExp(`^  participant (?<name>\\w+) as ${text}$`, 'u'),
  new RegExp(`^  Note over (?<a>\\w+),(?<b>\\w+): ${text}$`, 'u'),
  new RegExp(`^  (?<a>\\w+)(?:->>|-->>|--x)(?<b>\\w+): ${text}$`, 'u'),
];

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
    const lines = sequenceDiagram(moments, app.state, (t) => `${t} ms`)
      .trimEnd()
      .split('\n');
    const participants = new Set();
    for (const line of lines) {
      const form = forms.map((f) => f.exec(line)).find(Boolean);
      assert.ok(form, line);
      const { name, a, b } = form.groups ?? {};
      if (name) participants.add(name);
      for (const one of [a, b].filter(Boolean))
        assert.ok(participants.has(one), `${one} is introduced: ${line}`);
    }
    const sent = moments.flatMap((m) => m.events).filter((e) => e.kind === 'request');
    assert.equal(lines.filter((l) => /: request \d/.test(l)).length, sent.length);
    app.model.release();
  });
}

test('nothing in a text is taken for Mermaid’s', () => {
  assert.equal(escaped('a;b\nc #1 %% <b> -> "x"'), 'a#59;b c #35;1 #37;#37; #60;b#62; -#62; #34;x#34;');
  assert.equal(escaped('größer als 5 …'), 'größer als 5 …');
});

test('events are lines of JSON, in order, those up to the place', async () => {
  const app = open('same-crash');
  const lines = (await eventLines(app.model)).trimEnd().split('\n');
  assert.equal(lines.length, app.state.n);
  lines.forEach((line, n) => assert.equal(JSON.parse(line).n, n));
  app.model.release();
});
