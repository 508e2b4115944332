// Die Tabellen der Records: die Leiter der Meilensteine, und wie jeder Record stand, als sein Leader starb.

import { upper } from '../grammar.js';
import { german } from './grammar.js';
import { nouns } from './nouns.js';

const { count, list, number } = german;

/** @type {typeof import('../en/records.js').records} */
export const records = {
  label: () => 'Records der Producer',

  crash: {
    title: () => 'Der Leader starb: was war jede Bestätigung wert?',
    caption: () => 'Wie jeder Record beim ersten Tod seines Leaders stand',
    columns: () => [
      'Record',
      'bis dahin bestätigt',
      'Kopien beim Absturz',
      'überlebt',
      'Producer hält ihn noch',
      'jetzt',
    ],
    account: (producer, told, survived) =>
      `${upper(nouns.producer(producer))}: ${told} bestätigt, ${survived} davon überleben`,
    lost: (n) => `${n} verloren`,
    held: (n, again) => `, ${n} noch beim Producer (${again} wiederholt)`,
    unheard: () => ' Kein Broker hat es gesagt: mit acks=0 heißt Erfolg, dass die Bytes abgeschickt sind.',
    yes: () => '✓ ja',
    no: () => '✕ nein',
    notYet: () => '– noch nicht',
    noCopy: () => 'keine',
    noLeader: () => '? noch kein Leader',
    notHeld: () => '– nein',
    stillHeld: (times) =>
      `✓ ja, ${times ? `${times === 1 ? 'einmal' : `${times}-mal`} wiederholt` : 'noch nicht wiederholt'}`,
  },

  lost: () => '✕ bestätigt, aber VERLOREN',
  failed: (error) => `gescheitert, ${error}; `,
  waits: () => 'wartet; ',
  nobodyTold: () => 'Ausgang nie erfahren; ',
  nowhere: () => 'nicht im Log des Leaders',
  at: (offsets) =>
    offsets.length > 1 ? `${offsets.length}-mal im Log, bei ${list(offsets)}` : `im Log bei ${offsets[0]}`,

  ladder: {
    title: () => 'Was von jedem Record bekannt ist, Sprosse für Sprosse',
    first: () => 'Dass send() zurückkehrt, beweist nur die erste Sprosse.',
    order: () =>
      ' Die Sprossen müssen nicht in dieser Folge kommen: mit acks=1 kommt die Bestätigung vor dem Commit, mit acks=0 ' +
      'vor dem Anhängen. Keine von ihnen sagt, dass ein Consumer seine Arbeit getan hat.',
    none: () => 'Noch wurde keinem Producer ein Record übergeben.',
    caption: (shown, total) =>
      `${total > shown ? `Die neuesten ${shown} von ${number(total)} Records` : 'Records'}, neueste zuerst: wann jede ` +
      'Sprosse erreicht wurde, gezählt ab der ersten',
    columns: (again) => [
      'Record',
      'übergeben',
      'gesendet',
      'angehängt',
      'committet',
      'bestätigt',
      'sichtbar',
      ...(again ? ['wie oft übergeben'] : []),
      'Versuche',
      'jetzt',
    ],
    handedOver: (times, after) => `${times}×${after ? `, aufgegeben +${after}` : ''}`,
    twin: (offsets) => `; ein Duplikat der Anwendung bei ${list(offsets)}`,
    notReached: () => ' nicht erreicht',
    failed: (at, error) => `✕ gescheitert +${at}: ${error}`,
    to: (partition) => `an ${partition}`,
    kill: () => 'kill −9',
    start: () => 'starten',
    producer: (id) => upper(nouns.producer(id)),
  },

  budget: {
    budget: () => 'Budget, ms',
    batching: () => 'Batching, ms',
    network: () => 'Netz und Broker, ms',
    planned: () => 'Wie geplant',
    left: (n) => `${n} ms bleiben für alles, was schiefgehen kann.`,
    nothingLeft: () => 'Nichts bleibt übrig: die kleinste Verzögerung sprengt es.',
    tooLittle: (n, whole) =>
      `Es fehlen ${n} ms: selbst wenn alles gut geht, kommt die Antwort nach den ${whole} ms.`,
    noProducer: () => 'Dieses Szenario hat keinen Producer, dessen Teile sich messen ließen.',
    nothingMeasured: () => 'Noch ist kein Record bestätigt: gemessen ist nichts.',
    attempts: (n) => ` Es brauchte ${count(n, 'Versuch', 'Versuche')}.`,
    wereLeft: (n) => `${n} ms blieben übrig.`,
    nothingWasLeft: () => 'Nichts blieb übrig.',
    tooLate: (n) => `Die Antwort kam ${n} ms zu spät.`,
    measured: (value, producer) => `Gemessen: ${value} von ${producer}`,
    sum: (whole, batching, network, rest, missing) =>
      `: ${whole} = ${batching} Batching + ${network} Netz und Broker ${missing ? '−' : '+'} ${rest} ` +
      `${missing ? 'fehlen' : 'Reserve'}`,
    batchingPart: (n) => `Batching ${n}`,
    networkPart: (n) => `Netz und Broker ${n}`,
    rest: (n, over) => `${over ? 'über dem Budget' : 'Reserve'} ${n}`,
  },
};
