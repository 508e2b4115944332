// What stands in the page itself and runs before all else, in any engine, however old: it asks for the module early,
// and says so when the page's own scripts or styles do not come. It keeps to ECMAScript 5. Once those scripts run, they
// speak.

import { tell } from './notice.js';
import { early as earlyDe, notice as noticeDe } from './words/de/failure.js';
import { early as earlyEn, notice as noticeEn } from './words/en/failure.js';

/** How long a file may take before that is said (ms of real time). */
var patienceMs = 8000;

/** How soon the page is looked at again while it is being read (ms). */
var soonMs = 50;

/** Whether the parts of the page are files of their own. */
var hosted = HIGHWATER_WASM_URL !== '';

/** Whether the engine is new enough. One that is not may read the page's scripts all the same; then they say so. */
var isNew = 'toSorted' in Array.prototype;

/** What the page's own scripts find here. @type {NonNullable<typeof window.highwaterStart>} */
var state = { fetched: null, running: false, unstyled: false };
window.highwaterStart = state;

/** What has come. @type {(EventTarget | null)[]} */
var arrived = [];
var told = false;
var based = false;

/** Whether the page is going to have German words. */
function german() {
  var wanted = navigator.language;
  try {
    wanted = localStorage.getItem('highwater-language') || wanted;
  } catch (blocked) {
    // as without storage
  }
  return /^de\b/.test(wanted);
}

function words() {
  return german() ? earlyDe : earlyEn;
}

/**
 * @param {string} code
 * @param {[what: string, remedy: string]} texts
 * @param {{file?: string, link?: string}} [about]
 */
function fail(code, texts, about) {
  if (told) return;
  told = true;
  whenThere('status', function () {
    var say = german() ? noticeDe : noticeEn;
    tell({
      what: texts[0],
      remedy: texts[1],
      file: about && about.file,
      link: about && about.link,
      state: say.still(),
      actions: about && about.link ? [] : [[say.again(), reload]],
      report: { words: say.report, code: code },
    });
  });
}

function reload() {
  location.reload();
}

/**
 * @param {string} id of an element that the page has further down
 * @param {() => void} act
 */
function whenThere(id, act) {
  if (document.getElementById(id)) act();
  else setTimeout(whenThere, soonMs, id, act);
}

/** Asks for the module. */
function ask() {
  if (!hosted || typeof fetch !== 'function') return;
  state.fetched = fetch(HIGHWATER_WASM_URL);
  state.fetched.catch(function () {}); // who takes it hears of it
}

/** The elements that name a script or the style sheet. */
function parts() {
  var found = document.querySelectorAll('script[src], link[rel=stylesheet]');
  return /** @type {(HTMLScriptElement | HTMLLinkElement)[]} */ ([].slice.call(found));
}

/** @param {HTMLScriptElement | HTMLLinkElement} part */
function addressOf(part) {
  return 'src' in part ? part.src : part.href;
}

/**
 * A host may give out a folder without the slash at its end; then what is named beside the page is looked for one
 * folder up, and is not there. It is looked for again within the folder.
 * @returns {boolean} whether it is
 */
function lookWithin() {
  var folder = location.pathname.split('/').pop();
  if (based || !folder || /\.html?$/.test(folder)) return false;
  based = true;
  var base = document.createElement('base');
  base.href = './' + folder + '/';
  document.head.insertBefore(base, document.head.firstChild);
  ask();
  parts().forEach(replace);
  return true;
}

/** @param {HTMLScriptElement | HTMLLinkElement} part is asked for again */
function replace(part) {
  var fresh = document.createElement(part.nodeName);
  [].forEach.call(part.attributes, function (/** @type {Attr} */ attribute) {
    fresh.setAttribute(attribute.name, attribute.value);
  });
  part.parentNode && part.parentNode.replaceChild(fresh, part);
}

/** The page without its styles is a heap: it is hidden as long as there are none. @param {boolean} hide */
function hide(hide) {
  state.unstyled = hide;
  whenThere('live', function () {
    [].forEach.call(document.body.children, function (/** @type {HTMLElement} */ child) {
      if (child.id !== 'status') child.hidden = hide;
    });
  });
}

/** @param {Event} event of a file that did not come, or of a script that broke off */
function onError(event) {
  var target = /** @type {any} */ (event.target);
  if (target === window) return onBroken(/** @type {ErrorEvent} */ (event));
  if (!document.documentElement.contains(target) || parts().indexOf(target) < 0 || lookWithin()) return;
  var style = target.nodeName === 'LINK';
  if (style) hide(true);
  fail(style ? 'style' : 'script', style ? words().style() : words().script(), { file: addressOf(target) });
}

/** @param {ErrorEvent} event */
function onBroken(event) {
  if (state.running) return;
  if (!isNew) fail('old', words().old());
  else if (/trusted ?type|createPolicy/i.test(event.message)) fail('policy', words().policy());
  else fail('broken', words().broken(event.message), { file: event.filename });
}

/** Nothing has started for a while: says what has not come. A style sheet that is missing keeps a page from being drawn
 * at all, and its scripts from running; so it is asked for as one that nothing waits for. */
function onLate() {
  if (state.running || told) return;
  var missing = parts().filter(function (part) {
    return arrived.indexOf(part) < 0;
  });
  if (!missing.length) return;
  var seconds = Math.round(patienceMs / 1000);
  fail('waiting', words().waiting(seconds), { file: addressOf(missing[0]) });
  missing.forEach(function (part) {
    if (part.nodeName !== 'LINK') return;
    hide(true);
    var later = /** @type {HTMLLinkElement} */ (part.cloneNode());
    later.media = 'print';
    later.onload = function () {
      later.media = 'all';
      hide(false);
      /** @type {HTMLElement} */ (document.getElementById('status')).hidden = state.running;
    };
    document.head.appendChild(later);
    document.head.removeChild(part);
  });
}

addEventListener('error', onError, true);
document.addEventListener(
  // the window hears of no element's load
  'load',
  function (event) {
    arrived.push(event.target);
  },
  true,
);
if (hosted && location.protocol === 'file:') fail('file', words().file(), { link: 'highwater.html' });
else if (!isNew && !('noModule' in document.createElement('script'))) fail('old', words().old());
else {
  ask();
  setTimeout(onLate, patienceMs);
}
