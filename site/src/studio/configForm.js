// The second section: what brokers, topics and producers are set to, who reads and writes, and how the links are.

/** @import {Desk} from './desk.js' */

import { html } from 'lit-html';
import { at, idsOf, isStartingLink, list, listOf, newStep, ordered, topicsOf } from './draft.js';
import { button, configFields, folded, textField, trouble } from './fields.js';
import { stepFields } from './stepForm.js';
import { words } from './words.js';

const plain = (/** @type {string} */ text) => text || undefined;

/** @param {Desk} desk */
export function configForm(desk) {
  const say = words();
  const { draft } = desk;
  const brokers = ['cluster', 'config'];
  return html`
    ${folded(desk, brokers, say.brokerConfig(), () => configFields(desk, brokers, 'broker'))}
    ${topicsOf(draft).map((name, i) => {
      const path = ['cluster', 'topics', i, 'config'];
      return folded(desk, path, say.topicConfig(name), () => configFields(desk, path, 'topic'));
    })}
    <h4>${say.producers()}</h4>
    ${list(draft.producers).map((_, i) => producerForm(desk, i))}
    ${button(say.addProducer(), '', () => add(desk, 'producers', 'p', {}))}
    <h4>${say.consumers()}</h4>
    ${list(draft.consumers).map((_, i) => consumerForm(desk, i))}
    ${button(say.addConsumer(), '', () => add(desk, 'consumers', 'c', {}))}
    <h4>${say.links()}</h4>
    <p class="small">${say.linksHint()}</p>
    ${linkForms(desk)}
  `;
}

/**
 * @param {Desk} desk
 * @param {'producers' | 'consumers'} kind
 * @param {string} letter that its id begins with
 * @param {object} more
 */
function add(desk, kind, letter, more) {
  const { draft } = desk;
  const taken = [...idsOf(draft.producers), ...idsOf(draft.consumers)];
  let n = 1;
  while (taken.includes(`${letter}${n}`)) n++;
  desk.edit([kind, list(draft[kind]).length], { id: `${letter}${n}`, ...more });
}

/**
 * @param {Desk} desk
 * @param {number} i
 */
function producerForm(desk, i) {
  const say = words();
  const path = ['producers', i];
  const id = String(at(desk.draft, [...path, 'id']) ?? '');
  const [config, quota] = [
    [...path, 'config'],
    [...path, 'quota'],
  ];
  return html`<fieldset>
    <legend>${say.producer(id)}</legend>
    ${textField(desk, { path: [...path, 'id'], label: say.id(), read: plain })}
    ${folded(desk, config, say.configOf(id), () => configFields(desk, config, 'producer'))}
    ${folded(desk, quota, say.quotaOf(id), () => configFields(desk, quota, 'quota'))}
    ${button(say.remove(), say.producer(id), () => desk.edit(path, undefined))} ${trouble(desk, path, true)}
  </fieldset>`;
}

/**
 * @param {Desk} desk
 * @param {number} i
 */
function consumerForm(desk, i) {
  const say = words();
  const path = ['consumers', i];
  const id = String(at(desk.draft, [...path, 'id']) ?? '');
  const config = [...path, 'config'];
  const show = (/** @type {unknown} */ value) => list(value).join(', ');
  return html`<fieldset>
    <legend>${say.consumer(id)}</legend>
    ${textField(desk, { path: [...path, 'id'], label: say.id(), read: plain })}
    ${textField(desk, { path: [...path, 'topics'], label: say.topics(), hint: say.readsAll(), read: listOf, show })}
    ${folded(desk, config, say.configOf(id), () => configFields(desk, config, 'consumer'))}
    ${button(say.remove(), say.consumer(id), () => desk.edit(path, undefined))} ${trouble(desk, path, true)}
  </fieldset>`;
}

/** @param {Desk} desk the links that are set at the very start, which are steps like all others */
function linkForms(desk) {
  const say = words();
  const steps = list(desk.draft.steps);
  const atStart = steps.flatMap((step, i) => (isStartingLink(step) ? [i] : []));
  const more = () => desk.edit(['steps'], ordered([...steps, newStep(desk.draft, 'link', 0)]));
  return html`
    ${atStart.map(
      (i) =>
        html`<fieldset>
          <legend>${say.linkFrom(String(steps[i].link.from), String(steps[i].link.to))}</legend>
          ${stepFields(desk, ['steps', i], 'link')}
          ${textField(desk, { path: ['steps', i, 'at'], label: 'at', code: true, hint: say.laterHint(), set: (ms) => desk.move(i, ms) })}
          ${button(say.remove(), say.linkFrom(String(steps[i].link.from), String(steps[i].link.to)), () => desk.edit(['steps', i], undefined))}
        </fieldset>`,
    )}
    ${button(say.addLink(), '', more)}
  `;
}
