// Abspielen, Schritt, Tempo.

/** @import {Words} from '../en.js' */

import { german } from './grammar.js';

const { clock, number } = german;

/** @type {Words['transport']} */
export const transport = {
  label: () => 'Zeit',
  play: () => 'Abspielen',
  pause: () => 'Pause',
  stop: () => 'Anhalten',
  bySpace: (verb) => `${verb} (Leertaste)`,
  back: () => 'Schritt zurück',
  backHint: () => 'Zurück zum vorigen Moment (←; mit Umschalttaste zum vorigen Ereignis)',
  forward: () => 'Schritt vor',
  forwardHint: () => 'Weiter zum nächsten Moment (→; mit Umschalttaste zum nächsten Ereignis)',
  reset: () => 'Zurücksetzen',
  resetHint: () => 'Zurück an den Anfang; „Rückgängig“ führt wieder hierher',
  speed: () => 'Tempo',
  rate: (rate) => `${number(rate)} ms je Sekunde`,
  paces: {
    reading: () => 'Lesetempo',
    half: () => 'halbes Tempo',
    double: () => 'doppeltes Tempo',
    slow: () => 'Zeitlupe 1:500',
    real: () => 'Echtzeit',
    tenfold: () => '10 × Echtzeit',
    fastest: () => 'so schnell es geht',
  },
  now: (t) => `t = ${clock(t)}`,
  progress: () => 'Fortschritt',
  working: (percent, t, goal) =>
    `In Arbeit: ${percent} %. Die Uhr steht bei ${clock(t)}, auf dem Weg zu ${clock(goal)}.`,
  startHere: () => 'Hier beginnen:',
  firstSteps: () => 'Abspielen und zusehen, oder mit → Schritt für Schritt. Dann selbst einen Record senden.',
  past: () =>
    'Dies ist die Vergangenheit. Ein Eingriff beginnt einen neuen Lauf; dieser bleibt in der Liste.',
};
