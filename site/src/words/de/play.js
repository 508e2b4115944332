// Was von der Zeit und den eigenen Eingriffen gesagt wird.

/** @import {Words} from '../en.js' */

import { german } from './grammar.js';

const { clock, count, list, number, span } = german;

/** @type {[kind: string, one: string, other: string][]} */
const counted = [
  ['sent', 'gesendeter Request', 'gesendete Requests'],
  ['written', 'Append', 'Appends'],
  ['committed', 'Anstieg der High Watermark', 'Anstiege der High Watermark'],
  ['refused', 'Ablehnung', 'Ablehnungen'],
  ['timed-out', 'Timeout', 'Timeouts'],
  ['in-sync', 'Änderung der ISR', 'Änderungen der ISR'],
  ['reassigned', 'Änderung der Replicas', 'Änderungen der Replicas'],
  ['fenced', 'ausgesperrter Broker', 'ausgesperrte Broker'],
  ['elected', 'Wahl', 'Wahlen'],
  ['leaderless', 'Verlust eines Leaders', 'Verluste eines Leaders'],
  ['deleted', 'Löschung', 'Löschungen'],
  ['truncated', 'gekürztes Log', 'gekürzte Logs'],
];

/** @type {Words['play']} */
export const play = {
  waited: (ms) => `${span(ms)} Wartezeit übersprungen.`,
  passed: (kinds, moments) => {
    const parts = counted.flatMap(([kind, one, other]) =>
      kinds[kind] ? [count(/** @type {number} */ (kinds[kind]), one, other)] : [],
    );
    const all = count(moments, 'Moment ist vergangen', 'Momente sind vergangen');
    return parts.length ? `${all}: ${list(parts)}.` : `${all}.`;
  },
  nothingUntil: (until, fetching) =>
    `Bis ${clock(until)} geschieht ${fetching ? 'außer den Fetches der Follower nichts' : 'nichts'}. ` +
    'Einen Record senden, etwas ändern, oder noch einen Schritt gehen, um weiter vorauszuschauen.',
  stillUnderWay: (value, leader, there) =>
    `Das Minimum ${value} ist noch auf dem Weg zu Broker ${leader}; dort gilt ${there}.`,
  playing: () => 'Läuft.',
  paused: () => 'Angehalten.',
  atWork: () => 'In Arbeit.',
  branched: () => 'Ein Eingriff in die Vergangenheit: der bisherige Lauf steht in der Liste der Läufe.',
  busy: () => 'Die Simulation ist unterwegs zu einer anderen Stelle: warten oder anhalten.',
  cannot: (reason) => `Das geht nicht: ${reason}`,
  undone: (deeds) => (deeds.length ? `Rückgängig gemacht: ${list(deeds)}.` : 'Rückgängig gemacht.'),
  redone: (deeds) => (deeds.length ? `Wiederhergestellt: ${list(deeds)}.` : 'Wiederhergestellt.'),
  wentBack: () => 'Zurück an der Stelle, an der dieser Lauf vorher war.',
  wentOn: () => 'Wieder an der Stelle vor dem Rückgängigmachen.',
  runBefore: (title) => `Zurück zu dem, was vorher offen war: ${title}`,
  runAfter: (title) => `Wieder bei dem, was danach offen war: ${title}`,
  branchOpened: (run) => `Wieder in Lauf ${run}.`,
  elr: (on) => `Derselbe Lauf in einem Cluster ${on ? 'mit' : 'ohne'} ELR, bis zur selben Zeit neu gespielt.`,
  wrongTimeout: (most, present) =>
    `request.timeout.ms ist eine ganze Zahl von 0 bis ${number(most)}; es bleibt bei ${number(present)}.`,
};
