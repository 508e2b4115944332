// What other settings would have done: the fewest failures that lose a record, by minimum, ELR and unclean election.

/** @import {Answer, Search} from '../explore/searches.js' */

import { html, nothing } from 'lit-html';
import { words } from './exploreSettings.js';

/** A setting as a key. @param {Search} search */
export const keyOf = (search) => JSON.stringify(search);

/** @param {Search} search @returns {Search[]} the same with every other minimum, ELR and unclean election */
export function others(search) {
  const all = [];
  for (let minimum = 1; minimum <= search.replicas; minimum++) {
    for (const [elr, unclean] of columns) all.push({ ...search, minInSyncReplicas: minimum, elr, unclean });
  }
  return all.filter((other) => keyOf(other) !== keyOf(search));
}

/** @type {[elr: 0 | 1, unclean: 0 | 1][]} */
const columns = [
  [1, 0],
  [0, 0],
  [1, 1],
  [0, 1],
];

/** The fewest failures that lose a record; Infinity: none has been found; -1: it is not known yet.
 * @param {Answer | undefined} a */
export const fewest = (a) => (a?.over ? (a.lost ? a.layers.length : Infinity) : -1);

/** The same in words. @param {Answer | undefined} a */
function inFewest(a) {
  const n = fewest(a);
  if (n < 0) return '';
  return Number.isFinite(n) ? String(n) : words().more((a?.layers.length ?? 1) - 1);
}

/**
 * The fewest failures by setting; a click opens the answer for it.
 * @param {Search} search
 * @param {Map<string, Answer>} known by setting
 * @param {boolean} working whether others are still searched
 * @param {(cell: Search) => void} choose
 */
export function mapped(search, known, working, choose) {
  const say = words();
  const at = (/** @type {Partial<Search>} */ change) => ({ ...search, ...change });
  const told = (/** @type {Answer | undefined} */ a) => inFewest(a) || (working ? '…' : '?');
  const here = fewest(known.get(keyOf(search)));
  const better =
    here < 0 ? [] : others(search).filter((o) => near(o, search) && fewest(known.get(keyOf(o))) > here);
  return html`
    <table class="map">
      <caption>
        ${say.map()}
      </caption>
      <tr>
        <td></td>
        ${columns.map(([elr, unclean]) => html`<th scope="col">${say.setting(!!elr, !!unclean)}</th>`)}
      </tr>
      ${Array.from({ length: search.replicas }, (_, i) => i + 1).map(
        (minInSyncReplicas) =>
          html`<tr>
            <th scope="row">${say.minimum(minInSyncReplicas)}</th>
            ${columns.map(([elr, unclean]) => {
              const cell = at({ minInSyncReplicas, elr, unclean });
              const same = keyOf(cell) === keyOf(search);
              return html`<td>
                <button aria-pressed=${same ? 'true' : 'false'} @click=${() => choose(cell)}>
                  ${told(known.get(keyOf(cell)))}
                </button>
              </td>`;
            })}
          </tr>`,
      )}
    </table>
    ${
      better.length
        ? html`<p>
            ${say.better(better.map((o) => say.betterWith(differs(o, search), told(known.get(keyOf(o))))))}
          </p>`
        : nothing
    }
  `;
}

/**
 * Whether two settings differ in one thing, and by one step.
 * @param {Search} a
 * @param {Search} b
 */
function near(a, b) {
  const apart = Math.abs(a.minInSyncReplicas - b.minInSyncReplicas);
  return apart + Math.abs(a.elr - b.elr) + Math.abs(a.unclean - b.unclean) === 1;
}

/**
 * What a setting has that another one has not.
 * @param {Search} a
 * @param {Search} b
 */
function differs(a, b) {
  if (a.minInSyncReplicas !== b.minInSyncReplicas) return words().minimum(a.minInSyncReplicas);
  if (a.elr !== b.elr) return words().elr(!!a.elr);
  return words().unclean(!!a.unclean);
}
