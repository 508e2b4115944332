// What is asked of a search: the partition, the failures, and whether Kafka has all its rules.

/** @import {Search} from '../explore/searches.js' */

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { explore as english } from '../words/en/explore.js';
import { area } from '../words/words.js';

export const words = area(english, (language) => language.explore);

/** The kinds of failures, in the core's order. */
export const kinds = /** @type {const} */ (['kill', 'powerOff', 'shrink', 'fence', 'stop']);

export const mostReplicas = 4;

/** How many replicas, and how many records, a thorough search can have. */
export const thoroughMost = 3;

/** The rules that Kafka can be without, in the core's order. */
export const rules = /** @type {const} */ ([
  'none',
  'truncationByEpoch',
  'epochStartToJoin',
  'fetchPositionOfThisLife',
  'truncationOfDivergedLogs',
  'uncleanRestart',
  'clearedELR',
  'ackByHighWatermark',
]);

/** All but the clean stop. */
export const usual = 15;

/** Those that leave every log alone. */
const noDiskLost = 29;

/**
 * A question about a missing rule, with failures of which Kafka as it is survives more: the rules about restarts need
 * machines that lose power, and the ELR is not cleared only where there is one.
 * @param {number} without
 * @returns {Partial<Search>}
 */
function missing(without) {
  const rule = rules[without];
  const restart = rule === 'fetchPositionOfThisLife' || rule === 'uncleanRestart' || rule === 'none';
  return { without, kinds: restart ? usual : noDiskLost, failures: rule === 'clearedELR' ? 4 : 3 };
}

/**
 * @param {Search} search what is set
 * @param {(change: Partial<Search>) => void} set
 * @param {[text: string, act: () => void]} back to what the run has
 * @param {() => void} begin
 */
export function settings(search, set, [ofRun, back], begin) {
  const say = words();
  const numbers = /** @type {const} */ ([
    ['replicas', say.replicas(), search.thorough ? thoroughMost : mostReplicas],
    ['minInSyncReplicas', 'min.insync.replicas', search.replicas],
    ['records', say.records(), 3],
    ['failures', say.failures(), 4],
  ]);
  const switches = /** @type {const} */ ([
    ['elr', 'ELR', 1, 0],
    ['unclean', 'unclean.leader.election.enable', 1, 0],
    ['acks', 'acks=all', -1, 1],
    ['thorough', say.thorough(), 1, 0],
  ]);
  return html`
    <div class="asked">
      ${numbers.map(
        ([key, name, most]) =>
          html`<label
            >${name}
            <select
              aria-label=${name}
              @change=${(/** @type {any} */ e) => set({ [key]: Number(e.target.value) })}
            >
              ${Array.from({ length: most }, (_, i) => html`<option .selected=${live(search[key] === i + 1)}>${i + 1}</option>`)}
            </select></label
          >`,
      )}
      ${switches.map(([key, name, on, off]) => check(name, search[key] === on, (to) => set({ [key]: to ? on : off })))}
      ${kinds.map((kind, k) =>
        check(say.kinds[kind](), !!(search.kinds & (1 << k)), () => set({ kinds: search.kinds ^ (1 << k) })),
      )}
      <label
        >${say.without()}
        <select
          aria-label=${say.without()}
          @change=${(/** @type {any} */ e) => set(missing(e.target.selectedIndex))}
        >
          ${rules.map((rule, i) => html`<option .selected=${live(search.without === i)}>${say.rules[rule]()}</option>`)}
        </select></label
      >
      ${search.thorough ? html`<p class="small">${say.thoroughAbout()}</p>` : nothing}
      <button @click=${back}>${ofRun}</button>
      <button class="primary" @click=${begin}>${say.search()}</button>
    </div>
  `;
}

/**
 * @param {string} name
 * @param {boolean} on
 * @param {(on: boolean) => void} set
 */
function check(name, on, set) {
  const change = (/** @type {any} */ e) => set(e.target.checked);
  return html`<label><input type="checkbox" .checked=${live(on)} @change=${change} /> ${name}</label>`;
}
