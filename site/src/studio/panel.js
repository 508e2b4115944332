// The studio as it is drawn: what there is to mend, and the sections.

/** @import {Finding} from '../types' */
/** @import {Desk} from './desk.js' */

import { html, nothing } from 'lit-html';
import { hosted } from '../hosted.js';
import { clusterForm } from './clusterForm.js';
import { configForm } from './configForm.js';
import { deedsForm } from './deedsForm.js';
import { isWithin } from './draft.js';
import { button, goTo } from './fields.js';
import { lessonForm } from './lessonForm.js';
import { takeForm } from './takeForm.js';
import { said, words } from './words.js';

/** The sections: what each is called, where in the script it writes, and its form.
 * @type
 * {{name: 'cluster' | 'config' | 'deeds' | 'lesson' | 'take', owns: (path: string) => boolean,
 * form: (desk: Desk) => unknown}[]}
 */
const sections = [
  {
    name: 'cluster',
    owns: (path) =>
      !['producers', 'consumers', 'steps', 'lesson'].some((of) => isWithin(path, of)) && !isConfig(path),
    form: clusterForm,
  },
  {
    name: 'config',
    owns: (path) => isWithin(path, 'producers') || isWithin(path, 'consumers') || isConfig(path),
    form: configForm,
  },
  { name: 'deeds', owns: (path) => isWithin(path, 'steps'), form: deedsForm },
  { name: 'lesson', owns: (path) => isWithin(path, 'lesson'), form: lessonForm },
  { name: 'take', owns: () => false, form: takeForm },
];

/** @param {string} path whether it is of a configuration of brokers or topics */
function isConfig(path) {
  return /^cluster\.(topics\[\d+\]\.)?config\b/.test(path);
}

/**
 * @param {Desk} desk
 * @param {() => void} close
 */
export function panel(desk, close) {
  const say = words();
  return html`
    <h2 id="studio-title" tabindex="-1">${say.studio()}</h2>
    <p class="row">
      <span class="small"
        >${say.intro()}
        ${hosted ? html`<a href="guide.html" target="_blank">${say.guide()}</a>` : nothing}</span
      >
      <button type="button" @click=${close}>${say.close()}</button>
    </p>
    ${summary(desk)} ${sections.map((section) => sectionOf(desk, section))}
  `;
}

/** @param {Desk} desk what there is to mend, each with the way to its field */
function summary(desk) {
  const say = words();
  const { findings, right } = desk;
  return html`
    <div class=${findings.length ? 'summary wrong' : 'summary'}>
      <p role="status">
        ${right ? (findings.length ? say.lessonToMend(findings.length) : say.right()) : say.wrong()}
      </p>
      ${
        findings.length
          ? html`<ul>
              ${findings.map((finding) => html`<li>${findingOf(finding)}</li>`)}
            </ul>`
          : nothing
      }
      ${right ? nothing : button(say.leave(), '', () => desk.leave())}
    </div>
  `;
}

/** @param {Finding} finding */
function findingOf({ path, message }) {
  if (!path) return said(message);
  return html`<button type="button" class="link" @click=${() => lead(path)}><code>${path}</code></button>:
    ${said(message)}`;
}

/**
 * @param {Desk} desk
 * @param {(typeof sections)[number]} section
 */
function sectionOf(desk, { name, owns, form }) {
  const say = words();
  const wrong = desk.findings.filter(({ path }) => path && owns(path)).length;
  return html`<details class="section" id=${`studio-${name}-section`} ?open=${name !== 'config'}>
    <summary>
      <h3>${say.sections[name]()}</h3>
      ${wrong ? html`<span class="small bad">${say.toMend(wrong)}</span>` : nothing}
    </summary>
    ${form(desk)}
  </details>`;
}

/** @param {string} path of a place in the script: leads to its field, or to its section */
function lead(path) {
  const section = sections.find(({ owns }) => owns(path));
  goTo(path, `#studio-${section?.name}-section > summary`);
}
