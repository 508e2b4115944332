// The first section: the cluster, as it is at the start.

/** @import {Desk} from './desk.js' */

import { html } from 'lit-html';
import { at, brokersOf, list, most, numbersOf, partitioned, replicated, spread, topicsOf } from './draft.js';
import { button, choiceField, textField, trouble, upTo } from './fields.js';
import { words } from './words.js';

const feature = 'eligible.leader.replicas.version';

/** @param {unknown} value @returns {string} "1, 2, 3" */
const comma = (value) => list(value).join(', ');
const plain = (/** @type {string} */ text) => text || undefined;

/** @param {Desk} desk */
export function clusterForm(desk) {
  const say = words();
  const { topics } = desk.draft.cluster ?? {};
  const add = () => {
    const names = topicsOf(desk.draft);
    let n = list(topics).length + 1;
    while (names.includes(`topic-${n}`)) n++;
    const brokers = brokersOf(desk.draft).length;
    const partitions = [{ replicas: spread(brokers, 0, 3) }];
    desk.edit(['cluster', 'topics', list(topics).length], { name: `topic-${n}`, partitions });
  };
  return html`
    ${textField(desk, { path: ['title'], label: say.title(), read: plain, prose: true })}
    ${choiceField(desk, { path: ['cluster', 'brokers'], label: say.brokers() }, upTo(1, most.brokers), undefined, at(desk.draft, ['cluster', 'brokers']) ?? 3)}
    ${list(topics).map((_, i) => topicForm(desk, i))} ${button(say.addTopic(), '', add)}
    <details class="group">
      <summary>${say.more()}</summary>
      ${choiceField(
        desk,
        { path: ['cluster', 'features', feature], label: feature, code: true, hint: say.elr() },
        [
          { value: undefined, text: '1' },
          { value: 0, text: '0' },
        ],
      )}
      ${textField(desk, { path: ['cluster', 'network', 'latency.ms'], label: 'latency.ms', code: true, placeholder: '1', hint: say.latency() })}
      ${textField(desk, { path: ['cluster', 'append.ms'], label: 'append.ms', code: true, placeholder: '0.5', hint: say.append() })}
      ${brokersOf(desk.draft).map((id) => brokerForm(desk, id))}
      ${textField(desk, { path: ['seed'], label: 'seed', code: true, placeholder: '1', hint: say.seed() })}
      ${textField(desk, { path: ['until'], label: 'until', code: true, hint: say.until() })}
    </details>
    ${trouble(desk, ['cluster', 'topics'], true)}
  `;
}

/**
 * What one broker differs in from the others.
 * @param {Desk} desk
 * @param {number} id
 */
function brokerForm(desk, id) {
  const say = words();
  const path = ['cluster', 'perBroker', String(id)];
  const all = String(at(desk.draft, ['cluster', 'append.ms']) ?? 0.5);
  return html`<details class="group">
    <summary>${say.ownOf(id)}</summary>
    ${textField(desk, { path: [...path, 'append.ms'], label: 'append.ms', code: true, placeholder: all, hint: say.ownAppend() })}
    ${textField(desk, { path: [...path, 'phase.ms'], label: 'phase.ms', code: true, placeholder: '0', hint: say.phase() })}
  </details>`;
}

/**
 * @param {Desk} desk
 * @param {number} i the topic's place
 */
function topicForm(desk, i) {
  const say = words();
  const path = ['cluster', 'topics', i];
  const topic = at(desk.draft, path);
  const brokers = brokersOf(desk.draft).length;
  const partitions = list(topic?.partitions);
  const replicas = list(partitions[0]?.replicas).length;
  const within = [...path, 'partitions'];
  return html`<fieldset>
    <legend>${say.topic(String(topic?.name ?? i + 1))}</legend>
    ${textField(desk, { path: [...path, 'name'], label: say.name(), read: plain })}
    ${choiceField(
      desk,
      { path: [...path, 'replication'], label: say.replicationFactor() },
      upTo(1, Math.min(most.replicas, brokers)),
      (n) => desk.edit(path, replicated(topic, brokers, n)),
      replicas,
    )}
    ${choiceField(
      desk,
      { path: [...path, 'count'], label: say.partitions() },
      upTo(1, most.partitions),
      (n) => desk.edit(path, partitioned(topic, brokers, n)),
      partitions.length,
    )}
    ${partitions.map((_, n) => partitionForm(desk, [...within, n], n))}
    ${button(say.remove(), say.topic(String(topic?.name ?? i + 1)), () => desk.edit(path, undefined))}
    ${trouble(desk, path, true)} ${trouble(desk, within, true)}
  </fieldset>`;
}

/**
 * @param {Desk} desk
 * @param {(string | number)[]} path
 * @param {number} n the partition's number
 */
function partitionForm(desk, path, n) {
  const say = words();
  return html`
    ${textField(desk, { path: [...path, 'replicas'], label: say.replicasOf(n), hint: say.replicas(), read: numbersOf, show: comma })}
    <details class="group">
      <summary>${say.stateOf(n)}</summary>
      ${textField(desk, { path: [...path, 'leader'], label: say.leaderOf(n), hint: say.leader() })}
      ${textField(desk, { path: [...path, 'isr'], label: say.isrOf(n), hint: say.isr(), read: numbersOf, show: comma })}
    </details>
    ${trouble(desk, path, true)}
  `;
}
