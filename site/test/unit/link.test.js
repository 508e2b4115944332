// A link holds the whole state, and comes through what mail and chat do to it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { decode, encode } from '../../src/link.js';
import { scenario, startModule } from '../module.js';
import { arrive, fortyDeeds, playground, scriptOf, session } from './links.js';
import { dice, randomScript } from './randomScript.js';

/** @import {App} from '../../src/app.js' */

const api = await startModule();

/** @param {App} app @returns {Promise<string>} its link */
const linkOf = (app) => encode(app.save(), scriptOf);

test('a link brings back what it was made of', async () => {
  const app = session(api);
  const text = await linkOf(app);
  assert.match(text, /^1-[0-9a-z]+-[A-Za-z0-9_-]+$/);
  const { earlier, ...back } = await decode(text, scriptOf);
  assert.deepEqual(back, app.save());
  assert.deepEqual(earlier, []);
  const other = playground(api, scenario('three-partitions'));
  assert.ok(other.restore(back));
  arrive(other);
  assert.deepEqual(other.state, app.state);
  assert.deepEqual(other.save(), app.save());
  app.model.release();
  other.model.release();
});

/**
 * Does something, anything.
 * @param {App} app
 * @param {(n: number) => number} roll
 */
function doSomething(app, roll) {
  const { partitions, brokers } = app.state;
  const broker = 1 + roll(brokers.length);
  const { topic, partition } = partitions[roll(partitions.length)];
  const deeds = [
    () => app.send([{ topic, partition }]),
    () => app.act({ kill: { broker } }),
    () => app.act({ start: { broker } }),
    () => app.act({ 'fetch-delay': { broker, ms: roll(3000) } }),
    () => app.act({ set: { topic, config: { 'min.insync.replicas': 1 + roll(3) } } }),
    () => app.stepMoment(1 + roll(4)),
    () => app.stepMoment(-1 - roll(6)),
    () => app.stepEvent(roll(9) - 4),
    () => app.seekTime(roll(70000) + roll(1000) / 1000),
    () => app.undo(),
    () => app.redo(),
    () => app.openBranch(roll(1 + app.branches.length)),
    () => app.dropBranch(roll(1 + app.branches.length)),
    () => app.switchElr(),
    () => app.employ({ id: `own-${roll(1000)}` }, () => {}),
    () => app.setTimeoutMs(String(roll(60000))),
    () => app.setPace('double'),
    () => app.aim(roll(partitions.length)),
    () => app.reset(),
    () => app.load(['opening', 'three-partitions', 'same-crash'][roll(3)]),
  ];
  deeds[roll(deeds.length)]();
  arrive(app);
}

test('every run with its branches comes back, whatever was done in it', async () => {
  const scenarios = ['opening', 'three-partitions', 'same-crash'].map(scenario);
  let branches = 0;
  for (let seed = 1; seed <= Number(process.env.LINKS_RUNS ?? 15); seed++) {
    const roll = dice(seed);
    const own = { id: '', script: randomScript(seed) };
    const app = playground(api, roll(2) ? own : scenarios[roll(3)]);
    app.stock(scenarios);
    for (let i = 0; i < 12; i++) doSomething(app, roll);
    const saved = app.save();
    const { earlier, ...back } = await decode(await encode(saved, scriptOf), scriptOf);
    assert.deepEqual(back, saved, `seed ${seed}`);
    const other = playground(api, scenario('three-partitions'));
    assert.ok(other.restore(back), `seed ${seed}: ${other.notice}`);
    arrive(other);
    assert.deepEqual(other.state, app.state, `seed ${seed}`);
    branches += saved.branches.length;
    app.model.release();
    other.model.release();
  }
  assert.ok(branches > 8, `${branches} branches have been tried`);
});

test('forty deeds in the opening scenario stay under 2,000 characters', async (t) => {
  const app = playground(api, scenario('opening'));
  fortyDeeds(app);
  const text = await linkOf(app);
  t.diagnostic(`${app.model.deeds.length} deeds: ${text.length} characters`);
  assert.ok(app.model.deeds.length >= 40);
  assert.ok(text.length < 2000, `${text.length} characters`);
  app.model.release();
});

test('a built-in scenario that has changed since is played as it was, without its lesson', async () => {
  const app = session(api);
  const text = await linkOf(app);
  /** @param {string} id */
  const later = async (id) => {
    const script = await scriptOf(id);
    return script && { ...script, until: 30000 };
  };
  const { earlier, ...back } = await decode(text, later);
  assert.deepEqual(earlier, ['What does acks=all wait for when one follower is slow?']);
  assert.equal(back.scenario, '');
  assert.equal(back.script.lesson, undefined);
  assert.equal(back.script.until, 20000);
  const other = playground(api, scenario('three-partitions'));
  assert.ok(other.restore(back));
  arrive(other);
  assert.deepEqual(other.state, app.state);
  const again = await decode(await encode(other.save(), later), later);
  assert.deepEqual(again.earlier, [], 'from now on it is a script of one’s own');
  assert.deepEqual(again.script, back.script);
  const gone = await decode(text, async () => undefined);
  assert.deepEqual(gone.earlier, ['opening']);
  app.model.release();
  other.model.release();
});

test('a lesson whose words have changed since is the lesson as it is now', async () => {
  const app = session(api);
  const text = await linkOf(app);
  /** @param {string} id */
  const reworded = async (id) => {
    const script = await scriptOf(id);
    return script?.lesson && { ...script, lesson: { ...script.lesson, conclusion: { en: 'Other words.' } } };
  };
  const { earlier, script } = await decode(text, reworded);
  assert.deepEqual(earlier, []);
  assert.equal(script.lesson?.conclusion.en, 'Other words.');
  app.model.release();
});

test('what one has said to a prediction comes back; what the lesson does not ask is left out', async () => {
  const app = playground(api, scenario('opening'));
  app.guess(2);
  const saved = app.save();
  assert.deepEqual(saved.settings.choices, [[0, 2]]);
  const { earlier, ...back } = await decode(await linkOf(app), scriptOf);
  assert.deepEqual(back, saved);
  const other = playground(api, scenario('opening'));
  other.reopen({
    ...back,
    settings: { ...back.settings, choices: [[0, 2], [0, 99], [7, 0], [-1, 0], 'x', [0, '1']] },
  });
  arrive(other);
  assert.equal(other.lesson?.prediction?.choice, 2);
  assert.deepEqual(other.save(), saved);
  app.model.release();
  other.model.release();
});

test('a script of one’s own goes whole, with its lesson', async () => {
  const given = structuredClone(scenario('opening').script);
  given.lesson.conclusion.en = 'Größer als <b>5</b> & kleiner als 𝟗';
  const app = playground(api, { id: '', script: given });
  const { script } = await decode(await linkOf(app), scriptOf);
  assert.deepEqual(script, given);
  app.model.release();
});

const sample = await linkOf(session(api));
const address = `https://example.org/play/?theme=dark#s=${sample}`;

/** What mail, chat and other tools make of an address. @type {[what: string, change: (address: string) => string][]} */
const ways = [
  ['nothing', (a) => a],
  ['the fragment alone', (a) => a.slice(a.indexOf('#'))],
  ['the text alone', () => sample],
  ['every sign of the fragment percent-encoded', (a) => a.replace(/#.*/, (f) => `#${encodeAll(f.slice(1))}`)],
  ['- and _ percent-encoded', (a) => a.replace(/[-_]/g, encodeAll)],
  ['percent-encoded twice', (a) => encodeURIComponent(encodeURIComponent(a))],
  ['# percent-encoded', (a) => a.replace('#', '%23')],
  ...[
    ')',
    '.',
    ',',
    '>',
    '"',
    '”',
    '»',
    ').',
    '!**',
    '*',
    '_',
    '__',
    '~',
    '`',
    '>)',
    '…',
    '’',
    ']]',
    ';',
    '|',
  ].map((sign) => /** @type {[string, (a: string) => string]} */ ([`a trailing ${sign}`, (a) => a + sign])),
  ['angle brackets around it', (a) => `<${a}>`],
  ['a Markdown link around it', (a) => `[my run](${a})`],
  ['?utm= behind it', (a) => `${a}?utm=mail`],
  ['&utm= behind it', (a) => `${a}&utm_source=a-b&utm_medium=c`],
  ['&amp;utm= behind it', (a) => `${a}&amp;utm=1`],
  ['another fragment behind it', (a) => `${a}#top`],
  ['lines of 76 columns', (a) => a.replace(/.{76}/g, '$&\n')],
  ['lines of 76 columns, with carriage returns', (a) => a.replace(/.{76}/g, '$&\r\n')],
  ['lines of 76 columns, with spaces', (a) => a.replace(/.{75}/g, '$& \n ')],
  ['quoted in an answer', (a) => a.replace(/.{70}/g, '$&\n> ')],
  ['quoted twice', (a) => a.replace(/.{70}/g, '$&\r\n> > ')],
  ['quoted-printable', (a) => a.replaceAll('=', '=3D').replace(/.{74}/g, '$&=\r\n')],
  ['the line breaks percent-encoded', (a) => a.replace(/.{76}/g, '$&%0D%0A')],
  ['zero-width spaces', (a) => a.replace(/.{40}/g, '$&\u200b')],
  ['spaces around it', (a) => `  ${a}\n`],
];

/** @param {string} text */
function encodeAll(text) {
  return text.replace(/[^]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
}

test('a link comes through mail, chat and other tools', async () => {
  const wanted = await decode(sample, scriptOf);
  for (const [what, change] of ways) assert.deepEqual(await decode(change(address), scriptOf), wanted, what);
});
