// What Kafka's terms mean: at most 30 words each. Loaded when the first of them is opened.

/** @typedef {keyof ReturnType<typeof import('./terms.js').terms.forms>} TermId */

/** @type {Record<TermId, () => string>} */
export const definitions = {
  isr: () =>
    'The in-sync replicas: the leader, and the followers that keep up with it. acks=all waits for every one of them.',
  'high-watermark': () =>
    'The offset below which every in-sync replica has the records. They are committed, and consumers read up to here.',
  'log-end': () => 'The offset that the next record of a log will get. Each replica has its own.',
  'log-start': () =>
    'The offset of the first record that a log still has: what was below is deleted. Each replica has its own.',
  purgatory: () =>
    'Where a broker keeps requests that it cannot answer yet. Waiting there takes no thread, and ends with the request’s timeout.',
  acks: () =>
    'What a producer asks an answer to wait for: all in-sync replicas (all), the leader’s log (1), or nothing (0).',
  'min-insync-replicas': () =>
    'How many replicas have to be in the ISR for acks=all to be accepted and for the high watermark to move. It is a floor, not what acks=all waits for.',
  leader: () =>
    'The one replica of a partition that takes writes and gives followers and consumers their records.',
  follower: () => 'A replica that copies the leader’s log by fetching from it, again and again.',
  fetch: () =>
    'A follower’s request for records from an offset on. Its offset tells the leader that the follower has everything before.',
  epoch: () =>
    'The leader epoch: a number that grows with every new leader of a partition, and stands in each batch.',
  elr: () =>
    'The eligible leader replicas: those that left an ISR below the minimum. They have everything that is committed, and may be elected when the ISR is empty.',
  'unclean-election': () =>
    'The choice of a leader that was not in sync, rather than of none. Committed records may be gone afterwards.',
  controller: () =>
    'The node that keeps the cluster’s metadata: who is alive, who leads, who is in sync. It decides by sessions and requests.',
  session: () =>
    'How long the controller counts on a broker that it does not hear from. When it ends, the broker is fenced.',
  fenced: () =>
    'Not counted on by the controller: its session is over, or it has not read the metadata yet. It may neither lead nor be in sync.',
  idempotence: () =>
    'A producer numbers its batches, so that a broker recognises a retry and writes nothing twice.',
  'producer-id': () => 'The number by which brokers know an idempotent producer.',
  sequence: () => 'The number of a batch’s first record, counted for each producer and partition.',
  'delivery-timeout': () =>
    'How long a record may take from the creation of its batch until it succeeds or fails, all retries included.',
  'request-timeout': () =>
    'How long a client waits for an answer; a produce request carries it, so the broker waits no longer for other replicas.',
  linger: () => 'How long a producer’s batch waits for more records before it is sent.',
  retry: () =>
    'Another attempt with the same batch, after an error that may pass. The producer keeps the batch until then.',
  'timing-wheel': () =>
    'A circle of buckets that holds deadlines. It moves only when a bucket is due; coarser wheels hold those that are far off.',
  truncation: () =>
    'A follower cuts the end of its log where it differs from the leader’s. What it cuts belongs to another history.',
  consumer: () => 'A client that reads records, up to the high watermark and no further.',
  offset: () => 'A record’s place in the log of its partition, from 0.',
  partition: () => 'A log of its own: a part of a topic, with a leader, followers and a high watermark.',
};
