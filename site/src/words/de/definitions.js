// German: see ../en/definitions.js.

/** @type {typeof import('../en/definitions.js').definitions} */
export const definitions = {
  isr: () =>
    'Die In-Sync-Replicas: der Leader und die Follower, die mit ihm Schritt halten. acks=all wartet auf jede von ihnen.',
  'high-watermark': () =>
    'Der Offset, unter dem jede In-Sync-Replica die Records hat. Sie sind committet, und Consumer lesen bis zu ihm.',
  'log-end': () => 'Der Offset, den der nächste Record eines Logs bekommt. Jede Replica hat ihren eigenen.',
  'log-start': () =>
    'Der Offset des ersten Records, den ein Log noch hat: Was darunter lag, ist gelöscht. Jede Replica hat ihren eigenen.',
  purgatory: () =>
    'Hier hält ein Broker Requests, die er noch nicht beantworten kann. Das Warten kostet keinen Thread und endet mit dem Timeout des Requests.',
  acks: () =>
    'Worauf eine Antwort warten soll: auf alle In-Sync-Replicas (all), auf das Log des Leaders (1) oder auf nichts (0).',
  'min-insync-replicas': () =>
    'So viele Replicas müssen in der ISR sein, damit acks=all angenommen wird und die High Watermark steigt. Eine Untergrenze, nicht das, worauf acks=all wartet.',
  leader: () =>
    'Die eine Replica einer Partition, die Writes annimmt und Followern und Consumern ihre Records gibt.',
  follower: () => 'Eine Replica, die das Log des Leaders kopiert, indem sie immer wieder bei ihm fetcht.',
  fetch: () =>
    'Die Anfrage eines Followers nach Records ab einem Offset. Der Offset sagt dem Leader, dass der Follower alles davor hat.',
  epoch: () =>
    'Die Leader Epoch: eine Zahl, die mit jedem neuen Leader einer Partition wächst und in jedem Batch steht.',
  elr: () =>
    'Die Eligible Leader Replicas: wer eine ISR unter dem Minimum verließ. Sie haben alles Committete und sind wählbar, wenn die ISR leer ist.',
  'unclean-election': () =>
    'Die Wahl eines Leaders, der nicht in sync war, statt gar keines. Danach können committete Records fehlen.',
  controller: () =>
    'Der Knoten, der die Metadaten des Clusters führt: wer lebt, wer Leader ist, wer in sync ist. Er urteilt nach Sessions und Requests.',
  session: () =>
    'So lange zählt der Controller auf einen Broker, von dem er nichts hört. Endet sie, ist der Broker ausgesperrt (fenced).',
  fenced: () =>
    'Der Controller zählt nicht auf ihn: seine Session ist vorbei, oder er kennt die Metadaten noch nicht. Er darf weder führen noch in sync sein.',
  idempotence: () =>
    'Ein Producer nummeriert seine Batches, damit ein Broker einen Retry erkennt und nichts doppelt schreibt.',
  'producer-id': () => 'Die Nummer, unter der Broker einen idempotenten Producer kennen.',
  sequence: () => 'Die Nummer des ersten Records eines Batches, gezählt je Producer und Partition.',
  'delivery-timeout': () =>
    'So lange darf ein Record brauchen, vom Anlegen seines Batches bis zu Erfolg oder Fehlschlag, alle Retries eingeschlossen.',
  'request-timeout': () =>
    'So lange wartet ein Client auf eine Antwort; der Request trägt die Zahl, also wartet auch der Broker nicht länger auf andere Replicas.',
  linger: () => 'So lange wartet der Batch eines Producers auf weitere Records, bevor er gesendet wird.',
  retry: () =>
    'Ein weiterer Versuch mit demselben Batch, nach einem Fehler, der vorübergehen kann. So lange behält der Producer den Batch.',
  'timing-wheel': () =>
    'Ein Kreis von Buckets, der Fristen hält. Er bewegt sich nur, wenn ein Bucket fällig ist; gröbere Kreise halten, was fern ist.',
  truncation: () =>
    'Ein Follower schneidet das Ende seines Logs ab, wo es von dem des Leaders abweicht. Was abgeschnitten wird, steht nicht im Log des Leaders.',
  consumer: () => 'Ein Client, der Records liest, bis zur High Watermark und nicht weiter.',
  offset: () => 'Der Platz eines Records im Log seiner Partition, ab 0.',
  partition: () => 'Ein eigenes Log: ein Teil eines Topics, mit Leader, Followern und einer High Watermark.',
};
