// German: see ../en/frame.js.

/** @type {typeof import('../en/frame.js').frame} */
export const frame = {
  title: () => 'Highwater: worauf acks=all wartet',
  texts: () => [
    ['.skip', 'Zur Lektion'],
    ['header .picker .visually-hidden', 'Szenario'],
    ['header .theme .visually-hidden', 'Farben'],
    ['header .settings-menu .visually-hidden', 'Einstellungen'],
    ['header .language .visually-hidden', 'Sprache'],
    ['#theme option[value=auto]', 'automatisch'],
    ['#theme option[value=light]', 'hell'],
    ['#theme option[value=dark]', 'dunkel'],
  ],
  loading: () => 'Die Simulation wird geladen …',
  slow: () => 'Das Laden dauert lange oder ist stecken geblieben.',
  noStart: (reason) => `Die Simulation ist nicht gestartet. ${reason}`,
  whereItStood: () => 'Das Bild zeigt den letzten Stand; ein neuer Start beginnt das Szenario von vorn.',
  still: () => 'Das Bild ist ein Standbild.',
  startAgain: () => 'Neu starten',
  tryAgain: () => 'Erneut versuchen',
  noLanguage: () => 'Die Texte dieser Sprache ließen sich nicht laden.',
};
