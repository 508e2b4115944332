// The alarm: a producer was told that a record is safe, and it is gone.

/** @import {App} from '../app.js' */

import { html, nothing } from 'lit-html';
import { recordsOf } from '../records.js';
import { words } from '../words/words.js';

/** So many lost records are named. */
const mostNamed = 4;

/** @param {App} app says what must not be overlooked, where it can be seen at once */
export function alarm(app) {
  const lost = app.model.run.made.producers.length
    ? recordsOf(app, app.tab === 'records').records.filter((r) => r.lost)
    : [];
  if (!lost.length) return nothing;
  const names = lost.slice(0, mostNamed).map((r) => r.value);
  const say = words().panels.alarm;
  const { length } = lost;
  return html`<p class="alarm">
    <b>${say.lost(length)}</b>${say.which(names, length - names.length)}${say.nobody(length)}
    <button class="link" @click=${() => app.show('records')}>${say.see()}</button>
  </p>`;
}
