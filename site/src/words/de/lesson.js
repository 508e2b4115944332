// German: see ../en/lesson.js.

/** @import {Deed} from '../../view/turn.js' */

import { german } from './grammar.js';

const { count, list, number, plural } = german;

/** @param {number[]} ids */
const brokers = (ids) => `Broker ${list(ids)}`;

/** What a card asks for, in the infinitive. @type {Record<string, (d: Deed) => string>} */
const deeds = {
  kill: (d) => `${brokers(d.brokers)} mit kill −9 beenden`,
  stop: (d) => `${brokers(d.brokers)} geordnet herunterfahren`,
  start: (d) => `${brokers(d.brokers)} starten`,
  thaw: (d) => `${brokers(d.brokers)} weiterlaufen lassen`,
  'fetch-delay': (d) =>
    d.ms > 0
      ? `die Fetches von ${brokers(d.brokers)} verzögern`
      : `die Fetch-Verzögerung von ${brokers(d.brokers)} aufheben`,
  isr: (d) =>
    d.brokers.length || !d.joining.length
      ? `${brokers(d.brokers)} aus der ISR nehmen`
      : `${brokers(d.joining)} in die ISR aufnehmen`,
  elect: (d) =>
    d.type === 'UNCLEAN' ? 'eine Unclean Leader Election starten' : 'eine Preferred Leader Election starten',
  set: (d) => `${list(d.config.map(([key, value]) => `${key} auf ${value}`))} setzen`,
  close: (d) => `Producer ${d.producer} schließen`,
  flush: (d) => `flush() von Producer ${d.producer} aufrufen`,
};

/** @type {typeof import('../en/lesson.js').lesson} */
export const lesson = {
  label: () => 'Lektion',
  refuted: (text) => `Oft gehört und falsch: „${text}“`,
  chapters: () => 'Kapitel',
  previousChapter: () => 'Voriges Kapitel',
  nextChapter: () => 'Nächstes Kapitel',
  showMe: () => 'Vormachen',
  orYourself: () => 'Oder es mit den Reglern selbst tun.',
  done: {
    learner: () => 'Erledigt.',
    script: () => 'Das Skript hat es erledigt.',
    itself: () => 'Es ist von selbst geschehen.',
  },
  begun: () => 'Auf dem Weg: Die Wirkung steht noch aus.',
  deed: (d) => deeds[d.verb]?.(d) ?? 'tun, was die Karte verlangt',
  turn: {
    question: () => 'Jetzt antworten, oder weiter mit Abspielen.',
    deed: (deed) => `Jetzt ${deed}, oder weiter mit Abspielen.`,
    both: (deed) => `Jetzt antworten, oder ${deed}.`,
    over: () => 'Die Lektion ist zu Ende.',
  },
  conclusion: () => 'Was zu merken ist',
  next: () => 'Weiter',
  again: () => 'Noch einmal',
  pathDone: () =>
    'Das war die letzte Lektion des Weges. Alle anderen stehen in der Bibliothek, der Liste oben auf der Seite: über Garantien der Zustellung, die Geduld des Producers, Wahlen, Überraschungen und öffentliche Berichte, in beliebiger Folge.',

  prediction: () => 'Vorhersage',
  without: () => 'Weiter ohne Vorhersage: Abspielen drücken.',
  kept: (playing) =>
    `Die Vorhersage ist gemerkt. ${playing ? 'Der Ablauf entscheidet.' : 'Weiter mit einem Schritt oder mit Abspielen.'}`,
  right: () => 'Richtig vorhergesagt.',
  wrong: () => 'Anders als vorhergesagt.',
  happened: () => 'So ist es gekommen.',
  yours: () => 'Die eigene Vorhersage',
  outcome: (option) => `So ist es gekommen: „${option}“.`,
  why: () => 'Warum?',

  bet: {
    label: () => 'Wette',
    ask: (value, records) =>
      records > 1 ? `Was wird aus dem Request mit ${value}?` : `Was wird aus ${value}?`,
    fate: {
      soon: () => 'Innerhalb von 100 ms bestätigt',
      later: () => 'Später bestätigt',
      'timed-out': () => 'Timeout',
      refused: () => 'Abgelehnt oder ohne Antwort abgebrochen',
      lost: () => 'Bestätigt und trotzdem verloren',
    },
    without: () => 'Wer mag, wettet; der Lauf entscheidet.',
    kept: (playing) =>
      `Die Wette gilt. ${playing ? 'Der Lauf entscheidet.' : 'Weiter mit einem Schritt oder mit Abspielen.'}`,
    right: () => 'Gewonnen.',
    wrong: () => 'Verloren.',
    yours: () => 'Die eigene Wette',
    close: () => 'Schließen',
    offered: (ask, fates) => `Eine Wette: ${ask} ${count(fates, 'Antwort', 'Antworten')}: Taste Q.`,
    held: (fate) => `So kam es: ${fate}.`,
  },

  groups: {
    path: () => 'Der Weg: acks=all in zehn Minuten',
    guarantees: () => 'Garantien der Zustellung',
    patience: () => 'Die Geduld des Producers',
    elections: () => 'Wahlen und die ELR',
    surprises: () => 'Überraschungen',
    reports: () => 'Aus öffentlichen Berichten',
  },
  retold: (host) => `Nacherzählt nach einem öffentlichen Bericht (${host})`,
  others: () => 'Andere Szenarien',
  place: (order, all) => `${number(order)} von ${number(all)}`,
  finished: (orders) => `Abgeschlossen: ${plural(orders.length, 'Lektion', 'Lektionen')} ${list(orders)}.`,
  previousLesson: () => 'Vorige Lektion',
  nextLesson: () => 'Nächste Lektion',
};
