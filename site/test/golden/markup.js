// What the page's templates draw, as text, without a browser: the markup that the template library would make, and an
// outline of it for people to compare, one element a line.

import { nothing } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { live } from 'lit-html/directives/live.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { typed } from '../../src/view/typed.js';

const guarded = /** @type {any} */ (guard([], () => ''))._$litDirective$;
const repeated = /** @type {any} */ (repeat([], () => ''))._$litDirective$;
const alive = /** @type {any} */ (live(''))._$litDirective$;
const written = /** @type {any} */ (typed(''))._$litDirective$;

/**
 * @param {any} value a template, or whatever may stand in one
 * @returns {string} its markup
 */
export function markup(value) {
  if (value === nothing || value === null || value === undefined) return '';
  if (value._$litDirective$) return markup(plain(value));
  if (Array.isArray(value)) return value.map(markup).join('');
  if (!value.strings) return escape(String(value));
  const [first, ...rest] = /** @type {string[]} */ (value.strings);
  return rest.reduce((out, text, i) => insert(out, value.values[i]) + text, first);
}

/** @param {any} value what a directive stands for */
function plain(value) {
  if (value._$litDirective$ === guarded) return value.values[1]();
  if (value._$litDirective$ === alive || value._$litDirective$ === written) return value.values[0];
  if (value._$litDirective$ === repeated) {
    const [items, key, template = key] = value.values;
    return [...items].map(template);
  }
  throw new Error('a directive that this test does not know');
}

/**
 * @param {string} out the markup up to a value
 * @param {any} value
 */
function insert(out, value) {
  const inTag = out.lastIndexOf('<') > out.lastIndexOf('>');
  if (!inTag) return out + markup(value);
  const given = value?._$litDirective$ ? plain(value) : value;
  const [whole, kind, name] = /\s([@?.]?)([\w-]+)=$/.exec(out) ?? ['', '', ''];
  if (!whole) return out + escape(String(given)); // a part of an attribute's text
  const before = out.slice(0, -whole.length);
  if (kind === '@' || given === nothing || (kind === '?' && !given)) return before;
  return kind === '?' ? `${before} ${name}` : `${before} ${name}="${escape(String(given))}"`;
}

/** @param {string} text */
function escape(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** @param {string} text */
function unescape(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Attributes that are the same wherever their element is, or say nothing of what is shown. */
const dull = ['aria-hidden', 'text-anchor', 'role', 'tabindex', 'viewBox'];

/** Elements that have no end. */
const empty = ['br', 'input'];

/** An element with what is in it: elements and texts. @typedef {{line: string, inside: (Drawn | string)[]}} Drawn */

/** What is no longer than this stands in one line. */
const room = 150;

/**
 * An outline of markup: each element with its class, its attributes and its texts, what is in it one step further in. What
 * is small stands in one line.
 * @param {string} html
 * @returns {string}
 */
export function outline(html) {
  /** @type {Drawn[]} */
  const open = [{ line: '', inside: [] }];
  for (const [, end, tag, attributes, closed, text] of html.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g,
  )) {
    const { inside } = open[open.length - 1];
    if (text !== undefined) {
      const words = unescape(text).replace(/\s+/g, ' ').trim();
      if (words) inside.push(JSON.stringify(words));
    } else if (end) open.pop();
    else {
      const drawn = { line: element(tag, attributes), inside: [] };
      inside.push(drawn);
      if (!closed && !empty.includes(tag)) open.push(drawn);
    }
  }
  return `${open[0].inside.map((drawn) => lines(drawn, '')).join('\n')}\n`;
}

/**
 * @param {Drawn | string} drawn
 * @param {string} indent
 * @returns {string}
 */
function lines(drawn, indent) {
  if (typeof drawn === 'string') return indent + drawn;
  const whole = inOne(drawn);
  if (whole.length <= room) return indent + whole;
  const [first, ...others] = drawn.inside;
  const headed = typeof first === 'string';
  const head = indent + drawn.line + (headed ? ` ${first}` : '');
  const inner = together(headed ? others : drawn.inside).map((next) => lines(next, `${indent}  `));
  return [head, ...inner].join('\n');
}

/**
 * Elements without what draws nothing, and with neighbouring texts in one line.
 * @param {(Drawn | string)[]} inside
 */
function together(inside) {
  /** @type {(Drawn | string)[]} */
  const joined = [];
  for (const drawn of inside) {
    if (typeof drawn !== 'string' && / d=$/.test(drawn.line)) continue;
    const last = joined.at(-1);
    const texts = typeof last === 'string' && typeof drawn !== 'string' && drawn.line.startsWith('text ');
    const line = inOne(drawn);
    if (texts && last.length + line.length < room) joined[joined.length - 1] = `${last}; ${line}`;
    else joined.push(typeof drawn !== 'string' && drawn.line.startsWith('text ') ? line : drawn);
  }
  return joined;
}

/** @param {Drawn | string} drawn @returns {string} */
function inOne(drawn) {
  if (typeof drawn === 'string') return drawn;
  const { line, inside } = drawn;
  if (!inside.length) return line;
  if (inside.every((inner) => typeof inner === 'string')) return `${line} ${inside.join(' ')}`;
  return `${line} { ${inside.map(inOne).join('; ')} }`;
}

/**
 * @param {string} tag
 * @param {string} attributes
 */
function element(tag, attributes) {
  let name = tag;
  const rest = [];
  for (const [, key, value] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
    if (key === 'class') name += value.trim() && `.${value.trim().replace(/\s+/g, '.')}`;
    else if (!dull.includes(key)) rest.push(value === undefined ? key : `${key}=${short(unescape(value))}`);
  }
  return [name, ...rest].join(' ');
}

/** @param {string} value is written with numbers to a tenth, waves counted, and in quotes where it has a space */
function short(value) {
  const brief = value
    .replace(/-?\d+\.\d{2,}/g, (n) => String(Math.round(Number(n) * 10) / 10))
    .replace(/(q.{8,30}?)\1{2,}/g, (run, wave) => `(${wave})*${run.length / wave.length}`);
  return /\s/.test(brief) ? JSON.stringify(brief) : brief;
}
