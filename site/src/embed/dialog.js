// The dialog in which one puts together what one pastes elsewhere: the present run as a link, in a frame, or as an
// element.

/** @import {App} from '../app.js' */
/** @import {Wanted} from './snippets.js' */

import '../first.js';
import { html, nothing, render } from 'lit-html';
import { svgText } from '../paint.js';
import { lockNames, panelNames } from '../parameters.js';
import { languages, words as all } from '../words/words.js';
import { fullPage, stateOf } from './full.js';
import { snippets, usualHeight } from './snippets.js';
import { words } from './words.js';

/** @typedef {keyof typeof snippets} Kind */

/** What is chosen, the same until the page is left. */
const chosen = {
  kind: /** @type {Kind} */ ('frame'),
  width: '100%',
  height: usualHeight,
  controls: 'minimal',
  panels: [...panelNames],
  lock: /** @type {string[]} */ ([]),
  theme: 'auto',
  lang: 'auto',
  autoplay: false,
  still: false,
};

/** The dialog that is open. @type {HTMLDialogElement | null} */
let dialog = null;

/**
 * Opens the dialog.
 * @param {App} app
 */
export async function openDialog(app) {
  if (dialog) return;
  app.pause();
  const state = await stateOf(app);
  const opened = document.createElement('dialog');
  dialog = opened;
  opened.className = 'share card';
  opened.addEventListener('close', () => {
    opened.remove();
    dialog = null;
  });
  opened.addEventListener('keydown', (event) => event.stopPropagation()); // its keys are no playground's
  document.body.append(opened);
  draw(app, state, opened, '');
  opened.showModal();
}

/**
 * @param {App} app
 * @param {string} state as a link has it
 * @param {HTMLDialogElement} into
 * @param {string} said of what has just been copied
 */
function draw(app, state, into, said) {
  const say = words().share;
  const again = (/** @type {Partial<typeof chosen>} */ change) => {
    Object.assign(chosen, change);
    draw(app, state, into, '');
  };
  const code = snippets[chosen.kind](wanted(app, state));
  const local = location.protocol === 'file:';
  render(
    html`
      <h2 id="share-title">${say.title()}</h2>
      <form method="dialog">
        ${kinds(again)} ${chosen.kind === 'link' ? nothing : choices(again)}
        <label class="code"
          ><span class="label">${say.code()}</span>
          <textarea
            readonly
            rows="6"
            spellcheck="false"
            .value=${code}
            @focus=${(/** @type {any} */ e) => e.target.select()}
          ></textarea>
        </label>
        <p class="small">${local ? say.local() : say.notes[chosen.kind]()}</p>
        <p class="end">
          <span role="status">${said}</span>
          <button type="button" class="primary" @click=${() => copy(app, state, into, code)}>
            ${say.copy()}
          </button>
          <button value="close">${say.close()}</button>
        </p>
      </form>
    `,
    into,
  );
  into.setAttribute('aria-labelledby', 'share-title');
}

/** @param {(change: Partial<typeof chosen>) => void} again */
function kinds(again) {
  const say = words().share;
  return html`<div class="row" role="radiogroup" aria-label=${say.as()}>
    <span class="label">${say.as()}</span>
    <span class="segments">
      ${
        /** @type {Kind[]} */ (Object.keys(snippets)).map(
          (kind) =>
            html`<label
              ><input
                type="radio"
                name="share-kind"
                .checked=${chosen.kind === kind}
                @change=${() => again({ kind })}
              /><span>${say.kinds[kind]()}</span></label
            >`,
        )
      }
    </span>
  </div>`;
}

/** @param {(change: Partial<typeof chosen>) => void} again */
function choices(again) {
  const say = words().share;
  const tabs = all().panels.tabs;
  /** @type {Record<string, string>} */
  const panelTitles = {
    ...Object.fromEntries(Object.entries(tabs).map(([id, title]) => [id, title()])),
    table: all().describe.title(),
  };
  const size = (/** @type {any} */ e) =>
    again({ height: Math.min(2000, Math.max(200, Number(e.target.value) || usualHeight)) });
  const width = (/** @type {any} */ e) =>
    again({ width: /^\d+%?$/.test(e.target.value.trim()) ? e.target.value.trim() : '100%' });
  return html`
    <div class="sizes">
      <label class="row"
        ><span class="label">${say.width()}</span
        ><input class="number" type="text" .value=${chosen.width} @change=${width}
      /></label>
      <label class="row"
        ><span class="label">${say.height()}</span
        ><input
          class="number"
          type="text"
          inputmode="numeric"
          .value=${String(chosen.height)}
          @change=${size}
      /></label>
      ${choice(say.controls(), chosen.controls, say.levels, (controls) => again({ controls }))}
      ${choice(say.theme(), chosen.theme, say.themes, (theme) => again({ theme }))}
      ${choice(say.language(), chosen.lang, { auto: say.readers, ...named(languages) }, (lang) => again({ lang }))}
      ${check(say.autoplay(), chosen.autoplay, (autoplay) => again({ autoplay }))}
      ${chosen.kind === 'element' ? check(say.still(), chosen.still, (still) => again({ still })) : nothing}
    </div>
    ${
      chosen.controls === 'full'
        ? several(
            say.panels(),
            panelNames,
            chosen.panels,
            (id) => panelTitles[id],
            (panels) => again({ panels }),
          )
        : nothing
    }
    ${several(
      say.locks(),
      lockNames.filter((name) => name !== 'all'),
      chosen.lock,
      (id) => say.lockNames[id]?.() ?? id,
      (lock) => again({ lock }),
    )}
  `;
}

/** @param {Record<string, string>} texts @returns {Record<string, () => string>} */
function named(texts) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, () => text]));
}

/**
 * @param {string} label
 * @param {string} value
 * @param {Record<string, () => string>} options
 * @param {(value: any) => void} set
 */
function choice(label, value, options, set) {
  return html`<label class="row"
    ><span class="label">${label}</span
    ><select @change=${(/** @type {any} */ e) => set(e.target.value)}>
      ${Object.entries(options).map(([name, text]) => html`<option value=${name} .selected=${name === value}>${text()}</option>`)}
    </select></label
  >`;
}

/**
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} set
 */
function check(label, value, set) {
  return html`<label class="row check"
    ><input type="checkbox" .checked=${value} @change=${(/** @type {any} */ e) => set(e.target.checked)} />
    <span>${label}</span></label
  >`;
}

/**
 * @param {string} title
 * @param {string[]} names
 * @param {string[]} present those that are chosen
 * @param {(name: string) => string} text
 * @param {(names: string[]) => void} set
 */
function several(title, names, present, text, set) {
  return html`<details>
    <summary>${title}: ${words().share.some(present.length, names.length)}</summary>
    <div class="several">
      ${names.map((name) =>
        check(text(name), present.includes(name), (on) =>
          set(names.filter((n) => (n === name ? on : present.includes(n)))),
        ),
      )}
    </div>
  </details>`;
}

/**
 * @param {App} app
 * @param {string} state
 * @returns {Wanted}
 */
function wanted(app, state) {
  const { controls, panels, lock, theme, lang, autoplay } = chosen;
  const full = fullPage();
  const svg = chosen.still && document.getElementById(app.name)?.querySelector('svg.picture');
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  return {
    folder: new URL('.', full).href,
    full,
    state: app.fresh && app.model.scenario ? '' : state,
    scenario: app.model.scenario,
    title: `Highwater: ${app.title}`,
    sentence: app.sentence.main,
    still: svg instanceof SVGSVGElement ? svgText(svg, paper) : '',
    open: words().share.open(),
    width: chosen.width,
    height: chosen.height,
    parameters: {
      controls,
      ...(controls === 'full' && panels.length < panelNames.length && { panels: panels.join(',') || 'none' }),
      ...(lock.length && { lock: lock.join(',') }),
      ...(theme !== 'auto' && { theme }),
      ...(lang !== 'auto' && { lang }),
      ...(autoplay && { autoplay: 'true' }),
    },
  };
}

/**
 * @param {App} app
 * @param {string} state
 * @param {HTMLDialogElement} into
 * @param {string} code
 */
async function copy(app, state, into, code) {
  const say = words().share;
  try {
    await navigator.clipboard.writeText(code);
    draw(app, state, into, say.copied());
  } catch {
    into.querySelector('textarea')?.select();
    draw(app, state, into, say.select());
  }
}
