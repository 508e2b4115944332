// One line above the playground that says what is not right with the parameters of its address, until it is dismissed.

/** @import {Warning} from '../parameters.js' */

import { html, render } from 'lit-html';
import { onLanguage } from '../words/words.js';
import { words } from './words.js';

export class Notice {
  /** @type {Warning[]} */
  #warnings = [];
  #line = document.createElement('div');

  constructor() {
    this.#line.className = 'warned';
    this.#line.role = 'status';
    onLanguage(() => this.#draw());
  }

  /** @param {Warning[]} warnings are said, too */
  add(warnings) {
    if (!warnings.length) return;
    this.#warnings.push(...warnings);
    if (!this.#line.isConnected) document.getElementById('app')?.before(this.#line);
    this.#draw();
  }

  #draw() {
    if (!this.#warnings.length) return;
    const say = words();
    const texts = this.#warnings.map((w) => say.warnings[w.code](w));
    render(
      html`<span title=${texts.join('\n')}
          >${texts[0]} ${texts.length > 1 ? say.more(texts.length - 1) : ''}</span
        >
        <button
          class="icon"
          aria-label=${say.dismiss()}
          title=${say.dismiss()}
          @click=${() => this.#line.remove()}
        >
          ✕
        </button>`,
      this.#line,
    );
  }
}
