// What an author asks of the page: the parameters of its address, which are the attributes of <highwater-playground>,
// too. Pure: a text in, typed and bounded values out, and a warning for whatever is not right. Nothing is skipped
// silently, but what trackers put onto every address: utm_*, fbclid and gclid.

/** The values of the parameters, each absent where it is not given.
 * @typedef {object} Parameters
 * @property {string} [scenario] the id of a scenario, or the address of a script
 * @property {'explore' | 'lesson' | 'predict' | 'replay' | 'author'} [mode]
 * @property {number} [seed]
 * @property {number} [replicationFactor]
 * @property {number} [isr] how many replicas are in sync
 * @property {number} [minInsyncReplicas]
 * @property {'0' | '1' | 'all'} [acks]
 * @property {number} [partitions] of each topic
 * @property {number} [requestTimeoutMs]
 * @property {number} [replicaLagTimeMaxMs]
 * @property {number} [deliveryTimeoutMs]
 * @property {number} [lingerMs]
 * @property {number} [speed] virtual ms in a second
 * @property {boolean} [autoplay]
 * @property {number} [at] how many events the place has before it at which the run opens
 * @property {string[]} [panels] which tabs there are
 * @property {'full' | 'minimal' | 'none'} [controls]
 * @property {string[]} [lock] which controls the author fixes
 * @property {'auto' | 'light' | 'dark'} [theme]
 * @property {'auto' | 'full' | 'reduced'} [motion]
 * @property {string} [lang] a language of the page, or auto
 * @property {string} [parentOrigin] who may talk to the frame
 * @property {'none' | 'basic' | 'all'} [events]
 */

/** What is wrong with a parameter: its name, the value that was given, and what there may be.
 * @typedef {object} Warning
 * @property {'unknown' | 'value' | 'repeated' | 'too-long' | 'inapplicable'} code unknown: there is no such parameter;
 * value: the default is taken; repeated: the first counts; too-long: nothing was read; inapplicable: right, but it has
 * no meaning for the scenario
 * @property {string} name
 * @property {string} value cut off where it is long
 * @property {string} expected in English, as the reference has it; of what is inapplicable: the reason
 */

/** A kind of value: what there may be, and what reads it; undefined: it is none.
 * @typedef {{expected: string, read: (text: string) => unknown}} Kind
 */

/** How long a query, a value, and what a warning repeats of one may be, in characters; how many warnings are kept. */
const longestQuery = 20000;
const longestValue = 2000;
const longestRepeated = 60;
const mostWarnings = 30;

/** What the panels are called, which are the tabs' names, and what can be fixed. */
export const panelNames = [
  ...['lesson', 'controls', 'story', 'records', 'table', 'wheel', 'controller', 'log', 'warnings'],
  ...['budget', 'take', 'help'],
];
export const lockNames = [
  ...['scenario', 'send', 'acks', 'min-insync-replicas', 'isr', 'request-timeout-ms', 'producer', 'brokers'],
  ...['fetch', 'elections', 'links', 'cluster', 'speed', 'reset', 'undo', 'compare', 'all'],
];

/** The longest time that a configuration key takes, ms, as Kafka's int has it. */
const longestMs = 2 ** 31 - 1;

/** @type {Record<string, Kind>} */
const kinds = {
  scenario: {
    expected: 'the id of a scenario, or the address of a script',
    read: (text) => text || undefined,
  },
  mode: oneOf('explore', 'lesson', 'predict', 'replay', 'author'),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  'replication-factor': whole(1, 15),
  isr: whole(1, 15),
  'min-insync-replicas': whole(1, 15),
  acks: { ...oneOf('0', '1', 'all'), read: (text) => acksOf(text) },
  partitions: whole(1, 100),
  'request-timeout-ms': whole(0, longestMs),
  'replica-lag-time-max-ms': whole(1, longestMs),
  'delivery-timeout-ms': whole(0, longestMs),
  'linger-ms': whole(0, longestMs),
  speed: { expected: 'a number from 0.001 to 10000000: virtual ms in a second', read: speedOf },
  autoplay: { expected: 'nothing, true or false', read: flagOf },
  at: whole(0, 1e9),
  panels: listOf(panelNames),
  controls: oneOf('full', 'minimal', 'none'),
  lock: listOf(lockNames),
  theme: oneOf('auto', 'light', 'dark'),
  motion: oneOf('auto', 'full', 'reduced'),
  lang: { expected: 'auto, en or de, with a region or without', read: languageOf },
  'parent-origin': { expected: 'an origin, such as https://lessons.example', read: originOf },
  events: oneOf('none', 'basic', 'all'),
};

/** The names of the parameters, as an address and an element have them. */
export const parameterNames = Object.keys(kinds);

/**
 * Reads the query of an address.
 * @param {string} search with or without its question mark, from anywhere
 * @returns {{values: Parameters, warnings: Warning[]}}
 */
export function parameters(search) {
  if (search.length > longestQuery) {
    const warning = warningOf('too-long', '', search, `at most ${longestQuery} characters`);
    return { values: {}, warnings: [warning] };
  }
  /** @type {Record<string, unknown>} */
  const values = {};
  /** @type {Warning[]} */
  const warnings = [];
  const seen = new Set();
  for (const [name, value] of new URLSearchParams(search)) {
    if (isTracker(name)) continue;
    const warning = seen.has(name) ? warningOf('repeated', name, value, 'once') : take(values, name, value);
    seen.add(name);
    if (warning && warnings.length < mostWarnings) warnings.push(warning);
  }
  return { values, warnings };
}

/**
 * @param {Record<string, unknown>} values to which a parameter is added
 * @param {string} name as in an address
 * @param {string} value
 * @returns {Warning | null} what is wrong with it
 */
function take(values, name, value) {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : null;
  if (!kind) return warningOf('unknown', name, value, parameterNames.join(', '));
  const read = value.length > longestValue ? undefined : kind.read(value.trim());
  if (read === undefined) return warningOf('value', name, value, kind.expected);
  values[keyOf(name)] = read;
  return null;
}

/**
 * @param {Warning['code']} code
 * @param {string} name
 * @param {string} value
 * @param {string} expected
 * @returns {Warning}
 */
export function warningOf(code, name, value, expected) {
  const cut = (/** @type {string} */ text) =>
    text.length > longestRepeated ? `${text.slice(0, longestRepeated)}…` : text;
  return { code, name: cut(name), value: cut(value), expected };
}

/**
 * @param {string} name of a parameter
 * @returns {string} of its value among Parameters: min-insync-replicas is minInsyncReplicas
 */
export function keyOf(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** @param {string} name whether it is a tracker's, which concerns nobody here */
function isTracker(name) {
  return /^(utm_.*|fbclid|gclid)$/.test(name);
}

/** @param {...string} values @returns {Kind} */
function oneOf(...values) {
  const expected = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return { expected, read: (text) => (values.includes(text) ? text : undefined) };
}

/** @param {number} least @param {number} most @returns {Kind} */
function whole(least, most) {
  const read = (/** @type {string} */ text) => {
    const n = Number(text);
    return /^\d{1,16}$/.test(text) && n >= least && n <= most ? n : undefined;
  };
  return { expected: `a whole number from ${least} to ${most}`, read };
}

/** @param {string[]} names @returns {Kind} a list of some of them, apart by commas or spaces; "none": of none */
function listOf(names) {
  const read = (/** @type {string} */ text) => {
    const list = text === 'none' ? [] : [...new Set(text.split(/[\s,]+/))];
    return list.every((name) => names.includes(name)) ? list : undefined;
  };
  return { expected: `none, or a list of ${names.join(', ')}`, read };
}

/** @param {string} text -1 is Kafka's number for all */
function acksOf(text) {
  const acks = text === '-1' ? 'all' : text;
  return ['0', '1', 'all'].includes(acks) ? acks : undefined;
}

/** @param {string} text */
function speedOf(text) {
  const speed = Number(text);
  return /^\d*\.?\d+$/.test(text) && speed >= 0.001 && speed <= 1e7 ? speed : undefined;
}

/** @param {string} text */
function flagOf(text) {
  if (['', 'true', '1', 'autoplay'].includes(text)) return true;
  return ['false', '0'].includes(text) ? false : undefined;
}

/** @param {string} text a tag of BCP 47 */
function languageOf(text) {
  const tag = text.toLowerCase();
  if (tag === 'auto') return tag;
  return /^(en|de)(-[a-z\d]{1,8}){0,8}$/.test(tag) ? tag.slice(0, 2) : undefined;
}

/** @param {string} text */
function originOf(text) {
  if (!/^https?:\/\/[^/?#]+\/?$/i.test(text)) return undefined;
  try {
    return new URL(text).origin;
  } catch {
    return undefined;
  }
}
