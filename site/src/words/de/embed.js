// Was über Rahmen gesagt wird, über das, was Autoren darin festlegen, und darüber, wie man zu so einem Rahmen kommt.

/** @type {typeof import('../en/embed.js').embed} */
export const embed = {
  openFull: () => 'Ganze Seite öffnen, im selben Zustand',
  showMe: () => 'Zeig es mir',
  fixed: () => 'Das hat der Autor dieser Seite festgelegt.',
  dismiss: () => 'Schließen',

  warnings: {
    unknown: ({ name }) => `Einen Parameter „${name}“ gibt es nicht.`,
    value: ({ name, value, expected }) =>
      `${name} kann nicht „${value}“ sein und behält den Standardwert. Erwartet: ${expected}.`,
    repeated: ({ name, value }) => `${name} steht zweimal da; „${value}“ bleibt unbeachtet.`,
    'too-long': () => 'Die Adresse hat zu viele Parameter; keiner davon gilt.',
    inapplicable: ({ name, value, expected }) => `${name} kann hier nicht „${value}“ sein: ${expected}.`,
  },
  more: (n) => `(${n} weitere)`,
};
