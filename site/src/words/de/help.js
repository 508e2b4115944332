// German: see ../en/help.js.

/** @type {typeof import('../en/help.js').help} */
export const help = {
  key: () => 'Legende',
  signs: () => [
    'ein Record, committet',
    'geschrieben, nicht committet',
    'High Watermark',
    'ein Write, der wartet',
    'der Fetch eines Followers',
  ],
  guide: () => [
    'Jede Bahn ist das Log eines Brokers; alle Bahnen teilen eine Achse der Offsets. Eine Bahn endet, wo ihr Log endet.',
    'Die Wellenlinie ist die High Watermark. Links davon ist alles committet und lesbar. Was rechts davon steht, gestrichelt und schraffiert, ist geschrieben, aber nicht committet.',
    'Die Klammer links hält die ISR. Ein Broker außerhalb ist blass.',
    'Ein runder Stein ist ein Request, der im Purgatory wartet. Er hängt an dem Offset, den er braucht; sein Ring zeigt die Zeit, die ihm bleibt.',
    'Rechts reisen die Fetches der Follower: ein Dreieck fragt, ein Quadrat bringt Records, und die Zahl sagt, wie viele.',
    'Eine Fahne zeigt den Leader; eine hohle zeigt, wer sich nur dafür hält. Ein gestrichelter Sitz mit Kreuz ist ein toter Broker, ein gepunkteter steht still oder ist noch nicht zugelassen. Die Punkte am Kopf sind ein Menü.',
    'Ein roter Geist ist ein Record, der seinem Producer bestätigt wurde und dem Leader fehlt. Eine Zelle mit rotem Rand steht in diesem Log, aber nicht in dem des Leaders: sie wird abgeschnitten, sobald der Broker ihm folgt.',
    'Die kleine Kerbe unter einer Bahn ist die High Watermark, wie dieser Broker sie kennt. Follower erfahren sie später.',
    'Das Timing Wheel hält die Fristen der Wartenden: ein Punkt ist ein Request und wandert von Ring zu Ring nach innen, je näher seine Frist rückt. Wer früher fertig ist, verlässt es. Fetches haben ein eigenes.',
  ],
  words: () => 'Begriffe',
  onTimeline: () => 'Auf der Zeitleiste',
  timeline: () =>
    'Ein langer Lauf zeigt den Teil um die jetzige Stelle; der Balken darunter ist das Ganze. Der Regler darauf oder ein Zeiger in beiden führt an eine andere Stelle.',
  besides: () => 'Neben dieser Seite',
  oneFile: () => 'Die Seite als eine Datei sichern, die ohne Netz läuft',
  trust: () => 'Was im Modell ist, was nicht, und wie es geprüft wurde (Englisch)',
  authors: () => 'Für Lehrende: Links, Frames, Lektionen (Englisch)',
  version: (version) => `Dies ist Highwater, Version ${version}.`,
  keys: () =>
    'Tasten: Leertaste spielt und hält an; ← und → gehen Moment für Moment, mit Umschalt Ereignis für Ereignis, solange kein Feld den Fokus hat. [ und ] führen zu anderen Kapiteln einer Lektion, Q zu ihrer Frage, C zu ihrer Karte; Escape schließt das Warum; Strg+Z macht rückgängig.',
};
