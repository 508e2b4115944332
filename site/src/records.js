// What became of the records of producers, as the core tells it: it looks through every log for the answer.

/** @import {App} from './app.js' */
/** @import {RecordSummary, Records} from './types' */

/** So many of the newest are asked for. */
const most = 50;

/**
 * The newest records, oldest first; while playing they may be a little behind.
 * @param {App} app
 * @param {boolean} [watched] whether they are looked at: if not, what is known already is enough while playing
 * @returns {Records}
 */
export function recordsOf(app, watched = true) {
  return app.ui.records.of(app, '', () => app.model.run.records(most), watched);
}

/**
 * What a level of acks was worth to one producer when a leader died, counted from what the core says of each record.
 * @param {RecordSummary[]} records with a crash, of one producer
 */
export function worth(records) {
  const told = records.filter((r) => r.crash?.acknowledged);
  return {
    told: told.length,
    survived: told.filter((r) => r.crash?.survived).length,
    lost: records.filter((r) => r.lost).length,
    held: records.filter((r) => r.crash?.held).length,
    again: records.filter((r) => r.crash?.held && r.attempts > r.crash.attempts).length,
  };
}

/**
 * The producers of records, in order of their first one, each with its records.
 * @param {RecordSummary[]} records
 * @returns {[producer: string, records: RecordSummary[]][]}
 */
export function byProducer(records) {
  const ids = [...new Set(records.map((r) => r.producer))];
  return ids.map((id) => [id, records.filter((r) => r.producer === id)]);
}

/**
 * The newest record of which there is something measured.
 * @param {RecordSummary[]} records
 */
export function measured(records) {
  return records.findLast((r) => r.batching !== undefined && r.network !== undefined);
}
