import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { grammar } from '../../src/words/grammar.js';
import { area, language, localized, onLanguage, setLanguage, words } from '../../src/words/words.js';

const folder = new URL('../../src/words/', import.meta.url);

/** What a word of one language looks like that the other does not have. */
const english =
  /\b(the|is|are|and|of|with|from|has|have|it|its|no|not|nobody|by|to|this|that|which|wait\w*)\b/i;
const german =
  /\b(der|die|das|ist|sind|und|von|mit|aus|hat|haben|es|kein\w*|nicht|niemand|zu|wartet|warten)\b/i;

/** What stays as it is in every language: Kafka's names, units and the names of keys. */
const names =
  /\b(acks=\w+|[a-z]+(\.[a-z]+)+(=\w+)?|[A-Z]+(_[A-Z]+)+|(log )?end offset|high watermark|leader epoch|in[- ]sync|unclean leader election|[a-z]+\(\)|\w+\.\w+)\b/g;

/**
 * The messages of a catalogue, by path.
 * @param {any} part
 * @param {string} [path]
 * @returns {[path: string, message: any][]}
 */
function messages(part, path = '') {
  if (typeof part !== 'object' || part === null) return [[path, part]];
  return Object.entries(part).flatMap(([name, inner]) => messages(inner, `${path}.${name}`));
}

/**
 * The texts that stand in a message, without what is put into them.
 * @param {any} message
 * @returns {string[]}
 */
function texts(message) {
  const source = String(message)
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  const found = source.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return found.map((text) => text.slice(1, -1).replace(/\$\{[^}]*\}+/g, ' '));
}

/** Every file of the catalogue in both languages. */
const files = readdirSync(new URL('en/', folder)).filter((name) => name !== 'grammar.js');
const catalogues = await Promise.all(
  files.map(async (name) => ({
    name,
    en: await import(new URL(`en/${name}`, folder).href),
    de: await import(new URL(`de/${name}`, folder).href),
  })),
);

test('every file of messages is there in every language, and has the same ones', () => {
  assert.deepEqual(readdirSync(new URL('de/', folder)), readdirSync(new URL('en/', folder)));
  for (const { name, en, de } of catalogues) {
    const paths = (/** @type {any} */ part) =>
      messages({ ...part })
        .map(([path]) => path)
        .toSorted();
    assert.deepEqual(paths(de), paths(en), name);
  }
});

test('no message of one language is left in the other', () => {
  for (const { name, en, de } of catalogues) {
    for (const [language, part, foreign] of /** @type {const} */ ([
      ['en', en, german],
      ['de', de, english],
    ])) {
      for (const [path, message] of messages({ ...part })) {
        for (const text of texts(message)) {
          const found = foreign.exec(text.replace(names, ' '));
          assert.ok(!found, `${language}/${name}${path}: "${found?.[0]}" in "${text}"`);
        }
      }
    }
  }
});

/** Who speaks German here addresses nobody. "Sie" and "Ihr" may begin a sentence where one before says who they are. */
const addressed = [
  /\b(du|dich|dir|dein\w*|euch|euer\w*|eure\w*)\b/i,
  /(^|[\wäöüß,;„–−] )(Sie|Ihr|Ihre[mnrs]?|Ihnen)\b/,
  /(^|[.:!?„] ?)(Geh|Drück|Nimm|Klick|Wähl|Töte|Schau|Sieh|Lass|Setz|Send|Warte|Mach|Spiel|Starte|Stoppe|Achte|Beachte|Merk|Öffne|Schließ|Zieh|Tipp|Senke|Erhöhe|Beende|Gib|Lies|Halte)e? /,
];

/** Other forms of what has one form. */
const otherForms = [
  /\b(das|dem|des|ein|eines|einem|kein|keinem|sein|seinem|seines|dieses|diesem|jedes) High Watermark/i,
  /\b(das|dem|des|im|ein|kein|sein|eines|einem) (ISR|ELR)\b/i,
  /\bcommitt?ed\b/i,
  /\bReplik(en|as?)?\b/,
  /\b(Insync|InSync|in-sync)\b/,
  /In-Sync[ -]replica|In-Sync Replica/,
];

/**
 * @param {any} part of a script
 * @returns {string[]} its German texts
 */
function germanOf(part) {
  if (typeof part !== 'object' || part === null) return [];
  const own = typeof part.en === 'string' && typeof part.de === 'string' ? [part.de] : [];
  return [...own, ...Object.values(part).flatMap(germanOf)];
}

test('German addresses nobody, and has one form for one thing', () => {
  const scenarios = new URL('../../../core/testdata/scenarios/', import.meta.url);
  const lessons = readdirSync(scenarios)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) =>
      germanOf(JSON.parse(readFileSync(new URL(name, scenarios), 'utf8'))).map((text) => [name, text]),
    );
  assert.ok(lessons.length > 300, 'the lessons have German texts');
  const catalogue = catalogues.flatMap(({ name, de }) =>
    messages({ ...de }).flatMap(([path, message]) => texts(message).map((text) => [name + path, text])),
  );
  for (const [where, text] of [...lessons, ...catalogue]) {
    for (const form of [...addressed, ...otherForms]) {
      const found = form.exec(text);
      // What is one word alone may be a key of the message, and no text.
      if (/^[a-z-]+$/.test(text)) continue;
      assert.ok(!found, `${where}: "${found?.[0]}" in "${text}"`);
    }
  }
});

test('numbers, lists and spans are written as each language has them', () => {
  const [en, de] = [grammar('en-GB'), grammar('de')];
  assert.equal(en.clock(2134.5), '2\u202f134.5 ms');
  assert.equal(de.clock(2134.5), '2\u202f134,5 ms');
  assert.equal(de.span(2900), '2,9 s');
  assert.equal(en.countdown(30000), '30.0 s');
  assert.equal(en.list([1, 2, 3]), '1, 2 and 3');
  assert.equal(de.list([1, 2, 3]), '1, 2 und 3');
  assert.equal(en.either(['a', 'b']), 'a or b');
  assert.equal(en.count(1, 'record', 'records'), '1 record');
  assert.equal(en.count(12345, 'record', 'records'), '12\u202f345 records');
});

test('a language is shown when it is there, and those who listen are told', async () => {
  let told = 0;
  const ended = new AbortController();
  onLanguage(() => told++, ended.signal);
  const own = area({ or: () => 'or' }, (language) => ({ or: () => language.nouns.records(1) }));
  assert.equal(own().or(), 'or');
  await setLanguage('de');
  assert.equal(language(), 'de');
  assert.equal(own().or(), '1 Record');
  assert.equal(words().nouns.records(2), '2 Records');
  assert.equal(localized({ en: 'yes', de: 'ja' }), 'ja');
  assert.equal(localized({ en: 'yes' }), 'yes');
  await setLanguage('de');
  assert.equal(told, 1);
  ended.abort();
  await setLanguage('en');
  assert.equal(told, 1);
  assert.equal(own().or(), 'or');
});

test('every warning of the core has its German form, with all of its values', async () => {
  const source = readFileSync(
    new URL('../../../core/internal/script/warnings_test.go', import.meta.url),
    'utf8',
  );
  const { core } = await import(new URL('de/core.js', folder).href);
  const literal = /`(?:cluster|producers|steps)[.[][^`]*`(?:\s*\+\s*`[^`]*`)*/g;
  const told = [...source.matchAll(literal)]
    .map(([text]) => text.replace(/`\s*\+\s*`/g, '').slice(1, -1))
    .filter((text) => /: ./.test(text) && !text.endsWith(' '))
    .map((text) => text.slice(text.indexOf(': ') + 2));
  assert.ok(told.length > 30, `${told.length} warnings`);
  for (const message of new Set(told)) {
    const said = core.said(message);
    assert.ok(said, message);
    const values = (/** @type {string} */ text) =>
      (text.match(/\d+|"[a-z]\w*"/g) ?? []).filter((v) => v !== '"all"');
    assert.deepEqual(new Set(values(said)), new Set(values(message)), said);
  }
  assert.equal(core.said('something else'), undefined);
});
