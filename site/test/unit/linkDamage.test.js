// A link that is damaged, or was made to do harm, is refused with what is wrong and where, and nothing is loaded.

import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync, deflateSync, gzipSync, inflateRawSync } from 'node:zlib';
import { DamagedLink, encode, openLink } from '../../src/link.js';
import { scenario, startModule } from '../module.js';
import { arrive, does, scriptOf, session } from './links.js';
import { dice } from './randomScript.js';

const api = await startModule();
const first = session(api);
const { settings } = first.save();
const sample = await encode(first.save(), scriptOf);
first.model.release();

/**
 * A link of whatever content, as encode would make it.
 * @param {unknown} content JSON values, or a text, or bytes
 * @param {(bytes: Buffer) => Buffer} [pack]
 */
function linkWith(content, pack = deflateRawSync) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const packed = pack(Buffer.isBuffer(content) ? content : Buffer.from(text));
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(packed));
  const body = Buffer.concat([sum, packed]).toString('base64url');
  return `1-${body.length.toString(36)}-${body}`;
}

/** @param {Buffer} bytes bit by bit, as the standard has it */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit++) {
      const odd = (crc ^ (byte >> bit)) & 1;
      crc = (crc >>> 1) ^ (odd ? 0xedb88320 : 0);
    }
  return ~crc >>> 0;
}

/** @param {string} text @param {number} i @returns {string} with another character there */
const changed = (text, i) => `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`;

const { script } = scenario('single-replica');
const { title: _, lesson: __, ...run } = script;
const kill = { kill: { broker: 1 } };

/** @param {unknown} deeds @param {unknown[]} [place] */
const withDeeds = (deeds, place = [0, 0, 1]) => linkWith([[['', script]], [[0, deeds, ...place]]]);

/**
 * A link of a script that is wrong, or of a deed.
 * @param {Record<string, unknown>} change of the script
 * @param {Record<string, unknown>} [deed]
 */
function of(change, deed) {
  const deeds = deed ? [{ ...deed, at: 5 }] : [];
  const place = { n: 0, t: 0, on: true };
  const value = {
    version: 1,
    scenario: '',
    script: { ...script, ...change },
    deeds,
    place,
    branches: [],
    settings,
  };
  return encode(/** @type {any} */ (value), scriptOf);
}

/** What may be wrong with a link: its text, the code, and what of the message names the place.
 * @type {[what: string, text: string, code: string, says: RegExp][]}
 */
const damages = [
  ['nothing', '', 'empty', /Nothing stands behind #s=/],
  ['an empty fragment', '#s=', 'empty', /Nothing/],
  ['punctuation alone', '#s=...', 'empty', /Nothing/],
  ['an address without a state', 'https://example.org/play/', 'foreign', /character 6, “:”/],
  ['an umlaut', sample.replace(/.$/, 'ü') + 'a', 'foreign', new RegExp(`character ${sample.length}, “ü”`)],
  ['a plus', changed(sample, 9).replace(/(.{9})./, '$1+'), 'foreign', /character 10, “\+”/],
  ['a slash', sample.replace(/(.{20})./, '$1/'), 'foreign', /character 21, “\/”/],
  ['markup', sample.replace(/(.{12})/, '$1<b>'), 'foreign', /character 13, “<”/],
  ['half of a character', sample.replace(/(.{12})/, '$1\ud800'), 'foreign', /character 13/],
  ['a character of two halves', sample.replace(/(.{12})/, '$1💧'), 'foreign', /character 13, “💧”/],
  ['a code that is no character', sample.replace(/(.{12})/, '$1%FF'), 'foreign', /character 13, “%”/],
  ['no version', sample.slice(2), 'version', /version/],
  ['another text', 'hello', 'version', /version/],
  ['words with a dash', 'hello-world-again', 'version', /version/],
  ['a sign before it', `x${sample}`, 'version', /version/],
  ['version 0', sample.replace('1', '0'), 'version', /version/],
  ['version 2', sample.replace('1', '2'), 'later', /later Highwater.*version 2/],
  ['version 17', sample.replace('1', '17'), 'later', /later Highwater.*version 17/],
  ['version 999999', sample.replace('1', '999999'), 'later', /version 999999/],
  ['its first character alone', '1', 'short', /only its beginning/],
  ['its first characters alone', sample.slice(0, 3), 'short', /only its beginning/],
  ['one character less', sample.slice(0, -1), 'short', /cut short.*\d of \d/],
  ['half of it', sample.slice(0, sample.length / 2), 'short', /cut short.*\d of \d/],
  ['the head alone', sample.replace(/-[^-]*$/, '-').replace(/^(1-[^-]*-).*/, '$1'), 'short', /stand 0 of/],
  ['a length that is too large', sample.replace(/^1-/, '1-1'), 'short', /cut short/],
  ['no body', '1-0-', 'short', /only its beginning/],
  ['a body that is no checksum', '1-4-AAAA', 'short', /only its beginning/],
  ['a body of no whole bytes', '1-9-AAAAAAAAA', 'short', /only its beginning/],
  ['a word behind it', `${sample}and`, 'long', /3 characters more/],
  ['itself once more', sample + sample, 'long', /characters more/],
  ['a length that is too small', sample.replace(/^1-[^-]*/, '1-20'), 'long', /characters more/],
  ['another character at its end', changed(sample, sample.length - 2), 'checksum', /checksum/],
  ['another character in the middle', changed(sample, 200), 'checksum', /checksum/],
  ['another checksum', changed(sample, 7), 'checksum', /checksum/],
  [
    'two characters exchanged',
    sample.replace(/(.{50})(.)(.*?)((?!\2).)/, '$1$4$3$2'),
    'checksum',
    /checksum/,
  ],
  [
    'a letter of the other case',
    sample.replace(/(.{30}.*?)([a-z])/, (_, a, b) => a + b.toUpperCase()),
    'checksum',
    /checksum/,
  ],
  ['lower case throughout', sample.toLowerCase(), 'checksum', /checksum/],
  ['nothing behind the checksum', linkWith('', () => Buffer.alloc(0)), 'deflate', /not compressed/],
  ['what is not deflated', linkWith('[]', (b) => b), 'deflate', /not compressed/],
  ['gzip', linkWith([], gzipSync), 'deflate', /not compressed/],
  ['zlib', linkWith([], deflateSync), 'deflate', /not compressed/],
  [
    'deflate that is cut',
    linkWith(run, (b) => deflateRawSync(b).subarray(0, 40)),
    'deflate',
    /not compressed/,
  ],
  ['5 MB of zeros', linkWith(Buffer.alloc(5 << 20)), 'large', /more than 4/],
  ['60 MB of zeros', linkWith(Buffer.alloc(60 << 20)), 'large', /more than 4/],
  ['a text of 2 MB', '1'.repeat(2 << 20), 'large', /more than 1/],
  ['bytes that are no text', linkWith(Buffer.from([0x5b, 0xff, 0x5d])), 'json', /not JSON/],
  ['a text', linkWith('hello'), 'json', /not JSON/],
  ['JSON that is cut', linkWith('[[["",{'), 'json', /not JSON/],
  ['an empty text', linkWith(''), 'json', /not JSON/],
  ['null', linkWith(null), 'value', /link: no list/],
  ['a number', linkWith(5), 'value', /link: no list/],
  ['an object', linkWith({}), 'value', /link: no list/],
  ['an empty list', linkWith([]), 'value', /scripts: no list/],
  ['no runs', linkWith([[]]), 'value', /runs: no list/],
  ['an empty list of runs', linkWith([[], []]), 'value', /runs: there is none/],
  ['a script that is no list', linkWith([[5], []]), 'value', /scripts\[0\]: no list/],
  ['a script without a name', linkWith([[[5, script]], []]), 'value', /scripts\[0\]\[0\]: no name/],
  ['a name without end', linkWith([[['x'.repeat(1000), script]], []]), 'value', /scripts\[0\]\[0\]: no name/],
  ['a script that is a text', linkWith([[['', 'x']], []]), 'value', /scripts\[0\]\[1\]: no object/],
  [
    'changes that are a list',
    linkWith([[['single-replica', run, []]], []]),
    'value',
    /scripts\[0\]\[2\]: no object/,
  ],
  ['a run that is no list', linkWith([[['', script]], [7]]), 'value', /run: no list/],
  ['a script that is not there', linkWith([[['', script]], [[1, [], 0, 0, 1]]]), 'value', /run\.script/],
  ['a script by a name', linkWith([[['', script]], [['map', [], 0, 0, 1]]]), 'value', /run\.script/],
  ['no deeds', withDeeds(null), 'value', /run\.deeds: no list/],
  ['a deed that is none', withDeeds([0, 'x']), 'value', /run\.deeds\[0\]: no object/],
  ['a deed without a time', withDeeds([0, kill, 'x', kill]), 'value', /run\.deeds\[1\]\.at/],
  ['a deed before the start', withDeeds([-5, kill]), 'value', /run\.deeds\[0\]\.at/],
  ['a deed in a million years', withDeeds([1, kill, 1e15, kill]), 'value', /run\.deeds\[1\]\.at/],
  ['too many deeds', withDeeds(Array(20002).fill(0)), 'value', /run\.deeds: 10001; the limit is 10000/],
  ['no place', withDeeds([], []), 'value', /run\.place\.n/],
  ['a place that is a text', withDeeds([], ['1', 0, 1]), 'value', /run\.place\.n/],
  ['a place between two events', withDeeds([], [1.5, 0, 1]), 'value', /run\.place\.n/],
  ['a time before the start', withDeeds([], [1, -1, 1]), 'value', /run\.place\.t/],
  [
    'a branch that is wrong',
    linkWith([
      [['', script]],
      [
        [0, [], 0, 0, 1],
        [0, [], 0, 0, 1],
        [0, [], 0],
      ],
    ]),
    'value',
    /branches\[1\]\.place\.t/,
  ],
  [
    'too many branches',
    linkWith([[['', script]], Array(60).fill([0, [], 0, 0, 1])]),
    'value',
    /branches: 59; the limit is 50/,
  ],
  [
    'settings that are a text',
    linkWith([[['', script]], [[0, [], 0, 0, 1]], 'x']),
    'value',
    /settings: no object/,
  ],
  [
    'a script without steps',
    linkWith([[['', {}]], [[0, [], 0, 0, 1]]]),
    'value',
    /run\.script\.steps: no list/,
  ],
  [
    'values in one another without end',
    linkWith('['.repeat(100000) + ']'.repeat(100000)),
    'value',
    /in one another/,
  ],
  ['a script that the core refuses', await of({ cluster: { brokers: -1 } }), 'script', /cluster/],
  ['a script of another version', await of({ version: 7 }), 'script', /version/],
  ['a step that is null', await of({ steps: [null] }, kill), 'value', /run\.script\.steps\[0\]: no object/],
  ['a time that is a text', await of({ steps: [{ at: 'x', ...kill }] }, kill), 'script', /steps\[\d\]/],
  ['an end that is a text', await of({ until: 'x' }, kill), 'script', /until/],
  ['a key that no script has', await of({ bröker: 1 }), 'script', /bröker/],
  ['a key that looks like a code', await of({ at: 1 }), 'script', /at/],
  ['a deed that the core refuses', await of({}, { explode: {} }), 'script', /explode/],
  ['a deed to a broker that is not there', await of({}, { kill: { broker: 77 } }), 'script', /broker 77/],
  [
    'a prototype',
    linkWith('[[["",{"__proto__":{"steps":[]}}]],[[0,[],0,0,1]]]'),
    'value',
    /run\.script\.steps/,
  ],
];

test('each kind of damage is named, with its place, and loads nothing', async () => {
  assert.ok(damages.length >= 50);
  const app = session(api);
  const before = app.save();
  for (const [what, text, code, says] of damages) {
    const error = await openLink(app, text).then(
      () => assert.fail(`${what}: it was opened`),
      (e) => e,
    );
    assert.ok(error instanceof DamagedLink, `${what}: ${error.stack}`);
    assert.equal(error.code, code, `${what}: ${error.message}`);
    assert.match(error.message, says, what);
    assert.match(error.message, /^.+\.$/s, what);
    assert.deepEqual(app.save(), before, what);
  }
  app.model.release();
});

/** How many fragments are made up: a few with every run of the tests, or as many as one asks for. */
const fuzzed = Number(process.env.LINKS_FUZZED ?? 1500);

/** @param {(n: number) => number} roll @returns {string} some character */
function anyCharacter(roll) {
  const sets = ['ABCxyz019-_', '%#&?=+/., \n\r\t<>"\'()', '\u0000\u200b\u00ad\ufeffü漢\ud800\udc00💧'];
  const set = sets[roll(3)];
  return roll(8) ? set[roll(set.length)] : String.fromCharCode(roll(65536));
}

/**
 * @param {string} text
 * @param {(n: number) => number} roll
 * @returns {string} it, with some damage
 */
function damaged(text, roll) {
  for (let times = 1 + roll(4); times > 0; times--) {
    const [i, j] = [roll(text.length + 1), roll(text.length + 1)].toSorted((a, b) => a - b);
    const kinds = [
      () => text.slice(0, i) + anyCharacter(roll) + text.slice(i + 1),
      () => text.slice(0, i) + text.slice(i + 1),
      () => text.slice(0, i) + anyCharacter(roll).repeat(1 + roll(50)) + text.slice(i),
      () => text.slice(0, i),
      () => text.slice(i),
      () => text.slice(0, i) + text.slice(j),
      () => text.slice(0, j) + text.slice(i),
      () => text.slice(i, j) + text.slice(0, i) + text.slice(j),
    ];
    text = kinds[roll(kinds.length)]();
  }
  return text;
}

const odd = [
  null,
  true,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  '',
  '<img src=x onerror=alert(1)>',
  [],
  {},
  [[[[]]]],
  '__proto__',
];

/**
 * @param {any} value
 * @param {(n: number) => number} roll
 * @returns {any} it, with something else somewhere within
 */
function twisted(value, roll) {
  const inner = value && typeof value === 'object' ? Object.keys(value) : [];
  if (!inner.length || roll(6) === 0) return odd[roll(odd.length)];
  const key = inner[roll(inner.length)];
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const kinds = [
    () => (copy[key] = twisted(value[key], roll)),
    () => (copy[key] = twisted(value[key], roll)),
    () => (copy[key] = twisted(value[key], roll)),
    () => delete copy[key],
    () => (copy[anyCharacter(roll)] = value[key]),
  ];
  kinds[roll(kinds.length)]();
  return copy;
}

const content = JSON.parse(
  inflateRawSync(Buffer.from(sample.split('-').slice(2).join('-'), 'base64url').subarray(4)).toString(),
);

/** @param {(n: number) => number} roll @returns {string} what stands behind a # */
function made(roll) {
  switch (roll(6)) {
    case 0:
      return `#s=${Array.from({ length: roll(300) }, () => anyCharacter(roll)).join('')}`;
    case 1:
      return `#s=${linkWith(damaged(JSON.stringify(content), roll))}`;
    case 2:
    case 3:
      return `#s=${linkWith(twisted(content, roll))}`;
    default:
      return damaged(`#s=${sample}`, roll);
  }
}

test(`${fuzzed} fragments of any kind are opened or refused, at once`, async (t) => {
  const app = session(api);
  /** @type {Record<string, number>} */
  const met = {};
  let [longest, slowest] = [0, ''];
  for (let i = 0; i < fuzzed; i++) {
    const text = made(dice(i));
    const before = app.save();
    const from = process.cpuUsage(); // a busy machine takes no more of it
    let code = 'opened';
    try {
      await openLink(app, text);
    } catch (error) {
      assert.ok(error instanceof DamagedLink, `seed ${i}: ${/** @type {Error} */ (error).stack}`);
      assert.ok(error.message.length < 600, `seed ${i}: ${error.message.length} characters`);
      code = error.code;
      assert.deepEqual(app.save().deeds, before.deeds, `seed ${i}`);
    }
    const { user, system } = process.cpuUsage(from);
    const took = (user + system) / 1000;
    if (took > longest) [longest, slowest] = [took, `seed ${i}, ${code}`];
    met[code] = (met[code] ?? 0) + 1;
    arrive(app);
    if (code === 'opened') does(app, () => app.undo());
  }
  t.diagnostic(`the longest took ${Math.round(longest)} ms (${slowest}); ${JSON.stringify(met)}`);
  assert.ok(longest < 200, `${Math.round(longest)} ms: ${slowest}`);
  app.model.release();
});
