// The way of messages between a host and a frame: what is no envelope is ignored, what is too much is refused, the first
// port wins; and what is asked over it of a real playground is answered.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  Channel,
  RequestError,
  greet,
  isEnvelope,
  isSmall,
  mostCharacters,
  mostInSecond,
  originOf,
} from '../../src/embed/port.js';

/** @param {string} type @param {object} [more] */
const message = (type, more = {}) => ({ ns: 'highwater', v: 1, type, ...more });

/** @returns {any} a port that remembers what is posted to it, and takes what a host posts */
function wire() {
  return {
    /** @type {any[]} */
    posted: [],
    closed: false,
    postMessage(/** @type {any} */ data) {
      this.posted.push(data);
    },
    close() {
      this.closed = true;
    },
    /** @param {any} data */
    receive(data) {
      this.onmessage({ data });
    },
  };
}

/** Lets what has been asked be answered. */
const answered = () => new Promise((resolve) => setTimeout(resolve, 5));

test('an envelope is a plain object with the names and types of version 1', () => {
  for (const right of [
    message('play'),
    message('step', { id: 7, payload: { n: 1 } }),
    message('x', { id: 'a' }),
  ])
    assert.ok(isEnvelope(right));
  const wrong = [
    ...[null, undefined, 'play', 1, [], () => {}, new Map(), new Date(), Object.create(message('play'))],
    ...[
      { ...message('play'), ns: 'other' },
      { ...message('play'), v: 2 },
      { ...message('play'), v: '1' },
    ],
    ...[message('play', { id: {} }), message('play', { id: 'i'.repeat(101) }), message('t'.repeat(101))],
    { ns: 'highwater', v: 1 },
  ];
  for (const data of wrong) assert.equal(isEnvelope(data), false);
});

test('a payload is JSON, and small', () => {
  assert.ok(isSmall({ a: [1, 'two', { three: null }], b: true }));
  assert.ok(isSmall('x'.repeat(mostCharacters - 10)));
  assert.equal(isSmall('x'.repeat(mostCharacters)), false);
  assert.equal(isSmall(Array(1e9)), false, 'a list that is only long');
  assert.equal(isSmall(Array.from({ length: mostCharacters / 8 }, () => 1)), false);
  assert.equal(isSmall({ ['k'.repeat(mostCharacters)]: 1 }), false);
  for (const other of [new Map(), new Uint8Array(4), 1n, new Date(), /x/])
    assert.equal(isSmall({ other }), false);
  /** @type {any} */
  let deep = {};
  for (let i = 0; i < 100; i++) deep = { deep };
  assert.equal(isSmall(deep), false);
  const circle = /** @type {any} */ ({});
  circle.self = circle;
  assert.equal(isSmall(circle), false);
});

test('a request is answered with its result or with the reason, in order', async () => {
  const port = wire();
  const channel = new Channel(port, async (type, payload) => {
    if (type === 'slow') await answered();
    if (type === 'wrong') throw new RequestError('payload', 'n: expected a number', 'n');
    if (type === 'bug') throw new TypeError('x is undefined');
    return payload;
  });
  port.receive(message('slow', { id: 1, payload: { a: 1 } }));
  port.receive(message('wrong', { id: 2 }));
  port.receive(message('bug', { id: 3 }));
  port.receive(message('quick', { id: 'four' }));
  port.receive(message('silent'));
  port.receive(message('wrong'));
  port.receive({ type: 'quick', id: 5 });
  await answered();
  await answered();
  const reason = { code: 'payload', message: 'n: expected a number', path: 'n' };
  assert.deepEqual(port.posted, [
    message('slow', { id: 1, ok: true, result: { a: 1 } }),
    message('wrong', { id: 2, ok: false, error: reason }),
    message('bug', { id: 3, ok: false, error: { code: 'internal', message: 'x is undefined' } }),
    message('quick', { id: 'four', ok: true, result: null }),
    message('error', { payload: reason }),
  ]);
  channel.close();
  assert.ok(port.closed);
});

test('what is too large or too much is refused, and nothing hangs', async () => {
  const port = wire();
  let now = 0;
  let done = 0;
  new Channel(
    port,
    () => void done++,
    () => now,
  );
  port.receive(message('act', { id: 1, payload: { text: 'x'.repeat(mostCharacters) } }));
  assert.equal(port.posted[0].error.code, 'too-large');
  for (let i = 0; i < mostInSecond; i++) port.receive({ noise: i });
  port.receive(message('play', { id: 2 }));
  assert.equal(port.posted[1].error.code, 'too-many');
  for (let i = 0; i < 3 * mostInSecond; i++) port.receive(message('play'));
  assert.deepEqual(
    port.posted.slice(2).map((/** @type {any} */ m) => [m.type, m.payload.code]),
    [['error', 'too-many']],
  );
  now = 1000;
  port.receive(message('play', { id: 3 }));
  await answered();
  assert.equal(port.posted.at(-1).ok, true, 'a second later it goes on');
  assert.equal(done, 1);
});

test('the first port wins, from the parent alone', () => {
  const frame = new EventTarget();
  /** @type {any[]} */
  const said = [];
  const parent = {
    postMessage: (/** @type {any} */ data, /** @type {string} */ to) => said.push([data, to]),
  };
  const host = /** @type {any} */ ({ frame, parent, origin: 'https://lessons.example' });
  /** @type {any[]} */
  const connected = [];
  greet(host, { version: 'v', features: [] }, (port) => connected.push(port), new AbortController().signal);
  assert.deepEqual(said, [
    [message('hello', { payload: { version: 'v', features: [] } }), 'https://lessons.example'],
  ]);
  /** @param {any} data @param {any[]} ports @param {any} [more] */
  const hear = (data, ports, more = {}) =>
    frame.dispatchEvent(
      Object.assign(new Event('message'), {
        source: parent,
        origin: 'https://lessons.example',
        data,
        ports,
        ...more,
      }),
    );
  const [one, two] = [wire(), wire()];
  hear(message('connect'), [one], { source: {} });
  hear(message('connect'), [one], { origin: 'https://other.example' });
  hear(message('connect'), []);
  hear(message('play'), [one]);
  hear({ type: 'connect' }, [one]);
  assert.deepEqual(connected, []);
  hear(message('connect', { id: 1 }), [one]);
  hear(message('connect', { id: 2 }), [two]);
  assert.deepEqual(connected, [one]);
  assert.equal(two.posted[0].error.code, 'connected');
  assert.ok(two.closed && !one.closed);
});

test('whoever the parent is, hello goes to nobody else as soon as that is known', () => {
  assert.equal(originOf('https://a.example', { referrer: 'https://b.example/x' }), 'https://a.example');
  assert.equal(originOf(undefined, { referrer: 'https://b.example/x?y' }), 'https://b.example');
  assert.equal(originOf(undefined, { referrer: '', ancestors: ['https://c.example'] }), 'https://c.example');
  for (const referrer of ['', 'file:///lesson.html', 'about:srcdoc', 'data:text/html,x'])
    assert.equal(originOf(undefined, { referrer, ancestors: ['null'] }), '');
  /** @type {string[]} */
  const said = [];
  const parent = { postMessage: (/** @type {any} */ _, /** @type {string} */ to) => said.push(to) };
  const host = /** @type {any} */ ({ frame: new EventTarget(), parent, origin: '' });
  greet(host, {}, () => {}, new AbortController().signal);
  assert.deepEqual(said, ['*']);
});
