// German: see ../en/deeds.js. What the learner does stands in the infinitive, so that nobody is addressed; of the
// script it is told with a verb.

/** @import {DeedParameters} from '../en/deeds.js' */

import { upper } from '../grammar.js';
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

/** @param {DeedParameters} d "Broker 2 und 3", "den Controller", "den Producer p1" */
const process = (d) =>
  d.args.node
    ? 'den Controller'
    : d.brokers.length
      ? nouns.brokers(d.brokers)
      : nouns.producer(d.name, 'den');

/** What each deed is: what it is done to, the infinitive, and the verb of the script with what comes behind it.
 * @type {Record<string, (d: DeedParameters) => [object: string, infinitive: string, verb: string, behind?: string]>} */
const phrases = {
  kill: (d) => [`${process(d)} mit kill −9`, 'beenden', 'beendet'],
  'power-off': (d) => [`${nouns.brokers(d.brokers)} den Strom`, 'nehmen', 'nimmt'],
  stop: (d) => [`${nouns.brokers(d.brokers)} geordnet`, 'herunterfahren', 'fährt', 'herunter'],
  start: (d) => [process(d), 'starten', 'startet'],
  freeze: (d) => [process(d), 'einfrieren', 'friert', 'ein'],
  thaw: (d) => [process(d), 'weiterlaufen lassen', 'lässt', 'weiterlaufen'],
  cut: (d) => [`${nodes(d.from, 'den')} von ${nodes(d.to, 'dem')}`, 'trennen', 'trennt'],
  drop: (d) => [`alles von ${nodes(d.from, 'dem')} an ${nodes(d.to, 'den')}`, 'verwerfen', 'verwirft'],
  restore: (d) => [`${nodes(d.from, 'den')} wieder mit ${nodes(d.to, 'dem')}`, 'verbinden', 'verbindet'],
  heal: (d) => [
    `${nodes(d.from, 'den')} ${nodes(d.to, 'den')} wieder`,
    'erreichen lassen',
    'lässt',
    'erreichen',
  ],
  silence: (d) => [
    `die Verbindungen von ${nodes(d.from, 'dem')} mit ${nodes(d.to, 'dem')}`,
    'verstummen lassen',
    'lässt',
    'verstummen',
  ],
  latency: (d) => [
    `die Latenz von ${nodes(d.from, 'dem')} zu ${nodes(d.to, 'dem')} auf ${span(d.args['latency.ms'] ?? 0)}`,
    'setzen',
    'setzt',
  ],
  reassign: (d) =>
    d.args.replicas
      ? [`${d.place || 'die Partition'} ${nouns.brokers(d.args.replicas)}`, 'zuweisen', 'weist', 'zu']
      : [`die Neuzuweisung${of(d.place)}`, 'abbrechen', 'bricht', 'ab'],
  elect: (d) => [
    `eine ${d.args.type === 'UNCLEAN' ? 'Unclean' : 'Preferred'} Leader Election${of(d.place)}`,
    'verlangen',
    'verlangt',
  ],
  'delete-records': (d) => [
    d.args.offset < 0
      ? `alle committeten Records${of(d.place)}`
      : `die Records unter Offset ${d.args.offset}${of(d.place)}`,
    'löschen',
    'löscht',
  ],
  'fetch-delay': (d) =>
    d.args.ms > 0
      ? [`die Fetches von ${nouns.brokers(d.brokers)} um ${span(d.args.ms)}`, 'verzögern', 'verzögert']
      : [`die Fetch-Verzögerung von ${nouns.brokers(d.brokers)}`, 'beenden', 'beendet'],
  'fetch-rate': (d) =>
    d.args['records-per-second'] > 0
      ? [
          `${nouns.brokers(d.brokers)} auf ${nouns.records(d.args['records-per-second'])} pro Sekunde`,
          'begrenzen',
          'begrenzt',
        ]
      : [`${nouns.brokers(d.brokers)} mit voller Geschwindigkeit`, 'kopieren lassen', 'lässt', 'kopieren'],
  'fetch-pause': (d) => [`die Fetches von ${nouns.brokers(d.brokers)}`, 'anhalten', 'hält', 'an'],
  'fetch-resume': (d) => [`${nouns.brokers(d.brokers)} wieder`, 'fetchen lassen', 'lässt', 'fetchen'],
  set: (d) => [
    `${list(Object.entries(d.args.config ?? {}).map(([key, value]) => `${key} auf ${value}`))}${d.name ? ` für ${d.name}` : ''}`,
    'setzen',
    'setzt',
  ],
  isr: (d) => [`${nouns.brokers(d.args.members ?? [])} in der ISR${of(d.place)}`, 'zulassen', 'lässt', 'zu'],
  send: (d) => [`${content(d.content)} an ${nouns.producer(d.name, 'den')}`, 'geben', 'gibt'],
  produce: (d) => [`${content(d.content)} mit acks=${d.args.acks ?? 'all'}`, 'senden', 'sendet'],
  flush: (d) => [`flush() von ${nouns.producer(d.name, 'dem')}`, 'aufrufen', 'ruft', 'auf'],
  close: (d) => [`close() von ${nouns.producer(d.name, 'dem')}`, 'aufrufen', 'ruft', 'auf'],
};

/** @param {boolean} byHand @param {DeedParameters} d */
function clause(byHand, d) {
  const [object, infinitive, verb, behind] = phrases[d.verb](d);
  if (byHand) return `${object} ${infinitive}`;
  return `${verb} ${object}${behind ? ` ${behind}` : ''}`;
}

/** Why a step changes nothing: how it is already. @param {DeedParameters} d */
function already(d) {
  const named = d.args.node ? 'Der Controller' : upper(nouns.producer(d.name));
  const brokers = d.brokers.length ? nouns.brokers(d.brokers) : named;
  const are = d.brokers.length > 1 ? 'sind' : 'ist';
  const as = /** @type {Record<string, string>} */ ({
    kill: `${brokers} ${are} schon tot`,
    'power-off': `${brokers} ${are} schon tot`,
    stop: `${brokers} ${are} schon tot oder auf dem Weg dahin`,
    start: `${brokers} ${d.brokers.length > 1 ? 'leben' : 'lebt'} schon`,
    freeze: `${brokers} ${are} schon eingefroren oder tot`,
    thaw: `${brokers} ${are} nicht eingefroren`,
    'fetch-pause': `Die Fetches von ${brokers} sind schon angehalten`,
    'fetch-resume': `Die Fetches von ${brokers} sind nicht angehalten`,
    isr: `Die ISR${of(d.place)} ist schon darauf beschränkt`,
    set: list(Object.entries(d.args.config ?? {}).map(([key, value]) => `${key} ist schon ${value}`)),
    reassign: `Das sind schon die Replicas${of(d.place)}`,
    elect: `Diese Wahl findet nicht statt`,
    'delete-records': 'Es gibt keinen Leader, der gefragt werden könnte',
    send: `Der Prozess von ${nouns.producer(d.name, 'dem')} ist tot`,
    flush: `Der Prozess von ${nouns.producer(d.name, 'dem')} ist tot`,
    close: `Der Prozess von ${nouns.producer(d.name, 'dem')} ist tot`,
  })[d.verb];
  return as ?? 'So ist es schon';
}

/** @param {boolean} byHand */
function who(byHand) {
  return byHand ? 'Eigener Eingriff:' : 'Das Skript';
}

/** @type {typeof import('../en/deeds.js').deeds} */
export const deeds = {
  done: (byHand, done) => `${who(byHand)} ${list(done.map((d) => clause(byHand, d)))}.`,
  many: (byHand, n) =>
    byHand ? `${n} eigene Eingriffe auf einmal.` : `Das Skript ändert ${n} Dinge auf einmal.`,
  links: (byHand, n, what) => {
    const links = count(n, 'Verbindung', 'Verbindungen');
    const [infinitive, verb, behind] = {
      heal: ['wiederherstellen', 'stellt', ' wieder her'],
      drop: ['trennen', 'trennt', ''],
    }[what] ?? ['ändern', 'ändert', ''];
    return byHand ? `${who(true)} ${links} ${infinitive}.` : `${who(false)} ${verb} ${links}${behind}.`;
  },
  idle: (byHand, d) =>
    `${already(d)}: der ${byHand ? 'eigene Eingriff' : 'Schritt des Skripts'} ändert nichts.`,
  takesOut: (byHand, brokers, place) =>
    byHand
      ? `${who(true)} ${nouns.brokers(brokers)} aus der ISR${of(place)} nehmen.`
      : `${who(false)} nimmt ${nouns.brokers(brokers)} aus der ISR${of(place)}.`,
};
