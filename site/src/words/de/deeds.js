// German: see ../en/deeds.js. The learner is "Sie"; each verb stands as [Sie …, das Skript …].

/** @import {DeedParameters} from '../en/deeds.js' */

import { german } from './grammar.js';
import { nodes, nouns } from './nouns.js';

const { list, span, count } = german;

/** @param {import('../en/deeds.js').Content} content "pay-1", "pay-1 und pay-2", "12 Records" */
export function content({ values, records }) {
  return values.length === records && records > 0 && records < 4
    ? list(values)
    : count(Math.max(records, 1), 'Record', 'Records');
}

/** @param {string} place " von payments-0", or nothing */
export function of(place) {
  return place ? ` von ${place}` : '';
}

/** What each deed is: the verb in both forms, and the rest. @type {Record<string, (d: DeedParameters) => [you: string, script: string, rest: string]>} */
const phrases = {
  kill: (d) => ['beenden', 'beendet', `${nouns.brokers(d.brokers)} mit kill −9`],
  'power-off': (d) => ['nehmen', 'nimmt', `${nouns.brokers(d.brokers)} den Strom`],
  stop: (d) => ['fahren', 'fährt', `${nouns.brokers(d.brokers)} geordnet herunter`],
  start: (d) => ['starten', 'startet', nouns.brokers(d.brokers)],
  freeze: (d) => ['frieren', 'friert', `${nouns.brokers(d.brokers)} ein`],
  thaw: (d) => ['lassen', 'lässt', `${nouns.brokers(d.brokers)} weiterlaufen`],
  cut: (d) => ['trennen', 'trennt', `${nodes(d.from, 'den')} von ${nodes(d.to, 'dem')}`],
  drop: (d) => ['verwerfen', 'verwirft', `alles von ${nodes(d.from, 'dem')} an ${nodes(d.to, 'den')}`],
  restore: (d) => ['verbinden', 'verbindet', `${nodes(d.from, 'den')} wieder mit ${nodes(d.to, 'dem')}`],
  heal: (d) => ['lassen', 'lässt', `${nodes(d.from, 'den')} ${nodes(d.to, 'den')} wieder erreichen`],
  latency: (d) => [
    'setzen',
    'setzt',
    `die Latenz von ${nodes(d.from, 'dem')} zu ${nodes(d.to, 'dem')} auf ${span(d.args['latency.ms'] ?? 0)}`,
  ],
  elect: (d) => [
    'verlangen',
    'verlangt',
    `eine ${d.args.type === 'UNCLEAN' ? 'Unclean' : 'Preferred'} Leader Election${of(d.place)}`,
  ],
  'fetch-delay': (d) =>
    d.args.ms > 0
      ? ['verzögern', 'verzögert', `die Fetches von ${nouns.brokers(d.brokers)} um ${span(d.args.ms)}`]
      : ['beenden', 'beendet', `die Fetch-Verzögerung von ${nouns.brokers(d.brokers)}`],
  'fetch-rate': (d) =>
    d.args['records-per-second'] > 0
      ? [
          'begrenzen',
          'begrenzt',
          `${nouns.brokers(d.brokers)} auf ${nouns.records(d.args['records-per-second'])} pro Sekunde`,
        ]
      : ['lassen', 'lässt', `${nouns.brokers(d.brokers)} mit voller Geschwindigkeit kopieren`],
  'fetch-pause': (d) => ['halten', 'hält', `die Fetches von ${nouns.brokers(d.brokers)} an`],
  'fetch-resume': (d) => ['lassen', 'lässt', `${nouns.brokers(d.brokers)} wieder fetchen`],
  set: (d) => [
    'setzen',
    'setzt',
    `${list(Object.entries(d.args.config ?? {}).map(([key, value]) => `${key} auf ${value}`))}${d.name ? ` für ${d.name}` : ''}`,
  ],
  isr: (d) => ['erlauben', 'erlaubt', `${nouns.brokers(d.args.members ?? [])} in der ISR${of(d.place)}`],
  send: (d) => ['geben', 'gibt', `${content(d.content)} an Producer ${d.name}`],
  produce: (d) => ['senden', 'sendet', `${content(d.content)} mit acks=${d.args.acks ?? 'all'}`],
  flush: (d) => ['rufen', 'ruft', `flush() von Producer ${d.name} auf`],
  close: (d) => ['rufen', 'ruft', `close() von Producer ${d.name} auf`],
};

/** @param {boolean} byHand @param {DeedParameters} d */
function clause(byHand, d) {
  const [you, script, rest] = phrases[d.verb](d);
  return `${byHand ? you : script} ${rest}`;
}

/** @param {boolean} byHand */
function who(byHand) {
  return byHand ? 'Sie' : 'Das Skript';
}

/** @type {typeof import('../en/deeds.js').deeds} */
export const deeds = {
  done: (byHand, done) => `${who(byHand)} ${list(done.map((d) => clause(byHand, d)))}.`,
  many: (byHand, n) => `${who(byHand)} ${byHand ? 'ändern' : 'ändert'} ${n} Dinge auf einmal.`,
  links: (byHand, n, what) => {
    const [you, script] = { heal: ['stellen', 'stellt'], drop: ['trennen', 'trennt'] }[what] ?? [
      'ändern',
      'ändert',
    ];
    return `${who(byHand)} ${byHand ? you : script} ${count(n, 'Verbindung', 'Verbindungen')}${what === 'heal' ? ' wieder her' : ''}.`;
  },
  idle: (byHand, d) => `${who(byHand)} ${clause(byHand, d)}: das ändert nichts.`,
  takesOut: (byHand, brokers, place) =>
    `${who(byHand)} ${byHand ? 'nehmen' : 'nimmt'} ${nouns.brokers(brokers)} aus der ISR${of(place)}.`,
};
