// The alarm: a producer was told that a record is safe, and it is gone.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { count, list } from '../format.js';
import { recordsOf } from '../records.js';

/** So many lost records are named. */
const mostNamed = 4;

/** @param {App} app says what must not be overlooked, where it can be seen at once */
export function alarm(app) {
  const lost = app.model.run.made.producers.length
    ? recordsOf(app, app.tab === 'records').records.filter((r) => r.lost)
    : [];
  if (!lost.length) return nothing;
  const [is, them] = lost.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const names = lost.slice(0, mostNamed).map((r) => r.value);
  const more = lost.length - names.length;
  return html`<p class="alarm">
    <b>✕ ${count(lost.length, 'record')} ${is} acknowledged and lost:</b>
    ${list(more ? [...names, `${more} more`] : names)}. No producer holds ${them}, so nobody will send ${them}
    again.
  </p>`;
}
