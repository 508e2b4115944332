// Die Frage, ob ein bestätigter Record verloren gehen kann, und ihre Antwort.

import { german } from './grammar.js';

const { count, list, number, plural, span } = german;

/** @type {Record<string, (n: number) => string>} */
const failures = {
  kill: (n) => count(n, 'abgeschossenen Prozess', 'abgeschossenen Prozessen'),
  powerOff: (n) => count(n, 'Stromausfall', 'Stromausfällen'),
  shrink: (n) => count(n, 'Schrumpfen der ISR', 'Schrumpfungen der ISR'),
  fence: (n) => count(n, 'Fencing', 'Fencings'),
  stop: (n) => count(n, 'geordneten Stopp', 'geordneten Stopps'),
};

/** @param {number} n */
const outages = (n) => count(n, 'Ausfall', 'Ausfällen');

/** @param {number} n */
const steps = (n) => count(n, 'Schritt', 'Schritte');

/** @type {typeof import('../en/explore.js').explore} */
export const explore = {
  ask: () => 'Kann hier ein bestätigter Record verloren gehen?',
  about: () => 'Durchsucht wird jede Reihenfolge von Schreiben, Fetches und Ausfällen einer Partition.',
  asked: ({ replicas, minInSyncReplicas, elr, unclean, acks, records, failures: most, thorough }, without) =>
    list([
      count(replicas, 'Replica', 'Replicas'),
      `min.insync.replicas ${minInSyncReplicas}`,
      `ELR ${elr ? 'an' : 'aus'}`,
      explore.unclean(!!unclean),
      acks < 0 ? 'acks=all' : 'acks=1',
      count(records, 'Record', 'Records'),
      `höchstens ${count(most, 'Ausfall', 'Ausfälle')}`,
      ...(thorough ? [explore.thorough()] : []),
      ...(without ? [without] : []),
    ]),
  replicas: () => 'Replicas',
  records: () => 'Records',
  failures: () => 'Ausfälle höchstens',
  kinds: {
    kill: () => 'ein Prozess wird abgeschossen',
    powerOff: () => 'eine Maschine verliert den Strom',
    shrink: () => 'ein Follower bleibt zurück',
    fence: () => 'ein Broker wird ausgesperrt (Fencing)',
    stop: () => 'ein geordneter Stopp',
  },
  without: () => 'Kafka ohne',
  rules: {
    none: () => 'nichts: wie es ist',
    truncationByEpoch: () => 'das Kürzen nach Leader Epoch (stattdessen bis zur eigenen High Watermark)',
    epochStartToJoin: () => 'den Beginn der Leader Epoch als Bedingung für die ISR',
    fetchPositionOfThisLife: () => 'das Vergessen der Fetch-Positionen beim Neustart',
    truncationOfDivergedLogs: () => 'das Kürzen eines Logs, das abweicht',
    uncleanRestart: () => 'die Unterscheidung von Absturz und geordnetem Stopp',
    clearedELR: () => 'das Leeren der ELR, sobald die ISR wieder voll ist',
    ackByHighWatermark: () => 'das Warten auf die High Watermark',
  },
  thorough: () => 'Nachrichten dürfen spät kommen',
  thoroughAbout: () =>
    'Metadaten, Fetches und Änderungen der ISR brauchen ihre Zeit. Das sind viel mehr Zustände: für den Anfang ein Record und ein oder zwei Ausfälle.',
  guess: () =>
    'Vorhersage: Wie viele Ausfälle braucht es ohne diese Regel, bis ein bestätigter Record verloren ist?',
  guessNone: (most) => `mit ${most} geht keiner verloren`,
  guessNothing: () => 'dass keiner verloren geht',
  guessFirst: () => 'Die Suche hat ihre Antwort: erst die Vorhersage.',
  guessKept: (guess) => `Die Vorhersage: ${guess}.`,
  guessed: (guess, right) => (right ? `Die Vorhersage ${guess} stimmt.` : `Die Vorhersage war ${guess}.`),
  guessedSoFar: (right, all) =>
    `Bisher richtig: ${number(right)} von ${count(all, 'Vorhersage', 'Vorhersagen')}.`,
  withRule: (n, length, most) =>
    Number.isFinite(n)
      ? `Mit der Regel braucht es ${count(n, 'Ausfall', 'Ausfälle')} und ${steps(length)}.`
      : `Mit der Regel geht mit höchstens ${outages(most)} dieser Arten keiner verloren.`,
  unplayed: () =>
    'Das Modell hat alle Regeln von Kafka und kann das nicht abspielen: dies sind die Schritte der Suche.',
  unplayable: () =>
    'Verloren geht nur etwas, solange Nachrichten um die richtige Zeit zu spät kommen, und das sagt kein Skript Schritt für Schritt: dies sind die Schritte der Suche.',
  ofRun: () => 'Wie in diesem Lauf',
  search: () => 'Suchen',
  cancel: () => 'Abbrechen',
  working: (states, layer) => `bisher ${number(states)} Zustände; die mit ${outages(layer)} sind in Arbeit …`,
  lost: (parts, n) =>
    `Mit ${list(parts.map(([kind, of]) => failures[kind](of)))} kann ein bestätigter Record verloren gehen: ${steps(n)}.`,
  lostUnasked: (n) => `Auch ohne Ausfall geht ein bestätigter Record verloren: ${steps(n)}.`,
  none: (states, most) =>
    `In keinem der ${number(states)} Zustände ${most ? `mit höchstens ${outages(most)} dieser Arten` : 'ohne Ausfall'} ist ein bestätigter Record verloren.`,
  full: (states, complete) =>
    `Für mehr als ${number(states)} Zustände war kein Platz. Mit höchstens ${outages(complete)} ist kein bestätigter Record verloren; darüber hinaus ist die Suche nicht fertig.`,
  closest: (copies) =>
    `Am knappsten war es bei einem bestätigten Record, den ${copies ? `nur noch ${count(copies, 'Log', 'Logs')} ${plural(copies, 'hat', 'haben')}` : 'kein Log mehr hat'}.`,
  cancelled: () => 'Abgebrochen. Was über vollständig durchsuchte Zahlen von Ausfällen gesagt ist, gilt.',
  took: (states, ms) => `${number(states)} Zustände in ${span(ms)}`,
  play: () => 'Abspielen',
  between: steps,
  noReturn: () => 'von hier an braucht es keinen Ausfall mehr',
  step: () => 'Schritt',
  broker: (id) => `Broker ${id}`,
  leads: () => 'führt',
  dead: () => 'tot',
  has: (records) => (records.length ? records.join(' ') : 'leer'),
  actions: {
    produce: (b) => `ein Record wird ${b ? `an Broker ${b} ` : ''}geschrieben`,
    fetch: (b) => `Broker ${b} holt Daten (Fetch)`,
    shrink: (b, leader) =>
      `Broker ${b} ist zurückgeblieben: ${leader ? `Broker ${leader} schlägt eine ISR ohne ihn vor` : 'aus der ISR'}`,
    fence: (b) => `Broker ${b} wird ausgesperrt, obwohl er läuft`,
    expire: (b) => `Broker ${b}, der tot ist, wird ausgesperrt`,
    kill: (b) => `Broker ${b} wird abgeschossen`,
    powerOff: (b, lose) =>
      `Broker ${b} verliert den Strom${lose ? ` und ${lose === 1 ? 'den letzten Record' : `die letzten ${lose} Records`} seines Logs` : ''}`,
    stop: (b) => `Broker ${b} wird geordnet gestoppt`,
    start: (b) => `Broker ${b} startet`,
    take: (b) => `die Antwort erreicht Broker ${b}`,
    unfence: (b) => `Broker ${b} ist wieder zugelassen`,
    hear: (b, n) => `Broker ${b} erfährt von ${n > 1 ? `${n} Änderungen` : 'einer Änderung'} der Metadaten`,
    decide: (b) => `der Controller beurteilt die ISR, die Broker ${b} vorschlägt`,
    confirm: (b) => `die Antwort des Controllers erreicht Broker ${b}`,
  },
  promises: {
    leaderHasAcknowledged: () => 'dem Leader fehlt ein bestätigter Record',
    membersHaveAcknowledged: () => 'einem laufenden Mitglied von ISR oder ELR fehlt einer',
    somewhereAcknowledged: () => 'kein Log hat ihn mehr',
    logsAgree: () => 'Logs unterscheiden sich unterhalb ihrer High Watermarks',
    readStays: () => 'was ein Consumer gelesen hat, hat sich geändert',
    highWatermarkRises: () => 'die High Watermark ist gefallen',
    enoughInSync: () => 'unter dem Minimum bestätigt',
    membersApart: () => 'ein ausgesperrter Broker ist in der ISR, oder einer ist in ISR und ELR',
  },
  map: () => 'Die wenigsten Ausfälle, die einen Record kosten, nach Einstellung',
  minimum: (n) => `Minimum ${n}`,
  setting: (elr, unclean) => `ELR ${elr ? 'an' : 'aus'}, unclean ${unclean ? 'an' : 'aus'}`,
  more: (n) => `> ${n}`,
  better: (settings) => `Mehr Ausfälle braucht es mit ${list(settings)}.`,
  betterWith: (setting, n) => `${setting} (${n})`,
  elr: (on) => `ELR ${on ? 'an' : 'aus'}`,
  unclean: (on) => `unclean Elections ${on ? 'an' : 'aus'}`,
};
