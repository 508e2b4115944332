// German: see ../en/tell.js.

import { content, of } from './deeds.js';
import { upper } from '../grammar.js';
import { german } from './grammar.js';
import { nodes, nouns } from './nouns.js';

const { count, list, plural, span } = german;
const { brokers, offsets, producer, records, requests } = nouns;

/** @param {string} place */
const inPlace = (place) => (place ? `In ${place} steigt die` : 'Die');

/** @param {boolean} more */
const least = (more) => (more ? 'mindestens ' : '');

/** @param {string[]} names */
const producers = (names) =>
  names.length > 3
    ? count(names.length, 'Producer', 'Producer')
    : names.some((name) => name.startsWith('you'))
      ? list(names.map((name) => producer(name)))
      : `Producer ${list(names)}`;

/** @param {string} place @param {number} to */
const rises = (place, to) =>
  place ? `${inPlace(place)} High Watermark auf ${to}` : `${inPlace(place)} High Watermark steigt auf ${to}`;

/** @type {typeof import('../en/tell.js').tell} */
export const tell = {
  nothingYet: () => 'Noch ist nichts geschehen.',
  unknown: (kind) => `${upper(kind.replaceAll('-', ' '))}.`,

  sent: (p) =>
    p.byHand
      ? `Eigener Eingriff: ${content(p.content)} mit acks=${p.acks} an Broker ${p.broker} senden.`
      : `Request ${p.request} geht mit ${content(p.content)} und acks=${p.acks} an Broker ${p.broker}.`,
  sentBy: (p) =>
    `${upper(producer(p.producer))} sendet ${content(p.content)} in Request ${p.request} an Broker ${p.broker}.`,
  sentMany: (p) =>
    p.producers.length
      ? `${upper(producers(p.producers))} ${plural(p.producers.length, 'sendet', 'senden')} ${least(p.more)}${records(p.records)} an ${brokers(p.brokers)}.`
      : `${upper(least(p.more))}${p.n} Requests gehen mit ${records(p.records)} an ${brokers(p.brokers)}.`,
  unsent: (p) =>
    `${requests(p.requests)} ${plural(p.requests.length, 'kann', 'können')} nicht gesendet werden: ${p.place || 'die Partition'} hat keinen Leader.`,
  queued: (p) =>
    `${requests(p.requests)} ${plural(p.requests.length, 'wartet', 'warten')} ungelesen bei ${brokers(p.brokers)}.`,
  received: (p) => `Request ${p.request} erreicht Broker ${p.broker}.`,
  buffered: (p) => `${upper(producer(p.producer))} nimmt ${p.value} in seinen Puffer.`,
  batched: (p) => `${upper(producer(p.producer))} schließt einen Batch mit ${records(p.records)}.`,

  written: (p) =>
    `Broker ${p.broker} schreibt ${content(p.content)}${p.place ? ` in ${p.place}` : p.content.records === 3 ? '' : ` an ${offsets(p.from, p.last)}`}${
      p.parked ? `; Request ${p.requests[0]} wartet` : ''
    }.`,
  writtenAcross: (p) =>
    `Broker ${p.broker} schreibt ${records(p.records)} in ${p.places} Partitionen${p.parked ? `; Request ${p.request} wartet` : ''}.`,
  writtenMany: (p) =>
    `${brokers(p.brokers)} ${plural(p.brokers.length, 'schreibt', 'schreiben')} ${least(p.more)}${records(p.records)} aus ${p.n} Requests${
      p.parked === p.n
        ? ', die alle warten'
        : p.parked
          ? `; ${requests([], p.parked)} ${plural(p.parked, 'wartet', 'warten')}`
          : ''
    }.`,
  duplicate: (p) =>
    `Broker ${p.broker} hat die Records von ${requests(p.requests)} schon${p.parked ? ': er schreibt nichts und wartet' : ' und schreibt nichts'}.`,
  parked: (p) =>
    `${requests(p.requests)} ${plural(p.requests.length, 'wartet', 'warten')} im Purgatory von Broker ${p.broker}.`,
  writtenAtOnce: (p) =>
    p.acks === '0'
      ? `Broker ${p.broker} schreibt ${content(p.content)} an ${offsets(p.from, p.last)}${of(p.place)}; niemand erfährt es.`
      : `Broker ${p.broker} schreibt ${content(p.content)}${p.place ? ` in ${p.place}` : ''} und bestätigt sofort.`,
  answered: (p) =>
    p.error === 'NONE'
      ? `Broker ${p.broker} bestätigt ${requests(p.requests)}.`
      : p.error
        ? `Broker ${p.broker} beantwortet ${requests(p.requests)} mit ${p.error}.`
        : `Broker ${p.broker} beantwortet ${requests(p.requests)}, jede Partition mit eigenem Ergebnis.`,
  deposedAnswers: (p) =>
    `Broker ${p.broker} ist nicht mehr Leader: er beantwortet ${requests(p.requests)} mit ${p.error}.`,
  decided: (p) => `${requests(p.requests)} ${plural(p.requests.length, 'ist', 'sind')} entschieden.`,
  closed: (p) =>
    `${requests(p.requests)} bei Broker ${p.broker} ${plural(p.requests.length, 'bekommt', 'bekommen')} keine Antwort: die Verbindung ist zu.`,
  refusedMinimum: (p) =>
    `Broker ${p.broker} lehnt ${requests(p.requests)} ab: die ISR hat ${p.isr}, das Minimum ist ${p.min}.`,
  refusedLeader: (p) =>
    `Broker ${p.broker} lehnt ${requests(p.requests)} ab: er ist nicht Leader von ${p.place || 'der Partition'}.`,
  refusedSize: (p) =>
    `Broker ${p.broker} lehnt ${requests(p.requests)} ab: ein Batch hat ${p.bytes} Bytes, erlaubt sind ${p.most}.`,
  refusedKeys: (p) =>
    `Broker ${p.broker} lehnt ${requests(p.requests)} ab: ${records(p.records)} ${plural(p.records, 'hat', 'haben')} keinen Key.`,
  refused: (p) => `Broker ${p.broker} lehnt ${requests(p.requests)} mit ${p.error} ab.`,
  timedOut: (p) =>
    `${requests(p.requests)}: Zeit abgelaufen${p.afterMs ? ` nach ${span(p.afterMs)}` : ''}, obwohl ins Log geschrieben.`,

  handed: (p) =>
    p.followers.length > 1
      ? `Broker ${p.broker} schickt Records an ${brokers(p.followers)}.`
      : `Broker ${p.broker} schickt ${records(p.records)} an Broker ${p.followers[0]}.`,
  copied: (p) =>
    `${brokers(p.followers)} ${plural(p.followers.length, 'kopiert', 'kopieren')} ${offsets(p.from, p.last)}${of(p.place)}${
      p.told
        ? plural(
            p.followers.length,
            '; sein nächster Fetch meldet es dem Leader',
            '; ihre nächsten Fetches melden es dem Leader',
          )
        : ''
    }.`,
  copiedMany: (p) =>
    `${brokers(p.followers)} ${plural(p.followers.length, 'kopiert', 'kopieren')} ${records(p.records)}${
      p.places > 1 ? ` aus ${p.places} Partitionen` : ''
    }${p.told ? plural(p.followers.length, '; sein nächster Fetch meldet es dem Leader', '; ihre nächsten Fetches melden es dem Leader') : ''}.`,
  copiedYet: (p) =>
    `${brokers(p.followers)} ${plural(p.followers.length, 'hat', 'haben')} ${p.all ? 'alles' : 'weiterkopiert'}, aber ${requests(p.waiting, p.n)} ${plural(p.n, 'wartet', 'warten')} auf ${brokers(p.brokers)}.`,
  copiedVarious: (p) => `${brokers(p.followers)} schreiben, was sie gefetcht haben.`,
  fetched: (p) =>
    p.offset > 0
      ? `Der Fetch von Broker ${p.follower} ab Offset ${p.offset}${of(p.place)} zeigt Broker ${p.broker}, was er hat.`
      : `Der Fetch von Broker ${p.follower} ab Offset 0 verlangt das ganze Log${of(p.place)}.`,
  fetchedMany: (p) =>
    `Die Fetches von ${brokers(p.followers)} zeigen ${brokers(p.brokers)}, wie weit sie sind.`,
  committed: (p) =>
    `${rises(p.place, p.to)}: ${requests(p.acknowledged)} ${plural(p.acknowledged.length, 'ist', 'sind')} bestätigt.`,
  risen: (p) =>
    `${rises(p.place, p.to)}: ${offsets(p.from, p.to - 1)} ${plural(p.to - p.from, 'ist', 'sind')} committet.`,
  risenMany: (p) =>
    `Die High Watermarks von ${p.places.length > 2 ? `${p.places.length} Partitionen` : list(p.places)} steigen${
      p.acknowledged.length
        ? `: ${requests(p.acknowledged)} ${plural(p.acknowledged.length, 'ist', 'sind')} bestätigt`
        : ''
    }.`,
  risenDeposed: (p) =>
    `Broker ${p.broker}, der sich nur für den Leader hält, hebt seine High Watermark auf ${p.to}.`,
  learned: (p) => `Broker ${p.broker} erfährt, dass die High Watermark${of(p.place)} bei ${p.to} steht.`,
  seen: (p) =>
    `Consumer ${list(p.consumers)} ${plural(p.consumers.length, 'liest', 'lesen')} bis Offset ${p.last}${of(p.place)}.`,
  seenMany: (p) =>
    `Consumer ${list(p.consumers)} ${plural(p.consumers.length, 'liest', 'lesen')} ${records(p.records)}.`,
  truncated: (p) =>
    `Broker ${p.broker} schneidet ${offsets(p.from, p.last)}${of(p.place)} von seinem Log ab.`,
  truncatedMany: (p) =>
    `${brokers(p.brokers)} ${plural(p.brokers.length, 'schneidet', 'schneiden')} ${records(p.records)} von ${plural(p.brokers.length, 'seinen', 'ihren')} Logs ab.`,
  lostTail: (p) => `${offsets(p.from, p.last)}${of(p.place)} kam nie auf die Platte von Broker ${p.broker}.`,

  deleted: (p) =>
    `${brokers(p.brokers)} ${plural(p.brokers.length, 'löscht', 'löschen')} ${offsets(p.from, p.last)}${of(p.place)}.`,
  undeleted: (p) => `Broker ${p.broker} hat ${offsets(p.from, p.last)}${of(p.place)} wieder.`,
  startsOver: (p) =>
    `Broker ${p.broker} verwirft sein ganzes Log${of(p.place)} und beginnt neu bei Offset ${p.to}.`,
  offsetReset: (p) =>
    `Consumer ${p.consumer} findet Offset ${p.from}${of(p.place)} nicht mehr und macht bei ${p.to} weiter.`,
  offsetGone: (p) =>
    `Consumer ${p.consumer} kann bei Offset ${p.from}${of(p.place)} nicht weiterlesen: Die Anwendung erfährt es.`,
  deletionDone: (p) =>
    `Broker ${p.broker} antwortet: das Log jeder lebenden Replica${of(p.place)} beginnt bei ${p.low} oder später.`,
  deletionFailed: (p) =>
    p.error
      ? `Broker ${p.broker} beantwortet die Löschung${of(p.place)} mit ${p.error}.`
      : `Broker ${p.broker} schließt die Verbindung, auf der die Löschung${of(p.place)} verlangt wurde.`,

  isr: (p) => {
    const now = p.isr.length === 1 ? `nur Broker ${p.isr[0]}` : list(p.isr);
    return p.gone.length && p.come.length
      ? `Die ISR${of(p.place)} ist jetzt ${now}.`
      : p.gone.length
        ? `${brokers(p.gone)} ${plural(p.gone.length, 'verlässt', 'verlassen')} die ISR${of(p.place)}, jetzt ${now}.`
        : `${brokers(p.come)} ${plural(p.come.length, 'kommt', 'kommen')} in die ISR${of(p.place)}, jetzt ${now}.`;
  },
  isrStale: (p) => `Broker ${p.broker}, der sich nur für den Leader hält, hat als ISR ${list(p.isr)}.`,
  isrMany: (p) => `Die ISRs von ${p.n} Partitionen ändern sich.`,
  isrAsked: (p) =>
    p.gone.length
      ? `Broker ${p.broker} beantragt eine ISR${of(p.place)} ohne ${brokers(p.gone)}.`
      : `Broker ${p.broker} beantragt eine ISR${of(p.place)} mit ${brokers(p.come)}.`,
  isrRejected: (p) =>
    `Der Controller lehnt die Änderung der ISR${of(p.place)} durch Broker ${p.broker} ab: ${p.error}.`,
  recorded: (p) =>
    `Der Controller notiert als ISR${of(p.place)} ${p.isr.length ? list(p.isr) : 'niemanden'}${p.elr.length ? `, als ELR ${list(p.elr)}` : ''}.`,
  reassigning: (p) =>
    !p.adding.length
      ? `Der Controller will ${brokers(p.removing)} aus den Replicas${of(p.place)} nehmen.`
      : p.removing.length
        ? `Der Controller nimmt ${brokers(p.adding)} zu den Replicas${of(p.place)} hinzu, später ${brokers(p.removing)} weg.`
        : `Der Controller nimmt ${brokers(p.adding)} zu den Replicas${of(p.place)} hinzu.`,
  reassigned: (p) =>
    `${plural(p.replicas.length, 'Die einzige Replica', 'Die Replicas')}${of(p.place)} ${plural(p.replicas.length, 'ist', 'sind')} jetzt ${brokers(p.replicas)}.`,
  reassignRefused: (p) => `Der Controller lehnt die Neuzuweisung${of(p.place)} ab: ${p.error}.`,
  logsMade: (p) =>
    `${brokers(p.brokers)} ${plural(p.brokers.length, 'legt ein leeres Log', 'legen leere Logs')}${of(p.place)} an.`,
  logsDeleted: (p) =>
    `${brokers(p.brokers)} ${plural(p.brokers.length, 'löscht sein Log', 'löschen ihre Logs')}${of(p.place)}.`,
  process: (p) => {
    const [one, other] = /** @type {Record<string, [string, string]>} */ ({
      started: ['startet und meldet sich beim Controller an', 'starten und melden sich beim Controller an'],
      running: ['kennt die Metadaten und nimmt Requests an', 'kennen die Metadaten und nehmen Requests an'],
      stopped: ['ist geordnet heruntergefahren', 'sind geordnet heruntergefahren'],
      killed: ['ist tot: seine Verbindungen schließen sich', 'sind tot: ihre Verbindungen schließen sich'],
      'powered-off': [
        'hat keinen Strom: seine Verbindungen verstummen',
        'haben keinen Strom: ihre Verbindungen verstummen',
      ],
      frozen: ['steht still: kein Fetch, keine Antwort', 'stehen still: kein Fetch, keine Antwort'],
      thawed: ['macht weiter, wo er stand', 'machen weiter, wo sie standen'],
    })[p.state] ?? ['hat sich geändert', 'haben sich geändert'];
    return `${brokers(p.brokers)} ${plural(p.brokers.length, one, other)}.`;
  },
  controller: (p) =>
    `Der Controller ${
      {
        started: 'startet wieder, aus seinem Metadaten-Log',
        killed: 'ist tot: seine Verbindungen schließen sich',
        frozen: 'steht still: Er antwortet niemandem',
      }[p.state] ?? 'macht weiter, wo er stand'
    }.`,
  registered: (p) =>
    p.error
      ? `Der Controller lässt Broker ${p.broker} noch nicht herein: ${p.error}.`
      : `Der Controller registriert Broker ${p.broker}, noch ausgesperrt.`,
  unfenced: (p) => `Der Controller lässt ${brokers(p.brokers)} wieder zu.`,
  shutDown: (p) =>
    `Broker ${p.broker} bittet den Controller, vor dem Stopp seine Partitionen anderen Leadern zu geben.`,
  fenced: (p) =>
    `Der Controller sperrt ${brokers(p.brokers)} aus: ${plural(p.brokers.length, 'die Session ist', 'die Sessions sind')} abgelaufen.`,
  fencedInOrder: (p) =>
    `Der Controller sperrt ${brokers(p.brokers)} aus: ${plural(p.brokers.length, 'er darf', 'sie dürfen')} jetzt stoppen.`,
  elected: (p) => `Der Controller wählt Broker ${p.broker} zum Leader${of(p.place)} in Epoch ${p.epoch}.`,
  electedMany: (p) => `Der Controller wählt ${brokers(p.brokers)} zum Leader von ${p.n} Partitionen.`,
  leads: (p) =>
    `Broker ${p.broker} wird Leader${of(p.place)} in Epoch ${p.epoch}; sein Log endet bei ${p.logEnd}.`,
  leadsAgain: (p) => `Broker ${p.broker} bleibt Leader${of(p.place)}, jetzt in Epoch ${p.epoch}.`,
  follows: (p) =>
    p.leader > 0
      ? `Broker ${p.broker} erfährt, dass Broker ${p.leader} Leader${of(p.place)} ist, und folgt ihm.`
      : `Broker ${p.broker} erfährt, dass niemand Leader${of(p.place)} ist.`,
  leaderless: (p) =>
    p.places.length > 1
      ? `${p.places.length} Partitionen haben keinen Leader: keine Replica darf es sein.`
      : `${p.places[0] || 'Die Partition'} hat keinen Leader: keine Replica darf es sein.`,
  configured: (p) => `${p.key}${of(p.place)} ist jetzt ${p.value}.`,
  configRefused: (p) => `Der Controller lehnt ${p.key} für Broker ${p.broker} ab: ${p.error}.`,
  informed: (p) =>
    `${brokers(p.brokers)} ${plural(p.brokers.length, 'erfährt', 'erfahren')}: ${
      p.key === 'min.insync.replicas' ? 'das Minimum' : p.key
    }${of(p.place)} ist ${p.value}.`,

  acknowledged: (p) =>
    `${upper(producers(p.producers))} ${plural(p.producers.length, 'erfährt', 'erfahren')}: ${content(p.content)} ${plural(p.content.records, 'ist', 'sind')} bestätigt.`,
  failed: (p) =>
    `${upper(producers(p.producers))} ${plural(p.producers.length, 'erfährt', 'erfahren')}: ${content(p.content)} ${plural(p.content.records, 'ist', 'sind')} gescheitert${p.error ? ` mit ${p.error}` : ''}.`,
  retried: (p) =>
    `${upper(producer(p.producer))} behält ${content(p.content)} für einen Retry: Versuch ${p.attempt} endete mit ${p.error}.`,
  retriedMany: (p) =>
    `${upper(producers(p.producers))} ${plural(p.producers.length, 'behält seine', 'behalten ihre')} Records für einen Retry${p.error ? `: ${p.error}` : ''}.`,
  late: (p) =>
    p.error === 'NONE'
      ? `${upper(producer(p.producer))} erfährt zu spät, dass Request ${p.request} gelungen ist.`
      : `${upper(producer(p.producer))} erfährt zu spät, dass Request ${p.request} mit ${p.error} endete.`,
  muted: (p) =>
    `${upper(producer(p.producer))} sendet Broker ${p.broker} ${span(p.forMs)} lang nichts: er ist gedrosselt.`,
  throttled: (p) =>
    `${upper(producer(p.producer))} ist über seiner Quota: Broker ${p.broker} drosselt ihn für ${span(p.forMs)}.`,
  cancelled: (p) =>
    p.error === 'NETWORK_EXCEPTION'
      ? `${upper(producers(p.producers))} ${plural(p.producers.length, 'verliert seine Verbindung', 'verlieren ihre Verbindungen')} zu ${brokers(p.brokers)}.`
      : p.error === 'PRODUCER_CLOSED'
        ? `${upper(producers(p.producers))} ${plural(p.producers.length, 'schließt', 'schließen')}; ${requests([], p.n)} an ${brokers(p.brokers)} ${plural(p.n, 'ist', 'sind')} noch unterwegs.`
        : `${upper(producers(p.producers))} ${plural(p.producers.length, 'gibt', 'geben')} ${requests([], p.n)} an ${brokers(p.brokers)} auf: ${p.error}.`,
  givenUp: (p) =>
    `Die Anwendung von ${producers(p.producers)} wartet nicht länger auf ${content(p.content)}${p.again ? ` und übergibt ${plural(p.content.records, 'ihn', 'sie')} noch einmal` : ''}.`,
  clientKilled: (p) =>
    `${upper(producer(p.producer))} ist tot${
      p.unsent || p.untold
        ? `, mit ihm ${list([p.unsent ? `${records(p.unsent)}, nie gesendet` : '', p.untold ? `der Ausgang von ${records(p.untold)}` : ''].filter(Boolean))}`
        : ': seine Verbindungen schließen sich'
    }.`,
  clientStarted: (p) => `${upper(producer(p.producer))} startet als neuer Prozess mit leerem Puffer.`,
  blocked: (p) =>
    `${p.verb}()${p.value ? ` von ${p.value}` : ` von ${producer(p.producer, 'dem')}`} blockiert und wartet auf ${
      /** @type {Record<string, string>} */ ({
        call: 'den Aufruf davor',
        metadata: 'Metadaten',
        memory: 'freien Speicher',
        batches: 'die Entscheidung jedes Batches',
        end: 'das Ende des Senders',
      })[p.waitsFor]
    }.`,
  returned: (p) =>
    `${p.verb}()${p.value ? ` von ${p.value}` : ` von ${producer(p.producer, 'dem')}`} ${p.error ? 'endet' : 'kehrt'} nach ${span(p.afterMs)} ${p.error ? `mit ${p.error}` : 'zurück'}.`,
  returnedMany: (p) => `${p.n} Aufrufe von ${p.verb}() kehren zurück.`,
  forgotten: (p) => `Broker ${p.broker} vergisst die Producer-ID ${p.producerId}${of(p.place)}.`,

  timer: (p) =>
    ({
      armed: `Die Frist von Request ${p.request} kommt auf das Timing Wheel.`,
      cascaded: `Die Frist von Request ${p.request} rückt auf dem Timing Wheel nach innen.`,
      cancelled: `Die Frist von Request ${p.request} wird vom Timing Wheel genommen.`,
      fired: `Die Frist von Request ${p.request} ist da.`,
    })[p.action] ?? '',
  checked: (p) => `Eine Prüfung des Purgatory schließt ${requests([], p.n)} ab.`,
  disconnected: (p) => `Ein Fetch von Broker ${p.follower} an Broker ${p.broker} scheitert.`,
  answeredFetch: (p) => `Broker ${p.broker} beantwortet einen Fetch von Broker ${p.follower} ohne Records.`,
  link: (p) => `Die Verbindung von ${nodes([p.from], 'dem')} zu ${nodes([p.to], 'dem')} ändert sich.`,
};
