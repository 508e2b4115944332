// What a host may ask of a playground, and what it is told, with the real module and without a page.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { Reports, eventNames } from '../../src/embed/reports.js';
import { RequestLog, requestsCsv } from '../../src/embed/requestLog.js';
import { requests } from '../../src/embed/requests.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/**
 * A playground that is not drawn, with what a host is told of it.
 * @param {string} id of the scenario
 * @param {any} [events]
 */
function open(id, events = 'all') {
  /** @type {Reports | undefined} */
  let reports = undefined;
  const app = new App(api, [scenario(id), scenario('three-partitions')], {
    name: 't',
    changed: () => /** @type {any} */ (reports)?.see(),
    cells: 12,
    reducedMotion: { matches: true },
  });
  /** @type {[string, any][]} */
  const told = [];
  arrive(app);
  reports = new Reports(app, (type, payload) => told.push([type, structuredClone(payload)]));
  reports.subscribe(events);
  const away = new Set();
  const playground = /** @type {any} */ ({
    app,
    rest: (/** @type {string} */ why, /** @type {boolean} */ rests) =>
      rests ? away.add(why) : away.delete(why),
  });
  const served = { playground, reports, destroy: () => {} };
  /** @param {string} type @param {any} [payload] @returns {Promise<any>} */
  const ask = async (type, payload = {}) => {
    const result = await app.as('host', () => requests[type](served, payload));
    reports.see();
    return result;
  };
  /** @param {string} type */
  const of = (type) => told.filter(([t]) => t === type).map(([, payload]) => payload);
  return { app, ask, told, of, away };
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working || app.lesson?.pending) app.tick(0);
}

/** @param {Promise<unknown>} asked @param {{code?: string, path?: string, message?: RegExp}} why */
const refused = (asked, why) => assert.rejects(asked, why);

test('steps, places and playing', async () => {
  const { ask, of, app } = open('opening');
  const begun = app.state.n;
  const on = await ask('step', { n: 2 });
  assert.ok(on.event > begun && on.moment >= 0);
  const back = await ask('step', { n: -2 });
  assert.equal(back.event, (await ask('seek', { event: back.event })).event);
  assert.equal((await ask('step', { n: 1, by: 'event' })).scenario, 'opening');
  assert.equal((await ask('seek', { ms: 1234.5678 })).ms, 1234.568);
  assert.equal((await ask('seek', { moment: -1 })).event, 0);
  assert.ok(of('seeked').length >= 5);
  await ask('play');
  assert.equal(app.clock.playing, true);
  await ask('pause');
  assert.deepEqual([of('played').length, of('paused').length], [1, 1]);
  for (const n of [0, 1.5, '1', 1001, null])
    await refused(ask('step', { n }), { code: 'payload', path: 'n' });
  await refused(ask('step', { by: 'day' }), { code: 'payload', path: 'by' });
  await refused(ask('seek', {}), { code: 'payload', path: 'ms' });
  await refused(ask('seek', { event: -1 }), { code: 'payload', path: 'event' });
  await refused(ask('seek', { ms: NaN }), { code: 'payload', path: 'ms' });
  app.model.release();
});

test('what becomes of requests is told once, with errors, offsets and waits', async () => {
  const { ask, of, app } = open('opening');
  assert.deepEqual(of('complete'), [], 'what was there before is no news');
  await ask('seek', { ms: 9000 });
  assert.deepEqual(
    of('complete').map(({ request, parked, partitions }) => [request, parked, partitions]),
    [
      [1, true, [{ topic: 'payments', partition: 0, error: 'NONE', offset: 5, waitMs: 7503.5 }]],
      [2, true, [{ topic: 'payments', partition: 0, error: 'NONE', offset: 6, waitMs: 6903.5 }]],
    ],
  );
  assert.deepEqual(
    of('hwadvance').map(({ from, to }) => [from, to]),
    [[5, 8]],
  );
  const events = of('complete').map(({ event }) => event);
  assert.equal(new Set(events).size, 2, 'each has the number of its event');
  await ask('seek', { ms: 0 });
  await ask('seek', { ms: 9000 });
  assert.equal(of('complete').length, 4, 'going through it again tells it again');
  app.model.release();
});

test('a write under the minimum is a reject, and changes of the ISR are told', async () => {
  const { ask, of, app } = open('opening');
  await ask('act', { action: { isr: { topic: 'payments', partition: 0, members: [1] } } });
  await ask('seek', { ms: 9000 });
  await ask('act', { action: 'send' });
  await ask('seek', { ms: 9100 });
  assert.deepEqual(
    of('isrchange').map(({ from, to }) => [from, to]),
    [[[1, 2, 3], [1]]],
  );
  assert.ok(
    of('reject').some(({ partitions: [p] }) => p.error === 'NOT_ENOUGH_REPLICAS' && p.offset === null),
  );
  app.model.release();
});

test('what comes often is told only to those who ask for it, and nothing to those who do not', async () => {
  const basic = open('opening', 'basic');
  await basic.ask('seek', { ms: 9000 });
  assert.deepEqual([basic.of('hwadvance').length, basic.of('complete').length], [0, 2]);
  await basic.ask('subscribe', { events: ['hwadvance'] });
  await basic.ask('seek', { ms: 0 });
  await basic.ask('seek', { ms: 9000 });
  assert.deepEqual([basic.of('hwadvance').length, basic.of('complete').length], [1, 2]);
  await refused(basic.ask('subscribe', { events: ['everything'] }), { path: 'events' });
  await refused(basic.ask('subscribe', { events: Array(1000).fill('goal') }), { path: 'events' });
  const none = open('opening', 'none');
  await none.ask('seek', { ms: 9000 });
  assert.deepEqual(none.told, []);
  for (const { app } of [basic, none]) app.model.release();
});

test('a prediction is told when it is made and when it is decided, and the goal when the lesson is over', async () => {
  const { ask, of, app } = open('opening');
  for (let i = 0; i < 20 && app.lesson?.prediction?.phase !== 'asked'; i++) {
    await ask('step', { n: 1 });
    arrive(app);
  }
  app.guess(0);
  assert.equal(of('prediction').length, 1);
  const [{ phase, number, of: all, options, choice, holds }] = of('prediction');
  assert.deepEqual([phase, number, choice, holds], ['made', 0, 0, undefined]);
  assert.ok(all >= 1 && options.length >= 2);
  await ask('seek', { ms: 60000 });
  arrive(app);
  await ask('step', { n: -1 });
  arrive(app);
  await ask('step', { n: 1 });
  assert.equal(of('prediction').length, 2);
  const decided = of('prediction')[1];
  assert.equal(decided.phase, 'decided');
  assert.equal(decided.right, decided.holds === 0);
  assert.deepEqual(
    of('goal').map(({ scenario, predictions }) => [scenario, predictions.made, predictions.of]),
    [['opening', 1, all]],
  );
  app.model.release();
});

test('a deed is checked before anything is done', async () => {
  const { ask, app } = open('opening');
  const { deeds } = app.model;
  const kill = { kill: { broker: 7 } };
  await refused(ask('act', { action: kill }), { code: 'script', message: /broker/ });
  await refused(ask('act', { action: [{ kill: { broker: 2 } }, kill] }), { code: 'script' });
  for (const action of [
    undefined,
    null,
    'format',
    '__proto__',
    [],
    [1],
    Array(101).fill({ kill: { broker: 2 } }),
  ])
    await refused(ask('act', { action }), { code: 'payload', path: 'action' });
  assert.equal(app.model.deeds, deeds, 'nothing has been done');
  await ask('act', { action: [{ kill: { broker: 2 } }, { freeze: { broker: 3 } }] });
  assert.equal(app.model.deeds.length, 2);
  await ask('act', { action: 'undo' });
  assert.equal(app.model.deeds.length, 0);
  app.model.release();
});

test('a scenario is opened by its id or as a script; what is none leaves all as it is', async () => {
  const { ask, app } = open('opening');
  assert.equal((await ask('load', { scenario: 'three-partitions' })).scenario, 'three-partitions');
  await refused(ask('load', { scenario: 'nothing' }), { code: 'not-found', path: 'scenario' });
  await refused(ask('load', { scenario: { version: 1, cluster: {}, steps: [{ kill: { broker: 9 } }] } }), {
    code: 'script',
  });
  assert.equal(app.model.scenario, 'three-partitions');
  await ask('load', { scenario: scenario('leader-dies').script });
  assert.equal(app.model.given.title, scenario('leader-dies').script.title);
  app.model.release();
});

test('what there is can be read by its path, and nothing else', async () => {
  const { ask, app } = open('opening');
  assert.equal(await ask('get', { path: 'state.partitions.0.highWatermark' }), 5);
  assert.deepEqual(await ask('get', { path: 'scenarios' }), ['opening', 'three-partitions']);
  assert.equal((await ask('get', { path: 'requests' })).length, 2);
  assert.match(await ask('get', { path: 'sentence.main' }), /broker 3/);
  for (const path of [
    '',
    'app',
    'state.nothing',
    'state.partitions.length.x',
    '__proto__',
    'state.__proto__',
    'state.constructor',
  ])
    await refused(ask('get', { path }), { path: 'path' });
  await ask('set', { path: 'acks', value: '1' });
  await ask('set', { path: 'speed', value: 2500 });
  assert.deepEqual([app.toolbar.acks, app.clock.rate], ['1', 2500]);
  assert.equal(await ask('set', { path: 'settings.speed', value: 'half' }), 'half');
  assert.equal(app.clock.rate, 0);
  const wrong = {
    acks: 2,
    requestTimeoutMs: -1,
    speed: 'fast',
    panels: ['x'],
    lock: 'all',
    theme: 'black',
    lang: 'fr',
    tab: '',
  };
  for (const [path, value] of Object.entries(wrong))
    await refused(ask('set', { path, value }), { path: 'value' });
  await refused(ask('set', { path: 'toString', value: 1 }), { path: 'path' });
  app.model.release();
});

test('what is fixed is fixed for the learner, not for the host or the lesson', async () => {
  const { ask, app } = open('opening');
  app.locks = ['brokers'];
  app.refuses = (deed) => app.by === 'user' && deed !== 'undo' && !!deed[0].kill;
  app.act({ kill: { broker: 2 } });
  assert.equal(app.model.deeds.length, 0);
  await ask('act', { action: { kill: { broker: 2 } } });
  assert.equal(app.model.deeds.length, 1);
  app.model.release();
});

test('who is out of sight rests, and a host says so', async () => {
  const { ask, app, away } = open('opening');
  await ask('setVisible', { visible: false });
  assert.deepEqual([...away], ['host']);
  await ask('setVisible', { visible: true });
  assert.deepEqual([...away], []);
  await refused(ask('setVisible', { visible: 1 }), { path: 'visible' });
  app.model.release();
});

test('the requests as a table: a row for each partition, and no formula', () => {
  const log = new RequestLog();
  const at = { broker: 1, request: 1 };
  /** @type {any[]} */
  const events = [
    {
      n: 0,
      t: 1,
      kind: 'request',
      ...at,
      producer: '=cmd()',
      acks: 'all',
      timeoutMs: 1,
      partitions: [{ topic: '-a,"b"', partition: 0, records: 2 }],
    },
    { n: 1, t: 2, kind: 'receive', ...at },
    {
      n: 2,
      t: 3,
      kind: 'append',
      ...at,
      topic: '-a,"b"',
      partition: 0,
      baseOffset: 4,
      lastOffset: 5,
      leaderEpoch: 0,
    },
    {
      n: 3,
      t: 3,
      kind: 'park',
      ...at,
      deadline: 9,
      partitions: [{ topic: '-a,"b"', partition: 0, requiredOffset: 6 }],
    },
    { n: 4, t: 9, kind: 'complete', ...at, by: 'timeout' },
    {
      n: 5,
      t: 9,
      kind: 'response',
      ...at,
      partitions: [{ topic: '-a,"b"', partition: 0, error: 'REQUEST_TIMED_OUT', baseOffset: 4 }],
    },
  ];
  for (const event of events) log.take(event);
  assert.equal(
    requestsCsv(log.rows.values()),
    'request,producer,acks,broker,topic,partition,records,sent_ms,received_ms,parked_ms,answered_ms,completed_by,error,' +
      'offset,last_offset,required_offset,connection_closed\r\n' +
      `1,'=cmd(),all,1,"'-a,""b""",0,2,1,2,3,9,timeout,REQUEST_TIMED_OUT,4,5,6,0\r\n`,
  );
  assert.deepEqual(eventNames.length, new Set(eventNames).size);
});
