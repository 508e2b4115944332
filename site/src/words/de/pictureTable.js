// Die Records und Requests in der Tabelle neben dem Bild.

/** @type {typeof import('../en/pictureTable.js').pictureTable} */
export const pictureTable = {
  records: (place) => `Records von ${place}`,
  recordHeadings: () => ['Record', 'Offset', 'In den Logs der Broker', 'Unter der High Watermark'],
  requests: () => 'Requests',
};
