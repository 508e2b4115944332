// What is said of a lesson, for the ear: what it is called, its card, the question, what came of it, and the
// conclusion. Loaded once the page can be used.

/** @import {App} from './app.js' */
/** @import {Piece} from './announce.js' */
/** @import {Bet} from './bet.js' */
/** @import {Prediction} from './lesson.js' */

import { betOf, fates } from './bet.js';
import { speech as english } from './words/en/speech.js';
import { lesson as lessonWords } from './words/lesson.js';
import { area, localized } from './words/words.js';
import { shelf } from './view/library.js';

const words = area(english, (language) => language.speech);

/** @param {App} app @returns {{first: Piece[], last: Piece[]}} what comes before the moment's sentence, and after it */
export function lessonSpeech(app) {
  const { lesson } = app;
  const bet = { slot: 'bet', text: betSpeech(betOf(app)) };
  if (!lesson) return { first: [], last: [bet] };
  const { card, prediction, conclusion } = lesson;
  const told = /** @type {any} */ (lesson).verdict ?? (prediction?.phase === 'told' ? prediction : null);
  const asked = prediction?.phase === 'asked' && prediction.choice === undefined ? prediction : null;
  return {
    first: [{ slot: 'lesson', text: opened(app) }],
    last: [
      { slot: 'verdict', text: told ? verdict(told) : '' },
      { slot: 'card', text: card && !conclusion ? cardOf(card) : '' },
      { slot: 'question', text: asked ? question(asked) : '' },
      bet,
      { slot: 'conclusion', text: conclusion ? words().conclusion(localized(conclusion)) : '' },
    ],
  };
}

/** @param {Bet | null} bet */
function betSpeech(bet) {
  if (!bet) return '';
  const say = lessonWords().bet;
  const { value, records, choice, holds } = bet;
  if (!choice) return say.offered(say.ask(value, records), fates.length);
  return holds ? `${holds === choice ? say.right() : say.wrong()} ${say.held(say.fate[holds]())}` : '';
}

/** @param {App} app which lesson is open */
function opened({ lesson, model, scenarios }) {
  const title = localized(/** @type {NonNullable<App['lesson']>} */ (lesson).lesson.question);
  const here = scenarios.find((s) => s.id === model.scenario);
  if (!here?.group) return words().lesson(title, 0, 0);
  const all = shelf(scenarios, here.group);
  return words().lesson(title, all.indexOf(here) + 1, all.length);
}

/** @param {import('./lesson.js').Card} card */
function cardOf({ text, step, done }) {
  return words().card(localized(text), !!step && !done);
}

/** @param {Prediction} prediction */
function question({ ask, options }) {
  return words().question(
    localized(ask),
    options.map((o) => localized(o)),
  );
}

/** @param {Prediction} prediction */
function verdict({ choice, holds, told, options }) {
  const say = lessonWords();
  const judged = choice === undefined ? '' : choice === holds ? say.right() : say.wrong();
  const held = holds === undefined ? '' : words().held(localized(options[holds]));
  return [judged, held, localized(told)].filter(Boolean).join(' ');
}
