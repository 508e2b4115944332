// The searches of the page: one worker for all, one question after the other.

import { compiled } from '../load.js';

/** What is asked: numbers, as the core takes them.
 * @typedef {object} Search
 * @property {number} replicas 1 to 4
 * @property {number} minInSyncReplicas
 * @property {0 | 1} elr
 * @property {0 | 1} unclean
 * @property {-1 | 1} acks
 * @property {number} records 1 to 4
 * @property {number} kinds bit k: the k-th of kill, powerOff, shrink, fence, stop
 * @property {number} failures at most
 * @property {number} without the number of a rule that Kafka is without; 0: none
 * @property {0 | 1} thorough
 */

/** A step of a trace, and what there is to see after it.
 * @typedef {object} Step
 * @property {string} action
 * @property {number} broker 0: none
 * @property {number} lose how many records at the end of the log
 * @property {number} failures so far
 * @property {number} at by when it is over in the script (ms)
 * @property {string[]} broken the promises that do not hold
 * @property {number} leader -1: none
 * @property {number[]} isr
 * @property {number[]} elr
 * @property {number[]} running
 * @property {{acknowledged: boolean, copies: number[]}[]} records
 */

/** How far a search has come; with `over`, what it has found: a way to a loss, or the closest call.
 * @typedef {object} Answer
 * @property {boolean} over
 * @property {string} [error]
 * @property {number} states
 * @property {number[]} layers by number of failures: states with at most so many; each is searched to its end
 * @property {boolean} full there was no room for more
 * @property {boolean} [lost]
 * @property {number} [copies] of the record that had the fewest
 * @property {Step[]} [trace]
 * @property {number} [noReturn] the step from which no further failure is needed
 * @property {import('../types').Script} [script] plays it
 */

/** @typedef {{id: number, search: Search}} Asked */

/** @type {Worker | null} */
let worker = null;

/** @type {{asked: Asked, heard: (answer: Answer) => void}[]} the first is under way */
const queue = [];

let ids = 0;

/**
 * Searches once those before are over.
 * @param {Search} search
 * @param {(answer: Answer) => void} heard is called with every answer; the last is over
 * @returns {() => void} ends it
 */
export function ask(search, heard) {
  const mine = { asked: { id: ++ids, search }, heard };
  queue.push(mine);
  if (queue.length === 1) next();
  return () => {
    const at = queue.indexOf(mine);
    if (at < 0) return;
    queue.splice(at, 1);
    if (at === 0) next();
  };
}

/** Begins the first question of the queue, or ends what is under way. */
function next() {
  worker ??= begin();
  worker.postMessage({ asked: queue[0]?.asked ?? null });
}

/** @returns {Worker} it is made of two functions: what starts a module, and what searches in it */
function begin() {
  const glue = /** @type {any} */ (window.Go).glue;
  const text = `(${glue})();(${searcher})();`;
  const made = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  made.onmessage = ({ data }) => {
    const [first] = queue;
    if (first?.asked.id !== data.id) return;
    if (data.answer.over) queue.shift();
    first.heard(data.answer);
    if (data.answer.over && queue.length) next();
  };
  made.onerror = () => {
    for (const { heard } of queue.splice(0)) heard(failed());
    worker = null;
  };
  made.postMessage({ module: compiled.module });
  return made;
}

/** @returns {Answer} */
function failed() {
  return { over: true, error: 'the search has stopped', states: 0, layers: [], full: false };
}

/**
 * What the worker does: a frame of the page never waits for it. It is given the compiled module first, then questions,
 * one at a time; each is answered again and again until the search is over. It refers to nothing outside of itself.
 */
function searcher() {
  /** @type {any} */
  const scope = self;
  /** @type {Promise<any> | null} */
  let engine = null;
  /** @type {Asked | null} */
  let current = null;

  /** @param {Asked} asked */
  async function search(asked) {
    const api = await engine;
    /** @type {Search | {}} */
    let request = asked.search;
    while (current === asked) {
      const { ok, error } = JSON.parse(api.explore(0, JSON.stringify(request)));
      request = {};
      const answer = ok ?? { over: true, error: error.message, states: 0, layers: [] };
      scope.postMessage({ id: asked.id, answer });
      if (answer.over) current = null;
      await new Promise((resolve) => setTimeout(resolve)); // another question may have come, or an end to this one
    }
  }

  scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (data.module) {
      engine = new Promise((resolve) => (scope.highwaterReady = resolve));
      const go = new scope.Go();
      go.env.GOGC = '400'; // a search keeps much and throws little away
      WebAssembly.instantiate(data.module, go.importObject).then((instance) => go.run(instance));
      return;
    }
    current = data.asked;
    if (current) search(current);
  };
}
