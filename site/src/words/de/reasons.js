// German: see ../en/reasons.js.

import { content, of } from './deeds.js';
import { byReason, upper } from '../grammar.js';
import { german } from './grammar.js';
import { nouns } from './nouns.js';

const { clock, list, plural, span } = german;
const { brokers, offsets, requests } = nouns;

/** @param {number[]} waiting @param {number} all */
const wait = (waiting, all) =>
  all ? `${requests(waiting, all)} ${plural(all, 'wartet', 'warten')}` : 'Die High Watermark wartet';

/** @type {typeof import('../en/reasons.js').facts} */
export const facts = {
  start: () => 'Einen Schritt vor, oder Abspielen.',
  locked: (p) =>
    `${p.all ? `${wait(p.waiting, p.all)}: die` : 'Die'} ISR hat ${p.isr} der ${p.min} Replicas, die das Minimum verlangt.`,
  waitsForMany: (p) => `${wait(p.waiting, p.all)} auf ${brokers(p.brokers)}.`,
  waitsForMissing: (p) =>
    `${wait(p.waiting, p.all)} auf Broker ${p.broker}: ${p.life}, ${p.inSync ? 'aber noch in der ISR' : 'zählt aber noch'}${p.until < 0 ? '' : `, bis bei ${clock(p.until)} seine Session endet`}.`,
  waitsForNews: (p) =>
    `${wait(p.waiting, p.all)} auf den nächsten Fetch von Broker ${p.broker}: erst der meldet es dem Leader.`,
  waitsForCopy: (p) =>
    `${wait(p.waiting, p.all)} auf Broker ${p.broker}, ${
      p.member === 'in'
        ? 'in der ISR'
        : p.member === 'joining'
          ? 'auf dem Weg in die ISR'
          : 'der als auf dem Stand gilt,'
    } mit Log-Ende ${p.logEnd}.`,
  standing: (p) =>
    p.life
      ? `Broker ${p.broker}: ${p.life}, ${p.inSync ? 'aber noch in der ISR' : 'zählt aber noch'}${p.until < 0 ? '' : `, bis bei ${clock(p.until)} seine Session endet`}.`
      : p.more
        ? `Broker ${p.broker} hat inzwischen mehr: sein nächster Fetch meldet es dem Leader.`
        : `Broker ${p.broker} ${p.member === 'in' ? 'ist in der ISR' : p.member === 'joining' ? 'kommt in die ISR' : 'gilt als auf dem Stand'}, und sein Log endet bei ${p.logEnd}.`,
  needs: (p) => `Bis ${clock(p.deadline)} muss die High Watermark${of(p.place)} ${p.offset} erreichen.`,
  needsMany: (p) => `${p.n > 1 ? 'Der erste' : 'Er'} hat Zeit bis ${clock(p.deadline)}.`,
  deposed: (p) =>
    p.leader > 0
      ? `Broker ${p.broker} weiß noch nicht, dass Broker ${p.leader} in einer neueren Epoch Leader ist.`
      : `Broker ${p.broker} weiß noch nicht, dass er nicht mehr Leader ist.`,
  frozen: (p) => `Broker ${p.broker} ist eingefroren: ein eingefrorener Prozess liest nichts.`,
  isrNow: (p) =>
    `${p.gone.length ? `${brokers(p.gone)} ${plural(p.gone.length, 'verlässt', 'verlassen')}` : `${brokers(p.brokers)} ${plural(p.brokers.length, 'kommt', 'kommen')} in`} die ISR${of(p.place)}, jetzt ${p.isr.length === 1 ? `nur ${p.isr[0]}` : list(p.isr)}.`,
  isrIs: (p) =>
    `Die ISR${of(p.place)} ist jetzt ${p.isr.length ? (p.isr.length === 1 ? `nur Broker ${p.isr[0]}` : list(p.isr)) : 'leer'}.`,
  isrRecorded: (p) =>
    `Der Controller notiert als ISR${of(p.place)} ${p.isr.length ? list(p.isr) : 'niemanden'}.`,
  belowMinimum: (p) =>
    `Die ISR hat ${p.isr}, das Minimum ist ${p.min}: die High Watermark ist gesperrt, acks=all wird abgelehnt.`,
  enough: (p) => `Die ISR hat ${p.isr}: genug.`,
  onItsWay: (p) => `Die Nachricht ist unterwegs zum Leader; bis dahin gilt dort ${p.min}.`,
  atOnce: (p) =>
    `Broker ${p.broker} schreibt ${content(p.content)} und muss auf keine andere Replica warten.`,
  believed: (p) =>
    `Das Log von Broker ${p.broker} endet bei ${p.logEnd}, aber der Leader richtet sich nach dem letzten Fetch.`,
  fetchShows: (p) => `Der Fetch von Broker ${p.broker} ab Offset ${p.offset} meldet es dem Leader.`,
  seen: (p) =>
    `Consumer ${list(p.consumers)} ${plural(p.consumers.length, 'liest', 'lesen')} bis Offset ${p.last}${of(p.place)}.`,
  toNobody: (p) =>
    `Producer ${list(p.producers)} ${plural(p.producers.length, 'ist', 'sind')} tot: Es erfährt niemand.`,
  unheard: (p) =>
    `Mit acks=0 ${plural(p.content.records, 'gilt', 'gelten')} ${content(p.content)} jetzt als bestätigt: kein Broker hat es bestätigt.`,
  acknowledged: (p) => `${requests(p.requests)} ${plural(p.requests.length, 'ist', 'sind')} bestätigt.`,
  errors: (p) =>
    `${requests(p.requests)} ${plural(p.requests.length, 'endet', 'enden')} mit ${list(p.errors)}.`,
  pending: (p) => `Was er in ${list(p.places)} geschrieben hat, ist nicht committet.`,
  unknown: () => 'Der Controller weiß es noch nicht.',
  session: (p) => `Der Controller merkt es, wenn die Session bei ${clock(p.until)} endet.`,
  sessionOfLeader: (p) =>
    `Er ist Leader${p.places[0] ? ` von ${p.places.length > 2 ? `${p.places.length} Partitionen` : list(p.places)}` : ''}; niemand übernimmt, bevor ${p.until < 0 ? 'seine Session endet' : `bei ${clock(p.until)} seine Session endet`}.`,
  notDead: (p) => `Er ist nicht tot (${p.life}): der Controller sieht den Unterschied nicht.`,
  notEligible: (p) =>
    `Lebendig heißt nicht wählbar: ${p.elr ? `${plural(p.brokers.length, 'er ist', 'sie sind')} weder in ISR noch in ELR` : `${plural(p.brokers.length, 'er ist', 'sie sind')} nicht in der ISR`}.`,
  oldSession: (p) => `Die Session seines früheren Lebens dauert bis ${clock(p.until)}.`,
  gone: (p) =>
    `Bestätigt, aber verloren: ${list(p.more ? [...p.ghosts, `${p.more} weitere`] : p.ghosts)}${p.falls < 0 ? '' : `; die High Watermark fällt auf ${p.falls}`}.`,
  readAhead: (p) =>
    `Consumer ${p.consumer} hat bis Offset ${p.read - 1} gelesen, aber das Log endet bei ${p.logEnd}.`,
  none: (each) =>
    `${upper(
      byReason(each)
        .map(([reason, ids]) => {
          const live = plural(ids.length, 'lebt', 'leben');
          return `${brokers(ids)} ${plural(ids.length, 'ist', 'sind')} ${
            /** @type {Record<string, string>} */ ({
              isr: `in der ISR, ${live} aber nicht`,
              elr: `in der ELR, ${live} aber nicht`,
              fenced: 'in der ISR, aber ausgesperrt',
              dead: 'tot',
              out: 'am Leben, aber nicht in der ISR',
              neither: 'am Leben, aber weder in ISR noch in ELR',
            })[reason]
          }`;
        })
        .join('; '),
    )}.`,
  stays: (p) => `Was ${requests(p.requests)} geschrieben hat, kann überleben, wenn der neue Leader es hat.`,
  ends: (p) => `Sein Log endet jetzt bei ${p.ends}.`,
  named: (p) => `${p.error}: nichts wurde geschrieben.`,
  above: (p) =>
    `Sein Log endet bei ${p.logEnd}; die High Watermark ist ${p.highWatermark}, bis die ISR aufgeholt hat.`,
  controllerAway: () => 'Der Controller läuft nicht: Der Request wartet auf ihn.',
  notHeld: (p) =>
    `${p.error}: ${
      p.error === 'ELECTION_NOT_NEEDED'
        ? `Broker ${p.leader} führt`
        : p.error === 'ELIGIBLE_LEADERS_NOT_AVAILABLE'
          ? 'keine Replica lebt'
          : `Broker ${p.preferred} darf nicht führen`
    }.`,
  account: (p) => `Bisher ${p.acknowledged} bestätigt und ${p.failed} gescheitert.`,
  handsOver: (p) =>
    `Broker ${p.broker} will stoppen und führt, bis er davon hört: keine Session muss ablaufen.`,
  before: (p) => p.before,
  patience: (p) => `Sein Client gab ihm ${span(p.forMs)}.`,
};

/** @type {typeof import('../en/reasons.js').rules} */
export const rules = {
  mayWait: () => 'acks=all gelingt erst, wenn jede In-Sync-Replica hat, was der Request bringt.',
  oneCopy: () => 'acks=1 verlangt nur die Kopie des Leaders.',
  noAnswer: () => 'acks=0 verlangt keine Antwort und bekommt keine.',
  mixedAcks: () => 'Jede Stufe von acks wartet auf etwas anderes.',
  onConnection: () =>
    'Ein Broker liest den nächsten Request einer Verbindung erst, wenn der vorige beantwortet ist.',
  written: () => 'Geschrieben ist nicht committet: erst muss ihn jede In-Sync-Replica haben.',
  slowest: () => 'acks=all wartet auf die langsamste In-Sync-Replica, nicht auf min.insync.replicas Kopien.',
  lockedForAll: () => 'Unter dem Minimum bewegt sich die High Watermark nicht, bei keinem acks.',
  recognised: () => 'Producer-ID und Sequence verraten es; die Antwort nennt die ersten Offsets.',
  canBeLost: () =>
    'acks=1 verspricht nicht mehr: stirbt der Leader, bevor ein Follower kopiert, kann der Record verloren gehen.',
  unanswered: () => 'acks=0: auch ein Fehlschlag wäre niemandem gemeldet worden.',
  nothingWritten: () => 'Geprüft wird vor dem Schreiben: nichts wurde geschrieben.',
  onlyAll: () => 'Geprüft wird vor dem Schreiben, und nur bei acks=all.',
  askAgain: () => 'Nichts wurde geschrieben; der Client sucht den Leader.',
  split: () => 'Nichts wurde geschrieben; ein Producer teilt einen Batch, aber keinen einzelnen Record.',
  compacted: () => 'Ein Topic mit Compaction nimmt keinen Record ohne Key: nichts wurde geschrieben.',
  validAcks: () => 'Erlaubt sind nur all (−1), 1 und 0.',
  unknowable: () =>
    'Der Producer kennt den Ausgang nicht: die Records können noch committet werden oder verloren gehen.',
  sentDoesNotCount: () =>
    'Nur Gesendetes zählt nicht: der nächste Fetch meldet dem Leader, was angekommen ist.',
  nextFetch: () => 'Der Leader erfährt es erst mit dem nächsten Fetch.',
  fetchIsAck: () => 'Follower senden keine Bestätigungen: der nächste Fetch ist eine.',
  asLeaderKnows: (n) =>
    `Soweit der Leader weiß, hat jetzt jede Replica der ISR ${plural(n, 'den Record', 'die Records')}.`,
  oneFetchBehind: () => 'Ein Follower erfährt es mit der Antwort auf seinen Fetch, einen Fetch später.',
  committedOnly: () => 'Ein Consumer liest bis zur High Watermark und nicht weiter.',
  diverged: () => 'Im Log des Leaders gibt es nicht, was abgeschnitten wird: es ging dort anders weiter.',
  outOfRange: () => 'Sein Log ging dort weiter, wo das des Leaders endet.',
  belowStart: () => 'Sein Log endete, bevor das des Leaders beginnt: was dazwischen liegt, ist gelöscht.',
  followsStart: () =>
    'Ein Follower übernimmt den Log Start Offset des Leaders mit der Antwort auf seinen Fetch.',
  deletesCommitted: () =>
    'Gelöscht wird nur, was unter der High Watermark liegt; die Follower folgen mit ihren nächsten Fetches.',
  retained: () =>
    'Retention löscht ganze Segmente: hier ein ganzes Log, sobald sein neuester Record alt genug ist.',
  startNotSaved: () => 'Der Log Start Offset wird jede Minute gesichert, und der Prozess starb davor.',
  lowWatermark: () =>
    'Die Antwort wartet, bis jede lebende Replica, in sync oder nicht, die Records gelöscht hat.',
  resetPolicy: (p) =>
    `Sein auto.offset.reset ist ${p.policy}: ${
      p.policy === 'earliest'
        ? 'weiter geht es dort, wo das Log des Leaders beginnt.'
        : p.policy === 'none'
          ? 'poll() wirft eine Exception, und die Anwendung muss sagen, wo es weitergeht.'
          : 'weiter geht es bei der High Watermark, was auch darunter liegt.'
    }`,
  notOnDisk: () => 'Kafka antwortet vor jedem Flush: Kopien schützen, nicht die Platte.',
  confirmedFirst: () => 'Bis der Controller zustimmt, zählen sie noch.',
  waitsForJoining: (n) =>
    plural(
      n,
      'Von jetzt an wartet die High Watermark auch auf ihn.',
      'Von jetzt an wartet die High Watermark auch auf sie.',
    ),
  slowestOfThese: () => 'Die High Watermark wartet auf die langsamste davon.',
  addedFirst: () => 'Wer dazukommt, kopiert erst das Log; vorher verlässt niemand die Replicas.',
  neverEnds: () =>
    'Wer zugleich kommen und gehen soll, tut beides nicht: Das endet nur mit einem Abbruch oder einem anderen Ziel.',
  newEpoch: () =>
    'Fällt eine Replica weg, beginnt eine neue Epoch: So wird sie nicht mehr für eine gehalten.',
  reassignmentDone: () =>
    'Wer dazukommt, ist in der ISR; wer wegfällt, löscht sein Log, sobald er davon erfährt.',
  wouldBeUnclean: () => 'Nur wer dazukommen soll, ist in sync: Sonst darf niemand führen.',
  noneUnderWay: () => 'Es ist keine Neuzuweisung im Gange.',
  copiesAll: (n) =>
    plural(
      n,
      'Alles wird vom Leader kopiert; mit allem Committeten kommt er in die ISR.',
      'Alles wird vom Leader kopiert; mit allem Committeten kommen sie in die ISR.',
    ),
  noReplica: () => 'Ein Broker behält kein Log einer Partition, von der er keine Replica ist.',
  leaderGoesBy: () => 'Der Leader erfährt es in Kürze und richtet sich von da an danach.',
  elr: () => 'Die ELR nennt, wer eine ISR unter dem Minimum verließ und alles Committete hat.',
  goOnWithout: () =>
    'Die Broker arbeiten mit ihren Metadaten weiter; niemand wird ausgesperrt oder gewählt, keine ISR ändert sich.',
  sessionsAnew: () => 'Jeder nicht ausgesperrte Broker hat von nun an eine ganze Session.',
  checkComesFirst: () => 'Eine überfällige Prüfung der Sessions kommt vor den Heartbeats in seinen Sockets.',
  logStays: (n) => plural(n, 'Das Log bleibt auf der Platte.', 'Die Logs bleiben auf den Platten.'),
  catchesUp: (n) =>
    plural(
      n,
      'Erst holt er auf; dann beantragt der Leader seine Rückkehr in die ISR.',
      'Erst holen sie auf; dann beantragt der Leader ihre Rückkehr in die ISR.',
    ),
  fencedUntil: (n) =>
    plural(
      n,
      'Bis er die Metadaten kennt, ist er ausgesperrt: er führt nicht und zählt nicht.',
      'Bis sie die Metadaten kennen, sind sie ausgesperrt: sie führen nicht und zählen nicht.',
    ),
  pastIsDue: (n) =>
    plural(
      n,
      'Zuerst kommt, was in seinen Sockets wartet, dann Neues vom Controller.',
      'Zuerst kommt, was in ihren Sockets wartet, dann Neues vom Controller.',
    ),
  cleanEnd: (n) =>
    plural(
      n,
      'Der Broker hat sich abgemeldet: keine Session musste ablaufen, anders als bei einem Absturz.',
      'Die Broker haben sich abgemeldet: keine Session musste ablaufen, anders als bei einem Absturz.',
    ),
  moves: (n) => plural(n, 'Was er führt, geht zuerst an andere.', 'Was sie führen, geht zuerst an andere.'),
  noHeartbeat: () => 'Eine ganze Session ohne Heartbeat: nur danach urteilt der Controller.',
  inIsrHasAll: (broker) => `Broker ${broker} ist in der ISR, also hat er alles Committete.`,
  inElrHasAll: (broker) => `Broker ${broker} ist in der ELR, also hat er alles Committete.`,
  lastKnown: (broker) =>
    `Broker ${broker} führte zuletzt: Records können fehlen, und die Partition gilt als recovering.`,
  unclean: () =>
    'Der neue Leader war nicht in sync: eine Unclean Election nimmt einen, dem Records fehlen können.',
  neverCuts: () => 'Ein Leader kürzt sein Log nie: die anderen passen ihres an.',
  noReadNoWrite: () => 'Niemand kann schreiben oder lesen, bis eine wählbare Replica zurück ist.',
  nothingByItself: () =>
    'Von selbst bewegt sich nichts: erst der nächste Append oder Fetch prüft die High Watermark.',
  whereSmaller: () => 'Wo die ISR kleiner ist, wird acks=all abgelehnt.',
  uncleanLater: () =>
    'Eine führerlose Partition wird geprüft, wenn ein Broker zugelassen wird, oder alle fünf Minuten.',
  onlyCommitted: () => 'Nur eine Replica, die alles Committete hat, darf führen.',
  inMemory: () => 'Die Records sind im Speicher des Producers und noch nirgends sonst.',
  flushDecides: () =>
    'Entschieden heißt nicht zugestellt: was gescheitert ist, sagen die Callbacks, nicht flush().',
  closeDecides: (n) =>
    plural(n, 'Von da an nimmt und sendet er nichts.', 'Von da an nehmen und senden sie nichts.'),
  flushSends: () => 'Batches gehen sofort, was linger.ms auch sagt.',
  blocks: () => 'Diese Zeit gehört nicht zu delivery.timeout.ms.',
  maxBlock: () => 'max.block.ms begrenzt das Warten.',
  oneThread: () => 'Eine Anwendung hat hier einen Thread.',
  saysNothingOfConsumers: () => 'Eine Bestätigung sagt nichts über die Arbeit eines Consumers.',
  neverLeft: () => 'Kein Request hat ihn befördert: Er steht in keinem Log.',
  producerKnows: () => 'Das ist, was der Producer weiß, nicht, ob der Record in einem Log steht.',
  maybeTwice: () =>
    'Er steht vielleicht schon im Log: nur den Retry eines idempotenten Producers erkennt der Broker.',
  safeRetry: () => 'Nichts wurde geschrieben, also ist ein Retry ungefährlich.',
  newLeader: () => 'Der Producer sucht den neuen Leader und sendet dorthin.',
  maybePasses: () => 'Der Fehler kann vorübergehen.',
  splits: () => 'Er teilt den Batch und sendet kleinere.',
  answerLost: () => 'Mit ihr ist die Antwort weg: die Records stehen in einem Log oder auch nicht.',
  noTakingBack: () => 'Gesendetes lässt sich nicht zurückholen: der Broker hat es vielleicht geschrieben.',
  clientGoesOn: () =>
    'Der Client weiß davon nichts und macht weiter: Idempotenz erkennt nicht, dass es dieselben sind.',
  memoryOnly: () =>
    'send() legt Records nur in den Speicher: was kein Request trägt, stirbt mit dem Prozess.',
  nobodyToTell: () =>
    'Der Broker bearbeitet, was er bekommen hat, und antwortet auf eine Verbindung, die niemand liest.',
  newIdentity: () => 'Er hat eine neue Producer-ID: Broker erkennen nicht, was er noch einmal sendet.',
  tooLate: () =>
    'Die Zeit dieser Records war um: die Anwendung hat schon erfahren, dass sie gescheitert sind.',
  otherBrokers: () => 'An andere Broker sendet er wie zuvor.',
  backToQuota: () => 'Die Pause bringt seinen Schnitt zurück zur Quota.',
  wheel: () => 'Nichts tickt: das Timing Wheel bewegt sich nur, wenn ein Bucket fällig ist.',
  backoff: () => 'Nach replica.fetch.backoff.ms versucht er es wieder.',
  retriesAsNew: () => 'Ein Retry von etwas im Log wird von jetzt an als neu geschrieben.',
  lostSilently: () => 'Was gesendet wird, geht verloren, und niemand erfährt es.',
  takenForDead: () => 'Ohne Heartbeats hält der Controller einen lebenden Broker für tot.',
  resets: () => 'Eine Verbindung, die etwas verloren hat, wird zurückgesetzt: beide Enden merken es jetzt.',
  stillWaitedFor: (n) =>
    plural(
      n,
      'Solange er in der ISR ist, wartet die High Watermark auf ihn.',
      'Solange sie in der ISR sind, wartet die High Watermark auf sie.',
    ),
  putBackFetches: () => 'Wer zurück darf, fetcht zuerst und kehrt nach Kafkas eigener Regel zurück.',
  notDeadEither: (n) =>
    plural(
      n,
      'Der Prozess ist nicht tot, und seine Verbindungen bleiben offen.',
      'Die Prozesse sind nicht tot, und ihre Verbindungen bleiben offen.',
    ),
  fetchesAgain: (n) =>
    plural(n, 'Mit seinen nächsten Fetches holt er auf.', 'Mit ihren nächsten Fetches holen sie auf.'),
  connectionTold: () => 'Der Client kann nicht wissen, ob die Records geschrieben wurden.',
  firstOfAssignment: () => 'Die erste Replica der Zuweisung soll führen, wenn sie in sync ist.',
  anyReplica: () => 'Führen soll eine Replica in sync, wenn es sie gibt; sonst irgendeine, die lebt.',
};
