// What is told of partitions that get other replicas. Pure.

/** @import {Scene, Told} from './scene.js' */

import { words } from './words.js';
import { deedsOf } from './deeds.js';
import { ids } from './scene.js';

/** @param {Scene} scene @returns {Told} a reassignment, judged, under way or done, or logs made and deleted for it */
export function tellReassigned(scene) {
  const { tell, reasons } = words();
  const { rules } = reasons;
  const did = deedsOf(scene);
  const asked = scene.of('reassign').at(-1);
  const book = scene.of('partition').findLast((b) => b.replicas);
  if (asked?.error) {
    const rule =
      asked.error === 'NO_REASSIGNMENT_IN_PROGRESS' ? rules.noneUnderWay() : rules.wouldBeUnclean();
    const main = tell.reassignRefused({ error: asked.error, place: scene.place(asked) });
    return { main, rule, where: 'ReplicationControlManager.cancelPartitionReassignment' };
  }
  if (!book) return did ? { main: did } : tellLogs(scene);
  const { replicas = [], adding = [], removing = [] } = book;
  const place = scene.place(book);
  const underWay = adding.length + removing.length > 0;
  const both = adding.some((id) => removing.includes(id));
  const now = underWay ? tell.reassigning({ adding, removing, place }) : tell.reassigned({ replicas, place });
  return {
    main: did || now,
    fact: did && !both ? now : '',
    rule: both ? rules.neverEnds() : underWay ? rules.addedFirst() : rules.reassignmentDone(),
    where: underWay
      ? 'ReplicationControlManager.changePartitionReassignment'
      : 'PartitionReassignmentReplicas.maybeCompleteReassignment',
  };
}

/** @param {Scene} scene @returns {Told} what brokers do when they hear of it */
function tellLogs(scene) {
  const { tell, reasons } = words();
  const logs = scene.of('log');
  if (!logs.length) return { main: '' };
  const [{ deleted }] = logs;
  const same = logs.filter((l) => l.deleted === deleted);
  const p = { brokers: ids(same.map((l) => l.broker)), place: scene.place(logs[0]) };
  return deleted
    ? { main: tell.logsDeleted(p), rule: reasons.rules.noReplica(), where: 'ReplicaManager.stopPartitions' }
    : {
        main: tell.logsMade(p),
        rule: reasons.rules.copiesAll(p.brokers.length),
        where: 'Partition.makeFollower',
      };
}
