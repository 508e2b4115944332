// How to read the picture: the short key beneath it, and the long text.

import { html, svg } from 'lit-html';

/** @type {[unknown, string][]} */
const signs = [
  [svg`<g class="cell"><rect x="1" y="3" width="22" height="14" rx="4" /></g>`, 'a record, committed'],
  [
    svg`<g class="cell open"><rect x="1" y="3" width="22" height="14" rx="4" /><rect class="hatch" fill="url(#hatch)" x="1" y="3" width="22" height="14" rx="4" /></g>`,
    'written, not committed',
  ],
  [svg`<path class="edge" d="M12 1q4 4.5 0 9q-4 4.5 0 9" />`, 'high watermark'],
  [
    svg`<g class="token"><circle class="disc" cx="12" cy="10" r="8" /><circle class="time" cx="12" cy="10" r="8" pathLength="100" stroke-dasharray="75 100" /></g>`,
    'a write that waits',
  ],
  [svg`<path class="fetch" transform="translate(12 10)" d="M-6 5L0 -6L6 5Z" />`, 'a follower’s fetch'],
];

export const legend = html`
  <ul class="key" aria-label="Key">
    ${signs.map(
      ([sign, words]) =>
        html`<li>
          <svg viewBox="0 0 24 20" width="24" height="20" aria-hidden="true">${sign}</svg>${words}
        </li>`,
    )}
  </ul>
`;

export const guide = html`
  <ul class="prose">
    <li>
      Each lane is a broker's log, and all lanes share one axis of offsets. A lane ends where its log ends.
    </li>
    <li>
      The wavy line is the high watermark. What is left of it is under water: committed, readable. What is
      right of it, dashed and hatched, is written and not committed.
    </li>
    <li>The bracket at the left holds the ISR. A broker outside of it is pale.</li>
    <li>
      A round token is a request that waits in the purgatory. It hangs at the offset it needs; its ring shows
      the time it has left.
    </li>
    <li>
      At the right the followers' fetches travel: a triangle asks, a square brings records, and its number
      says how many.
    </li>
    <li>
      A flag marks the leader; a hollow one marks who only believes it leads. A dashed seat with a cross is a
      broker that is down, a dotted one stands still or is not let in yet. The dots at its head are a menu.
    </li>
    <li>
      A red ghost is a record whose producer was told it is acknowledged, and that the leader does not have. A
      cell with a red edge is in this log and not in the leader's: it goes when its broker follows.
    </li>
    <li>
      The small notch under a lane is the high watermark as that broker knows it. Followers learn it later.
    </li>
    <li>
      The timing wheel holds the deadlines of those who wait: a dot is a request, and moves from ring to ring
      inward as its time comes. Who is completed early leaves the wheel. Fetches have another one.
    </li>
  </ul>
`;

/** @type {[string, string][]} */
const terms = [
  ['ISR', 'the replicas that count as in sync. acks=all waits for every one of them.'],
  ['high watermark', 'the offset below which every in-sync replica has the record. Consumers read up to it.'],
  [
    'locked',
    'the ISR is below min.insync.replicas: the high watermark stands still, and new writes with acks=all are refused.',
  ],
  ['purgatory', 'where the leader keeps writes that are appended and not answered yet.'],
  ['leader epoch', 'a number that grows with every new leader, and stands in each batch.'],
  [
    'fenced',
    'the controller considers the broker dead, or has not unfenced it yet: it may not lead or be in sync.',
  ],
  ['unclean election', 'a leader that was not in sync, rather than none: committed records may be gone.'],
  ['ELR', 'the replicas that left as the ISR fell below the minimum: they hold all that was committed.'],
  ['held out', 'taken out by you. A follower that is out for its lag comes back by itself.'],
];

export const glossary = html`
  <dl class="prose">
    ${terms.map(
      ([word, meaning]) =>
        html`<div>
          <dt>${word}</dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>
`;
