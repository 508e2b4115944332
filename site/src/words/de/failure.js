// German: see ../en/failure.js.

/** @type {typeof import('../en/failure.js').early.old} */
const old = () => [
  'Dieser Browser ist zu alt für diese Seite.',
  'Jeder Browser in einer Version ab 2023 genügt.',
];

/** @type {typeof import('../en/failure.js').early} */
export const early = {
  file: () => [
    'Diese Seite wurde als Datei geöffnet, und Browser laden Teile einer Seite nicht aus Dateien.',
    'Alles in einer Datei liegt daneben:',
  ],
  old,
  script: () => [
    'Ein Skript der Seite ließ sich nicht laden.',
    'Hilft ein neuer Versuch nicht, fehlt die Datei in der Kopie unter dieser Adresse, oder etwas unterwegs blockiert sie.',
  ],
  style: () => [
    'Das Stylesheet der Seite ließ sich nicht laden.',
    'Hilft ein neuer Versuch nicht, fehlt die Datei in der Kopie unter dieser Adresse, oder etwas unterwegs blockiert sie.',
  ],
  waiting: (seconds) => [
    `Auf eine Datei der Seite wird seit ${seconds} s gewartet.`,
    'Sobald sie da ist, geht es von selbst weiter. Ist die Leitung nicht langsam, hilft ein neuer Versuch.',
  ],
  policy: () => [
    'Die Content Security Policy dieser Website hält die Skripte der Seite auf.',
    'Der Betreiber muss die Trusted-Types-Policy „lit-html“ erlauben.',
  ],
  broken: (message) => [
    `Ein Skript der Seite ist abgebrochen: ${message}`,
    'Hilft ein neuer Versuch nicht, ist seine Datei beschädigt oder gehört zu einer anderen Version.',
  ],
};

/** @type {typeof import('../en/failure.js').notice} */
export const notice = {
  still: () => 'Das Bild ist ein Standbild.',
  again: () => 'Erneut versuchen',
  report: {
    title: () => 'Bericht',
    copy: () => 'Bericht kopieren',
    copied: () => 'Der Bericht ist kopiert.',
    marked: () => 'Der Bericht ist markiert; Strg+C kopiert ihn.',
    version: () => 'Version',
    address: () => 'Seite',
    engine: () => 'Browser',
    failure: () => 'Fehler',
    file: () => 'Datei',
    tried: () => 'Versuche',
  },
};

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1).replace('.', ',');

/** @type {typeof import('../en/failure.js').failure} */
export const failure = {
  script: early.script,
  progress: (got, of) =>
    `Die Simulation wird geladen … ${Math.floor((100 * got) / of)} % (${megabytes(got)} von ${megabytes(of)} MB)`,
  stalled: (seconds, got, of) => [
    `Das Laden stockt: Seit ${seconds} s kam nichts mehr, ${megabytes(got)} von ${megabytes(of)} MB sind da.`,
    'Erholt sich die Leitung, geht es von selbst weiter. Ein neuer Versuch behält, was da ist.',
  ],
  status: (status) => [
    `Das Modul ist nicht da: Der Host antwortete ${status}.`,
    'Hilft ein neuer Versuch nicht, muss der Betreiber die Datei hinzufügen.',
  ],
  network: (got) => [
    got
      ? `Die Verbindung brach nach ${megabytes(got)} MB des Moduls ab.`
      : 'Das Modul ließ sich nicht laden: Zum Host besteht keine Verbindung, oder etwas unterwegs blockiert es.',
    'Ein neuer Versuch lohnt, sobald eine Verbindung besteht.',
  ],
  other: (start) => [
    `Was der Host schickte, ist nicht das Modul: Es beginnt mit „${start}“.`,
    'Vielleicht trat eine Anmeldeseite oder eine falsche Regel des Hosts an seine Stelle. Ein Blick auf die Adresse zeigt es.',
  ],
  cut: (got, of) => [
    `Das Modul ist unvollständig: ${got} von ${of} Bytes kamen an.`,
    'Hilft ein neuer Versuch nicht, muss der Betreiber die Datei neu hochladen.',
  ],
  damaged: () => [
    'Das Modul ist beschädigt: Die Länge stimmt, der Inhalt nicht.',
    'Hilft ein neuer Versuch nicht, muss der Betreiber die Datei neu hochladen, und zwar unverändert.',
  ],
  version: (found, wanted) => [
    `Das Modul hat eine andere Version: ${found || 'unbekannt'}; die Seite braucht ${wanted}.`,
    'Hilft ein neuer Versuch nicht, muss der Betreiber alle Dateien auf einmal ersetzen.',
  ],
  policy: () => [
    'Die Content Security Policy dieser Website verbietet WebAssembly.',
    "Der Betreiber muss script-src um 'wasm-unsafe-eval' ergänzen.",
  ],
  wasm: () => [
    'In diesem Browser ist WebAssembly abgeschaltet.',
    'Das bewirken Einstellungen für Sicherheit oder Privatsphäre; für diese Seite lässt es sich dort erlauben.',
  ],
  old,
  memory: () => [
    'Für die Simulation ist zu wenig Speicher frei.',
    'Ein neuer Versuch lohnt, wenn andere Tabs geschlossen sind.',
  ],
  start: (message) => [`Das Modul startet nicht. ${message}`, 'Vielleicht hilft ein anderer Browser.'],
};
