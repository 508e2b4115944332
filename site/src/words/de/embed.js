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

  share: {
    title: () => 'Teilen und einbetten',
    as: () => 'Als',
    kinds: { link: () => 'Link', frame: () => 'Rahmen', element: () => 'Element' },
    notes: {
      link: () =>
        'Öffnet die ganze Seite mit diesem Lauf. Er steht im Link selbst; kein Server speichert ihn.',
      frame: () =>
        'Für Seiten, die Rahmen erlauben. Der Rahmen braucht keine Cookies, keinen Speicher und, einmal geladen, kein Netz.',
      element: () =>
        'Für Seiten, die Skripte erlauben. Das Element macht den Rahmen, stellt seine Höhe ein und zeigt seinen Inhalt, wo das nicht geht.',
    },
    local: () =>
      'Diese Seite wurde aus einer Datei geöffnet, der Code gilt also nur auf diesem Rechner. Zum Teilen den Ordner ins Netz stellen.',
    width: () => 'Breite',
    height: () => 'Höhe, px',
    controls: () => 'Bedienung',
    levels: {
      full: () => 'alles',
      minimal: () => 'Abspielen, Schritt und Senden',
      none: () => 'nichts',
    },
    theme: () => 'Farben',
    themes: { auto: () => 'wie die Seite darum', light: () => 'hell', dark: () => 'dunkel' },
    language: () => 'Sprache',
    readers: () => 'die der Leser',
    autoplay: () => 'Spielt von selbst ab',
    still: () => 'Mit dem Bild als Standbild, für Leser ohne JavaScript',
    panels: () => 'Tafeln',
    locks: () => 'Festgelegte Bedienung',
    some: (n, of) => (n === of ? 'alle' : n ? `${n} von ${of}` : 'keine'),
    lockNames: {
      scenario: () => 'Wahl des Szenarios',
      send: () => 'Senden von Records',
      isr: () => 'ISR von Hand',
      producer: () => 'wie Records gesendet werden',
      brokers: () => 'Prozesse der Broker',
      fetch: () => 'Verzögerung der Fetches',
      elections: () => 'Wahlen',
      links: () => 'Verbindungen',
      cluster: () => 'neuer Cluster',
      speed: () => 'Tempo',
      reset: () => 'Zurücksetzen',
      undo: () => 'Rückgängig und Wiederholen',
      compare: () => 'Vergleichen',
    },
    open: () => 'Spielwiese öffnen.',
    code: () => 'Zum Einfügen',
    copy: () => 'Kopieren',
    close: () => 'Schließen',
    copied: () => 'Kopiert.',
    select: () => 'Der Browser lässt die Seite nicht kopieren: Strg+C drücken.',
  },
};
