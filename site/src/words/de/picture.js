// Das Bild: Logs, die High Watermark, die ISR, wartende Requests und was unterwegs ist. Kurze Texte, denn sie stehen
// zwischen Zeichnungen.

import { upper } from '../grammar.js';
import { german } from './grammar.js';
import { nouns } from './nouns.js';

const { clock, count, countdown, list, span } = german;

/** @type {typeof import('../en/picture.js').picture} */
export const picture = {
  highWatermark: (offset, how) =>
    `High Watermark ${offset}${how === 'locked' ? ' · gesperrt' : how === 'stands' ? ' · steht' : ''}`,
  isr: (size, replicas, minimum, elr, { leader, under }) =>
    `${leader ? '' : 'kein Leader · '}ISR ${size} von ${replicas} · ${under ? 'unter ' : ''}min ${minimum}` +
    `${elr.length ? ` · ELR ${elr.join(', ')}` : ''}`,
  axis: (partition) => `${partition}, Offset`,
  earlier: (n) => `◂ ${n} frühere`,
  anyReader: (highWatermark) =>
    highWatermark ? `ein Consumer sieht bis ${highWatermark - 1}` : 'ein Consumer sieht noch nichts',
  reader: (ids, offset) => `${ids.join(', ')}: liest als Nächstes ${offset}`,
  readerEnded: (ids, offset) => `${ids.join(', ')}: steht bei ${offset}`,

  broker: (id) => `Broker ${id}`,
  logEnd: (offset) => `Log-Ende ${offset}`,
  leaderKnows: (offset) => `Leader kennt ${offset}`,
  brokerKnows: (broker, offset) => `Broker ${broker} kennt die High Watermark als ${offset}`,
  epoch: (epoch) => `Epoch ${epoch}`,
  record: (offset, value, epoch, fate, told) =>
    `Offset ${offset}: ${value}, Epoch ${epoch}, ` +
    { committed: 'committet', astray: 'fehlt im Log des Leaders', written: 'geschrieben, noch offen' }[fate] +
    (told === 'NONE' ? ', bestätigt' : told ? `, beantwortet mit ${told}` : ''),
  logStart: (offset) => `Log-Start ${offset}`,
  logStartShort: (offset) => `ab ${offset}`,
  deleted: (broker, start) =>
    `Broker ${broker}: was unter Offset ${start} lag, ist gelöscht, sein Log-Start-Offset ist ${start}`,
  deletedBefore: (n) => `◂ ${n} gelöscht`,
  gone: () => 'verloren',
  dropped: (broker, offset) => `Broker ${broker} hat verworfen, was bei Offset ${offset} stand`,
  ghosts: (n) => (n === 1 ? 'Bestätigt, aber verloren' : `Bestätigt, aber verloren: ${n}`),
  ghostsShort: () => 'bestätigt, verloren',
  some: (values, more) => `${values.join(', ')}${more ? ` und ${more} weitere` : ''}`,
  ghost: (offset, value, request, acks) =>
    `Offset ${offset}: ${value}, Request ${request}, wurde mit acks=${acks} bestätigt und ist verloren`,

  leads: {
    but: (life) => `Leader, ${life}`,
    elected: (life) => (life ? `gewählt, aber ${life}` : 'gewählt, weiß es noch nicht'),
    electedShort: () => 'gewählt',
    epoch: (epoch, life, recovering) =>
      `Leader · Epoch ${epoch}${life ? `, aber ${life}` : recovering ? ' · erholt sich' : ''}`,
    epochShort: (epoch) => `Leader, Ep. ${epoch}`,
    believes: (epoch) => `hält sich für Leader · Epoch ${epoch}`,
    believesShort: () => 'hält sich für den Leader',
    cannot: () => 'kann nicht Leader sein',
  },
  follows: {
    inSync: () => 'Follower · in sync',
    inSyncShort: () => 'in sync',
    waitedFor: () => 'Follower · auf ihn wird gewartet',
    waitedForShort: () => 'hält auf',
    slow: () => 'langsam · hält auf',
    slowShort: () => 'langsam',
    butWaitedFor: (life) => `${life} · hält auf`,
    out: () => 'nicht mehr in der ISR',
    outShort: () => 'nicht in der ISR',
  },
  notes: {
    missed: (ms) => (ms > 0 ? `vermisst in etwa ${countdown(ms)}` : 'wird gleich ausgesperrt'),
    unnoticed: () => 'kein Controller, der es merkt',
    cut: (nodes, fenced) => `${fenced ? 'ausgesperrt · getrennt' : 'getrennt'}: ${nodes.join(', ')}`,
    asks: () => 'meldet sich an',
    fenced: () => 'vom Controller ausgesperrt',
    knowsEpoch: (epoch) => `kennt nur Epoch ${epoch}`,
    slowLink: (nodes, ms) => `Verbindung zu ${nodes.join(', ')}: ${span(ms)}`,
  },
  fetching: (ms) => ({
    travelling: `nächster Fetch in ${countdown(ms)} da`,
    waiting: 'sein Fetch wartet beim Leader',
    returning: `Antwort in ${countdown(ms)} da`,
    appending: 'schreibt',
    paused: 'Fetches angehalten',
    idle: 'zwischen zwei Fetches',
    none: 'fetcht nicht',
  }),
  fetchIn: (ms) => `Fetch in ${countdown(ms)}`,

  producers: () => 'Producer',
  producer: (id) => upper(nouns.producer(id)),
  open: (open, lost) =>
    [
      ...(open ? [`${count(open, 'Request', 'Requests')} offen`] : []),
      ...(lost ? [`${lost} verloren, ohne Antwort`] : []),
    ].join(' · ') || 'nichts offen',
  who: (request, n) => (n > 1 ? count(n, 'Request', 'Requests') : `Request ${request}`),
  travels: (who, broker) => `${who}: unterwegs zu Broker ${broker}`,
  queued: (who, broker) => `${who}: im Socket von Broker ${broker}`,
  handled: (who, broker) => `Broker ${broker} bearbeitet ${who}`,
  answer: (who) => `die Antwort auf ${who}`,
  answered: (who) => `${who}: beantwortet`,
  asks: (broker, offset, ms) => `Broker ${broker} fragt ab Offset ${offset}; noch ${span(ms)}`,
  fetchWaits: (broker) => `der Fetch von Broker ${broker} wartet beim Leader auf Daten`,
  fetchPaused: (broker) => `die Fetches von Broker ${broker} sind angehalten`,
  fetchAnswer: (broker) => `die Antwort auf den Fetch von Broker ${broker}`,

  purgatory: {
    title: () => 'Purgatory',
    purpose: () => [
      'Niemand wartet. Ein Write mit acks=all wartet hier, bis',
      'die High Watermark seinen Offset erreicht.',
    ],
    parked: (n) => `${n} geparkt`,
    key: (partition) => `Watch-Key ${partition}`,
    watched: (parked, done) => `${parked} geparkt${done ? ` · ${done} fertig, noch nicht aufgeräumt` : ''}`,
    at: (id) => `Broker ${id}: `,
    left: (needs, ms) => `${needs} · noch ${countdown(ms)}`,
    needs: (offset) => `braucht ${offset}`,
    toGo: (n) => `noch ${count(n, 'Partition', 'Partitionen')}`,
    more: (n, first, last) => `${n} weitere, #${first} bis #${last}`,
    range: (least, most) => `, brauchen ${least} bis ${most}`,
    allWait: (ids) => `alle warten auf Broker ${list(ids)}`,
    eachWaits: () => 'jeder wartet auf anderes',
    has: (offset) => `hat ${offset} ✓`,
    under: () => 'unter dem Minimum',
    waitsFor: (ids) => (ids.length ? `wartet auf Broker ${list(ids)}` : 'wartet auf die nächste Prüfung'),
    needsAnd: (offset, waits) => `braucht ${offset}, ${waits}`,
    together: (names, waits) =>
      `${list(names)} ${names.length > 1 ? waits.replace('wartet', 'warten') : waits}`,
  },

  wheel: {
    title: () => 'Timing Wheel',
    of: (id) => `Broker ${id}`,
    rings: (first, others) =>
      `. Ring 1, innen, hat Fächer von ${span(first)}, dann folgen ${list(others.map(span))}. Fristen wandern nach innen.`,
    none: () => 'Keine Frist hier.',
    fires: (at) => ` läuft ab bei ${clock(at)}`,
    inRing: (ring) => `, jetzt in Ring ${ring}`,
    more: (n) => `und ${n} weitere`,
    place: (request, ring, slot, size, ms, inward, at) =>
      `#${request}: Ring ${ring}, Fach ${slot} von ${size} (je ${span(ms)}); ${inward ? 'wandert nach innen' : 'läuft ab'} bei ${clock(at)}`,
    words: (broker, slots, tasks, rest) => {
      const places = tasks.map((t) => `Request ${t.request} in Ring ${t.ring}, Fach ${t.slot} von ${slots}`);
      const all = [...places, ...(rest > 0 ? [`und ${rest} weitere`] : [])].join('; ');
      return `Timing Wheel von Broker ${broker}: ${all || 'leer'}.`;
    },
  },
};
