// What one may take away: the picture, the run, its script, and its messages as a diagram. Loaded when it is opened.

/** @import {App} from '../app.js' */

import { html } from 'lit-html';
import { painted, svgText } from '../paint.js';
import { eventLines, lastMoments } from '../takeaway.js';
import { sequenceDiagram } from '../mermaid.js';
import { copy, openField } from './openAndCopy.js';
import { takeaway as english } from '../words/en/takeaway.js';
import { area, words as all } from '../words/words.js';

const words = area(english, (language) => language.takeaway);

/** Pixels of an image for each unit of the drawing. */
const pngScale = 2;

/** @param {App} app */
export function takeaway(app) {
  const say = words();
  const name = `highwater-${app.model.scenario || 'run'}-${Math.round(app.state.t)}ms`;
  /** @type {[text: string, note: string, make: () => Promise<Blob | null> | Blob, ending: string][]} */
  const files = [
    [say.svg(), say.svgNote(), () => blob(svgText(drawing(app), paper()), 'image/svg+xml'), 'svg'],
    [say.png(), say.pngNote(), () => image(app), 'png'],
    [
      say.script(),
      say.scriptNote(),
      () => blob(JSON.stringify(app.model.script, null, 2), 'application/json'),
      'json',
    ],
    [say.state(), say.stateNote(), () => blob(JSON.stringify(app.save()), 'application/json'), 'state.json'],
    [say.lines(), say.linesNote(), () => lines(app), 'jsonl'],
    [say.mermaid(), say.mermaidNote(), () => diagram(app), 'mmd'],
  ];
  return html`
    <ul class="takeaway">
      ${copy(app)}
      <li>
        <button @click=${() => share(app)}>${say.share()}</button>
        <span class="small">${say.shareNote()}</span>
      </li>
      ${files.map(
        ([text, note, make, ending]) =>
          html`<li>
            <button @click=${() => save(app, make, `${name}.${ending}`)}>${text}</button>
            <span class="small">${note}</span>
          </li>`,
      )}
    </ul>
    ${openField(app)}
  `;
}

/** @param {App} app what one pastes elsewhere to have the playground there */
async function share(app) {
  const { openDialog } = await import('../embed/dialog.js');
  await openDialog(app);
}

/** @param {App} app @returns {SVGSVGElement} the picture that is shown */
function drawing(app) {
  const svg = document.getElementById(app.name)?.querySelector('svg.picture');
  if (!(svg instanceof SVGSVGElement)) throw new Error(words().noPicture());
  return svg;
}

/** The colour that the page has behind its drawing. */
function paper() {
  return getComputedStyle(document.documentElement).backgroundColor;
}

/**
 * @param {string} text
 * @param {string} type
 */
function blob(text, type) {
  return new Blob([text], { type });
}

/** @param {App} app @returns {Promise<Blob | null>} */
function image(app) {
  const canvas = painted(drawing(app), paper(), pngScale);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** @param {App} app */
async function lines(app) {
  return blob(await eventLines(app.model), 'application/x-ndjson');
}

/** @param {App} app */
function diagram(app) {
  const text = sequenceDiagram(lastMoments(app.model), app.state, all().grammar.clock);
  return blob(text, 'text/plain');
}

/**
 * Makes a file and hands it to the browser.
 * @param {App} app
 * @param {() => Promise<Blob | null> | Blob} make
 * @param {string} name
 */
async function save(app, make, name) {
  try {
    const made = await make();
    if (!made) throw new Error(words().tooLarge());
    const link = document.createElement('a');
    link.href = URL.createObjectURL(made);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000); // the download may begin later
    app.notice = words().saved(name);
  } catch (error) {
    app.notice = words().failed(error instanceof Error ? error.message : String(error));
  }
  app.changed();
}
