// Das Studio, in dem ein Szenario geschrieben wird.

import { german } from './grammar.js';

const { number } = german;

/**
 * Was beim Prüfen gesagt wird.
 * @type {[message: RegExp, text: string][]} $1 und so weiter sind die Werte der Meldung
 */
const known = [
  [/^"(.+)" is missing; add the text in that language$/, 'Der Text in der Sprache "$1" fehlt'],
  [/^(\d+) words; the limit is (\d+): say less$/, '$1 Wörter; höchstens $2: kürzer'],
  [/^an empty text; .+$/, 'ein leerer Text; er gehört geschrieben, oder die Sprache weggelassen'],
  [
    /^its run is too long .+$/,
    'Der Lauf ist zu lang, um ihn hier bis zum Ende zu spielen; ./build.sh lint tut es',
  ],
  [
    /^it does not hold though .+$/,
    'gilt nicht, obwohl der Eingriff dort geschieht, wo die Karte darum bittet',
  ],
  [
    /^it holds before the card asks .+$/,
    'gilt schon, bevor die Karte um den Eingriff bittet; es fehlt, was erst er bewirkt, oder ein "after"',
  ],
  [/^cannot be done where the card asks for it: (.+)$/, 'geht nicht, wo die Karte darum bittet: $1'],
  [/^it never holds in the run; .+$/, 'gilt im Lauf nie; die Ereignisse des Laufs zeigen, was geschieht'],
  [
    /^it holds no later than .+$/,
    'gilt nicht später als der Beginn des Kapitels davor; die Reihenfolge stimmt nicht',
  ],
  [
    /^it holds before the card above .+$/,
    'gilt, bevor die Karte darüber erscheint; die Reihenfolge stimmt nicht',
  ],
  [/^none of the conditions holds .+$/, 'Keine der Bedingungen gilt im Lauf; eine muss es'],
  [/^it holds after what decides .+$/, 'gilt erst nach der Entscheidung; die Frage gehört früher gestellt'],
  [/^the same condition as .+$/, 'dieselbe Bedingung wie bei einer anderen Möglichkeit'],
  [
    /^two conditions hold first, .+$/,
    'Zwei Bedingungen gelten zuerst, beim selben Ereignis; sie müssen einander ausschließen',
  ],
  [/^(.+) is out of range: (.+) to (.+)$/, '$1 liegt nicht zwischen $2 und $3'],
  [/^must be a number, not .+$/, 'muss eine Zahl sein'],
  [/^must be an object, not .+$/, 'muss ein Objekt sein, etwa {"event": "park"}'],
  [/^(.+) is not a whole number$/, '$1 ist keine ganze Zahl'],
  [/^no broker (.+); there (?:are|is) (.+)$/, 'Broker $1 gibt es nicht'],
  [/^(.+) is not one of the brokers, .+$/, 'Broker $1 gibt es nicht'],
  [/^no topic (.+); .+$/, 'Das Topic $1 gibt es nicht'],
  [/^no producer (.+); .+$/, 'Den Producer $1 gibt es nicht'],
  [/^"(.+)" is missing: .+$/, '"$1" fehlt'],
];

/** @type {typeof import('../en/studio.js').studio} */
export const studio = {
  studio: () => 'Szenario bauen',
  intro: () =>
    'Was hier steht, wird sofort gespielt, und was im Playground getan wird, wird ein Schritt. Nichts verlässt diese Seite.',
  guide: () => 'Anleitung (auf Englisch)',
  close: () => 'Schließen',
  sections: {
    cluster: () => 'Cluster',
    config: () => 'Konfiguration, Clients und Verbindungen',
    deeds: () => 'Zeitleiste der Eingriffe',
    lesson: () => 'Lektion',
    take: () => 'Mitnehmen',
  },

  right: () => 'Das Skript ist richtig.',
  lessonToMend: (n) =>
    `Das Skript wird gespielt. An der Lektion ${n === 1 ? 'ist eine Stelle' : `sind ${n} Stellen`} zu verbessern.`,
  wrong: () => 'So lässt sich das Skript nicht spielen. Der Playground zeigt das letzte, bei dem es ging.',
  toMend: (n) => `${n} zu verbessern`,
  leave: () => 'Zurück zum Skript, das gespielt wird',
  takeUp: () => 'Zurück zum Beiseitegelegten',

  said: (message) => {
    const found = known.find(([form]) => form.test(message));
    return found && message.replace(...found);
  },

  title: () => 'Titel',
  newTitle: () => 'Mein Szenario',
  brokers: () => 'Broker',
  addTopic: () => 'Topic hinzufügen',
  topic: (name) => `Topic ${name}`,
  name: () => 'Name',
  replicationFactor: () => 'Replikationsfaktor',
  partitions: () => 'Partitionen',
  replicasOf: (n) => `Replicas von Partition ${n}`,
  replicas: () => 'Broker, der bevorzugte Leader zuerst, etwa 1, 2, 3.',
  stateOf: (n) => `Partition ${n} am Anfang`,
  leaderOf: (n) => `Leader von Partition ${n}`,
  leader: () => 'Ohne Angabe die erste Replica; -1: keiner.',
  isrOf: (n) => `ISR von Partition ${n}`,
  isr: () => 'Ohne Angabe alle Replicas.',
  more: () => 'Mehr zum Cluster',
  elr: () => '1: Der Controller führt Eligible Leader Replicas, wie in neuen Clustern. 0: Er führt keine.',
  latency: () => 'Wie lange eine Nachricht auf jeder Verbindung unterwegs ist, in ms.',
  append: () => 'Wie lange ein Append an ein Log dauert, in ms.',
  ownOf: (id) => `Broker ${id} für sich`,
  ownAppend: () => 'Wie lange seine eigenen Appends dauern, in ms: eine langsame Platte.',
  phase: () =>
    'Wie viel später als die der anderen seine Heartbeats und ISR-Prüfungen kommen, in ms: Echte Broker starten nicht gleichzeitig.',
  seed: () => 'Aus dieser Zahl kommt, was zufällig ist.',
  until: () => 'Wann der Lauf endet, in ms.',

  filledIn: (n) => `${n} gesetzt`,
  byDefault: (value, unit) => `Standard ${[value, unit].filter(Boolean).join(' ')}.`,
  noDefault: (scope) => (scope === 'topic' ? 'Standard: der Wert des Clusters.' : 'Kein Standard.'),
  range: (min, max, unit) => `${number(min)} bis ${number(max)}${unit && ` ${unit}`}.`,
  brokerConfig: () => 'Konfiguration der Broker',
  topicConfig: (name) => `Konfiguration von Topic ${name}`,
  producers: () => 'Producer',
  addProducer: () => 'Producer hinzufügen',
  producer: (id) => `Producer ${id}`,
  id: () => 'Name des Clients',
  configOf: (id) => `Konfiguration von ${id}`,
  quotaOf: (id) => `Quota von ${id}`,
  consumers: () => 'Consumer',
  addConsumer: () => 'Consumer hinzufügen',
  consumer: (id) => `Consumer ${id}`,
  topics: () => 'Topics',
  readsAll: () => 'Durch Kommas getrennt; ohne Angabe alle.',
  links: () => 'Verbindungen am Anfang',
  linksHint: () =>
    'Jede ist eine Richtung. Was später an einer Verbindung geändert wird, steht in der Zeitleiste, wie diese hier bei 0 ms.',
  laterHint: () => 'Wann es geschieht, in ms: später als 0 steht es allein in der Zeitleiste.',
  addLink: () => 'Verbindung hinzufügen',
  linkFrom: (from, to) => `Verbindung von ${from} nach ${to}`,

  deedsHint: () =>
    'Ein Eingriff im Playground kommt hier zur gezeigten Zeit hinzu; oder er wird unten hinzugefügt.',
  moreDeeds: (n) => `${number(n)} weitere Schritte, die nur eine Datei zeigt.`,
  edit: () => 'Bearbeiten',
  remove: () => 'Entfernen',
  goThere: () => 'Dorthin gehen',
  atHint: () => 'Wann es geschieht, in ms.',
  addDeed: () => 'Noch ein Eingriff',
  when: () => 'Wann, in ms',
  add: () => 'Hinzufügen',
  part: (n) => `Partitionseintrag ${n}`,
  addPart: () => 'Partition hinzufügen',

  noLesson: () =>
    'Eine Lektion stellt eine Frage, erzählt Kapitel für Kapitel, was geschieht, und lässt vorhersagen.',
  addLesson: () => 'Lektion hinzufügen',
  removeLesson: () => 'Lektion entfernen',
  plainLesson: () => ({
    question: 'Was geschieht hier?',
    chapter: ['Der Anfang', 'Was getan wird'],
    conclusion: 'Was im Kopf bleiben soll.',
  }),
  inGerman: () => 'Alle Texte auch auf Deutsch',
  inLanguage: (label, language) => `${label} (${language})`,
  question: () => 'Frage',
  questionHint: () => 'Was die Lektion beantwortet, ihr Titel: höchstens 12 Wörter.',
  addRefuted: () => 'Verbreiteten Irrtum hinzufügen, den sie widerlegt',
  source: () => 'öffentlicher Bericht, den sie nacherzählt',
  sourceHint: () => 'Seine Adresse, die mit https:// beginnt.',
  refuted: () => 'verbreiteter Irrtum',
  refutedHint: () => 'Bei einem Broker B-, bei einem Producer P-, und eine Nummer, etwa B-6.',
  refutedText: () => 'Der Irrtum, wie er geglaubt wird',
  chapter: {
    one: (n) => `Kapitel ${n}`,
    all: () => 'Kapitel',
    add: () => 'Kapitel hinzufügen',
    hint: () => 'Zwei bis fünf, in der Reihenfolge, in der der Lauf zu ihnen kommt.',
  },
  card: {
    one: (n) => `Karte ${n}`,
    all: () => 'Karten',
    add: () => 'Karte hinzufügen',
    hint: () => 'Eine Karte erscheint an ihrer Stelle und kann um einen Eingriff bitten.',
  },
  prediction: {
    one: (n) => `Vorhersage ${n}`,
    all: () => 'Vorhersagen',
    add: () => 'Vorhersage hinzufügen',
    hint: () => 'Keine Antwort wird eingetragen: Der Lauf entscheidet, welche Möglichkeit zuerst gilt.',
  },
  begins: () => 'Beginnt',
  appears: () => 'Erscheint',
  text: () => 'Text',
  cardHint: () => 'Höchstens 40 Wörter.',
  askDeed: () => 'Um einen Eingriff bitten',
  deed: () => 'Eingriff',
  verb: () => 'Was zu tun ist',
  done: () => 'Getan, wenn',
  doneHint: () => 'Eine Bedingung, die gilt, sobald es getan ist, von wem auch immer.',
  ask: () => 'Frage',
  option: (n) => `Möglichkeit ${n}`,
  addOption: () => 'Möglichkeit hinzufügen',
  rightIf: () => 'Gilt, wenn',
  asked: () => 'Gefragt bei',
  askedHint: () => 'Ohne Angabe unmittelbar vor der Entscheidung.',
  told: () => 'Erklärung',
  toldHint: () => 'Warum es geschah: höchstens 30 Wörter.',
  conclusion: () => 'Schluss',
  conclusionHint: () => 'Was im Kopf bleiben soll: höchstens 60 Wörter.',
  conditionHint: () =>
    '"start" oder eine Bedingung an die Ereignisse des Laufs, etwa {"event": "park", "request": 1}.',
  takeFromRun: () => 'Aus dem gezeigten Moment …',
  takeFor: (label) => `${label}: aus dem gezeigten Moment`,
  newText: () => 'Hier steht, worauf es ankommt.',
  newQuestion: () => 'Was geschieht als Nächstes?',
  newOption: (n) => `Antwort ${n}`,

  copyLink: () => 'Link kopieren',
  link: () => 'Link',
  copied: () => 'Der Link ist in der Zwischenablage. Er enthält das ganze Szenario.',
  copyByHand: () => 'Der Browser lässt die Seite nicht kopieren: Der Link steht in seinem Feld.',
  mendFirst: () => 'Zuerst ist zu verbessern, was falsch ist: Ein Link öffnet, was sich spielen lässt.',
  saveFile: () => 'Als Datei speichern',
  forPages: () => 'In eine Seite einbetten …',
  saved: (name) => `${name} ist erstellt.`,
  openFile: () => 'Datei öffnen',
  opened: (name) => `${name} ist offen.`,
  beginAnew: () => 'Neu beginnen',
  tooLong: () => 'die Datei ist länger als 1 MiB',
  noScript: () => 'darin steht kein Skript',
  failed: (reason) => `Das ging nicht: ${reason}`,
};
