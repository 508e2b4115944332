// What of a run goes into files.

/** @import {Model} from './model.js' */
/** @import {Moment} from './types' */

/** So many events are asked for at a time: a long run does not hold the page up. */
const portion = 1000;

/** So many moments a diagram has at most: more of them nobody reads. */
const mostMoments = 200;

/**
 * The events before the place, a line of JSON each, and what has become of everything by then: the summary.
 * @param {Pick<Model, 'run' | 'state'>} model
 * @returns {Promise<string>}
 */
export async function eventLines({ run, state }) {
  let text = '';
  for (let from = 0; from < state.n; from += portion) {
    const events = run.lines(from, Math.min(portion, state.n - from));
    text += events.map((event) => `${JSON.stringify(event)}\n`).join('');
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return `${text}${run.summary()}\n`;
}

/**
 * @param {Model} model
 * @returns {Moment[]} the last ones before the place
 */
export function lastMoments({ run, marks, state }) {
  const over = marks.endedBefore(state.n);
  const moments = [];
  for (let from = Math.max(0, over - mostMoments); from < over;) {
    const some = run.moments(from, over - from);
    if (!some.length) break;
    moments.push(...some);
    from += some.length;
  }
  return moments;
}
