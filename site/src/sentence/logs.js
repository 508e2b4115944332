// What is told of logs: what leaders write, refuse and answer, what followers copy, and how far the high watermark
// rises. Pure.

/** @import {EventOf} from '../types' */
/** @import {Scene, Told} from './scene.js' */

import { words } from './words.js';
import { reading, tellClosed } from './clients.js';
import { deedsOf } from './deeds.js';
import { ids, unique } from './scene.js';
import {
  deposed,
  endOfLeader,
  gone,
  isDeposed,
  readAhead,
  standing,
  waitedFor,
  waitingFor,
} from './waits.js';

/** @param {{baseOffset: number, lastOffset: number}} a */
const size = (a) => a.lastOffset - a.baseOffset + 1;

/** @param {{topic: string, partition: number}} p */
const key = (p) => `${p.topic}-${p.partition}`;

/** @param {Scene} scene @returns {Told} what leaders append, and who waits for it */
export function tellWritten(scene) {
  const { facts, rules } = words().reasons;
  const appends = scene.of('append');
  const parks = scene.of('park');
  if (!appends.length) return tellDuplicate(scene);
  const parked = ids(parks.map((p) => p.request));
  const first = Math.min(...parks.map((p) => p.deadline));
  const [park] = parks;
  const needs = () =>
    parks.length === 1 && park.partitions.length === 1
      ? facts.needs({
          offset: park.partitions[0].requiredOffset,
          place: scene.place(park.partitions[0]),
          deadline: park.deadline,
        })
      : facts.needsMany({ n: parks.length, deadline: first });
  const stale = deposed(scene, appends);
  return {
    main: writing(scene, appends, parked),
    fact: stale || (parks.length ? needs() : ''),
    rule: stale ? '' : parks.length ? rules.written() : rules.oneCopy(),
    where: parks.length ? 'ReplicaManager.maybeAddDelayedProduce' : 'Partition.appendRecordsToLeader',
  };
}

/**
 * @param {Scene} scene
 * @param {EventOf<'append'>[]} appends
 * @param {number[]} parked requests that wait now
 */
function writing(scene, appends, parked) {
  const { tell } = words();
  const requests = ids(appends.map((a) => a.request));
  const records = appends.reduce((n, a) => n + size(a), 0);
  const [a] = appends;
  if (appends.length === 1 && !scene.moment.left) {
    return tell.written({
      broker: a.broker,
      content: { ...scene.content([a.request], a), records },
      from: a.baseOffset,
      last: a.lastOffset,
      place: scene.place(a),
      requests,
      parked: parked.includes(a.request),
    });
  }
  if (requests.length === 1) {
    const places = unique(appends.map(key)).length;
    return tell.writtenAcross({
      request: a.request,
      broker: a.broker,
      records,
      places,
      parked: parked.length > 0,
    });
  }
  return tell.writtenMany({
    brokers: ids(appends.map((x) => x.broker)),
    n: requests.length,
    records,
    parked: parked.length,
    more: scene.moment.left > 0,
  });
}

/** @param {Scene} scene @returns {Told} retries whose records are in the log */
function tellDuplicate(scene) {
  const { tell, reasons } = words();
  const duplicates = scene.of('duplicate');
  const parks = scene.of('park');
  if (!duplicates.length) {
    const requests = ids(parks.map((p) => p.request));
    return {
      main: tell.parked({ broker: parks[0].broker, requests }),
      fact: reasons.facts.needsMany({ n: parks.length, deadline: Math.min(...parks.map((p) => p.deadline)) }),
      rule: reasons.rules.written(),
      where: 'ReplicaManager.maybeAddDelayedProduce',
    };
  }
  const [d] = duplicates;
  return {
    main: tell.duplicate({
      broker: d.broker,
      requests: ids(duplicates.map((x) => x.request)),
      place: scene.place(d),
      parked: parks.length > 0,
    }),
    rule: reasons.rules.recognised(),
    where: 'UnifiedLog.analyzeAndValidateProducerState',
  };
}

/** The answers of a moment: who succeeded, and who got which errors. @param {Scene} scene */
export function answers(scene) {
  const responses = scene.of('response').filter((r) => !r.connectionClosed);
  const errorsOf = (/** @type {EventOf<'response'>} */ r) => unique((r.partitions ?? []).map((p) => p.error));
  const good = responses.filter((r) => errorsOf(r).every((e) => e === 'NONE'));
  const bad = responses.filter((r) => !good.includes(r));
  return {
    responses,
    good: ids(good.map((r) => r.request)),
    bad: ids(bad.map((r) => r.request)),
    errors: unique(bad.flatMap(errorsOf)),
  };
}

/** @param {Scene} scene @returns {Told} requests that are decided while no high watermark moves */
export function tellAnswered(scene) {
  const { tell, reasons } = words();
  const { rules } = reasons;
  const appends = scene.of('append');
  const { responses, good, bad, errors } = answers(scene);
  const changed = scene.of('complete').some((c) => c.by === 'leader-change');
  if (changed && responses.length) return tellDeposedAnswer(scene);
  if (scene.of('duplicate').length) return tellKnown(scene);
  if (appends.length) return tellAtOnce(scene);
  if (!responses.length) {
    if (scene.of('response').length) return tellClosed(scene);
    return { main: tell.decided({ requests: ids(scene.of('complete').map((c) => c.request)) }) };
  }
  const error = bad.length === 0 ? 'NONE' : errors.length === 1 && !good.length ? errors[0] : '';
  const stale = responses
    .flatMap((r) => (r.partitions ?? []).map((p) => ({ ...p, broker: r.broker })))
    .find((p) => isDeposed(scene, p));
  return {
    main: tell.answered({ broker: responses[0].broker, requests: ids([...good, ...bad]), error }),
    fact: stale && error === 'NONE' ? deposed(scene, [stale]) : '',
    rule: error === 'REQUEST_TIMED_OUT' ? rules.unknowable() : '',
    where: 'KafkaApis.handleProduceRequest',
  };
}

/** @param {Scene} scene @returns {Told} a broker that leads no more, and lets go of what waits */
function tellDeposedAnswer(scene) {
  const { tell, reasons } = words();
  const { responses, good, bad, errors } = answers(scene);
  const requests = ids([...good, ...bad]);
  const wrote = responses.some((r) => r.partitions?.some((p) => p.baseOffset >= 0));
  return {
    main: tell.deposedAnswers({ broker: responses[0].broker, requests, error: errors.join(', ') }),
    fact: wrote ? reasons.facts.stays({ requests }) : '',
    rule: requests.some((r) => scene.about(r)?.producer) ? reasons.rules.newLeader() : '',
    where: 'ReplicaManager.applyLocalFollowersDelta',
  };
}

/** @param {Scene} scene @returns {Told} retries of what is committed already */
function tellKnown(scene) {
  const { facts, rules } = words().reasons;
  const { good } = answers(scene);
  return {
    ...tellDuplicate(scene),
    fact: good.length ? facts.acknowledged({ requests: good }) : '',
    rule: rules.recognised(),
  };
}

/** @param {Scene} scene @returns {Told} requests that wait for nobody */
function tellAtOnce(scene) {
  const { tell, reasons } = words();
  const { facts, rules } = reasons;
  const appends = scene.of('append');
  const parked = ids(scene.of('park').map((p) => p.request));
  const [a] = appends;
  const acks = unique(appends.map((x) => scene.acks(x.request)));
  const { good, bad, errors } = answers(scene);
  const alone = appends.length === 1 && !scene.moment.left && !bad.length && acks[0] !== 'all';
  const content = { ...scene.content([a.request], a), records: size(a) };
  const stale = deposed(scene, appends);
  const rule = { all: '', 1: rules.canBeLost(), 0: rules.unanswered() }[acks[0]] ?? '';
  return {
    main: alone
      ? tell.writtenAtOnce({
          broker: a.broker,
          content,
          from: a.baseOffset,
          last: a.lastOffset,
          place: scene.place(a),
          acks: acks[0],
        })
      : writing(scene, appends, parked),
    fact: stale || (bad.length ? facts.errors({ requests: bad, errors }) : toNobody(scene, good)),
    rule: stale ? '' : acks.length > 1 ? rules.mixedAcks() : rule,
    where: 'ReplicaManager.maybeAddDelayedProduce',
  };
}

/** @param {Scene} scene @returns {Told} leaders that refuse to append */
export function tellRefused(scene) {
  const { tell, reasons } = words();
  const { facts, rules } = reasons;
  const refusals = scene.of('refuse');
  const [r] = refusals;
  const { broker, error } = r;
  const alike = refusals.every((x) => x.error === error && x.broker === broker && x.isrSize === r.isrSize);
  const requests = ids(refusals.map((x) => x.request));
  const p = { broker, requests };
  const where = 'Partition.appendRecordsToLeader';
  if (!alike) {
    const errors = unique(refusals.map((x) => x.error)).join(', ');
    return { main: tell.refused({ ...p, error: errors }), rule: rules.nothingWritten(), where };
  }
  if (r.check === 'min-isr') {
    const main = tell.refusedMinimum({ ...p, isr: r.isrSize ?? 0, min: r.effectiveMinIsr ?? 0 });
    return { main, fact: facts.named({ error }), rule: rules.onlyAll(), where };
  }
  if (r.check === 'leader') {
    return { main: tell.refusedLeader({ ...p, place: scene.place(r) }), rule: rules.askAgain(), where };
  }
  if (r.check === 'message-size') {
    const main = tell.refusedSize({ ...p, bytes: r.batchBytes ?? 0, most: r.maxMessageBytes ?? 0 });
    return { main, rule: rules.split(), where: 'UnifiedLog.analyzeAndValidateRecords' };
  }
  if (r.check === 'record-key') {
    const main = tell.refusedKeys({ ...p, records: r.invalidRecords ?? 1 });
    return { main, rule: rules.compacted(), where: 'LogValidator.validateKey' };
  }
  return {
    main: tell.refused({ ...p, error }),
    rule: r.check === 'acks' ? rules.validAcks() : rules.nothingWritten(),
    where: r.check === 'acks' ? 'ReplicaManager.appendRecords' : where,
  };
}

/** @param {Scene} scene @returns {Told} requests whose time in the purgatory is up */
export function tellTimedOut(scene) {
  const { tell, reasons } = words();
  const { facts, rules } = reasons;
  const timedOut = [...scene.of('expire'), ...scene.of('complete').filter((c) => c.by === 'timeout')];
  const requests = ids(timedOut.map((e) => e.request));
  const patience = unique(requests.map((r) => scene.about(r)?.timeoutMs ?? 0));
  const parts = scene.of('response').flatMap((r) => r.partitions ?? []);
  const pending = parts.filter((p) => p.error === 'REQUEST_TIMED_OUT');
  const mixed = requests.length === 1 && pending.length > 0 && pending.length < parts.length;
  return {
    main: tell.timedOut({ requests, afterMs: patience.length === 1 ? patience[0] : 0 }),
    fact: mixed
      ? facts.pending({ places: pending.map((p) => scene.place(p)) })
      : waitingFor(
          scene,
          pending.map((p) => scene.partition(p)).find((p) => p),
        ),
    rule: rules.unknowable(),
    where: 'DelayedProduce.onComplete',
  };
}

/** @param {Scene} scene @returns {Told} leaders that send records to followers */
export function tellHanded(scene) {
  const answers = scene.of('fetch-response');
  const leaders = ids(answers.map((a) => a.broker));
  const of = answers.filter((a) => a.broker === leaders[0]);
  return {
    main: words().tell.handed({
      broker: leaders[0],
      followers: ids(of.map((a) => a.follower)),
      records: of.reduce((n, a) => n + a.records, 0),
    }),
    rule: words().reasons.rules.sentDoesNotCount(),
    where: 'ReplicaManager.fetchMessages',
  };
}

/** @param {Scene} scene @returns {Told} followers that copy, or whose fetches say so */
export function tellCopied(scene) {
  const { rules } = words().reasons;
  const copies = scene.of('replicate');
  if (!copies.length) return tellFetched(scene);
  const followers = ids(copies.map((c) => c.broker));
  const told = followers.every((f) =>
    scene.of('fetch').some((e) => e.follower === f && e.n > lastOf(copies, f)),
  );
  const yet = told ? waitingYet(scene, followers, copies) : undefined;
  if (yet) return yet;
  const waits = told ? slowest(scene, copies) : undefined;
  return {
    main: copying(copies, followers, told, scene),
    fact: waits?.fact ?? '',
    rule: waits?.rule ?? (told ? rules.fetchIsAck() : rules.nextFetch()),
    where:
      waits?.where ??
      (told ? 'Partition.updateFollowerFetchState' : 'AbstractFetcherThread.processFetchRequest'),
  };
}

/**
 * @param {EventOf<'replicate'>[]} copies
 * @param {number} follower
 */
function lastOf(copies, follower) {
  return Math.max(...copies.filter((c) => c.broker === follower).map((c) => c.n));
}

/**
 * @param {EventOf<'replicate'>[]} copies
 * @param {number[]} followers
 * @param {boolean} told whether the leader knows by now
 * @param {Scene} scene
 */
function copying(copies, followers, told, scene) {
  const { tell } = words();
  const range = (/** @type {number} */ f) =>
    copies
      .filter((c) => c.broker === f)
      .map((c) => `${key(c)} ${c.baseOffset} ${c.lastOffset}`)
      .toSorted()
      .join();
  if (unique(followers.map(range)).length > 1 || scene.moment.left) {
    return followers.length > 1
      ? tell.copiedVarious({ followers })
      : tell.copiedMany({ followers, records: copies.reduce((n, c) => n + size(c), 0), places: 1, told });
  }
  const own = copies.filter((c) => c.broker === followers[0]);
  const [c] = own;
  if (own.length === 1) {
    return tell.copied({ followers, from: c.baseOffset, last: c.lastOffset, place: scene.place(c), told });
  }
  const records = own.reduce((n, x) => n + size(x), 0);
  return tell.copiedMany({ followers, records, places: unique(own.map(key)).length, told });
}

/**
 * Followers have told the leader how far they are, and requests wait for others all the same: that is the moment's
 * news.
 * @param {Scene} scene
 * @param {number[]} followers
 * @param {{topic: string, partition: number}[]} places
 * @returns {Told | undefined}
 */
function waitingYet(scene, followers, places) {
  for (const place of places) {
    const p = scene.partition(place);
    const waits = p && waitedFor(scene, p);
    if (!p || !waits || waits.brokers.some((b) => followers.includes(b))) continue;
    const ends = followers.map((f) => p.replicas.find((r) => r.broker === f)?.knownEnd ?? -1);
    const all = ends.every((end) => end >= endOfLeader(p));
    return {
      main: words().tell.copiedYet({ followers, all, ...waits }),
      fact: waits.brokers.length === 1 ? standing(scene, p, waits.brokers[0]) : '',
      rule: words().reasons.rules.slowest(),
      where: 'Partition.checkEnoughReplicasReachOffset',
    };
  }
  return undefined;
}

/**
 * Who still waits for whom, after followers have told how far they are.
 * @param {Scene} scene
 * @param {{topic: string, partition: number}[]} places
 */
function slowest(scene, places) {
  const { rules } = words().reasons;
  const partitions = places.map((p) => scene.partition(p)).filter((p) => p && p.waiting > 0);
  const fact = partitions.map((p) => waitingFor(scene, p)).find(Boolean);
  if (!fact) return undefined;
  const locked = partitions.some((p) => p?.locked);
  return {
    fact,
    rule: locked ? rules.lockedForAll() : rules.slowest(),
    where: locked ? 'Partition.maybeIncrementLeaderHW' : 'Partition.checkEnoughReplicasReachOffset',
  };
}

/** @param {Scene} scene @returns {Told} fetches that tell a leader something new */
function tellFetched(scene) {
  const { tell, reasons } = words();
  const fetches = scene.of('fetch');
  if (!fetches.length) return tellHanded(scene);
  const [f] = fetches;
  const followers = ids(fetches.map((x) => x.follower));
  const [p] = f.partitions ?? [];
  const places = fetches.flatMap((x) => x.partitions ?? []);
  const yet = waitingYet(scene, followers, places);
  if (yet) return yet;
  const waits = slowest(scene, places);
  return {
    main:
      followers.length === 1 && f.partitions?.length === 1
        ? tell.fetched({
            follower: f.follower,
            broker: f.broker,
            offset: p.fetchOffset,
            place: scene.place(p),
          })
        : tell.fetchedMany({ followers, brokers: ids(fetches.map((x) => x.broker)) }),
    fact: waits?.fact ?? '',
    rule: waits?.rule ?? reasons.rules.fetchIsAck(),
    where: waits?.where ?? 'Partition.updateFollowerFetchState',
  };
}

/** @param {Scene} scene @returns {Told} high watermarks that rise, and what that settles */
export function tellCommitted(scene) {
  const { reasons } = words();
  const { facts, rules } = reasons;
  const risen = scene.of('high-watermark').filter((h) => h.leader);
  if (!risen.length) return tellSettled(scene);
  const appends = scene.of('append');
  const { good, bad, errors } = answers(scene);
  const changes = scene.of('isr').filter((i) => i.state === 'committed');
  const [a] = appends;
  const stale = deposed(scene, risen);
  const fact =
    stale ||
    believed(scene, risen) ||
    (bad.length ? facts.errors({ requests: bad, errors }) : '') ||
    toNobody(scene, good) ||
    (changes.length ? isrNow(scene, changes[0]) : '') ||
    (appends.length === 1
      ? facts.atOnce({ broker: a.broker, content: { ...scene.content([a.request], a), records: size(a) } })
      : '') ||
    waitingFor(
      scene,
      risen.map((h) => scene.partition(h)).find((p) => p?.waiting),
    ) ||
    reading(scene, (p) => facts.seen(p)) ||
    shows(scene);
  const ended = changes.length > 0 || appends.length > 0 || stale;
  return {
    main: rising(scene, risen, good),
    fact,
    rule: ended
      ? ''
      : rules.asLeaderKnows(Math.max(...risen.map((h) => h.to - h.from)) * unique(risen.map(key)).length),
    where: 'Partition.maybeIncrementLeaderHW',
  };
}

/**
 * @param {Scene} scene
 * @param {EventOf<'high-watermark'>[]} risen
 * @param {number[]} acknowledged
 */
function rising(scene, risen, acknowledged) {
  const { tell } = words();
  const places = unique(risen.map(key));
  if (places.length > 1) {
    return tell.risenMany({ places: unique(risen.map((h) => scene.place(h))), acknowledged });
  }
  const [{ from, broker }] = risen;
  const to = Math.max(...risen.map((h) => h.to));
  const place = scene.place(risen[0]);
  if (isDeposed(scene, risen[0])) return tell.risenDeposed({ broker, to, place });
  return acknowledged.length ? tell.committed({ to, place, acknowledged }) : tell.risen({ from, to, place });
}

/**
 * An answer that reaches nobody, for its producer is dead.
 * @param {Scene} scene
 * @param {number[]} good requests that are acknowledged
 */
function toNobody(scene, good) {
  const of = good.map((id) => scene.about(id)?.producer);
  const dead = scene.state?.producers.filter((p) => p.dead && of.includes(p.id)).map((p) => p.id) ?? [];
  return dead.length ? words().reasons.facts.toNobody({ producers: dead }) : '';
}

/**
 * @param {Scene} scene
 * @param {EventOf<'isr'>} change
 */
export function isrNow(scene, { from, to, topic, partition }) {
  const gone = from.filter((b) => !to.includes(b));
  const brokers = gone.length ? gone : to.filter((b) => !from.includes(b));
  return words().reasons.facts.isrNow({ brokers, gone, isr: to, place: scene.place({ topic, partition }) });
}

/**
 * A replica in the ISR that has lost what the leader takes it to have: the leader goes by its last fetch.
 * @param {Scene} scene
 * @param {EventOf<'high-watermark'>[]} risen
 */
function believed(scene, risen) {
  for (const h of risen) {
    const p = scene.partition(h);
    const r = p?.replicas.find((x) => x.inSync && !x.leader && x.logEndOffset < h.to);
    if (r) return words().reasons.facts.believed({ broker: r.broker, logEnd: r.logEndOffset });
  }
  return '';
}

/** @param {Scene} scene @returns {string} the fetch that let the high watermark rise */
function shows(scene) {
  const fetches = scene.of('fetch');
  const last = fetches.at(-1);
  if (!last || last.partitions?.length !== 1) return '';
  return words().reasons.facts.fetchShows({ broker: last.follower, offset: last.partitions[0].fetchOffset });
}

/** @param {Scene} scene @returns {Told} requests that the high watermark has covered */
function tellSettled(scene) {
  const { tell, reasons } = words();
  const { responses, good, bad, errors } = answers(scene);
  const requests = ids([...good, ...bad]);
  return {
    main: responses.length
      ? tell.answered({
          broker: responses[0].broker,
          requests,
          error: bad.length ? (errors.length === 1 && !good.length ? errors[0] : '') : 'NONE',
        })
      : tell.decided({ requests: ids(scene.of('complete').map((c) => c.request)) }),
    rule: reasons.rules.asLeaderKnows(scene.content(requests).records || requests.length),
    where: 'DelayedProduce.tryComplete',
  };
}

/** @param {Scene} scene @returns {Told} records that are gone from logs */
export function tellTruncated(scene) {
  const { tell, reasons } = words();
  const { facts, rules } = reasons;
  const cuts = scene.of('truncate');
  const [{ broker, from, to, reason }] = cuts;
  const records = cuts.reduce((n, c) => n + c.from - c.to, 0);
  const one = { broker, from: to, last: from - 1, place: scene.place(cuts[0]) };
  const power = reason === 'power-off';
  const main =
    cuts.length > 1
      ? tell.truncatedMany({ brokers: ids(cuts.map((c) => c.broker)), records })
      : power
        ? tell.lostTail(one)
        : tell.truncated(one);
  const lost = gone(scene, cuts) || readAhead(scene, cuts);
  const did = power ? deedsOf(scene) : '';
  return {
    main,
    fact: did || lost || (cuts.length === 1 ? facts.ends({ ends: to }) : ''),
    rule: power ? rules.notOnDisk() : reason === 'out-of-range' ? rules.outOfRange() : rules.diverged(),
    where: power
      ? 'UnifiedLog.append'
      : reason === 'out-of-range'
        ? 'AbstractFetcherThread.fetchOffsetAndTruncate'
        : 'AbstractFetcherThread.truncateOnFetchResponse',
  };
}
