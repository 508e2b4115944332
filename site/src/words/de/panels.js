// Die Teile der Seite und die Tafeln unter dem Bild.

/** @import {Words} from '../en.js' */

import { german } from './grammar.js';

const { count, list, plural } = german;

/** @type {Words['panels']} */
export const panels = {
  picture: () => 'Bild',
  shown: () => 'Gezeigte Partition',
  beneath: () => 'Unter dem Bild',
  happens: () => 'Was geschieht',
  tabs: {
    lesson: () => 'Lektion',
    bet: () => 'Wette',
    controls: () => 'Bedienung',
    moreControls: () => 'Weitere Bedienung',
    why: () => 'Warum',
    story: () => 'Verlauf',
    records: () => 'Records',
    wheel: () => 'Timing Wheel',
    controller: () => 'Controller',
    log: () => 'Ereignisse',
    warnings: () => 'Warnungen',
    budget: () => 'Latenzbudget',
    explore: () => 'Kann er verloren gehen?',
    take: () => 'Sichern und öffnen',
    help: () => 'Wie man es liest',
  },
  loading: () => 'Lädt …',
  notLoaded: () => 'Dieser Teil konnte nicht geladen werden.',
  tryAgain: () => 'Noch einmal',

  alarm: {
    lost: (n) => `✕ ${count(n, 'Record', 'Records')}: bestätigt, aber verloren:`,
    which: (values, more) => ` ${list(more ? [...values, `${more} weitere`] : values)}. `,
    nobody: (n) =>
      `Kein Producer hält ${plural(n, 'ihn', 'sie')} noch, also sendet ${plural(n, 'ihn', 'sie')} niemand mehr. `,
    see: () => 'Die Records ansehen',
  },
};
