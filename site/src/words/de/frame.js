// German: see ../en/frame.js.

/** @type {typeof import('../en/frame.js').frame} */
export const frame = {
  title: () => 'Highwater: worauf acks=all wartet',
  texts: () => [
    ['.skip', 'Zur Lektion'],
    ['header .picker .visually-hidden', 'Szenario'],
    ['#build', 'Szenario bauen'],
    ['header .theme .visually-hidden', 'Farben'],
    ['header .settings-menu .visually-hidden', 'Einstellungen'],
    ['header .language .visually-hidden', 'Sprache'],
    ['#theme option[value=auto]', 'automatisch'],
    ['#theme option[value=light]', 'hell'],
    ['#theme option[value=dark]', 'dunkel'],
  ],
  loading: () => 'Die Simulation wird geladen …',
  whereItStood: () => 'Das Bild zeigt den letzten Stand; ein neuer Start beginnt das Szenario von vorn.',
  startAgain: () => 'Neu starten',
  noLanguage: () => 'Die Texte dieser Sprache ließen sich nicht laden.',
};
