// What is told of copying, and of how far the water may rise. Pure.

/** @import {PartitionState, State} from '../types' */
/** @import {Scene} from './parts.js' */

import { count, partitionName, requests } from '../format.js';
import { at, endOfLeader, offsets, partitionOf, reasonToWait, say } from './parts.js';

/** @param {Scene<'fetch'>} scene */
export function tellFetch({ event, state }) {
  const item = (event.partitions ?? []).find((p) => partitionOf(state, p)) ?? event.partitions?.[0];
  const partition = item && partitionOf(state, item);
  if (!item || !partition) return say(`Broker ${event.follower} fetches from broker ${event.broker}.`);
  const all = (item.fetchOffset ?? 0) >= endOfLeader(partition);
  if (partition.leader !== event.broker) {
    return say(
      `Broker ${event.follower} asks broker ${event.broker}, which it takes for the leader, from offset ${item.fetchOffset}.`,
    );
  }
  const has = `Broker ${event.follower} has ${all ? 'everything' : `everything before offset ${item.fetchOffset}`}${
    state.partitions.length > 1 ? ` of ${partitionName(item)}` : ''
  }`;
  const { waiting } = partition;
  const reason = reasonToWait(partition, state);
  if (waiting && reason) {
    return say(
      `${has}, but ${requests(waitingOn(state, partition), waiting)} ${waiting === 1 ? 'waits' : 'wait'}: ${reason}.`,
      partition.locked
        ? 'Under the minimum the high watermark does not move, for any level of acks.'
        : 'acks=all waits for the slowest in-sync replica, not for min.insync.replicas copies.',
      partition.locked ? 'Partition.maybeIncrementLeaderHW' : 'Partition.checkEnoughReplicasReachOffset',
    );
  }
  return say(
    `${has}: its fetch from offset ${item.fetchOffset} tells the leader so.`,
    'Followers send no acknowledgements. The next fetch is the acknowledgement.',
    'Partition.updateFollowerFetchState',
  );
}

/** @param {Scene<'fetch-response'>} scene */
export function tellFetchResponse({ event }) {
  const why = {
    'at-once': '',
    'new-data': 'Its fetch was waiting at the leader for just that.',
    'wait-over': 'The fetch has waited for replica.fetch.wait.max.ms.',
    'no-longer': '',
  }[event.reason];
  return say(
    `Broker ${event.broker} sends ${count(event.records ?? 0, 'record')} to broker ${event.follower}.`,
    `${why ? `${why} ` : ''}The high watermark does not move yet: what is only sent does not count.`,
    'ReplicaManager.fetchMessages',
  );
}

/** @param {Scene<'replicate'>} scene */
export function tellReplicate({ event, state }) {
  return say(
    `Broker ${event.broker} writes ${offsets(event)}${at(event, state)} to its own log.`,
    `The leader does not know yet: it learns of it from the next fetch, which asks from offset ${(event.lastOffset ?? 0) + 1}.`,
    'AbstractFetcherThread.processFetchRequest',
  );
}

/** @param {Scene<'high-watermark'>} scene */
export function tellHighWatermark({ event, state }) {
  const from = Number(event.from);
  const to = Number(event.to);
  if (!event.leader) {
    return say(
      `Broker ${event.broker} learns that the high watermark${at(event, state)} is ${to}.`,
      'The answer to a fetch carries the edge as it stood before that fetch, so a follower is one fetch behind.',
      'ReplicaFetcherThread.processPartitionData',
    );
  }
  const partition = partitionOf(state, event);
  if (partition && partition.leader !== event.broker) {
    return say(
      `Broker ${event.broker}, which considers itself the leader${at(event, state)}, moves its high watermark from ${from} to ${to}.`,
      'It counts those that were in sync when it last heard from the controller.',
      'Partition.maybeIncrementLeaderHW',
    );
  }
  const reason = partition && to < endOfLeader(partition) ? reasonToWait(partition, state) : '';
  return say(
    `${inPlace(event, state)} rises from ${from} to ${to}: ${
      to - from === 1 ? `the record at offset ${from} is` : `the records at offsets ${from} to ${to - 1} are`
    } committed.`,
    `${reason ? `It stops there: ${reason}.` : `Every replica that counts for the high watermark has ${to - from === 1 ? 'it' : 'them'}.`} Consumers may read ${to - from === 1 ? 'it' : 'them'} now.`,
    'Partition.maybeIncrementLeaderHW',
  );
}

/**
 * @param {State} state
 * @param {PartitionState} partition
 * @returns {number[]} the requests parked for it and not decided, as far as they are listed
 */
function waitingOn(state, partition) {
  return state.requests
    .filter((r) => r.phase === 'parked')
    .filter((r) =>
      r.partitions.some(
        (p) => p.state === 'waiting' && p.topic === partition.topic && p.partition === partition.partition,
      ),
    )
    .map((r) => r.request);
}

/**
 * The subject of a sentence about the edge.
 * @param {{topic: string, partition: number}} event
 * @param {State} state
 */
function inPlace(event, state) {
  return state.partitions.length > 1 ? `In ${event.topic}-${event.partition} the water` : 'The water';
}
