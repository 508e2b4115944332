// What an author asks for by parameters: typed and bounded values, a warning for whatever is not right, and scripts in
// which they are set.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { adapted } from '../../src/embed/adapted.js';
import { Model } from '../../src/model.js';
import { keyOf, parameterNames, parameters } from '../../src/parameters.js';
import { root, scenario, startModule } from '../module.js';
import { dice } from './randomScript.js';

/** @typedef {import('../../src/types').Script} Script */

const api = await startModule();

/** @param {Script} given throws if the core refuses it */
const check = (given) => Model.check(api, { given, deeds: [] });

/** @param {string} search @returns {[code: string, name: string][]} */
const warned = (search) => parameters(search).warnings.map(({ code, name }) => [code, name]);

test('every parameter is read as what it is', () => {
  const { values, warnings } = parameters(
    '?scenario=opening&mode=lesson&seed=7&replication-factor=4&isr=2&min-insync-replicas=3&acks=-1&partitions=2' +
      '&request-timeout-ms=1000&replica-lag-time-max-ms=500&delivery-timeout-ms=9000&linger-ms=0&speed=0.5&autoplay' +
      '&at=31&panels=story,log&controls=none&lock=acks%20isr&theme=dark&motion=reduced&lang=de-AT' +
      '&parent-origin=https%3A%2F%2Flessons.example%2F&events=all',
  );
  assert.deepEqual(warnings, []);
  assert.deepEqual(values, {
    scenario: 'opening',
    mode: 'lesson',
    seed: 7,
    replicationFactor: 4,
    isr: 2,
    minInsyncReplicas: 3,
    acks: 'all',
    partitions: 2,
    requestTimeoutMs: 1000,
    replicaLagTimeMaxMs: 500,
    deliveryTimeoutMs: 9000,
    lingerMs: 0,
    speed: 0.5,
    autoplay: true,
    at: 31,
    panels: ['story', 'log'],
    controls: 'none',
    lock: ['acks', 'isr'],
    theme: 'dark',
    motion: 'reduced',
    lang: 'de',
    parentOrigin: 'https://lessons.example',
    events: 'all',
  });
  assert.deepEqual(Object.keys(values), parameterNames.map(keyOf), 'no parameter is missing here');
});

test('what is wrong is said, and the default is taken', () => {
  const wrong = {
    scenario: [''],
    mode: ['', 'play', 'Lesson'],
    seed: ['-1', '1.5', '1e3', '0x10', '9007199254740993', 'NaN'],
    'replication-factor': ['0', '16', 'three'],
    isr: ['0', '1,2'],
    'min-insync-replicas': ['0', '99999999999999999999'],
    acks: ['2', 'ALL', '-2', ''],
    partitions: ['0', '101'],
    'request-timeout-ms': ['-5', '2147483648', '30s'],
    'replica-lag-time-max-ms': ['0'],
    'delivery-timeout-ms': ['Infinity'],
    'linger-ms': ['5 ms'],
    speed: ['0', '-1', 'fast', '1e9', ''],
    autoplay: ['yes', '2'],
    at: ['-1', 'end'],
    panels: ['', 'story,nothing', 'story;log'],
    controls: ['all'],
    lock: ['everything', '__proto__'],
    theme: ['black'],
    motion: ['none'],
    lang: ['fr', 'deutsch', 'de_AT', 'e'],
    'parent-origin': [
      '*',
      'null',
      'lessons.example',
      'javascript:alert(1)',
      'https://a.example/path',
      'https://',
    ],
    events: ['some'],
  };
  assert.deepEqual(Object.keys(wrong), parameterNames);
  for (const [name, texts] of Object.entries(wrong)) {
    for (const text of texts) {
      const { values, warnings } = parameters(new URLSearchParams({ [name]: text }).toString());
      assert.deepEqual(values, {}, `${name}=${text}`);
      assert.deepEqual([warnings[0]?.code, warnings[0]?.name, warnings[0]?.value], ['value', name, text]);
      assert.match(warnings[0].expected, /\w/);
    }
  }
});

test('unknown and repeated names are warned of; trackers concern nobody', () => {
  assert.deepEqual(warned('?min.insync.replicas=2&Acks=1&toString=1&__proto__=1&constructor=1'), [
    ['unknown', 'min.insync.replicas'],
    ['unknown', 'Acks'],
    ['unknown', 'toString'],
    ['unknown', '__proto__'],
    ['unknown', 'constructor'],
  ]);
  assert.deepEqual(warned('?acks=1&acks=0'), [['repeated', 'acks']]);
  assert.equal(parameters('?acks=1&acks=0').values.acks, '1');
  assert.deepEqual(warned('?utm_source=mail&utm_medium=x&fbclid=1&gclid=2'), []);
  assert.deepEqual(warned('?utm=1'), [['unknown', 'utm']]);
  assert.deepEqual(parameters(''), { values: {}, warnings: [] });
});

test('whatever the query is, it is bounded, and nothing throws', () => {
  assert.deepEqual(warned(`?${'a=1&'.repeat(10000)}`), [['too-long', '']]);
  assert.equal(
    parameters(`?${Array.from({ length: 500 }, (_, i) => `x${i}=1`).join('&')}`).warnings.length,
    30,
  );
  const { warnings } = parameters(`?scenario=${'s'.repeat(3000)}&${'n'.repeat(3000)}=1`);
  assert.ok(warnings.every(({ name, value }) => name.length <= 61 && value.length <= 61));
  const next = dice(5);
  const letters = [
    '&',
    '=',
    '?',
    '%',
    '%e',
    '+',
    ';',
    '#',
    '0',
    '-',
    'é',
    '\u0000',
    '\ud800',
    ...parameterNames,
  ];
  for (let i = 0; i < 20000; i++) {
    const text = Array.from({ length: next(12) }, () => letters[next(letters.length)]).join('');
    for (const value of Object.values(parameters(text).values)) assert.notEqual(value, undefined, text);
  }
});

test('a script with parameters set in it is as if it had been written so', () => {
  const { script } = scenario('opening');
  const before = JSON.stringify(script);
  const made = adapted(
    script,
    parameters(
      'replication-factor=4&isr=3&min-insync-replicas=3&acks=1&partitions=2&request-timeout-ms=1000' +
        '&replica-lag-time-max-ms=5000&seed=9',
    ).values,
    check,
  );
  assert.deepEqual(made.warnings, []);
  assert.equal(JSON.stringify(script), before, 'the script itself stays as it is');
  const { cluster, steps, seed } = made.script;
  assert.equal(seed, 9);
  assert.equal(cluster.brokers, 4);
  assert.deepEqual(cluster.config, { 'replica.lag.time.max.ms': 5000 });
  const [topic] = cluster.topics;
  assert.deepEqual(topic.config, { 'min.insync.replicas': 3 });
  assert.deepEqual(
    topic.partitions.map((/** @type {any} */ p) => [p.replicas, p.isr]),
    [
      [
        [1, 2, 3, 4],
        [1, 2, 3],
      ],
      [
        [1, 2, 3, 4],
        [1, 2, 3],
      ],
    ],
  );
  assert.deepEqual(
    topic.partitions[0].logs[4],
    topic.partitions[0].logs[1],
    'it begins with the leader’s log',
  );
  assert.deepEqual(
    steps.flatMap(({ produce }) => (produce ? [[produce.acks, produce['timeout.ms']]] : [])),
    [
      ['1', 1000],
      ['1', 1000],
    ],
  );
});

test('producer clients get what is theirs, or it is said that there are none', () => {
  const { script } = scenario('retries-and-deadline');
  const values = parameters('linger-ms=20&request-timeout-ms=300&delivery-timeout-ms=400&acks=all').values;
  const made = adapted(script, values, check);
  assert.deepEqual(made.warnings, []);
  for (const { config } of made.script.producers ?? []) {
    assert.equal(config['linger.ms'], 20);
    assert.equal(config['request.timeout.ms'], 300);
    assert.equal(config['delivery.timeout.ms'], 400);
  }
  const without = adapted(scenario('opening').script, values, check);
  assert.deepEqual(
    without.warnings.map(({ code, name }) => [code, name]),
    [
      ['inapplicable', 'linger-ms'],
      ['inapplicable', 'delivery-timeout-ms'],
    ],
  );
});

test('what the core refuses is not set, and its reason is told', () => {
  const { script } = scenario('opening');
  const tooMany = adapted(script, parameters('isr=4&min-insync-replicas=3').values, check);
  assert.deepEqual(tooMany.warnings, [
    { code: 'inapplicable', name: 'isr', value: '4', expected: 'a partition has 3 replicas' },
  ]);
  assert.equal(tooMany.script.cluster.topics[0].config['min.insync.replicas'], 3, 'the others are set');
  const short = adapted(
    scenario('retries-and-deadline').script,
    parameters('delivery-timeout-ms=1').values,
    check,
  );
  assert.equal(short.warnings[0].name, 'delivery-timeout-ms');
  assert.match(short.warnings[0].expected, /delivery\.timeout\.ms/);
  assert.deepEqual(short.script, scenario('retries-and-deadline').script);
});

test('whatever is set in whatever scenario, the core takes what comes of it', () => {
  const ids = readdirSync(`${root}core/testdata/scenarios`).map((name) => name.replace('.json', ''));
  const next = dice(11);
  for (const id of ids) {
    const query = [
      ['replication-factor', 1 + next(5)],
      ['isr', 1 + next(4)],
      ['min-insync-replicas', 1 + next(4)],
      ['acks', ['0', '1', 'all'][next(3)]],
      ['partitions', 1 + next(3)],
      ['request-timeout-ms', 10 ** next(6)],
      ['replica-lag-time-max-ms', 10 ** next(6)],
      ['delivery-timeout-ms', 10 ** next(7)],
      ['linger-ms', next(50)],
    ].filter(() => next(2));
    const search = new URLSearchParams(query.map(([k, v]) => [String(k), String(v)])).toString();
    const { values, warnings } = parameters(search);
    assert.deepEqual(warnings, []);
    const made = adapted(scenario(id).script, values, check);
    check(made.script);
    for (const { expected } of made.warnings) assert.match(expected, /\w/, `${id}?${search}`);
  }
});
