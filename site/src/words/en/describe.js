// The picture in words: the table beside it, and the status of brokers and replicas.

export const describe = {};
