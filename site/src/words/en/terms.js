// Kafka's terms: what they are called, and by which words a text may name them. What they mean stands in
// definitions.js, which is loaded when the first of them is opened.

/** By id: the name, and further forms. */
export const terms = {
  /** @param {string} name of the term */
  label: (name) => `${name}: what is it?`,
  forms: () => ({
    isr: ['ISR', 'in-sync replicas', 'in-sync replica'],
    'high-watermark': ['high watermark', 'high watermarks'],
    'log-end': ['log end', 'log ends'],
    'log-start': ['log start offset', 'log start'],
    purgatory: ['purgatory'],
    acks: ['acks'],
    'min-insync-replicas': ['min.insync.replicas', 'the minimum'],
    leader: ['leader', 'leaders'],
    follower: ['follower', 'followers'],
    fetch: ['fetch', 'fetches'],
    epoch: ['leader epoch', 'epoch'],
    elr: ['ELR', 'eligible leader replicas'],
    'unclean-election': ['unclean election', 'unclean leader election'],
    controller: ['controller'],
    session: ['session', 'sessions'],
    fenced: ['fenced', 'fences', 'unfenced', 'unfences'],
    idempotence: ['idempotence', 'idempotent'],
    'producer-id': ['producer id'],
    sequence: ['sequence number', 'sequence numbers'],
    'delivery-timeout': ['delivery.timeout.ms'],
    'request-timeout': ['request.timeout.ms'],
    linger: ['linger.ms'],
    retry: ['retry', 'retries'],
    'timing-wheel': ['timing wheel'],
    truncation: ['truncation', 'truncated'],
    consumer: ['consumer', 'consumers'],
    offset: ['offset', 'offsets'],
    partition: ['partition', 'partitions'],
  }),
};
