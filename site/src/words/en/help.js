// How to read the picture: the key, and the long text. Loaded when it is opened.

export const help = {
  key: () => 'Key',
  /** What the signs of the key mean, in their order. */
  signs: () => [
    'a record, committed',
    'written, not committed',
    'high watermark',
    'a write that waits',
    'a follower’s fetch',
  ],
  guide: () => [
    'Each lane is a broker’s log, and all lanes share one axis of offsets. A lane ends where its log ends.',
    'The wavy line is the high watermark. What is left of it is committed and can be read. What is right of it, dashed and hatched, is written and not committed.',
    'The bracket at the left holds the ISR. A broker outside of it is pale.',
    'A round token is a request that waits in the purgatory. It hangs at the offset it needs; its ring shows the time it has left.',
    'At the right the followers’ fetches travel: a triangle asks, a square brings records, and its number says how many.',
    'A flag marks the leader; a hollow one marks who only believes it leads. A dashed seat with a cross is a broker that is down, a dotted one stands still or is not let in yet. The dots at its head are a menu.',
    'A red ghost is a record whose producer was told it is acknowledged, and that the leader does not have. A cell with a red edge is in this log and not in the leader’s: it goes when its broker follows.',
    'The small notch under a lane is the high watermark as that broker knows it. Followers learn it later.',
    'The timing wheel holds the deadlines of those who wait: a dot is a request, and moves from ring to ring inward as its time comes. Who is completed early leaves the wheel. Fetches have another one.',
  ],
  words: () => 'Words',
  onTimeline: () => 'On the timeline',
  timeline: () =>
    'A long run shows the part around the place where you are; the bar beneath it is the whole. The slider on it, or a pointer in either, goes to another place.',
  besides: () => 'Beside this page',
  oneFile: () => 'Save the playground as one file, which works without a network',
  trust: () => 'What is modelled, what is not, and how it was checked',
  authors: () => 'For authors: links, frames, lessons',
  /** @param {string} version of the page */
  version: (version) => `This is Highwater, version ${version}.`,
  keys: () =>
    'Keys: Space plays and pauses; ← and → step by moments, with Shift by single events, while no field has the focus. [ and ] go to other chapters of a lesson, Q to its question, C to its card; Escape closes what says why; Ctrl+Z undoes.',
};
