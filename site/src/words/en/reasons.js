// The second lines: what holds of this moment (facts), and what always holds (rules). A fact and a rule together have
// at most 25 words; a rule that has been told three times is left out where there is a fact.

import { content, of } from './deeds.js';
import { byReason, upper } from '../grammar.js';
import { english } from './grammar.js';
import { nouns } from './nouns.js';

const { clock, count, list, plural, span } = english;
const { brokers, offsets, requests } = nouns;

/** @typedef {import('./deeds.js').Content} Content */

/** @param {number[]} waiting @param {number} all "Request 1 waits", "12 requests wait" */
const wait = (waiting, all) => `${upper(requests(waiting, all))} ${plural(all, 'waits', 'wait')}`;

/** Why a high watermark stands where it stands. */
export const facts = {
  start: () => 'Step forward, or press Play.',
  /** @param {{waiting: number[], all: number, isr: number, min: number}} p */
  locked: (p) =>
    `${p.all ? `${wait(p.waiting, p.all)}: the` : 'The'} ISR has ${p.isr} of the ${p.min} replicas that the minimum demands.`,
  /** @param {{waiting: number[], all: number, brokers: number[]}} p */
  waitsForMany: (p) =>
    `${p.all ? wait(p.waiting, p.all) : 'The high watermark waits'} for ${brokers(p.brokers)}.`,
  /** @param {{waiting: number[], all: number, broker: number, life: string, inSync: boolean, until: number}} p */
  waitsForMissing: (p) =>
    `${p.all ? wait(p.waiting, p.all) : 'The high watermark waits'} for broker ${p.broker}: ${p.life}, but ${p.inSync ? 'still in the ISR' : 'still counted'}${p.until < 0 ? '' : ` until its session ends at ${clock(p.until)}`}.`,
  /** @param {{waiting: number[], all: number, broker: number}} p */
  waitsForNews: (p) =>
    `${p.all ? wait(p.waiting, p.all) : 'The high watermark waits'} for the next fetch of broker ${p.broker}: only that tells the leader.`,
  /** @param {{waiting: number[], all: number, broker: number, logEnd: number, member: string}} p */
  waitsForCopy: (p) =>
    `${p.all ? wait(p.waiting, p.all) : 'The high watermark waits'} for broker ${p.broker}, ${
      p.member === 'in'
        ? 'in the ISR'
        : p.member === 'joining'
          ? 'joining the ISR'
          : 'which counts as caught up,'
    } with log end ${p.logEnd}.`,
  /** Why the one broker is waited for that the headline names.
   * @param
   * {{broker: number, life: string, inSync: boolean, until: number, logEnd: number, member: string, more: boolean}} p
   * life: of one that does nothing; more: it has more than the leader knows */
  standing: (p) =>
    p.life
      ? `Broker ${p.broker} is ${p.life}, but ${p.inSync ? 'still in the ISR' : 'still counted'}${p.until < 0 ? '' : ` until its session ends at ${clock(p.until)}`}.`
      : p.more
        ? `Broker ${p.broker} has more by now: its next fetch tells the leader.`
        : `Broker ${p.broker} ${p.member === 'in' ? 'is in the ISR' : p.member === 'joining' ? 'is joining the ISR' : 'counts as caught up'}, and its log ends at ${p.logEnd}.`,
  /** @param {{offset: number, place: string, deadline: number}} p */
  needs: (p) => `The high watermark${of(p.place)} has to reach ${p.offset} by ${clock(p.deadline)}.`,
  /** @param {{n: number, deadline: number}} p n requests, or one for several partitions */
  needsMany: (p) => `${p.n > 1 ? 'The first of them' : 'It'} has time until ${clock(p.deadline)}.`,
  /** @param {{broker: number, leader: number}} p an append or an answer of a broker that is deposed; leader: 0: none */
  deposed: (p) =>
    p.leader > 0
      ? `Broker ${p.broker} has not heard that broker ${p.leader} leads in a newer epoch.`
      : `Broker ${p.broker} has not heard that it leads no more.`,
  /** @param {{broker: number}} p */
  frozen: (p) => `Broker ${p.broker} is frozen: a frozen process reads nothing.`,
  /** @param {{brokers: number[], gone: number[], isr: number[], place: string}} p the ISR has changed as well */
  isrNow: (p) =>
    `${p.gone.length ? `${upper(brokers(p.gone))} ${plural(p.gone.length, 'leaves', 'leave')}` : `${upper(brokers(p.brokers))} ${plural(p.brokers.length, 'joins', 'join')}`} the ISR${of(p.place)}, now ${p.isr.length === 1 ? `${p.isr[0]} alone` : list(p.isr)}.`,
  /** @param {{isr: number[], place: string}} p */
  isrIs: (p) =>
    `The ISR${of(p.place)} is ${p.isr.length ? (p.isr.length === 1 ? `broker ${p.isr[0]} alone` : list(p.isr)) : 'empty'} now.`,
  /** @param {{isr: number[], place: string}} p what the controller has written down, and the leader may not know yet */
  isrRecorded: (p) =>
    `The controller records the ISR${of(p.place)} as ${p.isr.length ? list(p.isr) : 'empty'}.`,
  /** @param {{isr: number, min: number}} p */
  belowMinimum: (p) =>
    `The ISR has ${p.isr}, the minimum is ${p.min}: the high watermark is locked, acks=all is refused.`,
  /** @param {{isr: number, min: number}} p */
  enough: (p) => `The ISR has ${p.isr}: enough.`,
  /** @param {{isr: number, min: number}} p the minimum that was asked for is still on its way */
  onItsWay: (p) => `The news is on its way to the leader, which goes by ${p.min} until then.`,
  /** @param {{broker: number, content: Content}} p */
  atOnce: (p) => `Broker ${p.broker} writes ${content(p.content)} and has to wait for no other replica.`,
  /** @param {{broker: number, logEnd: number}} p a replica that has lost what its last fetch told the leader it has */
  believed: (p) =>
    `The log of broker ${p.broker} ends at ${p.logEnd}, but the leader goes by its last fetch.`,
  /** @param {{broker: number, offset: number}} p */
  fetchShows: (p) => `Broker ${p.broker}'s fetch from offset ${p.offset} tells the leader.`,
  /** @param {{consumers: string[], place: string, last: number}} p */
  seen: (p) =>
    `${plural(p.consumers.length, 'Consumer', 'Consumers')} ${list(p.consumers)} ${plural(p.consumers.length, 'reads', 'read')} up to offset ${p.last}${of(p.place)}.`,
  /** @param {{producers: string[]}} p */
  toNobody: (p) =>
    `${plural(p.producers.length, 'Producer', 'Producers')} ${list(p.producers)} ${plural(p.producers.length, 'is', 'are')} dead: nobody hears of it.`,
  /** @param {{content: Content}} p acks=0 */
  unheard: (p) =>
    `With acks=0 ${content(p.content)} ${plural(p.content.records, 'counts', 'count')} as acknowledged now: no broker has said a word.`,
  /** @param {{requests: number[]}} p */
  acknowledged: (p) =>
    `${upper(requests(p.requests))} ${plural(p.requests.length, 'is', 'are')} acknowledged.`,
  /** @param {{requests: number[], errors: string[]}} p answers of which not all are good */
  errors: (p) =>
    `${upper(requests(p.requests))} ${plural(p.requests.length, 'ends', 'end')} with ${list(p.errors)}.`,
  /** @param {{places: string[]}} p */
  pending: (p) => `What it wrote to ${list(p.places)} is not committed.`,
  /** A broker does nothing, and the controller does not know. */
  unknown: () => 'The controller does not know yet.',
  /** @param {{until: number}} p */
  session: (p) => `The controller notices when its session ends, at ${clock(p.until)}.`,
  /** @param {{places: string[], until: number}} p a dead leader */
  sessionOfLeader: (p) =>
    `It leads${p.places[0] ? ` ${p.places.length > 2 ? `${p.places.length} partitions` : list(p.places)}` : ''}, and nobody takes over before its session ends${p.until < 0 ? '' : ` at ${clock(p.until)}`}.`,
  /** @param {{life: string}} p of a broker that is fenced without being dead */
  notDead: (p) => `It is ${p.life}, not dead: the controller cannot tell the difference.`,
  /** @param {{brokers: number[], elr: boolean}} p brokers that are alive and may not lead */
  notEligible: (p) =>
    `Alive is not eligible: ${p.elr ? `${plural(p.brokers.length, 'it is', 'they are')} in neither ISR nor ELR` : `${plural(p.brokers.length, 'it is', 'they are')} not in the ISR`}, so it may not lead.`,
  /** @param {{broker: number, until: number}} p */
  oldSession: (p) => `The session of its former life lasts until ${clock(p.until)}.`,
  /** @param {{ghosts: string[], more: number, falls: number}} p acknowledged records that are gone; falls: where the
   * high watermark is now, if it has fallen, or -1 */
  gone: (p) =>
    `Acknowledged, and gone: ${list(p.more ? [...p.ghosts, count(p.more, 'more', 'more')] : p.ghosts)}${p.falls < 0 ? '' : `; the high watermark falls to ${p.falls}`}.`,
  /** @param {{consumer: string, read: number, logEnd: number}} p */
  readAhead: (p) =>
    `Consumer ${p.consumer} has read up to offset ${p.read - 1}; the log ends at ${p.logEnd}.`,
  /** @param {{broker: number, reason: string}[]} each why no replica may lead */
  none: (each) =>
    `${upper(
      byReason(each)
        .map(
          ([reason, ids]) =>
            `${brokers(ids)} ${plural(ids.length, 'is', 'are')} ${
              /** @type {Record<string, string>} */ ({
                isr: 'in the ISR but not alive',
                elr: 'in the ELR but not alive',
                fenced: 'in the ISR but fenced',
                dead: 'not alive',
                out: 'alive but not in the ISR',
                neither: 'alive but in neither ISR nor ELR',
              })[reason]
            }`,
        )
        .join('; '),
    )}.`,
  /** @param {{requests: number[]}} p requests that wait at a broker that no longer leads */
  stays: (p) => `What ${requests(p.requests)} wrote may survive, if the new leader has it.`,
  /** @param {{ends: number}} p */
  ends: (p) => `Its log ends at ${p.ends} now.`,
  /** @param {{error: string}} p */
  named: (p) => `${p.error}: nothing was written.`,
  /** @param {{logEnd: number, highWatermark: number}} p a new leader */
  above: (p) =>
    `Its log ends at ${p.logEnd}; the high watermark is ${p.highWatermark} until the ISR has caught up.`,
  controllerAway: () => 'The controller is not running: the request waits for it.',
  /** @param {{error: string, leader: number, preferred: number}} p an election that is not held; leader: 0: none */
  notHeld: (p) =>
    `${p.error}: ${
      p.error === 'ELECTION_NOT_NEEDED'
        ? `broker ${p.leader} leads`
        : p.error === 'ELIGIBLE_LEADERS_NOT_AVAILABLE'
          ? 'no replica is alive'
          : `broker ${p.preferred} may not lead`
    }.`,
  /** @param {{acknowledged: number, failed: number}} p of a producer */
  account: (p) => `So far ${p.acknowledged} acknowledged and ${p.failed} failed.`,
  /** @param {{broker: number, leader: number}} p a leader that hands over in order */
  handsOver: (p) =>
    `Broker ${p.broker} wants to stop, and leads until it hears of it: no session has to end.`,
  /** @param {{before: string}} p the moment before, where nothing has happened since */
  before: (p) => p.before,
  /** @param {{forMs: number}} p */
  patience: (p) => `Its client gave it ${span(p.forMs)}.`,
};

export const rules = {
  mayWait: () => 'acks=all succeeds only once every in-sync replica has what the request carries.',
  oneCopy: () => 'acks=1 asks for the leader’s own copy alone.',
  noAnswer: () => 'acks=0 asks for no answer, and gets none.',
  mixedAcks: () => 'Each level of acks waits for something else.',
  onConnection: () => 'A broker reads the next request of a connection only when the one before is answered.',
  written: () => 'Written is not committed: every in-sync replica has to have it first.',
  slowest: () => 'acks=all waits for the slowest in-sync replica, not for min.insync.replicas copies.',
  lockedForAll: () => 'Below the minimum the high watermark does not move, for any acks.',
  recognised: () => 'The producer’s id and sequence number say so; the answer names the first offsets.',
  canBeLost: () =>
    'acks=1 promises no more: if the leader dies before a follower copies it, the record can be lost.',
  unanswered: () => 'acks=0: if the write had failed, nobody would have been told.',
  nothingWritten: () => 'The check comes before the append: nothing was written.',
  onlyAll: () => 'The check comes before the append, and concerns only acks=all.',
  askAgain: () => 'Nothing was written; the client looks for the leader.',
  split: () => 'Nothing was written; a producer splits a batch, but not a single record.',
  compacted: () => 'A compacted topic takes no record without a key: nothing was written.',
  validAcks: () => 'Only all (−1), 1 and 0 are allowed.',
  unknowable: () => 'The producer cannot know the outcome: the records may yet be committed, or lost.',
  sentDoesNotCount: () =>
    'What is only sent does not count: the next fetch tells the leader what has arrived.',
  nextFetch: () => 'The leader learns of it only from the next fetch.',
  fetchIsAck: () => 'Followers send no acknowledgements: the next fetch is one.',
  /** @param {number} n records, as far as it is known */
  asLeaderKnows: (n) =>
    `As far as the leader knows, every replica in the ISR has ${plural(n, 'the record', 'the records')} now.`,
  oneFetchBehind: () => 'A follower learns it with the answer to its fetch, one fetch later.',
  committedOnly: () => 'A consumer reads up to the high watermark, and no further.',
  diverged: () => 'The leader’s log does not have what is dropped: it has gone on differently there.',
  outOfRange: () => 'Its log went on where its leader’s has ended.',
  belowStart: () => 'Its log ended before its leader’s begins: what lies between is deleted.',
  followsStart: () => 'A follower adopts its leader’s log start offset with the answer to its fetch.',
  deletesCommitted: () =>
    'Only what is committed can be deleted; the followers follow with their next fetches.',
  retained: () =>
    'Retention deletes whole segments: here all of a log, once its newest record is old enough.',
  startNotSaved: () => 'The log start offset is saved once a minute, and the process died before that.',
  lowWatermark: () => 'The answer waits until every live replica, in sync or not, has deleted the records.',
  /** @param {{policy: string}} p */
  resetPolicy: (p) =>
    `Its auto.offset.reset is ${p.policy}: ${
      p.policy === 'earliest'
        ? 'it goes on where its leader’s log begins.'
        : p.policy === 'none'
          ? 'poll() throws, and the application has to say where to go on.'
          : 'it goes on at the high watermark, whatever is below.'
    }`,
  notOnDisk: () => 'Kafka answers before anything is flushed: copies protect, not the disk.',
  confirmedFirst: () => 'Until the controller agrees, they still count.',
  /** @param {number} n */
  waitsForJoining: (n) =>
    plural(
      n,
      'From now on the high watermark waits for it, too.',
      'From now on the high watermark waits for them, too.',
    ),
  slowestOfThese: () => 'The high watermark waits for the slowest of these.',
  addedFirst: () => 'Whoever is added copies the log first; nobody leaves the replicas before that.',
  neverEnds: () =>
    'Who is to come and to go at once does neither: only a cancellation, or another target, ends that.',
  newEpoch: () =>
    'When a replica is removed a new epoch begins, so that it cannot be taken for one any more.',
  reassignmentDone: () =>
    'Whoever was added is in the ISR; whoever is removed deletes its log when it hears of that.',
  wouldBeUnclean: () => 'Only those who were being added are in sync: nobody else may lead.',
  noneUnderWay: () => 'No reassignment is under way.',
  copiesAll: (/** @type {number} */ n) =>
    plural(
      n,
      'It copies everything from its leader, and joins the ISR once it has what is committed.',
      'They copy everything from their leader, and join the ISR once they have what is committed.',
    ),
  noReplica: () => 'A broker keeps no log of a partition that it is no replica of.',
  leaderGoesBy: () => 'The leader learns of it shortly, and goes by it from then on.',
  elr: () => 'The ELR lists who left an ISR below the minimum, and has everything committed.',
  goOnWithout: () =>
    'Brokers go on with the metadata they have; nobody is fenced or elected, and no ISR changes.',
  sessionsAnew: () => 'Every broker that is not fenced has a whole session from now on.',
  checkComesFirst: () =>
    'A check of the sessions that is overdue comes before the heartbeats in its sockets.',
  /** @param {number} n */
  logStays: (n) => plural(n, 'Its log stays on its disk.', 'Their logs stay on their disks.'),
  /** @param {number} n */
  catchesUp: (n) =>
    plural(
      n,
      'It catches up first; then the leader asks for it to join the ISR.',
      'They catch up first; then the leader asks for them to join the ISR.',
    ),
  /** @param {number} n */
  fencedUntil: (n) =>
    plural(
      n,
      'Until it has read the metadata it is fenced: it neither leads nor counts.',
      'Until they have read the metadata they are fenced: they neither lead nor count.',
    ),
  /** @param {number} n */
  pastIsDue: (n) =>
    plural(
      n,
      'What waited in its sockets comes first, then the news from the controller.',
      'What waited in their sockets comes first, then the news from the controller.',
    ),
  /** @param {number} n */
  cleanEnd: (n) =>
    plural(
      n,
      'It signed off with the controller: unlike after a crash, no session has to end.',
      'They signed off with the controller: unlike after a crash, no session has to end.',
    ),
  /** @param {number} n */
  moves: (n) => plural(n, 'What it leads goes to others first.', 'What they lead goes to others first.'),
  noHeartbeat: () => 'A whole session without a heartbeat is all that the controller has to go by.',
  /** @param {number} broker */
  inIsrHasAll: (broker) => `Broker ${broker} is in the ISR, so it has everything that is committed.`,
  /** @param {number} broker */
  inElrHasAll: (broker) => `Broker ${broker} is in the ELR, so it has everything that is committed.`,
  /** @param {number} broker */
  lastKnown: (broker) =>
    `Broker ${broker} led last: records may be missing, and the partition counts as recovering.`,
  /** @param {number} broker */
  unclean: (broker) =>
    `Broker ${broker} was not in sync: an unclean election takes a leader that lacks records.`,
  neverCuts: () => 'A leader never cuts its log: the others cut theirs to fit.',
  noReadNoWrite: () => 'Nobody can write or read until a replica that may lead is back.',
  nothingByItself: () =>
    'Nothing moves by itself: the high watermark is looked at again with the next append or fetch.',
  whereSmaller: () => 'Where the ISR is smaller, acks=all is refused.',
  uncleanLater: () =>
    'A leaderless partition is looked at again when a broker is unfenced, or every five minutes.',
  onlyCommitted: () => 'Only a replica that has everything committed may lead.',
  inMemory: () => 'The records are in the producer’s memory, and nowhere else yet.',
  flushDecides: () =>
    'Decided is not delivered: flush() says that no batch is undecided, the callbacks say which failed.',
  /** @param {number} n */
  closeDecides: (n) =>
    plural(n, 'It takes and sends nothing any more.', 'They take and send nothing any more.'),
  flushSends: () => 'Batches go at once, whatever linger.ms says.',
  blocks: () => 'That time is no part of delivery.timeout.ms.',
  maxBlock: () => 'max.block.ms limits the wait.',
  oneThread: () => 'An application has one thread here.',
  saysNothingOfConsumers: () => 'An acknowledgement says nothing about a consumer’s work.',
  neverLeft: () => 'No request has carried it: it is in no log.',
  producerKnows: () => 'That is what the producer knows, not whether the record is in a log.',
  maybeTwice: () => 'It may be in the log already: only an idempotent producer’s retry is recognised.',
  safeRetry: () => 'Nothing was written, so sending it again is safe.',
  newLeader: () => 'The producer looks for the new leader, and sends it there.',
  maybePasses: () => 'The error is one that may pass.',
  splits: () => 'It splits the batch, and sends smaller ones.',
  answerLost: () => 'The answer is gone with it: the records may be in a log, or may not.',
  noTakingBack: () => 'What is sent cannot be taken back: the broker may have written it.',
  clientGoesOn: () =>
    'The client knows nothing of that and goes on with the first: idempotence does not know that they are the same.',
  memoryOnly: () => 'send() puts a record into memory: what no request carries dies with the process.',
  nobodyToTell: () => 'The broker handles what it was sent, and answers a connection that nobody reads.',
  newIdentity: () => 'It has a new producer id: brokers cannot tell what it sends again.',
  tooLate: () => 'Their time was over: the application has been told that they failed.',
  otherBrokers: () => 'Other brokers are sent to as before.',
  backToQuota: () => 'The pause brings its average back to the quota.',
  wheel: () => 'Nothing ticks: the wheel moves only when a bucket is due.',
  backoff: () => 'It tries again after replica.fetch.backoff.ms.',
  retriesAsNew: () => 'A retry of what is in the log is appended as new from now on.',
  lostSilently: () => 'What is sent is lost, and nobody is told.',
  takenForDead: () => 'Without heartbeats the controller takes a live broker for dead.',
  resets: () => 'A connection that has lost something is reset: its two ends learn of it now.',
  /** @param {number} n */
  stillWaitedFor: (n) =>
    plural(
      n,
      'As long as it is in the ISR, the high watermark waits for it.',
      'As long as they are in the ISR, the high watermark waits for them.',
    ),
  putBackFetches: () => 'A broker that is put back fetches first, and returns by Kafka’s own rule.',
  /** @param {number} n */
  notDeadEither: (n) =>
    plural(
      n,
      'Its process is not dead, and its connections stay open.',
      'Their processes are not dead, and their connections stay open.',
    ),
  /** @param {number} n */
  fetchesAgain: (n) =>
    plural(n, 'It catches up with its next fetches.', 'They catch up with their next fetches.'),
  connectionTold: () => 'Its client cannot know whether the records were written.',
  firstOfAssignment: () => 'The first replica of the assignment shall lead, if it is in sync.',
  anyReplica: () => 'One that is in sync shall lead, if there is one; else any that is alive.',
};
