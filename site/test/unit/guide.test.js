// The guide says what is: its scripts are right and are played, its conditions hold somewhere, and it leaves no parameter,
// request, event or step out.

import assert from 'node:assert/strict';
import test from 'node:test';
import { eventNames } from '../../src/embed/reports.js';
import { requests } from '../../src/embed/requests.js';
import { lockNames, panelNames, parameterNames, parameters } from '../../src/parameters.js';
import { verbs } from '../../src/studio/catalogue.js';
import { examples, namesInGuide } from '../guide.js';
import { startModule } from '../module.js';

const api = await startModule();
const names = namesInGuide();

/** @param {string} name @param {unknown} request @param {number} [handle] */
const ask = (name, request, handle = 0) => {
  const text = typeof request === 'string' ? request : JSON.stringify(request);
  const { ok, error } = JSON.parse(/** @type {any} */ (api)[name](handle, text));
  assert.equal(error, undefined, error?.message);
  return ok;
};

/** @param {string} script @returns {number} how many events it has, played to its end */
function played(script) {
  const { handle, until } = ask('create', script);
  let query = /** @type {object} */ ({ to: until });
  let frame = ask('frame', query, handle);
  for (query = {}; frame.working; frame = ask('frame', query, handle));
  ask('release', {}, handle);
  return frame.state.n;
}

test('its scripts have nothing to mend, and are played to their ends', () => {
  const scripts = examples('script');
  assert.ok(scripts.length >= 2 && scripts.some((text) => JSON.parse(text).lesson));
  for (const script of scripts) {
    assert.deepEqual(ask('proofread', script).findings, []);
    assert.ok(played(script) > 20);
  }
});

test('its conditions hold in the run of its lesson', () => {
  const text = examples('script').find((script) => JSON.parse(script).lesson);
  const script = JSON.parse(text ?? '');
  const conditions = examples('condition');
  assert.ok(conditions.length >= 2);
  for (const condition of conditions) {
    script.lesson.chapters[1].begins = JSON.parse(condition);
    script.lesson.cards = [];
    assert.deepEqual(ask('proofread', script).findings, [], condition);
  }
});

test('its link has parameters that there are', () => {
  for (const link of examples('link'))
    assert.deepEqual(parameters(link.slice(link.indexOf('?'))).warnings, []);
});

test('it names every parameter, request, event and step', () => {
  for (const name of [
    ...parameterNames,
    ...panelNames,
    ...lockNames,
    ...Object.keys(requests),
    ...eventNames,
    ...['ready', 'error', 'warning', 'resize', 'focusexit'],
    ...verbs.map(({ verb }) => verb),
  ])
    assert.ok(names.has(name), name);
});
