// A saved value as the text of a link, which stands in the fragment of an address, where no server sees it: `#s=` and
// `1-<length>-<body>`. The 1 is the version of the form; the length is that of the body, in characters, to the base of
// 36; the body is base64url of a CRC-32 and what it is of: the short form of the value (compact.js) as JSON, compressed
// (raw deflate). All of it is letters, digits, - and _.
//
// What comes in may have been through mail, chat and hands, and may be meant to do harm. What such ways add is taken
// off; whatever else is wrong is said, by its place, and nothing is believed before it is checked.

/** @import {Saved} from './saved.js' */
/** @import {Scenario} from './types' */
/** @import {App} from './app.js' */
/** @import {Linked, ScriptOf} from './compact.js' */

import { compact, expanded } from './compact.js';
import { Fault, checked } from './saved.js';
import { link as english } from './words/en/link.js';
import { area } from './words/words.js';

/** The words of links. */
export const words = area(english, (language) => language.link);

const version = 1;

/** What a link may hold, in bytes when it is inflated, and how long its text may be, in characters. */
const mostInflated = 4 << 20;
const longestText = 1 << 20;

/** How long a message may be, in characters: what stands in a link may stand in it. */
const longestMessage = 500;

/** What is wrong with a link.
 * @typedef {'empty' | 'foreign' | 'version' | 'later' | 'short' | 'long' | 'checksum' | 'deflate' | 'large' | 'json' |
 *   'value' | 'script' | 'unsupported'} Damage
 */

/** A link that cannot be opened. */
export class DamagedLink extends Error {
  /**
   * @param {Damage} code
   * @param {string} message says what is wrong, and where
   */
  constructor(code, message) {
    super(message.length > longestMessage ? `${message.slice(0, longestMessage)} …` : message);
    this.code = code;
  }
}

/**
 * @param {Saved} saved
 * @param {ScriptOf} scriptOf
 * @returns {Promise<string>} the text of its link, without `#s=`
 */
export async function encode(saved, scriptOf) {
  const plain = JSON.stringify(await compact(saved, scriptOf));
  const packed = await through(plain, new CompressionStream('deflate-raw'), Infinity);
  const bytes = new Uint8Array(await new Blob([checksum(packed), packed]).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const body = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${version}-${body.length.toString(36)}-${body}`;
}

/**
 * @param {string} text of a link, of an address with one, or of a fragment
 * @param {ScriptOf} scriptOf may fail: then so does this, as it does
 * @returns {Promise<Linked>} whose scripts the core has not checked yet
 * @throws {DamagedLink}
 */
export async function decode(text, scriptOf) {
  const bytes = bytesOf(bodyOf(trimmed(text)));
  const packed = bytes.subarray(4);
  if (checksum(packed).some((byte, i) => byte !== bytes[i])) throw damage('checksum', words().checksum());
  const plain = await inflated(packed);
  let value;
  try {
    value = JSON.parse(plain);
  } catch {
    throw damage('json', words().json());
  }
  const linked = await expanded(value, scriptOf).catch(told);
  try {
    checked(linked, () => {});
  } catch (error) {
    told(error);
  }
  return linked;
}

/**
 * @param {unknown} error with which opening a link has ended
 * @returns {DamagedLink | null} what is wrong with the link; null: nothing, but with something else
 */
export function damageOf(error) {
  if (error instanceof DamagedLink) return error;
  const { code, message } = /** @type {any} */ (error);
  if (error instanceof Fault) return damage('value', words().value(message));
  return code === 'script' || code === 'limit' ? damage('script', words().script(message)) : null;
}

/** @param {unknown} error @returns {never} */
function told(error) {
  throw damageOf(error) ?? error;
}

/**
 * @param {() => Promise<Scenario[]>} library loads the list of the built-in scenarios
 * @returns {ScriptOf} which fails if one cannot be loaded
 */
export function builtIn(library) {
  return async (id) => {
    const scenario = (await library()).find((s) => s.id === id);
    return scenario?.script ?? scenario?.load?.();
  };
}

/** @param {string} text @returns {boolean} whether a fragment is that of a link, in whatever state */
export function isLink(text) {
  return /^#s(=|%3D)/i.test(text);
}

/**
 * Opens a link. The run until now can be had back.
 * @param {App} app
 * @param {string} text of a link, or of an address with one
 * @param {() => boolean} [wanted] whether it is still to be opened once it has been read
 * @throws {DamagedLink} if it cannot be opened: then all is as it was
 */
export async function openLink(app, text, wanted = () => true) {
  const { earlier, ...value } = await decode(text, builtIn(app.library));
  if (!wanted()) return;
  try {
    app.reopen(value, earlier.length ? words().earlier(earlier) : '');
  } catch (error) {
    told(error);
  }
}

/**
 * @param {Damage} code
 * @param {string} message
 */
function damage(code, message) {
  return new DamagedLink(code, message);
}

/**
 * Takes off what may have been added to a link on its way.
 * @param {string} text
 * @returns {string} what is left, of whatever characters
 */
function trimmed(text) {
  if (text.length > longestText) throw damage('large', words().large(longestText));
  const plain = unescaped(text)
    .replace(/=\r?\n/g, '') // the soft line breaks of mail
    .replace(/\n[ \t]*>[ \t>]*/g, '') // quoted in an answer
    .replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
  const at = plain.indexOf('#s=');
  const [link] = plain.slice(at < 0 ? 0 : at + '#s='.length).split(/[?&#]/, 1);
  let end = link.length;
  while (end > 0 && !/[\w-]/.test(link[end - 1])) end--; // punctuation behind it
  return link.slice(0, end).replace(/^3D(?=\d)/, ''); // mail may write = so
}

/** @param {string} text in which characters may stand as %2D, even more than once */
function unescaped(text) {
  for (let times = 0; times < 3 && /%[0-9a-f]{2}/i.test(text); times++)
    text = text.replace(/(%[0-9a-f]{2})+/gi, (code) => {
      try {
        return decodeURIComponent(code);
      } catch {
        return code;
      }
    });
  return text;
}

/**
 * @param {string} text
 * @returns {string} what stands behind version and length
 */
function bodyOf(text) {
  const say = words();
  if (!text) throw damage('empty', say.empty());
  const foreign = /[^\w-]/u.exec(text);
  if (foreign) throw damage('foreign', say.foreign(foreign[0], foreign.index + 1));
  const [, number, length, rest] = /^(\d{1,6})-([0-9a-z]{1,6})-(.*)$/.exec(text) ?? [];
  if (!number) throw startsLike(text) ? damage('short', say.cutAtOnce()) : damage('version', say.noVersion());
  if (Number(number) > version) throw damage('later', say.later(Number(number)));
  if (Number(number) !== version) throw damage('version', say.noVersion());
  const wanted = parseInt(length, 36);
  if (rest.length < wanted) throw damage('short', say.short(rest.length, wanted));
  const more = rest.slice(wanted);
  if (/[^_-]/.test(more)) throw damage('long', say.long(more.length, wanted)); // signs around it may have stayed
  return rest.slice(0, wanted);
}

/** @param {string} text whether a link may begin so, and there is no more of it */
function startsLike(text) {
  return /^\d{1,6}(-[0-9a-z]{0,6})?$/.test(text);
}

/** @param {string} body */
function bytesOf(body) {
  const shortest = 6; // four bytes
  if (body.length < shortest || body.length % 4 === 1) throw damage('short', words().cutAtOnce());
  const binary = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} packed */
async function inflated(packed) {
  if (!globalThis.DecompressionStream) throw damage('unsupported', words().unsupported());
  let bytes;
  try {
    bytes = await through(packed, new DecompressionStream('deflate-raw'), mostInflated);
  } catch {
    throw damage('deflate', words().deflate());
  }
  if (bytes.length > mostInflated) throw damage('large', words().large(mostInflated));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damage('json', words().json());
  }
}

/**
 * @param {string | Uint8Array<ArrayBuffer>} content
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} most bytes, with which it ends early: then there are a few more
 * @returns {Promise<Uint8Array<ArrayBuffer>>} what comes out of the stream
 */
async function through(content, stream, most) {
  const reader = new Blob([content]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; size <= most;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  reader.cancel().catch(() => {});
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * The CRC-32 of ISO 3309, as in gzip and PNG.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array<ArrayBuffer>} four bytes, the highest first
 */
function checksum(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return Uint8Array.from([24, 16, 8, 0], (shift) => (~crc >>> shift) & 255);
}
