// The value of a field that one types into: a drawing leaves alone what is being typed.

import { noChange } from 'lit-html';
import { Directive, directive } from 'lit-html/directive.js';
import { setCommittedValue } from 'lit-html/directive-helpers.js';

class Typed extends Directive {
  #edited = false;
  #listens = false;

  /** @param {string} value */
  render(value) {
    return value;
  }

  /**
   * @param {any} part the property of the field
   * @param {[value: string]} values
   */
  update(part, [value]) {
    const { element } = part;
    if (!this.#listens) {
      this.#listens = true;
      element.addEventListener('input', () => (this.#edited = true));
      for (const over of ['change', 'blur']) element.addEventListener(over, () => (this.#edited = false));
    }
    if (this.#edited || element.value === value) return noChange;
    setCommittedValue(part);
    return value;
  }
}

/** What a field shows, but while it is edited. */
export const typed = directive(Typed);
