// Names of records and partitions in a text: a line never ends within one, though it has a hyphen.

import { html } from 'lit-html';

const name = /[\p{L}\p{N}_]{1,16}(?:-[\p{L}\p{N}_]{1,16}){0,3}-\d{1,6}(?![\p{L}\p{N}-])/gu;

/**
 * @param {string} text
 * @returns {unknown} the text; where it has such names, parts of a template
 */
export function whole(text) {
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(name)) {
    parts.push(text.slice(from, index), html`<span class="whole-word">${found}</span>`);
    from = index + found.length;
  }
  return from ? [...parts, text.slice(from)] : text;
}
