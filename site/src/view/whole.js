// Names of records and partitions in a text, and times: a line never ends within one, though it has a hyphen, or a
// space before its unit.

import { html } from 'lit-html';

const unbroken =
  /[\p{L}\p{N}_]{1,16}(?:-[\p{L}\p{N}_]{1,16}){0,3}-\d{1,6}(?![\p{L}\p{N}-])|\d{1,9} m?s(?![\p{L}\p{N}])/gu;

/**
 * @param {string} text
 * @returns {unknown} the text; where it has such names or times, parts of a template
 */
export function whole(text) {
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(unbroken)) {
    parts.push(text.slice(from, index), html`<span class="whole-word">${found}</span>`);
    from = index + found.length;
  }
  return from ? [...parts, text.slice(from)] : text;
}
