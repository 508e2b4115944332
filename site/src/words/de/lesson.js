// German: see ../en/lesson.js.

import { german } from './grammar.js';

const { number } = german;

/** @type {typeof import('../en/lesson.js').lesson} */
export const lesson = {
  label: () => 'Lektion',
  refuted: (text) => `Oft gehört und falsch: „${text}“`,
  chapters: () => 'Kapitel',
  previousChapter: () => 'Voriges Kapitel',
  nextChapter: () => 'Nächstes Kapitel',
  showMe: () => 'Vormachen',
  orYourself: () => 'Oder es mit den Reglern selbst tun.',
  done: () => 'Erledigt.',
  conclusion: () => 'Was zu merken ist',
  next: () => 'Weiter',
  again: () => 'Noch einmal von vorn',

  prediction: () => 'Vorhersage',
  whatHappens: () => 'Was ist zu erwarten?',
  without: () => 'Abspielen geht ohne Vorhersage weiter.',
  kept: () => 'Die Vorhersage ist gemerkt. Der Ablauf entscheidet.',
  right: () => 'Richtig vorhergesagt.',
  wrong: () => 'Anders als vorhergesagt.',
  happened: () => 'So ist es gekommen.',
  yours: () => 'Die eigene Vorhersage',
  why: () => 'Warum?',

  groups: {
    path: () => 'Der Weg: acks=all in zehn Minuten',
    guarantees: () => 'Garantien der Zustellung',
    patience: () => 'Die Geduld des Producers',
    elections: () => 'Wahlen und die ELR',
    surprises: () => 'Überraschungen',
  },
  others: () => 'Andere Szenarien',
  place: (order, all) => `${number(order)} von ${number(all)}`,
  previousLesson: () => 'Vorige Lektion',
  nextLesson: () => 'Nächste Lektion',
};
