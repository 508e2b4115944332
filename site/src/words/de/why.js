// German: see ../en/why.js.

import { german } from './grammar.js';
import { nouns } from './nouns.js';

const { clock, list, span } = german;

/** @type {Record<import('../../types').Obstacle, string>} */
const obstacles = {
  down: 'er läuft nicht',
  frozen: 'er ist eingefroren',
  paused: 'seine Fetches sind angehalten',
  delayed: 'seine Fetches sind verzögert',
  slowed: 'er kopiert langsam',
  'held-out': 'er wurde aus der ISR genommen',
  'link-down': 'seine Verbindung zum Leader ist getrennt',
  'controller-link-down': 'seine Verbindung zum Controller ist getrennt',
  fenced: 'der Controller hat ihn ausgesperrt',
};

/** @param {number | string} node of a link */
const node = (node) => (node === 'controller' ? 'Controller' : `Broker ${node}`);

/** @type {Record<string, (arguments_: any) => string>} */
const deeds = {
  kill: (a) => `Broker ${a.broker} beenden (kill −9)`,
  stop: (a) => `Broker ${a.broker} geordnet herunterfahren`,
  start: (a) => `Broker ${a.broker} starten`,
  freeze: (a) => `Broker ${a.broker} einfrieren`,
  thaw: (a) => `Broker ${a.broker} weiterlaufen lassen`,
  'fetch-pause': (a) => `Die Fetches von Broker ${a.broker} anhalten`,
  'fetch-resume': (a) => `Broker ${a.broker} wieder fetchen lassen`,
  'fetch-delay': (a) => `Die Verzögerung der Fetches von Broker ${a.broker} beenden`,
  link: (a) => `Die Verbindung ${node(a.from)} → ${node(a.to)} ${a.up ? 'wiederherstellen' : 'trennen'}`,
  isr: (a) =>
    a.out.length
      ? `${nouns.brokers(a.out)} aus der ISR nehmen`
      : `${nouns.brokers(a.back)} wieder in die ISR lassen`,
  set: (a) =>
    `${Object.entries(a.config)
      .map(([key, value]) => `${key} auf ${value}`)
      .join(', ')} setzen`,
  elect: (a) => `Eine ${a.type === 'UNCLEAN' ? 'Unclean' : 'Preferred'} Leader Election verlangen`,
};

/** @type {Record<string, (broker: number) => string>} */
const ways = {
  fetch: (broker) => `Die nächsten Fetches von Broker ${broker} zeigen dem Leader, dass er genug hat`,
  shrink: (broker) => `Broker ${broker} verlässt wegen seines Rückstands die ISR`,
  growth: (broker) => `Broker ${broker} kommt in die ISR`,
  election: () => 'Die Partition bekommt einen anderen Leader',
  write: () => 'Der Leader hängt den nächsten Write an',
  timeout: () => 'Sein Timeout läuft ab',
  itself: () => 'Es geschieht von selbst',
};

/** @param {any} subject */
const nameOf = ({ request, topic, partition, offset, broker, event, moment }) => {
  const place = topic === undefined ? '' : `${topic}-${partition}`;
  if (request !== undefined) return `Request ${request}`;
  if (offset !== undefined)
    return `Offset ${offset} von ${place}${broker === undefined ? '' : ` auf Broker ${broker}`}`;
  if (broker !== undefined) return `Broker ${broker}${place ? ` in ${place}` : ''}`;
  if (place) return `die High Watermark von ${place}`;
  if (event !== undefined || moment !== undefined) return 'was hier geschah';
  return 'der Controller';
};

/** @type {typeof import('../en/why.js').why} */
export const why = {
  of: (subject) => `Warum: ${nameOf(subject)}`,
  close: () => 'Schließen',
  causes: () => 'Ursachen, die neueste zuerst',
  roots: {
    step: () => 'Hier greift das Skript ein.',
    deed: () => 'Hier steht ein eigener Eingriff.',
    timer: () =>
      'Das kam allein mit der Zeit: eine Session ist abgelaufen, oder eine regelmäßige Prüfung war fällig.',
    start: () => 'So war es am Anfang.',
  },
  noCause: () => 'So war es am Anfang.',
  more: (n) => `Davor noch ${n}.`,
  releases: () => 'Was das Warten beenden würde',
  letIn: () => 'Was ihn in die ISR brächte',
  nothing: () => 'Kein einzelner Eingriff, und von selbst geschieht lange nichts.',
  working: () => 'Eingriffe werden ausprobiert …',
  comes: ({ kind, broker }) => ways[kind](broker ?? 0),
  deed: (step, members) => {
    const [[verb, arguments_]] = Object.entries(step);
    return deeds[verb]({ .../** @type {object} */ (arguments_), ...members });
  },
  outcome: (t, wait, errors, closed) => {
    const when = `bei ${clock(t)}, in ${span(wait)}`;
    if (closed) return `${when}: seine Verbindung schließt ohne Antwort`;
    if (!errors.length) return when;
    const failed = [...new Set(errors.filter((e) => e !== 'NONE'))];
    return `${when}: ${failed.length ? `Antwort ${list(failed)}` : 'bestätigt'}`;
  },
  breaks: () => 'Auch was etwas zerstört, würde es beenden',
  facts: () => 'Wie es steht',
  needs: (p) => `${p.place}: die High Watermark muss ${p.offset} erreichen und steht bei ${p.highWatermark}.`,
  refused: (p) => `${p.place}: er wurde mit ${p.error} abgelehnt.`,
  deadline: (t) =>
    `Bei ${clock(t)} läuft sein Timeout ab: die Antwort ist REQUEST_TIMED_OUT, obwohl der Leader ihn geschrieben hat.`,
  answered: (t, errors) =>
    errors.length
      ? `Bei ${clock(t)} wurde er mit ${list([...new Set(errors)])} beantwortet.`
      : `Bei ${clock(t)} wurde seine Verbindung geschlossen, ohne Antwort.`,
  registration: (p) => {
    const leader =
      p.leader > 0
        ? `führt Broker ${p.leader} ${p.place} in Epoch ${p.leaderEpoch}`
        : `führt niemand ${p.place}`;
    const isr = p.isr.length ? `die ISR ist ${list(p.isr)}` : 'die ISR ist leer';
    const elr = p.elr.length ? `, die ELR ${list(p.elr)}` : '';
    return `Nach dem Stand des Controllers ${leader}; ${isr}${elr}; das Minimum ist ${p.minimum}.`;
  },
  leaderless: (p) =>
    p.leader > 0
      ? `${p.place}: Broker ${p.leader} weiß noch nicht, dass er Leader ist.`
      : `${p.place} hat keinen Leader.`,
  minimum: (p) =>
    p.locked
      ? `${p.place}: in der ISR sind ${list(p.isr)}, unter dem Minimum von ${p.minimum}: die High Watermark ist gesperrt.`
      : `${p.place}: in der ISR sind ${list(p.isr)}; das Minimum von ${p.minimum} ist erfüllt.`,
  replica: (p) => {
    const known =
      p.knownEnd === undefined || p.knownEnd < 0 || p.knownEnd === p.logEnd
        ? ''
        : `, wovon der Leader ${p.knownEnd} kennt`;
    const of = p.place ? ` von ${p.place}` : '';
    const role = p.leads ? `ist Leader${of}` : `ist ${p.inSync ? '' : 'nicht '}in der ISR${of}`;
    const kept = p.obstacles.length ? `: ${list(p.obstacles.map((o) => obstacles[o]))}` : '';
    return `Broker ${p.broker} ${role}; sein Log endet bei ${p.logEnd}${known}${kept}.`;
  },
  record: (p) =>
    `${p.value} bei Offset ${p.offset} steht in den Logs von ${nouns.brokers(p.copies)} und ist ${p.committed ? 'committet: Consumer dürfen ihn sehen' : 'nicht committet: kein Consumer sieht ihn'}.`,
  broker: (p) => {
    const process = p.frozen ? 'ist eingefroren' : p.alive ? 'läuft' : 'läuft nicht';
    const session =
      p.fenced || p.sessionEnds === undefined
        ? 'der Controller hat ihn ausgesperrt'
        : `ohne weiteren Heartbeat endet seine Session bei ${clock(p.sessionEnds)}`;
    const leads = p.leads.length ? `; er ist Leader von ${list(p.leads)}` : '';
    return `Broker ${p.broker} ${process}; ${session}${leads}.`;
  },
  crashes: () => 'Wenn jetzt ein Broker stürbe',
  crash: ({ broker, leader, kept }) =>
    leader > 0
      ? `Broker ${broker}: dann führt Broker ${leader}, ${kept ? 'und der hat den Record' : 'und der Record ist verloren'}.`
      : `Broker ${broker}: dann führt niemand, bis eine Replica zurückkehrt, die führen darf.`,
};
