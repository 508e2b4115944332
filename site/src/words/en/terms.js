// Kafka's terms, each with its definition.

export const terms = {};
