// A script that is being written, as a plain value: parts of it are put, taken out and looked up by their path, and a
// cluster is laid out. Pure; whether a script is right is for the core to say.

/** @import {Event, Script, Step} from '../types' */
/** @import {Member} from './catalogue.js' */

import { events, parts, verbs } from './catalogue.js';

/** A place in a script: keys and places in lists, the outermost first. @typedef {(string | number)[]} Path */

/** How many there may be of what is chosen among a few numbers. */
export const most = { brokers: 9, replicas: 5, partitions: 3 };

/** How many brokers there are where a script does not say so. */
const usualBrokers = 3;

/** What is left out when nothing is left in it. */
const boxes = ['config', 'quota', 'features', 'network', 'perBroker'];

/**
 * @param {any} value
 * @param {Path} path
 * @returns {any} what stands there; undefined: nothing
 */
export function at(value, path) {
  return path.reduce((part, key) => part?.[key], value);
}

/**
 * A copy with another part in one place; all else is shared.
 * @template T
 * @param {T} value
 * @param {Path} path the objects and lists on the way need not be there
 * @param {unknown} part undefined: it is taken out
 * @returns {T}
 */
export function put(value, path, part) {
  if (!path.length) return /** @type {any} */ (part);
  const [key, ...rest] = path;
  const inner = put(/** @type {any} */ (value)?.[key], rest, part);
  if (typeof key === 'number') {
    const list = [.../** @type {any} */ (value ?? [])];
    if (inner === undefined) list.splice(key, 1);
    else list[key] = inner;
    return /** @type {any} */ (list);
  }
  const whole = /** @type {any} */ (value ?? {});
  const box = boxes.includes(key) || (path.length > 1 && /^\d+$/.test(key));
  const empty = box && Object(inner) === inner && !Object.keys(inner).length;
  if (inner !== undefined && !empty) return { ...whole, [key]: inner };
  const { [key]: _, ...others } = whole;
  return others;
}

/** @param {Path} path @returns {string} as the core writes it: steps[3].send.topic */
export function pathText(path) {
  return path.reduce((/** @type {string} */ text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    if (!/^[\w.-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text ? `${text}.${key}` : key;
  }, '');
}

/** @param {string} path @param {string} of whether the one is the other, or lies within it */
export function isWithin(path, of) {
  return path === of || path.startsWith(`${of}.`) || path.startsWith(`${of}[`);
}

/**
 * What a small cluster begins with.
 * @param {string} title
 * @returns {Script}
 */
export function plainScript(title) {
  const partitions = [{ replicas: spread(usualBrokers, 0, usualBrokers) }];
  return {
    version: 1,
    title,
    cluster: {
      brokers: usualBrokers,
      topics: [{ name: 'payments', config: { 'min.insync.replicas': 2 }, partitions }],
    },
    producers: [{ id: 'p1' }],
    consumers: [{ id: 'reader' }],
    steps: [],
    until: 60000,
  };
}

/** @param {Script} script @returns {number[]} the ids of its brokers */
export function brokersOf({ cluster }) {
  const n = Number(cluster?.brokers ?? usualBrokers);
  return Array.from({ length: n >= 1 && n <= 100 ? n : usualBrokers }, (_, i) => i + 1);
}

/** @param {Script} script @returns {string[]} the names of its topics */
export function topicsOf({ cluster }) {
  return list(cluster?.topics).map((topic) => String(topic?.name ?? ''));
}

/** @param {unknown} clients @returns {string[]} their ids */
export function idsOf(clients) {
  return list(clients).map((client) => String(client?.id ?? ''));
}

/** @param {Script} script @returns {(string | number)[]} the ends that a link may have */
export function nodesOf(script) {
  return ['controller', ...brokersOf(script), ...idsOf(script.producers), ...idsOf(script.consumers)];
}

/**
 * @param {unknown} value
 * @returns {any[]} itself, where it is a list; else an empty one: what one writes may be anything
 */
export function list(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * The replicas of a partition, so that each partition has another leader.
 * @param {number} brokers
 * @param {number} partition its number
 * @param {number} n
 * @returns {number[]}
 */
export function spread(brokers, partition, n) {
  return Array.from({ length: Math.min(n, brokers) }, (_, i) => ((partition + i) % brokers) + 1);
}

/**
 * @param {any} topic
 * @param {number} brokers
 * @param {number} n replicas of each partition, which begin empty and in sync
 */
export function replicated(topic, brokers, n) {
  const partitions = list(topic.partitions).map((_, i) => ({ replicas: spread(brokers, i, n) }));
  return { ...topic, partitions };
}

/**
 * @param {any} topic
 * @param {number} brokers
 * @param {number} n partitions: the first that there are, and further ones with as many replicas
 */
export function partitioned(topic, brokers, n) {
  const there = list(topic.partitions);
  const replicas = list(there[0]?.replicas).length || Math.min(brokers, usualBrokers);
  const partitions = Array.from(
    { length: n },
    (_, i) => there[i] ?? { replicas: spread(brokers, i, replicas) },
  );
  return { ...topic, partitions };
}

/** @param {Step[]} steps @returns {Step[]} by time; those of one instant keep their order */
export function ordered(steps) {
  const time = (/** @type {Step} */ step) => Number(step?.at ?? 0) || 0;
  return [...steps].sort((a, b) => time(a) - time(b));
}

/** @param {Step} step whether it sets a link at the very start */
export function isStartingLink(step) {
  return step?.at === 0 && verbOf(step) === 'link';
}

/** @param {Step} step @returns {string} its verb; '': none that there is */
export function verbOf(step) {
  return verbs.find(({ verb }) => Object.hasOwn(Object(step), verb))?.verb ?? '';
}

/**
 * A step with what it needs, so that it can be done.
 * @param {Script} script in which it is to stand
 * @param {string} verb
 * @param {number} ms when
 * @returns {Step}
 */
export function newStep(script, verb, ms) {
  const members = verbs.find((v) => v.verb === verb)?.members ?? [];
  const args =
    verb === 'link'
      ? linkOf(script)
      : ['kill', 'start', 'freeze', 'thaw'].includes(verb)
        ? { broker: 1 }
        : usual(script, members);
  return /** @type {any} */ ({ at: ms, [verb]: args });
}

/** @param {Script} script */
function linkOf(script) {
  const [from, to = 'controller'] = brokersOf(script);
  return { from, to, 'latency.ms': 100 };
}

/**
 * @param {Script} script
 * @param {Member[]} members those that may be absent are
 */
function usual(script, members) {
  const needed = members.filter(({ optional }) => !optional);
  return Object.fromEntries(needed.map((member) => [member.name, usualValue(script, member)]));
}

/**
 * @param {Script} script
 * @param {Member} member
 * @returns {unknown} a value that it may have
 */
function usualValue(script, { name, type }) {
  /** @type {Record<string, () => unknown>} */
  const known = {
    producer: () => idsOf(script.producers)[0] ?? '',
    topic: () => topicsOf(script)[0] ?? '',
    partition: () => 0,
    broker: () => 1,
    value: () => freshValue(script),
    members: () => at(script, ['cluster', 'topics', 0, 'partitions', 0, 'replicas']) ?? [1],
    replicas: () => at(script, ['cluster', 'topics', 0, 'partitions', 0, 'replicas']) ?? [1],
    ms: () => 1000,
    offset: () => -1, // all that is committed
    config: () => ({ 'min.insync.replicas': 1 }),
  };
  if (known[name]) return known[name]();
  const part = parts[type.replace('[]', '')];
  if (part) return [usual(script, part)];
  const [choice] = choicesOf(type);
  return choice ?? 1;
}

/** @param {string} type as TypeScript has it @returns {string[]} the texts that it allows, where these are all */
export function choicesOf(type) {
  const texts = type.split(' | ');
  return texts.every((text) => /^'.*'$/.test(text)) ? texts.map((text) => text.slice(1, -1)) : [];
}

/** @param {Script} script @returns {string} a value that no step sends */
function freshValue(script) {
  const text = JSON.stringify(script.steps ?? []);
  for (let n = 1; ; n++) if (!text.includes(`"v-${n}`)) return `v-${n}`;
}

/**
 * What was typed as a value: a number where it is one, nothing where it is empty; else the text, for the core to say
 * what is wrong with it.
 * @param {string} text
 * @returns {number | string | undefined}
 */
export function numberOf(text) {
  const plain = text.trim();
  if (!plain) return undefined;
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? Number(plain) : plain;
}

/** @param {string} text "1, 2, 3" @returns {(number | string)[] | undefined} undefined: there is nothing */
export function numbersOf(text) {
  const values = listOf(text)?.map((part) => numberOf(part));
  return /** @type {(number | string)[] | undefined} */ (values);
}

/** @param {string} text apart by commas @returns {string[] | undefined} undefined: there is nothing */
export function listOf(text) {
  const values = text.split(',').flatMap((part) => part.trim() || []);
  return values.length ? values : undefined;
}

/** @param {string} text @returns {unknown} the JSON that it is, or itself where it is none; undefined: it is empty */
export function jsonOf(text) {
  if (!text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text.trim() === 'start' ? 'start' : text;
  }
}

/** The members by which an event is told from others of its kind. */
const telling = [
  ...['request', 'topic', 'partition', 'broker', 'follower', 'producer', 'consumer', 'value'],
  ...['verb', 'by', 'state', 'action', 'check', 'error', 'election', 'reason', 'key'],
];

/**
 * The condition under which an event has happened.
 * @param {Event} event
 * @param {Event[]} earlier events before it
 * @returns {Record<string, unknown>} as a lesson has it
 */
export function conditionOf(event, earlier) {
  const own = /** @type {Record<string, any>} */ (event);
  const names = telling.filter((name) => events[event.kind]?.includes(name) && isPlain(own[name]));
  const same = (/** @type {any} */ e) => e.kind === own.kind && names.every((name) => e[name] === own[name]);
  const nth = earlier.filter(same).length + 1;
  return {
    event: event.kind,
    ...Object.fromEntries(names.map((name) => [name, own[name]])),
    ...(nth > 1 && { nth }),
  };
}

/** @param {unknown} value whether it is a text or a number */
function isPlain(value) {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * A lesson to begin with.
 * @param {{question: string, chapter: string[], conclusion: string}} say
 * @returns {NonNullable<Script['lesson']>}
 */
export function plainLesson({ question, chapter: [first, second], conclusion }) {
  return {
    question: { en: question },
    chapters: [
      { name: { en: first }, begins: 'start' },
      { name: { en: second }, begins: { ends: true } },
    ],
    conclusion: { en: conclusion },
  };
}

/**
 * A lesson with another language beside English in all of its texts, or without it.
 * @param {any} part of it
 * @param {string} language
 * @param {boolean} on
 * @returns {any}
 */
export function inLanguage(part, language, on) {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((kid) => inLanguage(kid, language, on));
  if (typeof part.en === 'string') {
    const { [language]: text, ...others } = part;
    return on ? { ...others, [language]: text ?? part.en } : others;
  }
  return Object.fromEntries(Object.entries(part).map(([key, kid]) => [key, inLanguage(kid, language, on)]));
}
