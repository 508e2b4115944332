// Links: was an einem falsch sein kann, und was beim Kopieren und Öffnen gesagt wird.

import { german } from './grammar.js';

const { count, list, number } = german;

/** @type {typeof import('../en/link.js').link} */
export const link = {
  damaged: (reason) => `Dieser Link lässt sich nicht öffnen. ${reason} Es wurde nichts geladen.`,

  earlier: (titles) =>
    `Dieser Lauf ist so, wie ein früheres Highwater ihn hatte, ohne die Lektion, die sich seitdem geändert hat: ${list(titles)}`,

  openFirst: () => 'Stattdessen die erste Lektion öffnen',

  empty: () => 'Hinter #s= steht nichts.',
  foreign: (character, place) =>
    `Zeichen ${number(place)}, „${character}“, gehört nicht hinein: In einem Link stehen nur Buchstaben, Ziffern, - und _.`,
  noVersion: () => 'Am Anfang fehlt die Version eines Links, etwa „1-“.',
  later: (version) => `Er stammt von einem späteren Highwater: Er hat Version ${version}.`,
  cutAtOnce: () => 'Er wurde abgeschnitten: Nur der Anfang ist da.',
  short: (there, wanted) =>
    `Er wurde abgeschnitten: Hinter Version und Länge stehen ${number(there)} von ${number(wanted)} Zeichen.`,
  long: (more, wanted) =>
    `Er geht hinter dem Ende weiter: Es sind ${count(more, 'Zeichen', 'Zeichen')} mehr als die ${number(wanted)}, die angegeben sind.`,
  checksum: () =>
    'Die Prüfsumme stimmt nicht: Hinter Version und Länge fehlt ein Zeichen oder wurde verändert.',
  deflate: () => 'Was hinter der Prüfsumme steht, ist nicht so komprimiert wie in einem Link.',
  large: (most) => `Er enthält mehr als ${number(most)} Byte, und das ist die Grenze.`,
  json: () => 'Der Inhalt ist kein JSON.',
  value: (fault) => `Ein Wert darin ist falsch. ${fault}.`,
  script: (fault) => `Ein Skript darin ist falsch. ${fault}.`,
  unsupported: () => 'Dieser Browser ist zu alt für Links.',

  copy: () => 'Link kopieren',
  copyNote: () =>
    'alles, was jetzt hier ist: Szenario, Eingriffe, Läufe, Stelle und Einstellungen. Es steht hinter dem # der Adresse, das kein Server sieht',
  address: () => 'Link',
  copied: (length) => `Der Link ist kopiert: ${count(length, 'Zeichen', 'Zeichen')}.`,
  copiedLong: (length, safe) =>
    `Der Link ist kopiert, hat aber ${number(length)} Zeichen; manche Programme schneiden Links nach ${number(safe)} ab. „Ganzer Zustand“ macht stattdessen eine Datei.`,
  copyByHand: () =>
    'Der Browser lässt die Seite nicht kopieren: Der Link steht im Feld und kann dort kopiert werden.',
  noLink: (reason) => `Der Link konnte nicht erstellt werden: ${reason}`,

  open: () => 'Öffnen',
  openNote: () =>
    'Ein Skript, ein ganzer Zustand oder ein Link. Einfügen und Ablegen gehen überall auf der Seite. Rückgängig führt zu dem zurück, was jetzt hier ist.',
  field: () => 'Skript oder Link',
  openText: () => 'Text öffnen',
  file: () => 'Datei öffnen:',
  opened: (title) => `Geöffnet: ${title || 'ein Skript ohne Titel'}.`,
  refused: (reason) => `Dieses Skript lässt sich nicht spielen, und nichts hat sich geändert. ${reason}`,
  noJson: (reason) => `Das ist kein JSON, und nichts hat sich geändert. ${reason}`,
  neither: () => 'Das ist weder ein Skript als JSON noch ein Link: Nichts hat sich geändert.',
  tooMuch: (most) =>
    `Das hat mehr als ${number(most)} Byte, und das ist die Grenze: Nichts hat sich geändert.`,
  noScenario: (id) => `Ein Szenario „${id}“ gibt es nicht.`,
  otherOrigin: (address) =>
    `„${address}“ ist keine Adresse dieser Website: Nur Skripte, die neben der Seite liegen, lassen sich holen.`,
  notThere: (address, status) =>
    `„${address}“ konnte nicht geholt werden: ${status ? `Der Host hat mit ${status} geantwortet` : 'Es kam keine Antwort'}.`,
};
