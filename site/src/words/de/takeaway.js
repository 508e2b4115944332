// Was man als Datei mitnehmen kann.

/** @type {typeof import('../en/takeaway.js').takeaway} */
export const takeaway = {
  share: () => 'Teilen und einbetten …',
  shareNote: () => 'dieser Lauf als Link, in einem Rahmen oder als Element einer eigenen Seite',
  svg: () => 'Bild als SVG',
  svgNote: () => 'die Zeichnung an dieser Stelle, mit Farben und Schriften',
  png: () => 'Bild als PNG',
  pngNote: () => 'dasselbe als Rasterbild',
  script: () => 'Skript',
  scriptNote: () =>
    'Cluster, Clients und Schritte samt den eigenen Eingriffen als JSON: damit lässt sich derselbe Lauf noch einmal spielen',
  state: () => 'Ganzer Zustand',
  stateNote: () => 'dieser Lauf und die anderen, Stelle und Einstellungen, als JSON: hier wieder zu öffnen',
  lines: () => 'Ereignisse als JSON Lines',
  linesNote: () => 'jedes Ereignis bis zu dieser Stelle, eine Zeile je Ereignis; die letzte fasst zusammen',
  mermaid: () => 'Nachrichten als Mermaid-Diagramm',
  mermaidNote: () => 'wer wem was gesendet hat, in den letzten 200 Momenten bis zu dieser Stelle',
  saved: (name) => `${name} ist erstellt.`,
  failed: (reason) => `Die Datei konnte nicht erstellt werden: ${reason}`,
  noPicture: () => 'es wird kein Bild gezeigt',
  tooLarge: () => 'das Bild ist zu groß',
};
