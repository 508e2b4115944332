// The fields of one step: the members of its verb, as the contract has them.

/** @import {Member} from './catalogue.js' */
/** @import {Desk} from './desk.js' */
/** @import {Path} from './draft.js' */

import { html } from 'lit-html';
import { parts, verbs } from './catalogue.js';
import {
  at,
  brokersOf,
  choicesOf,
  idsOf,
  list,
  listOf,
  newStep,
  nodesOf,
  numberOf,
  numbersOf,
  topicsOf,
} from './draft.js';
import { button, choiceField, configFields, textField, trouble, yesOrNo } from './fields.js';
import { meanings, words } from './words.js';

/**
 * @param {Desk} desk
 * @param {Path} path of the step
 * @param {string} verb that it has
 */
export function stepFields(desk, path, verb) {
  const members = verbs.find((v) => v.verb === verb)?.members ?? [];
  return html`
    ${members.map((member) => memberField(desk, [...path, verb], member, verb))}
    ${trouble(desk, [...path, verb], true)} ${trouble(desk, path, true)}
  `;
}

/**
 * @param {Desk} desk
 * @param {Path} within what it is a member of
 * @param {Member} member
 * @param {string} owner the verb, or the type
 * @returns {unknown}
 */
function memberField(desk, within, member, owner) {
  const { name, type, optional } = member;
  const path = [...within, name];
  const field = { path, label: name, code: true, hint: meanings().members[`${owner} ${name}`] };
  const part = parts[type.replace('[]', '')];
  if (part) return partFields(desk, path, part, type.replace('[]', ''));
  if (type.startsWith('Record')) return changedConfig(desk, within, path);
  const choices = optionsOf(desk, name, type);
  if (choices)
    return choiceField(desk, field, optional ? [{ value: undefined, text: '–' }, ...choices] : choices);
  const show = (/** @type {any} */ value) =>
    Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
  return textField(desk, { ...field, read: readerOf(name, type), show });
}

/**
 * What a member may be, where that can be listed.
 * @param {Desk} desk
 * @param {string} name
 * @param {string} type
 * @returns {{value: unknown, text: string}[] | null}
 */
function optionsOf({ draft }, name, type) {
  const listed = (/** @type {unknown[]} */ values) => values.map((value) => ({ value, text: String(value) }));
  if (name === 'producer') return listed(idsOf(draft.producers));
  if (name === 'topic') return listed(topicsOf(draft));
  if (name === 'broker') return listed(brokersOf(draft));
  if (name === 'from' || name === 'to') return listed(nodesOf(draft));
  if (type === 'boolean') return yesOrNo('–').slice(1);
  const choices = choicesOf(type);
  return choices.length ? listed(choices) : null;
}

/**
 * @param {string} name
 * @param {string} type
 * @returns {(text: string) => unknown} what reads a text as a value of the type
 */
function readerOf(name, type) {
  if (type === 'string' && name !== 'acks') return (text) => text || undefined;
  if (type === 'number[]') return numbersOf;
  if (type === 'number[] | null') return (text) => (text.trim() === 'null' ? null : numbersOf(text));
  if (type !== 'number | string[]') return numberOf;
  return (text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : listOf(text));
}

/**
 * @param {Desk} desk
 * @param {Path} path of a list of parts
 * @param {Member[]} members of each
 * @param {string} type
 * @returns {unknown}
 */
function partFields(desk, path, members, type) {
  const say = words();
  const there = list(at(desk.draft, path));
  const more = () => {
    const [first] = list(/** @type {any} */ (newStep(desk.draft, 'produce', 0)).produce.partitions);
    desk.edit([...path, there.length], { ...first, partition: there.length });
  };
  return html`
    ${there.map(
      (_, i) =>
        html`<fieldset>
          <legend>${say.part(i + 1)}</legend>
          ${members.map((member) => memberField(desk, [...path, i], member, type))}
          ${button(say.remove(), say.part(i + 1), () => desk.edit([...path, i], undefined))}
          ${trouble(desk, [...path, i], true)}
        </fieldset>`,
    )}
    ${button(say.addPart(), '', more)} ${trouble(desk, path, true)}
  `;
}

/**
 * The keys that the step set changes: of a topic, a producer's quota, or the brokers.
 * @param {Desk} desk
 * @param {Path} within the step's arguments
 * @param {Path} path of the configuration
 */
function changedConfig(desk, within, path) {
  const { topic, producer } = Object(at(desk.draft, within));
  const scope = topic !== undefined ? 'topic' : producer !== undefined ? 'quota' : 'broker';
  return html`${configFields(desk, path, scope, true)} ${trouble(desk, path, true)}`;
}
