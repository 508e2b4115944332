import assert from 'node:assert/strict';
import test from 'node:test';
import { language, setLanguage, words } from '../../src/words/words.js';

test('the last choice counts, and a language that cannot be loaded changes nothing', async () => {
  const { de } = await import('../../src/words/de.js');
  await assert.rejects(setLanguage('de', { de: () => Promise.reject(new Error('gone')) }), /gone/);
  assert.equal(language(), 'en');
  let arrive = () => {};
  /** @type {Promise<typeof de>} */
  const slow = new Promise((done) => (arrive = () => done(de)));
  const german = setLanguage('de', { de: () => slow });
  const back = setLanguage('en');
  arrive();
  await Promise.all([german, back]);
  assert.equal(language(), 'en');
  assert.equal(words().nouns.records(2), '2 records');
  await setLanguage('de');
  assert.equal(words().nouns.records(2), '2 Records');
});
