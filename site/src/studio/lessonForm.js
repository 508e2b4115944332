// The fourth section: the lesson. Its places are conditions on the run's events, and what follows from them is for the
// core.

/** @import {Desk} from './desk.js' */
/** @import {Path} from './draft.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { verbs } from './catalogue.js';
import { at, inLanguage, list, newStep, plainLesson, verbOf } from './draft.js';
import { button, choiceField, conditionField, textField, trouble } from './fields.js';
import { stepFields } from './stepForm.js';
import { words } from './words.js';

/** The language that a lesson may have beside English. */
const second = 'de';

/** @param {Desk} desk */
export function lessonForm(desk) {
  const say = words();
  const { lesson } = desk.draft;
  if (!lesson) {
    const begin = () => desk.edit(['lesson'], plainLesson(say.plainLesson()));
    return html`<p class="small">${say.noLesson()}</p>
      ${button(say.addLesson(), '', begin)}`;
  }
  const both = hasSecond(desk);
  const turn = () => desk.edit(['lesson'], inLanguage(lesson, second, !both));
  return html`
    <label class="check"
      ><input type="checkbox" .checked=${live(both)} @change=${turn} /> ${say.inGerman()}</label
    >
    ${texts(desk, ['lesson', 'question'], say.question(), say.questionHint())} ${refutesForm(desk)}
    ${textField(desk, { path: ['lesson', 'source'], label: say.source(), hint: say.sourceHint(), read: (address) => address || undefined })}
    ${several(
      desk,
      'chapters',
      say.chapter,
      (path) => chapterForm(desk, path),
      () => chapter(desk),
    )}
    ${several(
      desk,
      'cards',
      say.card,
      (path) => cardForm(desk, path),
      () => card(desk),
    )}
    ${several(
      desk,
      'predictions',
      say.prediction,
      (path) => predictionForm(desk, path),
      () => prediction(desk),
    )}
    ${texts(desk, ['lesson', 'conclusion'], say.conclusion(), say.conclusionHint())}
    ${button(say.removeLesson(), '', () => desk.edit(['lesson'], undefined))}
    ${trouble(desk, ['lesson'], true)}
  `;
}

/** @param {Desk} desk whether the lesson has the second language */
function hasSecond({ draft }) {
  return at(draft, ['lesson', 'question', second]) !== undefined;
}

/**
 * The fields of a text, one for each language of the lesson.
 * @param {Desk} desk
 * @param {Path} path
 * @param {string} label
 * @param {string} [hint]
 */
function texts(desk, path, label, hint) {
  const say = words();
  const languages = hasSecond(desk) ? ['en', second] : ['en'];
  const read = (/** @type {string} */ text) => text || undefined;
  return html`
    ${languages.map((language, i) => {
      const name = languages.length > 1 ? say.inLanguage(label, language) : label;
      return textField(desk, {
        path: [...path, language],
        label: name,
        hint: i ? '' : hint,
        lines: 2,
        prose: true,
        read,
      });
    })}
    ${trouble(desk, path, true)}
  `;
}

/** @param {Desk} desk a text in the lesson's languages, to be written @param {string} text */
function text(desk, text) {
  return hasSecond(desk) ? { en: text, [second]: text } : { en: text };
}

/** @param {Desk} desk the popular error that it refutes, if any */
function refutesForm(desk) {
  const say = words();
  const path = ['lesson', 'refutes'];
  if (!at(desk.draft, path)) {
    const begin = () => desk.edit(path, { id: 'B-1', text: text(desk, say.newText()) });
    return button(say.addRefuted(), '', begin);
  }
  return html`<fieldset>
    <legend>${say.refuted()}</legend>
    ${textField(desk, { path: [...path, 'id'], label: 'id', code: true, hint: say.refutedHint(), read: (id) => id || undefined })}
    ${texts(desk, [...path, 'text'], say.refutedText())}
    ${button(say.remove(), say.refuted(), () => desk.edit(path, undefined))} ${trouble(desk, path, true)}
  </fieldset>`;
}

/**
 * The forms of a list of the lesson.
 * @param {Desk} desk
 * @param {'chapters' | 'cards' | 'predictions'} name
 * @param {{one: (n: number) => string, all: () => string, add: () => string, hint: () => string}} say
 * @param {(path: Path) => unknown} form
 * @param {() => unknown} fresh
 */
function several(desk, name, say, form, fresh) {
  const path = ['lesson', name];
  const all = list(at(desk.draft, path));
  const remove = (/** @type {number} */ i) => desk.edit(all.length > 1 ? [...path, i] : path, undefined);
  return html`<section>
    <h4>${say.all()}</h4>
    <p class="small">${say.hint()}</p>
    ${all.map(
      (_, i) =>
        html`<fieldset>
          <legend>${say.one(i + 1)}</legend>
          ${form([...path, i])} ${button(words().remove(), say.one(i + 1), () => remove(i))}
          ${trouble(desk, [...path, i], true)}
        </fieldset>`,
    )}
    ${button(say.add(), '', () => desk.edit([...path, all.length], fresh()))} ${trouble(desk, path, true)}
  </section>`;
}

/** @param {Desk} desk @returns {unknown} a condition that holds where the run is, or at the end */
function here(desk) {
  return desk.happened.at(-1) ?? { ends: true };
}

/** @param {Desk} desk */
function chapter(desk) {
  return { name: text(desk, words().newText()), begins: here(desk) };
}

/** @param {Desk} desk */
function card(desk) {
  return { at: here(desk), text: text(desk, words().newText()) };
}

/** @param {Desk} desk */
function prediction(desk) {
  const say = words();
  const condition = here(desk);
  return {
    ask: text(desk, say.newQuestion()),
    options: [
      { text: text(desk, say.newOption(1)), if: condition },
      { text: text(desk, say.newOption(2)), if: { not: condition, by: { ends: true } } },
    ],
    told: text(desk, say.newText()),
  };
}

/**
 * @param {Desk} desk
 * @param {Path} path
 */
function chapterForm(desk, path) {
  const say = words();
  return html`
    ${texts(desk, [...path, 'name'], say.name())} ${conditionField(desk, [...path, 'begins'], say.begins())}
  `;
}

/**
 * @param {Desk} desk
 * @param {Path} path
 */
function cardForm(desk, path) {
  const say = words();
  const asked = [...path, 'do'];
  const has = at(desk.draft, asked) !== undefined;
  const begin = () => {
    const { at: _, ...step } = newStep(desk.draft, 'kill', 0);
    desk.edit(asked, { step, done: { event: 'step', verb: 'kill' } });
  };
  return html`
    ${conditionField(desk, [...path, 'at'], say.appears())}
    ${texts(desk, [...path, 'text'], say.text(), say.cardHint())}
    ${has ? askedForm(desk, asked) : button(say.askDeed(), '', begin)}
  `;
}

/**
 * The deed that a card asks for.
 * @param {Desk} desk
 * @param {Path} path
 */
function askedForm(desk, path) {
  const say = words();
  const step = [...path, 'step'];
  const verb = verbOf(at(desk.draft, step));
  const choose = (/** @type {string} */ chosen) => {
    const { at: _, ...fresh } = newStep(desk.draft, chosen, 0);
    desk.edit(step, fresh);
  };
  const all = verbs.map((v) => ({ value: v.verb, text: v.verb }));
  return html`<fieldset>
    <legend>${say.deed()}</legend>
    ${choiceField(desk, { path: [...step, 'verb'], label: say.verb() }, all, choose, verb)}
    ${verb ? stepFields(desk, step, verb) : nothing}
    ${conditionField(desk, [...path, 'done'], say.done(), { hint: say.doneHint() })}
    ${button(say.remove(), say.deed(), () => desk.edit(path, undefined))} ${trouble(desk, path, true)}
  </fieldset>`;
}

/**
 * @param {Desk} desk
 * @param {Path} path
 */
function predictionForm(desk, path) {
  const say = words();
  const options = [...path, 'options'];
  const there = list(at(desk.draft, options));
  const more = () => {
    const option = { text: text(desk, say.newOption(there.length + 1)), if: here(desk) };
    desk.edit([...options, there.length], option);
  };
  return html`
    ${texts(desk, [...path, 'ask'], say.ask())}
    ${there.map(
      (_, i) =>
        html`<fieldset>
          <legend>${say.option(i + 1)}</legend>
          ${texts(desk, [...options, i, 'text'], say.text())}
          ${conditionField(desk, [...options, i, 'if'], say.rightIf())}
          ${button(say.remove(), say.option(i + 1), () => desk.edit([...options, i], undefined))}
        </fieldset>`,
    )}
    ${trouble(desk, options, true)} ${button(say.addOption(), '', more)}
    ${conditionField(desk, [...path, 'asked'], say.asked(), { hint: say.askedHint() })}
    ${texts(desk, [...path, 'told'], say.told(), say.toldHint())}
  `;
}
