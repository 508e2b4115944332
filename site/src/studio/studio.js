// The studio: the page beside which an author writes a scenario that it plays. Loaded when it is wanted.

/** @import {Playground} from '../playground.js' */

import '../first.js';
import { render } from 'lit-html';
import { onLanguage } from '../words/words.js';
import { Desk } from './desk.js';
import { plainScript } from './draft.js';
import { panel } from './panel.js';
import { words } from './words.js';
import sheet from 'virtual:sheet/studio.css';

/**
 * Opens the studio beside a playground, whose run an author goes on with.
 * @param {Playground} playground
 * @param {boolean} anew a small cluster takes the place of that run
 */
export function openStudio(playground, anew) {
  if (document.getElementById('studio')) return focusTitle();
  adoptSheet();
  const { app, ended } = playground;
  const aside = document.createElement('aside');
  aside.id = 'studio';
  aside.setAttribute('aria-labelledby', 'studio-title');
  const closed = new AbortController();
  const signal = AbortSignal.any([ended, closed.signal]);
  let wanted = false;
  const draw = () => {
    wanted = false;
    if (signal.aborted) return;
    const back = wayBack(aside);
    render(
      panel(desk, () => closed.abort()),
      aside,
    );
    back();
  };
  const want = () => {
    if (!wanted) requestAnimationFrame(draw);
    wanted = true;
  };
  const desk = new Desk(app, want);
  if (anew) desk.begin(plainScript(words().newTitle()));
  playground.follow({
    rested() {
      if (!signal.aborted && !app.clock.playing && desk.follow()) want();
    },
  });
  onLanguage(want, signal);
  signal.addEventListener('abort', () => {
    desk.end();
    aside.remove();
    document.body.classList.remove('author');
  });
  draw();
  playground.root.after(aside);
  document.body.classList.add('author');
  if (!anew) focusTitle();
}

/** Whether the page has the studio's styles. */
let styled = false;

/** The page takes on the styles of the studio. */
function adoptSheet() {
  if (styled) return;
  styled = true;
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheet);
  document.adoptedStyleSheets.push(styles);
}

function focusTitle() {
  document.getElementById('studio-title')?.focus();
}

/**
 * What has the focus may be taken out; then the focus goes to what is nearest to it.
 * @param {HTMLElement} aside
 * @returns {() => void} is called when that may have happened
 */
function wayBack(aside) {
  const held = document.activeElement;
  /** @type {Element[]} */
  const around = [];
  for (let box = held; box && aside.contains(box); box = box.parentElement) around.push(box);
  return () => {
    if (!around.length || held?.isConnected) return;
    const box = around.find((element) => element.isConnected);
    /** @type {HTMLElement | null | undefined} */ (
      box?.querySelector('summary, button, input, select, textarea')
    )?.focus();
  };
}
