// What a host may have of a playground as a file: the picture, the events, the requests, a link.

/** @import {Playground} from '../playground.js' */
/** @import {Reports} from './reports.js' */

import { painted, svgText } from '../paint.js';
import { eventLines } from '../takeaway.js';
import { linkTo } from './full.js';
import { RequestError } from './port.js';
import { requestsCsv } from './requestLog.js';

/** Pixels of an image for each unit of the drawing. */
const scale = 2;

/** @type {Record<string, (playground: Playground, reports: Reports) => Promise<object> | object>} */
const makers = {
  svg: (playground) => ({ type: 'image/svg+xml', text: svgText(drawing(playground), paper()) }),
  png: async (playground) => {
    const url = painted(drawing(playground), paper(), scale).toDataURL('image/png');
    return { type: 'image/png', base64: url.slice(url.indexOf(',') + 1) };
  },
  jsonl: async ({ app }) => ({ type: 'application/x-ndjson', text: await eventLines(app.model) }),
  csv: (_, reports) => ({ type: 'text/csv', text: requestsCsv(reports.requests) }),
  link: async ({ app }) => ({ type: 'text/uri-list', text: await linkTo(app) }),
};

export const formats = Object.keys(makers);

/**
 * @param {string} format one of formats
 * @param {Playground} playground
 * @param {Reports} reports
 * @returns {Promise<{name: string, type: string, text?: string, base64?: string}>}
 */
export async function exported(format, playground, reports) {
  const { model, state } = playground.app;
  const made = await makers[format](playground, reports);
  const name = `highwater-${model.scenario || 'run'}-${Math.round(state.t)}ms.${format === 'link' ? 'url' : format}`;
  return { name, .../** @type {{type: string}} */ (made) };
}

/** @param {Playground} playground @returns {SVGSVGElement} its picture, as it is now even if nobody sees it */
function drawing(playground) {
  playground.refresh();
  const svg = playground.root.querySelector('svg.picture');
  if (!(svg instanceof SVGSVGElement)) throw new RequestError('not-found', 'no picture is shown');
  return svg;
}

/** The colour that the page has behind its drawing. */
function paper() {
  return getComputedStyle(document.documentElement).backgroundColor;
}
