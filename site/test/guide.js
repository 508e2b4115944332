// The guide for authors as tests read it: its examples, by what they are examples of.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const guide = readFileSync(fileURLToPath(new URL('../guide.html', import.meta.url)), 'utf8');

/**
 * @param {'script' | 'condition' | 'embed' | 'link'} kind
 * @returns {string[]} the examples of a kind, as one would copy them
 */
export function examples(kind) {
  const found = guide.matchAll(new RegExp(`<code class="${kind}">([^]*?)</code>`, 'g'));
  return [...found].map(([, text]) => unescaped(text));
}

/** What stands for a character in markup. @type {Record<string, string>} */
const entities = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" };

/** @param {string} markup @returns {string} the text that a reader sees */
export function unescaped(markup) {
  return markup.replace(/&(\w+|#x27);/g, (whole, name) => entities[name] ?? whole);
}

/** @returns {Set<string>} the names that the guide explains or lists */
export function namesInGuide() {
  return new Set([...guide.matchAll(/<code>([\w.-]+)<\/code>/g)].map(([, name]) => name));
}
