// Was ein Screenreader von einer Lektion hört.

import { german } from './grammar.js';

const { count, number } = german;

/** @type {typeof import('../en/speech.js').speech} */
export const speech = {
  lesson: (title, n, all) => (n ? `Lektion ${number(n)} von ${number(all)}: ${title}` : `Lektion: ${title}`),
  card: (text, open) => (open ? `Zu tun: ${text}` : text),
  question: (text, options) => `Frage: ${text} ${count(options.length, 'Antwort', 'Antworten')}: Taste Q.`,
  held: (option) => `So kam es: ${option.replace(/\.$/, '')}.`,
  conclusion: (text) => `Was zu merken ist: ${text}`,
};
