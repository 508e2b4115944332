// Was der Kern auf Englisch sagt: Warnungen zu einem Skript, und warum etwas nicht geht.

/** @type {[message: RegExp, text: string][]} $1 und so weiter sind die Werte der Meldung */
const known = [
  [
    /^broker\.heartbeat\.interval\.ms, (\d+), is more than half of broker\.session\.timeout\.ms, (\d+): .+$/,
    'broker.heartbeat.interval.ms, $1, ist mehr als die Hälfte von broker.session.timeout.ms, $2: Kommt ein Heartbeat zu spät oder gar nicht, wird der Broker gefenct',
  ],
  [
    /^replica\.fetch\.wait\.max\.ms and replica\.lag\.time\.max\.ms are both (\d+): .+$/,
    'replica.fetch.wait.max.ms und replica.lag.time.max.ms sind beide $1: Ein Follower verlässt die ISR, wenn etwas geschrieben wird, während sein Fetch vergeblich endet; der erste Wert gehört kleiner',
  ],
  [
    /^Kafka refuses a broker's own value while the cluster has (".+"): nothing changes$/,
    'Kafka lehnt einen eigenen Wert eines Brokers ab, solange der Cluster $1 hat: Nichts ändert sich',
  ],
  [
    /^when no in-sync or eligible replica is alive, one that lags may lead: .+$/,
    'Lebt keine Replica der ISR oder der ELR, darf eine führen, die zurückliegt: Records, die mit acks=all bestätigt waren, gehen dann verloren',
  ],
  [
    /^more than (".+") has replicas: Kafka takes it for 1, and acknowledges records with a single copy$/,
    'mehr, als $1 Replicas hat: Kafka nimmt 1 dafür und bestätigt Records mit einer einzigen Kopie',
  ],
  [
    /^more than (".+") has replicas: Kafka takes it for (\d+); when one .+$/,
    'mehr, als $1 Replicas hat: Kafka nimmt $2 dafür; verlässt eine von ihnen die ISR, wird acks=all abgelehnt, und die High Watermark steht still',
  ],
  [
    /^as many as (".+") has replicas: when one .+$/,
    'so viele, wie $1 Replicas hat: Verlässt eine von ihnen die ISR, wird acks=all abgelehnt, und die High Watermark steht still',
  ],
  [
    /^less than batch\.size of producer (".+"), (\d+): .+$/,
    'weniger als batch.size von Producer $1, $2: Seine Batches, die darüber hinauswachsen, werden mit MESSAGE_TOO_LARGE abgelehnt und geteilt',
  ],
  [
    /^less than delivery\.timeout\.ms of producer (".+"), (\d+): .+$/,
    'weniger als delivery.timeout.ms von Producer $1, $2: Was er noch einmal sendet, kann ankommen, wenn er vergessen ist, und ein zweites Mal geschrieben werden',
  ],
  [
    /^linger\.ms \+ request\.timeout\.ms is more than delivery\.timeout\.ms by default: Kafka raises that to (\d+)$/,
    'linger.ms + request.timeout.ms ist mehr als die Voreinstellung von delivery.timeout.ms: Kafka setzt sie auf $1 herauf',
  ],
  [
    /^batch\.size, (\d+), is more than buffer\.memory, (\d+): .+$/,
    'batch.size, $1, ist mehr als buffer.memory, $2: Kein Batch ist möglich, und jedes send() scheitert mit einer IllegalArgumentException',
  ],
  [
    /^request\.timeout\.ms of producer (".+"), (\d+), is less than replica\.lag\.time\.max\.ms, (\d+): .+$/,
    'request.timeout.ms von Producer $1, $2, ist weniger als replica.lag.time.max.ms, $3: Ein Request kann ablaufen und noch einmal gesendet werden, während ein hängender Follower noch zur ISR gehört',
  ],
  [
    /^more than message\.max\.bytes, (\d+): .+$/,
    'mehr als message.max.bytes, $1: Batches, die darüber hinauswachsen, werden mit MESSAGE_TOO_LARGE abgelehnt und geteilt',
  ],
  [
    /^delivery\.timeout\.ms, (\d+), is more than producer\.id\.expiration\.ms, (\d+): .+$/,
    'delivery.timeout.ms, $1, ist mehr als producer.id.expiration.ms, $2: Was noch einmal gesendet wird, kann ankommen, wenn der Producer vergessen ist, und ein zweites Mal geschrieben werden',
  ],
  [
    /^retry\.backoff\.ms, (\d+), is more than retry\.backoff\.max\.ms: the wait is always (\d+)$/,
    'retry.backoff.ms, $1, ist mehr als retry.backoff.max.ms: Die Pause ist immer $2',
  ],
  [
    /^socket\.connection\.setup\.timeout\.ms, (\d+), is more than socket\.connection\.setup\.timeout\.max\.ms: the timeout is always (\d+)$/,
    'socket.connection.setup.timeout.ms, $1, ist mehr als socket.connection.setup.timeout.max.ms: Der Timeout ist immer $2',
  ],
  [
    /^reconnect\.backoff\.max\.ms is not set: the wait is always (\d+)$/,
    'reconnect.backoff.max.ms ist nicht gesetzt: Die Pause ist immer $1',
  ],
  [
    /^Kafka turns idempotence off, which needs retries: the first failure of a batch is its last$/,
    'Kafka schaltet die Idempotenz aus, die Retries braucht: Der erste Fehler eines Batches ist sein letzter',
  ],
  [
    /^Kafka turns idempotence off, which needs acks "all": nobody is told of a record that is lost$/,
    'Kafka schaltet die Idempotenz aus, die acks=all braucht: Von einem verlorenen Record erfährt niemand',
  ],
  [
    /^Kafka turns idempotence off, which needs acks "all": what is sent again may be appended twice$/,
    'Kafka schaltet die Idempotenz aus, die acks=all braucht: Was noch einmal gesendet wird, kann ein zweites Mal geschrieben werden',
  ],
  [
    /^Kafka turns idempotence off, which needs acks "all": what is sent again may be appended twice, and after .+$/,
    'Kafka schaltet die Idempotenz aus, die acks=all braucht: Was noch einmal gesendet wird, kann ein zweites Mal geschrieben werden, und hinter dem, was später gesendet wurde',
  ],
  [
    /^without idempotence what is sent again may be appended twice$/,
    'Ohne Idempotenz kann, was noch einmal gesendet wird, ein zweites Mal geschrieben werden',
  ],
  [
    /^without idempotence what is sent again may be appended twice, and after what was sent later$/,
    'Ohne Idempotenz kann, was noch einmal gesendet wird, ein zweites Mal geschrieben werden, und hinter dem, was später gesendet wurde',
  ],
  [/^The simulation has stopped\.$/, 'Die Simulation ist abgebrochen.'],
  [/^a page may hold (\d+) runs; release one$/, 'Mehr als $1 Läufe hält die Seite nicht zugleich'],
];

/** @type {import('../en.js').Words['core']} */
export const core = {
  said: (message) => {
    const found = known.find(([form]) => form.test(message));
    return found && message.replace(...found);
  },
};
