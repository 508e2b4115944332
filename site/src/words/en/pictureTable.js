// The records and requests in the table beside the picture.

export const pictureTable = {
  /** @param {string} place a partition */
  records: (place) => `Records of ${place}`,
  recordHeadings: () => ['Record', 'Offset', 'In the logs of brokers', 'Below the high watermark'],
  requests: () => 'Requests',
};
