// Die Zeitleiste.

import { german } from './grammar.js';

const { clock, number } = german;

/** @type {typeof import('../en/timeline.js').timeline} */
export const timeline = {
  label: () => 'Stelle auf der Zeitleiste',
  start: () => 'vor dem ersten Moment',
  place: (at, count, sentence, t) =>
    `${clock(t)}: ${sentence.replace(/\.$/, '')}, Moment ${number(at)} von ${number(count)}`,
  mark: (word, t) => `${word}, ${clock(t)}`,
  kinds: {
    deed: () => 'gesetzt',
    configured: () => 'Broker erfährt es',
    seen: () => 'gelesen',
    sent: () => 'gesendet',
    queued: () => 'wartet',
    handed: () => 'Fetch',
    copied: () => 'kopiert',
    told: () => 'gemeldet',
    written: () => 'geschrieben',
    lived: () => 'Broker',
    'in-sync': () => 'ISR',
    reassigned: () => 'Replicas',
    answered: () => 'beantwortet',
    committed: () => 'committet',
    'timed-out': () => 'Timeout',
    refused: () => 'abgelehnt',
    fenced: () => 'ausgesperrt',
    deleted: () => 'gelöscht',
    truncated: () => 'abgeschnitten',
    elected: () => 'gewählt',
    leaderless: () => 'kein Leader',
  },
  acknowledged: () => 'bestätigt',
  failed: () => 'Fehler',
  shapes: {
    act: () => 'eine Einstellung wird geändert, oder ein Broker erfährt davon',
    send: () => 'ein Request wird gesendet',
    wait: () => 'ein Request wartet ungelesen',
    copy: () => 'Records gehen zu einem Follower',
    write: () => 'der Leader hängt an',
    rise: () => 'die High Watermark steigt',
    done: () => 'bestätigt',
    bad: () => 'abgelehnt, Timeout, oder ein Fehler wird gemeldet',
    again: () => 'die Anwendung erfährt es',
    isr: () => 'die ISR oder die Replicas ändern sich',
    life: () => 'ein Broker geht oder kommt',
    lead: () => 'eine Wahl, oder kein Leader',
    gone: () => 'Records werden abgeschnitten',
    shed: () => 'Records werden gelöscht: ein Log beginnt später',
    read: () => 'ein Consumer liest weiter',
  },
  deed: () => 'unterstrichen: ein Eingriff, eigener oder des Skripts',
};
