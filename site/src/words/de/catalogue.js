// Was Schlüssel der Konfiguration, die Verben der Schritte und ihre Angaben bedeuten.

/** @type {typeof import('../en/catalogue.js').catalogue} */
export const catalogue = {
  configs: {
    'broker replica.lag.time.max.ms':
      'Ein Follower, der länger nicht aufgeholt hat, verlässt die ISR; geprüft nach jeweils der halben Zeit.',
    'broker replica.fetch.wait.max.ms':
      'Wie lange der Fetch eines Followers beim Leader auf Records wartet; höchstens replica.lag.time.max.ms und replica.socket.timeout.ms.',
    'broker min.insync.replicas':
      'Hat die ISR weniger Mitglieder, wird acks=all abgelehnt und die High Watermark steht still; der Standard für Topics.',
    'broker producer.purgatory.purge.interval.requests':
      'Wie viele erledigte Produce-Requests in den Listen der Watcher bleiben dürfen, bevor aufgeräumt wird.',
    'broker fetch.purgatory.purge.interval.requests': 'Dasselbe für Fetch-Requests.',
    'broker replica.fetch.max.bytes':
      'Wie viel einer Partition ein Follower auf einmal holt; immer mindestens ein Batch.',
    'broker replica.fetch.response.max.bytes':
      'Wie viel ein Follower insgesamt auf einmal holt; immer mindestens ein Batch.',
    'broker message.max.bytes':
      'Ein größerer Batch wird mit MESSAGE_TOO_LARGE abgelehnt; der Standard für Topics.',
    'broker broker.session.timeout.ms':
      'Ein Broker, der länger schweigt, wird ausgesperrt; geprüft nach jeweils einem Achtel der Zeit.',
    'broker broker.heartbeat.interval.ms': 'Wie oft ein Broker dem Controller einen Heartbeat sendet.',
    'broker unclean.leader.election.enable':
      'Lebt keine Replica in der ISR und keine wählbare, darf jede lebende führen, und bestätigte Records können verloren gehen; der Standard für Topics.',
    'broker unclean.leader.election.interval.ms':
      'Wie oft der Controller nach Partitionen ohne Leader sucht, für die eine Unclean Election erlaubt ist.',
    'broker auto.leader.rebalance.enable':
      'Der Controller gibt die Führung der ersten Replica der Zuordnung zurück, wenn sie in der ISR ist.',
    'broker leader.imbalance.check.interval.seconds':
      'Wie oft der Controller nach Führungen sucht, die zurückzugeben sind.',
    'broker replica.fetch.backoff.ms':
      'Wie lange ein Follower nach einem gescheiterten Fetch eine Partition oder einen Broker in Ruhe lässt.',
    'broker replica.socket.timeout.ms':
      'Wie lange ein Follower auf die Antwort seines Fetches wartet; mindestens replica.fetch.wait.max.ms.',
    'broker replica.high.watermark.checkpoint.interval.ms':
      'Wie oft ein Broker seine High Watermarks speichert; nach einem Absturz beginnt er mit der zuletzt gespeicherten.',
    'broker connections.max.idle.ms':
      'Die Verbindung eines Clients, auf der länger nichts unterwegs ist, wird geschlossen; -1: keine.',
    'broker controlled.shutdown.enable':
      'Ein Broker, der heruntergefahren wird, gibt zuerst seine Führungen ab.',
    'broker producer.id.expiration.ms':
      'Ein Log vergisst einen idempotenten Producer, dessen letzter Batch so alt ist: Seine Wiederholungen werden dann wie neue angehängt.',
    'broker producer.id.expiration.check.interval.ms':
      'Wie oft ein Log nach abgelaufenen Producern sucht; Kafka dokumentiert diesen Schlüssel nicht.',
    'broker log.retention.ms':
      'Ein Log löscht seine Records, wenn der neueste älter ist; -1: nie; der Vorgabewert der Topics.',
    'broker log.retention.check.interval.ms':
      'Wie oft ein Broker nach ihnen sucht, zum ersten Mal eine halbe Minute nach seinem Start.',
    'broker quota.window.num': 'Über wie viele Messungen die Rate eines Clients bestimmt wird.',
    'broker quota.window.size.seconds': 'Die Länge jeder Messung.',
    'topic min.insync.replicas': 'Dasselbe für dieses Topic; höchstens die Zahl seiner Replicas.',
    'topic unclean.leader.election.enable': 'Dasselbe für dieses Topic.',
    'topic max.message.bytes':
      'Ein größerer Batch wird mit MESSAGE_TOO_LARGE abgelehnt; ein Producer teilt ihn.',
    'topic retention.ms': 'Dasselbe für dieses Topic.',
    'topic cleanup.policy':
      'Mit compact wird ein Batch abgelehnt, in dem Records ohne Schlüssel stehen, mit INVALID_RECORD, und ohne delete verfallen Records nicht; verdichtet wird hier nie etwas.',
    'consumer auto.offset.reset':
      'Wo es weitergeht, wenn der Leader nicht hat, was als Nächstes zu lesen ist: bei der High Watermark (latest), am Anfang des Logs (earliest) oder nirgends (none): die Anwendung erfährt es. Am Anfang steht jeder Consumer bei Offset 0, was auch gilt.',
    'producer acks':
      'Worauf eine Antwort wartet: auf alle Kopien in der ISR („all“), auf die des Leaders („1“); mit „0“ kommt keine Antwort.',
    'producer enable.idempotence':
      'Batches sind nummeriert, sodass ein Broker Duplikate verwirft; ohne Angabe schalten acks ungleich all oder retries 0 das aus.',
    'producer retries':
      'Wie oft ein Batch noch einmal gesendet wird; delivery.timeout.ms kann vorher ein Ende machen.',
    'producer max.in.flight.requests.per.connection':
      'Unbeantwortete Requests an einen Broker; mehr als 5 nur ohne Idempotenz.',
    'producer batch.size': 'Größer wird ein Batch nicht; ein größerer Record hat einen eigenen.',
    'producer linger.ms': 'Wie lange ein Batch auf weitere Records wartet.',
    'producer buffer.memory': 'Speicher für unfertige Batches; ist keiner frei, wartet ein send.',
    'producer max.block.ms': 'Wie lange ein send auf Metadaten und Speicher warten darf.',
    'producer max.request.size': 'Größer wird ein Request nicht, und ein größerer Record wird abgelehnt.',
    'producer request.timeout.ms':
      'Wie lange eine Antwort dauern darf und, weil der Request es mitführt, wie lange der Broker auf die anderen Kopien warten darf.',
    'producer delivery.timeout.ms':
      'Wie lange ein Record ab der Entstehung seines Batches brauchen darf, samt Wiederholungen; mindestens linger.ms + request.timeout.ms.',
    'producer retry.backoff.ms':
      'Die Pause vor einer Wiederholung und vor der nächsten Frage nach Metadaten; sie verdoppelt sich jedes Mal.',
    'producer retry.backoff.max.ms': 'Die Obergrenze von retry.backoff.ms.',
    'producer reconnect.backoff.ms':
      'Die Pause vor dem nächsten Verbindungsversuch; sie verdoppelt sich jedes Mal.',
    'producer reconnect.backoff.max.ms':
      'Die Obergrenze von reconnect.backoff.ms; ist nur sie gesetzt, wächst die Pause nicht.',
    'producer socket.connection.setup.timeout.ms':
      'Wie lange ein Verbindungsaufbau dauern darf; es verdoppelt sich jedes Mal.',
    'producer socket.connection.setup.timeout.max.ms':
      'Die Obergrenze von socket.connection.setup.timeout.ms.',
    'producer metadata.max.age.ms': 'Wie alt Metadaten werden dürfen, bevor neue geholt werden.',
    'producer metadata.max.idle.ms':
      'Ein Topic, an das länger nichts gesendet wird, gerät in Vergessenheit; das nächste send wartet auf Metadaten.',
    'producer connections.max.idle.ms':
      'Eine Verbindung, auf der länger nichts unterwegs ist, wird geschlossen; -1: keine.',
    'producer partitioner.adaptive.partitioning.enable':
      'Records ohne Schlüssel bevorzugen Partitionen mit kürzeren Warteschlangen.',
    'producer partitioner.availability.timeout.ms':
      'Diese Wahl übergeht einen Broker, der länger nichts angenommen hat; 0: keinen.',
    'producer partitioner.ignore.keys': 'Schlüssel bestimmen die Partition nicht.',
    'quota producer_byte_rate':
      'Wie viel der Producer jedem Broker in der Sekunde senden darf, gemittelt über quota.window.num Messungen; sendet er mehr, wird er gedrosselt, bis sein Mittel wieder darunter liegt.',
  },
  verbs: {
    send: 'Übergibt einem Producer Records. Mit count sind es mehrere, mit den Werten value-1, value-2 … Ein Producer hat einen Thread der Anwendung: Ein send, das blockiert, hält die späteren desselben Producers auf. Alle Werte, die ein Producer sendet, sind verschieden. Mit give-up.ms sieht seine Anwendung so lange nach jeder Übergabe nach: Was bis dahin nicht als gelungen gemeldet ist, übergibt sie noch einmal, höchstens resend Mal; das Warten hält nichts auf.',
    flush: 'Lässt einen Producer alles senden, was er hat, und wartet darauf, auf demselben Thread.',
    close: 'Beendet einen Producer, auf demselben Thread.',
    produce: 'Sendet einen rohen Produce-Request, ohne Client, auf einer eigenen Verbindung.',
    link: 'Ändert eine Richtung zwischen zwei Knoten, von denen höchstens einer ein Client ist. Alles darauf ist so lange unterwegs; ist sie unterbrochen, geht verloren, was gesendet wird, ohne dass jemand davon erfährt. Steht sie wieder, wird eine Verbindung, die etwas verloren hat, zurückgesetzt: Beide Enden erfahren es dann und machen nach ihren eigenen Regeln weiter. Mit silent sterben die Verbindungen, die ein Producer jetzt zu einem Broker hat: Nichts darauf kommt an, und niemand erfährt es, bis eine Frist abläuft oder nach 924,6 s das eigene System es dem sagt, der etwas gesendet hat; die nächste Verbindung geht.',
    set: 'Ändert die dynamische Konfiguration eines Topics, eines Brokers, der Quota eines Producers oder des ganzen Clusters.',
    isr: 'Setzt die ISR, wofür Kafka kein Gegenstück hat: Der Controller beschließt diese Menge sofort, und die ELR folgt nach Kafkas Regel. Wer nicht darin ist, holt nichts mehr, und die High Watermark wartet nicht auf ihn, bis er wieder aufgenommen wird; dann holt er und kehrt nach Kafkas eigener Regel zurück.',
    reassign:
      'Bittet den Controller, einer Partition andere Replicas zu geben, wie das Admin-Werkzeug. Wer dazukommt, kopiert zuerst das Log; ist er in sync, gehen die anderen.',
    elect: 'Bittet den Controller um eine Wahl, wie das Admin-Werkzeug.',
    'delete-records':
      'Bittet den Leader einer Partition, alle Records unter einem Offset zu löschen, wie das Admin-Werkzeug: Von da an beginnt jedes Log dort. Der Request wartet, bis alle lebenden Replicas sie gelöscht haben.',
    'fetch-delay': 'Lässt die Fetch-Requests eines Followers so viel länger unterwegs sein.',
    'fetch-rate': 'Lässt einen Follower nicht schneller kopieren.',
    'fetch-pause':
      'Hält die Fetches eines Followers an, während seine Heartbeats weitergehen; eine Antwort, die unterwegs ist, nimmt er noch an.',
    'fetch-resume': 'Lässt einen Follower wieder holen.',
    kill: 'Beendet den Prozess eines Brokers, eines Producers oder des Controllers sofort, wie kill -9: Seine Verbindungen schließen sich. Die Logs eines Brokers bleiben, und der Neustart gilt für die ELR als unclean. Ein Producer ruft keinen Callback auf, was er nicht gesendet hat, ist weg, auch der Rest eines laufenden send; Requests, die ihn verlassen haben, werden bearbeitet. Ohne Controller wird niemand ausgesperrt oder gewählt, und keine ISR ändert sich; seine Metadaten bleiben.',
    'power-off':
      'Schaltet die Maschine eines Brokers ab: Seine Verbindungen verstummen, und die letzten Records seiner Logs sind weg. Der Neustart gilt als unclean.',
    stop: 'Fährt einen Broker geordnet herunter: erst der Controlled Shutdown, dann das saubere Ende seines Prozesses.',
    start:
      'Lässt einen Broker, einen Producer oder den Controller zurückkommen. Die Anmeldung eines Brokers beginnt sofort und wird, wie in Kafka, abgelehnt, solange die Session seines früheren Lebens dauert. Ein Producer, der getötet wurde oder geschlossen ist, startet als neuer Prozess: mit leerem Puffer, nur mit den Bootstrap-Adressen und mit einer eigenen Producer-ID. Der Controller arbeitet sofort, und die Sessions aller Broker, die nicht ausgesperrt sind, beginnen neu.',
    freeze:
      'Hält den Prozess eines Brokers oder des Controllers an, wie SIGSTOP: kein Fetch, kein Heartbeat, keine Antwort. Seine Verbindungen bleiben offen, und seine Fristen laufen ab.',
    thaw: 'Lässt einen angehaltenen Prozess weiterlaufen: zuerst die überfälligen Timer, dann, was in seinen Sockets gewartet hat, in der Reihenfolge des Eintreffens.',
  },
  members: {
    'send partition': 'Ihre Nummer; ohne Angabe wählt der Client.',
    'send size': 'Bytes; ohne Angabe die des Wertes.',
    'send count': 'Wie viele Records; ohne Angabe einer, mit genau diesem Wert.',
    'send every.ms': 'Zwischen zweien von ihnen.',
    'send give-up.ms':
      'Wie lange die Anwendung darauf wartet, dass ein Gelingen gemeldet wird; ohne Angabe so lange, wie es dauert.',
    'send resend':
      'Wie oft sie einen aufgegebenen Record noch einmal übergibt; ohne Angabe, mit give-up.ms: einmal.',
    'delete-records offset':
      'Der des ersten Records, der bleibt; -1: Alles, was committed ist, wird gelöscht.',
    'reassign replicas':
      'Die Broker, die sie haben soll, der bevorzugte Leader zuerst; null bricht die Neuzuweisung ab, die im Gange ist.',
    'close timeout.ms': 'Wie lange es dauern darf; ohne Angabe so lange, wie es dauert.',
    'produce acks': 'Ohne Angabe „all“; jede 16-Bit-Zahl: Der Broker prüft sie.',
    'produce timeout.ms': 'Ohne Angabe 30000.',
    'produce broker':
      'Wohin er geht; ohne Angabe zum Leader der ersten Partition, wie der Controller ihn kennt.',
    'produce partitions': 'Jede einmal.',
    'link from': 'Ein Broker, der Name eines Producers oder Consumers, oder „controller“.',
    'link latency.ms': 'Ohne Angabe unverändert.',
    'link up': 'Ohne Angabe unverändert.',
    'link silent': 'Die Verbindungen, die es gibt, sterben lautlos, in beiden Richtungen.',
    'set config': 'Die Schlüssel, die sich ändern, mit ihren neuen Werten.',
    'isr members': 'Der Leader ist darunter; welcher das ist, kann ein Skript nicht vorher wissen.',
    'fetch-delay ms': '0 heilt.',
    'fetch-delay topic': 'Ohne Angabe: aller Partitionen.',
    'fetch-delay partition': 'Ohne Angabe: aller Partitionen.',
    'fetch-rate records-per-second': '0 heilt.',
    'power-off lose': 'Wie viele Records am Ende jedes seiner Logs weg sind; -1: alle.',
    'ProducePartition records': 'Wie viele es sind, oder ihre Werte; die nach Zahl heißen r<request>-<n>.',
    'ProducePartition producerId': 'Eines idempotenten Batches; ohne Angabe ist es keiner.',
    'ProducePartition sequence': 'Des ersten Records.',
  },
};
