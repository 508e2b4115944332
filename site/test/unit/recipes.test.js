// The recipes for site makers name what there is: parameters, scenarios that have a lesson, and versions.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parameterNames, parameters } from '../../src/parameters.js';
import { root } from '../module.js';
import { recipes, snippets } from '../recipes.js';

/** @param {string} id of a scenario */
const lessonOf = (id) => JSON.parse(readFileSync(`${root}core/testdata/scenarios/${id}.json`, 'utf8')).lesson;

test('elements and frames have parameters that there are, and scenarios with a lesson', () => {
  const text = snippets().join('\n');
  const elements = [
    ...text.matchAll(/<highwater-playground ([^>]*)>/g),
    ...text.matchAll(/{{< highwater ([^>]*) >}}/g),
  ]
    .map(([, attributes]) =>
      Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, k, v]) => [k, v])),
    )
    .filter(({ scenario }) => scenario);
  const frames = [...text.matchAll(/embed\.html\?([\w=&-]+)["'\n]/g)].map(([, query]) =>
    Object.fromEntries(new URLSearchParams(query)),
  );
  assert.ok(
    elements.length >= 5 && frames.length >= 5,
    `${elements.length} elements, ${frames.length} frames`,
  );
  for (const given of [...elements, ...frames]) {
    for (const name of Object.keys(given)) assert.ok(parameterNames.includes(name), name);
    assert.deepEqual(parameters(`?${new URLSearchParams(given)}`).warnings, []);
    assert.ok(lessonOf(given.scenario), given.scenario);
  }
});

test('every package but the own has its version', () => {
  for (const { maker, commands } of recipes()) {
    const wanted = commands.filter((command) => /^(pip|npm) install /.test(command));
    assert.equal(wanted.length, 1, maker);
    for (const name of wanted[0].split(' ').slice(2))
      assert.match(name, /^--save-exact$|^\.\/|==\d+(\.\w+)+$|.@\d+\.\d+\.\d+$/, maker);
  }
});
