// The studio, in which an author writes a scenario.

import { english } from './grammar.js';

const { count, number } = english;

/** @param {number} n */
const range = (n) => number(n);

export const studio = {
  studio: () => 'Build a scenario',
  intro: () =>
    'What you write is played at once, and what you do in the playground becomes a step. Nothing leaves this page.',
  guide: () => 'A guide for authors',
  close: () => 'Close',
  sections: {
    cluster: () => 'Cluster',
    config: () => 'Configuration, clients and links',
    deeds: () => 'Timeline of deeds',
    lesson: () => 'Lesson',
    take: () => 'Take away',
  },

  right: () => 'The script is right.',
  /** @param {number} n */
  lessonToMend: (n) => `The script is played. ${count(n, 'thing', 'things')} to mend in the lesson.`,
  wrong: () => 'The script cannot be played as it is. The playground shows the last one that could.',
  /** @param {number} n */
  toMend: (n) => `${n} to mend`,
  leave: () => 'Back to the script that is played',
  takeUp: () => 'Back to what was put aside',

  /**
   * @param {string} message of the core's
   * @returns {string | undefined} it in this language; undefined: it is not known
   */
  said: (message) => message,

  title: () => 'Title',
  newTitle: () => 'My scenario',
  brokers: () => 'Brokers',
  addTopic: () => 'Add a topic',
  /** @param {string} name */
  topic: (name) => `topic ${name}`,
  name: () => 'Name',
  replicationFactor: () => 'Replication factor',
  partitions: () => 'Partitions',
  /** @param {number} n */
  replicasOf: (n) => `Replicas of partition ${n}`,
  replicas: () => 'Brokers, the preferred leader first, such as 1, 2, 3.',
  /** @param {number} n */
  stateOf: (n) => `Partition ${n} at the start`,
  /** @param {number} n */
  leaderOf: (n) => `Leader of partition ${n}`,
  leader: () => 'Where nothing is written, the first replica; -1: there is none.',
  /** @param {number} n */
  isrOf: (n) => `ISR of partition ${n}`,
  isr: () => 'Where nothing is written, all replicas.',
  more: () => 'More of the cluster',
  elr: () => '1: the controller keeps eligible leader replicas, as new clusters do. 0: it does not.',
  latency: () => 'How long a message travels on every link, in ms.',
  append: () => 'How long an append to a log takes, in ms.',
  /** @param {number} id */
  ownOf: (id) => `Broker ${id} by itself`,
  ownAppend: () => 'How long its own appends take, in ms: a slow disk.',
  phase: () =>
    'How much later than those of the others its heartbeats and ISR checks run, in ms: real brokers start at different times.',
  seed: () => 'What chance there is comes from this number.',
  until: () => 'When the run ends, in ms.',

  /** @param {number} n */
  filledIn: (n) => `${n} set`,
  /** @param {string} value @param {string} unit */
  byDefault: (value, unit) => `Default ${[value, unit].filter(Boolean).join(' ')}.`,
  /** @param {string} scope @returns {string} */
  noDefault: (scope) => (scope === 'topic' ? 'Default: the cluster’s.' : 'No default.'),
  /** @param {number} min @param {number} max @param {string} unit */
  range: (min, max, unit) => `${range(min)} to ${range(max)}${unit && ` ${unit}`}.`,
  brokerConfig: () => 'Configuration of the brokers',
  /** @param {string} name */
  topicConfig: (name) => `Configuration of topic ${name}`,
  producers: () => 'Producers',
  addProducer: () => 'Add a producer',
  /** @param {string} id */
  producer: (id) => `producer ${id}`,
  id: () => 'Name of the client',
  /** @param {string} id */
  configOf: (id) => `Configuration of ${id}`,
  /** @param {string} id */
  quotaOf: (id) => `Quota of ${id}`,
  consumers: () => 'Consumers',
  addConsumer: () => 'Add a consumer',
  /** @param {string} id */
  consumer: (id) => `consumer ${id}`,
  topics: () => 'Topics',
  readsAll: () => 'Apart by commas; where nothing is written, all.',
  links: () => 'Links at the start',
  linksHint: () =>
    'Each is one direction. What changes a link later stands in the timeline, as these do at 0 ms.',
  laterHint: () => 'When it happens, in ms: later than 0, it stands in the timeline alone.',
  addLink: () => 'Add a link',
  /** @param {string} from @param {string} to */
  linkFrom: (from, to) => `link from ${from} to ${to}`,

  deedsHint: () =>
    'Act in the playground, and the deed is added here at the time that is shown; or add one below.',
  /** @param {number} n */
  moreDeeds: (n) => `${count(n, 'further step', 'further steps')}, which only a file shows.`,
  edit: () => 'Edit',
  remove: () => 'Remove',
  goThere: () => 'Go there',
  atHint: () => 'When it happens, in ms.',
  addDeed: () => 'Another deed',
  when: () => 'When, in ms',
  add: () => 'Add',
  /** @param {number} n */
  part: (n) => `partition entry ${n}`,
  addPart: () => 'Add a partition',

  noLesson: () =>
    'A lesson asks a question, tells what happens chapter by chapter, and lets its readers predict.',
  addLesson: () => 'Add a lesson',
  removeLesson: () => 'Remove the lesson',
  plainLesson: () => ({
    question: 'What happens here?',
    chapter: ['The start', 'What is done'],
    conclusion: 'What to keep in mind.',
  }),
  inGerman: () => 'All texts in German, too',
  /** @param {string} label @param {string} language its code */
  inLanguage: (label, language) => `${label} (${language})`,
  question: () => 'Question',
  questionHint: () => 'What the lesson answers, its title: at most 12 words.',
  addRefuted: () => 'Add the popular error that it refutes',
  source: () => 'public report that it retells',
  sourceHint: () => 'Its address, which begins with https://.',
  refuted: () => 'popular error',
  refutedHint: () => 'Of a broker B-, of a producer P-, and a number, such as B-6.',
  refutedText: () => 'The error, as people believe it',
  chapter: {
    /** @param {number} n */
    one: (n) => `chapter ${n}`,
    all: () => 'Chapters',
    add: () => 'Add a chapter',
    hint: () => 'Two to five, in the order in which the run comes to them.',
  },
  card: {
    /** @param {number} n */
    one: (n) => `card ${n}`,
    all: () => 'Cards',
    add: () => 'Add a card',
    hint: () => 'A card appears at its place, and may ask for a deed.',
  },
  prediction: {
    /** @param {number} n */
    one: (n) => `prediction ${n}`,
    all: () => 'Predictions',
    add: () => 'Add a prediction',
    hint: () => 'No answer is typed: the run decides which option holds first.',
  },
  begins: () => 'Begins',
  appears: () => 'Appears',
  text: () => 'Text',
  cardHint: () => 'At most 40 words.',
  askDeed: () => 'Ask for a deed',
  deed: () => 'deed',
  verb: () => 'What to do',
  done: () => 'Done when',
  doneHint: () => 'A condition that holds once it is done, whoever did it.',
  ask: () => 'Question',
  /** @param {number} n */
  option: (n) => `option ${n}`,
  addOption: () => 'Add an option',
  rightIf: () => 'Holds if',
  asked: () => 'Asked at',
  askedHint: () => 'Where nothing is written, right before it is decided.',
  told: () => 'Explanation',
  toldHint: () => 'Why it happened: at most 30 words.',
  conclusion: () => 'Conclusion',
  conclusionHint: () => 'What to keep in mind: at most 60 words.',
  conditionHint: () =>
    '"start", or a condition on the run’s events, such as {"event": "park", "request": 1}.',
  takeFromRun: () => 'Take from the moment that is shown …',
  /** @param {string} label */
  takeFor: (label) => `${label}: take from the moment that is shown`,
  newText: () => 'Say here what matters.',
  newQuestion: () => 'What happens next?',
  /** @param {number} n */
  newOption: (n) => `Answer ${n}`,

  copyLink: () => 'Copy a link',
  link: () => 'Link',
  copied: () => 'The link is on the clipboard. It holds the whole scenario.',
  copyByHand: () => 'The browser does not let the page copy: copy the link from its field.',
  mendFirst: () => 'First mend what is wrong, for a link opens what can be played.',
  saveFile: () => 'Save as a file',
  forPages: () => 'Put it into a page …',
  /** @param {string} name */
  saved: (name) => `${name} is made.`,
  openFile: () => 'Open a file',
  /** @param {string} name */
  opened: (name) => `${name} is open.`,
  beginAnew: () => 'Begin anew',
  tooLong: () => 'the file is longer than 1 MiB',
  noScript: () => 'there is no script in it',
  /** @param {string} reason */
  failed: (reason) => `That did not work: ${reason}`,
};
