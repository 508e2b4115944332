// What is told of records that are deleted from the beginning of logs, and of who goes without them. Pure.

/** @import {EventOf} from '../types' */
/** @import {Scene, Told} from './scene.js' */

import { words } from './words.js';
import { ids } from './scene.js';

/** @param {Scene} scene @returns {Told | undefined} undefined: nothing is deleted in it */
export function tellDeletion(scene) {
  const { tell, reasons } = words();
  const { rules } = reasons;
  const [over] = scene.of('truncate-fully');
  if (over) {
    return {
      main: tell.startsOver({ broker: over.broker, to: over.to, place: scene.place(over) }),
      rule: rules.belowStart(),
      where: 'AbstractFetcherThread.fetchOffsetAndTruncate',
    };
  }
  const moved = scene.of('log-start');
  if (moved.length) return tellStart(scene, moved);
  const [reset] = scene.of('offset-reset');
  if (reset) {
    const { consumer, from, to } = reset;
    return {
      main:
        to === undefined
          ? tell.offsetGone({ consumer, from, place: scene.place(reset) })
          : tell.offsetReset({ consumer, from, to, place: scene.place(reset) }),
      rule: rules.resetPolicy({ policy: reset.policy }),
      where: 'FetchCollector.handleInitializeErrors',
    };
  }
  return tellAnswer(scene);
}

/**
 * @param {Scene} scene
 * @param {EventOf<'log-start'>[]} moved
 * @returns {Told}
 */
function tellStart(scene, moved) {
  const { tell, reasons } = words();
  const { rules } = reasons;
  const [{ from, to, reason }] = moved;
  const p = { brokers: ids(moved.map((m) => m.broker)), from, last: to - 1, place: scene.place(moved[0]) };
  if (reason === 'restored') {
    return {
      main: tell.undeleted({ broker: p.brokers[0], from: to, last: from - 1, place: p.place }),
      rule: rules.startNotSaved(),
      where: 'LogManager.checkpointLogStartOffsets',
    };
  }
  if (reason === 'leader') {
    return {
      main: tell.deleted(p),
      rule: rules.followsStart(),
      where: 'ReplicaFetcherThread.processPartitionData',
    };
  }
  return {
    main: tell.deleted(p),
    rule: reason === 'retention' ? rules.retained() : rules.deletesCommitted(),
    where:
      reason === 'retention'
        ? 'UnifiedLog.deleteRetentionMsBreachedSegments'
        : 'Partition.deleteRecordsOnLeader',
  };
}

/** @param {Scene} scene @returns {Told | undefined} a request to delete, refused or answered */
function tellAnswer(scene) {
  const { tell, reasons } = words();
  const answer = scene.of('delete-records-response')[0] ?? scene.of('delete-records')[0];
  if (!answer) return undefined;
  const { broker, error, lowWatermark } = answer;
  const closed = answer.kind === 'delete-records-response' && answer.connectionClosed;
  const place = scene.place(answer);
  return {
    main:
      error || closed
        ? tell.deletionFailed({ broker, error: error ?? '', place })
        : tell.deletionDone({ broker, low: lowWatermark ?? 0, place }),
    rule: error || closed ? '' : reasons.rules.lowWatermark(),
    where: 'DelayedDeleteRecords.tryComplete',
  };
}
