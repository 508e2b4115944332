// A page as Playwright offers it, as far as the tests of the page use that, over what drives any browser. So the tests of
// the page run in the other browsers, too. What is not here cannot be asked there.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { found, wanted } from './locate.js';

/** @import {Tab} from './engine.js' */
/** @import {Step} from './locate.js' */

const pollMs = 40;
const patienceMs = 30_000;

/**
 * A function that is to run in a document, made of text: what comes out of it undefined stays so.
 * @param {string} source
 * @returns {any}
 */
const sent = (source) => ({ toString: () => `async (...given) => ({ value: await (${source})(...given) })` });

/**
 * Asks again until there is an answer other than undefined.
 * @template T
 * @param {() => Promise<T | undefined>} ask
 * @param {() => string} what is waited for
 * @param {number} [timeout] ms
 * @returns {Promise<T>}
 */
async function answered(ask, what, timeout = patienceMs) {
  for (const end = Date.now() + timeout; ;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) assert.fail(`for ${timeout} ms there was no ${what()}`);
    await pause(pollMs);
  }
}

/** What tests name on a page. Whatever is done to it waits until it is there. */
class Locator {
  #page;
  #steps;

  /** @param {Page} page @param {Step[]} steps */
  constructor(page, steps) {
    this.#page = page;
    this.#steps = steps;
  }

  /** @param {...Step} steps */
  #on(...steps) {
    return new Locator(this.#page, [...this.#steps, ...steps]);
  }

  /** @param {string} css @param {{hasText?: string | RegExp}} [how] */
  locator(css, how = {}) {
    return this.#on({ css }).filter(how);
  }

  /** @param {string} role @param {{name?: string | RegExp, exact?: boolean}} [how] */
  getByRole(role, { name, exact } = {}) {
    return this.#on({ role, ...(name === undefined ? {} : { name: wanted(name, exact) }) });
  }

  /** @param {string | RegExp} text @param {{exact?: boolean}} [how] */
  getByLabel(text, { exact } = {}) {
    return this.#on({ label: wanted(text, exact) });
  }

  /** @param {string | RegExp} text @param {{exact?: boolean}} [how] */
  getByText(text, { exact } = {}) {
    return this.#on({ text: wanted(text, exact) });
  }

  /** @param {{hasText?: string | RegExp, has?: Locator}} how */
  filter({ hasText, has }) {
    return this.#on(
      ...(hasText === undefined ? [] : [{ hasText: wanted(hasText) }]),
      ...(has ? [{ has: has.#steps }] : []),
    );
  }

  /** @param {number} nth */
  nth(nth) {
    return this.#on({ nth });
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  /** @param {string} f is given all that is found @param {...unknown} given @returns {Promise<any>} */
  #ask(f, ...given) {
    return this.#page.run(`(steps, ...given) => (${f})((${found})(steps), ...given)`, this.#steps, ...given);
  }

  /**
   * @param {string} f is given the one element that is found, as soon as it is; undefined: not yet
   * @param {...unknown} given
   * @returns {Promise<any>} what it gives
   */
  async #one(f, ...given) {
    const once = `async (all, ...given) => {
      if (all.length > 1) return { many: all.length };
      const one = all[0] && (await (${f})(all[0], ...given));
      return one === undefined ? undefined : { one };
    }`;
    const { many, one } = await answered(
      () => this.#ask(once, ...given),
      () => `${this}`,
    );
    assert.ok(!many, `there are ${many} of ${this}`);
    return one;
  }

  /** @param {string} f as #one has it, but what it gives may be nothing @param {...unknown} given */
  async #of(f, ...given) {
    return (await this.#one(`async (e, ...given) => ({ it: await (${f})(e, ...given) })`, ...given)).it;
  }

  async all() {
    return Array.from({ length: await this.count() }, (_, i) => this.nth(i));
  }

  /** @returns {Promise<number>} */
  count() {
    return this.#ask('(all) => all.length');
  }

  /** @param {(e: any, given: any) => unknown} f @param {unknown} [given] */
  evaluate(f, given) {
    return this.#of(`${f}`, given);
  }

  /** @param {(all: any[]) => unknown} f */
  evaluateAll(f) {
    return this.#ask(`${f}`);
  }

  innerText() {
    return this.#of('(e) => e.innerText');
  }

  innerHTML() {
    return this.#of('(e) => e.innerHTML');
  }

  textContent() {
    return this.#of('(e) => e.textContent');
  }

  allTextContents() {
    return this.#ask('(all) => all.map((e) => e.textContent)');
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.#of('(e, name) => e.getAttribute(name)', name);
  }

  inputValue() {
    return this.#of('(e) => e.value');
  }

  isChecked() {
    return this.#of('(e) => e.checked ?? e.ariaChecked === "true"');
  }

  /** @returns {Promise<boolean>} whether it is there to be seen; it is not waited for */
  isVisible() {
    return this.#ask(`(all) => all.some(${seen})`);
  }

  /** @returns {Promise<{x: number, y: number, width: number, height: number}>} */
  boundingBox() {
    return this.#of(
      '(e) => { const { x, y, width, height } = e.getBoundingClientRect(); return { x, y, width, height }; }',
    );
  }

  /** @param {{state?: 'visible' | 'attached' | 'detached' | 'hidden', timeout?: number}} [how] */
  async waitFor({ state = 'visible', timeout } = {}) {
    const is = {
      visible: `.some(${seen})`,
      attached: '.length > 0',
      detached: '.length === 0',
      hidden: `.every((e) => !(${seen})(e))`,
    };
    const ask = async () => (await this.#ask(`(all) => all${is[state]}`)) || undefined;
    await answered(ask, () => `${this} that is ${state}`, timeout);
  }

  /** Presses it with the pointer, as soon as it is there and nothing lies over it. */
  async click() {
    const { tab } = this.#page;
    const { x, y } = await this.#one(`(e) => (${within})(e, ${seen})`);
    for (const deed of /** @type {const} */ (['move', 'down', 'up'])) await tab.mouse(deed, x, y);
    await this.#page.drawn();
  }

  async focus() {
    await this.#of('(e) => e.focus()');
  }

  async blur() {
    await this.#of('(e) => e.blur()');
    await this.#page.drawn();
  }

  /** @param {string} key */
  async press(key) {
    await this.focus();
    await this.#page.keyboard.press(key);
  }

  /** @param {string} text */
  async pressSequentially(text) {
    await this.focus();
    await this.#page.tab.keys(...text);
  }

  /** @param {string} text takes the place of what stands there, as if it were typed */
  async fill(text) {
    await this.#of(
      `(e, text) => {
      e.focus();
      if (e.type === 'range') {
        e.value = text;
        for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true }));
        return;
      }
      e.select();
      document.execCommand(text ? 'insertText' : 'delete', false, text);
    }`,
      text,
    );
    assert.equal(await this.inputValue(), text);
    await this.#page.drawn();
  }

  /** @param {string | {label: string}} choice */
  async selectOption(choice) {
    await this.#one(
      `(e, choice) => {
      const option = [...e.options].find((o) => (choice.label === undefined ? o.value === choice : o.label.trim() === choice.label));
      if (!option) return undefined;
      e.value = option.value;
      for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true }));
      return true;
    }`,
      choice,
    );
    await this.#page.drawn();
  }

  /** @param {boolean} on */
  async setChecked(on) {
    if ((await this.isChecked()) !== on) await this.click();
  }

  check() {
    return this.setChecked(true);
  }

  /** @param {{name: string, mimeType: string, buffer: Buffer}} file */
  async setInputFiles({ name, mimeType, buffer }) {
    await this.#of(
      `(e, name, type, base64) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
      e.files = data.files;
      e.dispatchEvent(new Event('change', { bubbles: true }));
    }`,
      name,
      mimeType,
      buffer.toString('base64'),
    );
  }

  /** What it is, for people. */
  toString() {
    return JSON.stringify(this.#steps);
  }
}

/** In a document: whether an element is to be seen. */
const seen = `(e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === 'visible'`;

/**
 * In a document: where a pointer gets to an element, which is brought into sight for that.
 * @param {any} e
 * @param {(e: Element) => boolean} seen
 * @returns {{x: number, y: number} | undefined} undefined: not yet
 */
function within(e, seen) {
  if (!seen(e) || e.matches(':disabled')) return undefined;
  const middle = () => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const reached = () => {
    const { x, y } = middle();
    const at = document.elementFromPoint(x, y);
    return [e, ...(e.labels ?? [])].some((own) => own.contains(at));
  };
  if (!reached()) e.scrollIntoView({ block: 'center', inline: 'center' });
  return reached() ? middle() : undefined;
}

/** The page itself. */
class Page {
  /** @param {Tab} tab */
  constructor(tab) {
    this.tab = tab;
    this.keyboard = {
      /** Presses a key, and leaves the page the time that it has from a person. */
      press: async (/** @type {string} */ key) => {
        await tab.keys(key);
        await this.drawn();
      },
      type: (/** @type {string} */ text) => tab.keys(...text),
    };
    this.mouse = mouseOf(tab);
  }

  /** @param {string} css @param {{hasText?: string | RegExp}} [how] */
  locator(css, how = {}) {
    return new Locator(this, [{ css }]).filter(how);
  }

  /** @param {string} role @param {{name?: string | RegExp, exact?: boolean}} [how] */
  getByRole(role, how) {
    return new Locator(this, []).getByRole(role, how);
  }

  /** @param {string | RegExp} text @param {{exact?: boolean}} [how] */
  getByLabel(text, how) {
    return new Locator(this, []).getByLabel(text, how);
  }

  /** @param {string | RegExp} text @param {{exact?: boolean}} [how] */
  getByText(text, how) {
    return new Locator(this, []).getByText(text, how);
  }

  /** @param {string} source of a function @param {...unknown} given @returns {Promise<any>} */
  async run(source, ...given) {
    return (await this.tab.evaluate(sent(source), ...given)).value;
  }

  /** @param {string | ((given: any) => unknown)} f a function, or a script @param {unknown} [given] @returns {Promise<any>} */
  evaluate(f, given) {
    return this.run(
      typeof f === 'string' ? `() => { ${f}\n}` : `${f}`,
      ...(given === undefined ? [] : [given]),
    );
  }

  /** @param {(given: any) => unknown} f @param {unknown} [given] @param {{timeout?: number}} [how] */
  async waitForFunction(f, given, { timeout } = {}) {
    const ask = async () => (await this.evaluate(f, given).catch(() => false)) || undefined; // a document may be on its way
    await answered(ask, () => `true from ${f}`, timeout);
  }

  /** Waits until what was done is drawn: a person sees that before doing more. */
  async drawn() {
    await this.run('() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }

  /** @param {{width: number, height: number}} size */
  setViewportSize({ width, height }) {
    return this.tab.resize(width, height);
  }

  /** @param {number} ms */
  waitForTimeout(ms) {
    return pause(ms);
  }

  /** @param {string} css @param {{state?: 'visible' | 'attached' | 'detached'}} [how] */
  waitForSelector(css, how) {
    return this.locator(css).first().waitFor(how);
  }

  /** @param {string} css @param {string | {label: string}} [choice] */
  selectOption(css, choice = '') {
    return typeof css === 'string' ? this.locator(css).selectOption(choice) : assert.fail('of no selector');
  }

  /** @param {string} url */
  goto(url) {
    return this.tab.go(url);
  }

  /** Loads it anew. */
  async reload() {
    await this.run('() => { window.before = true; location.reload(); }');
    await this.waitForFunction(() => !('before' in window) && document.readyState === 'complete');
  }

  async goBack() {
    await this.run('() => history.back()');
  }

  async goForward() {
    await this.run('() => history.forward()');
  }

  title() {
    return this.run('() => document.title');
  }

  /**
   * @param {'download'} event what is saved next, which is kept from the browser's own dialogs and folders
   * @returns {Promise<{saveAs: (file: string) => Promise<void>}>}
   */
  async waitForEvent(event) {
    assert.equal(event, 'download');
    await this.run(`() => {
      delete window.taken;
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => ((window.made = blob), make.call(URL, blob));
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function () {
        if (this.download) window.taken = window.made;
        URL.createObjectURL = make;
        HTMLAnchorElement.prototype.click = click;
      };
    }`);
    const content = await answered(
      () =>
        this.run(`() => window.taken && new Promise((done) => {
          const reader = new FileReader();
          reader.onload = () => done(reader.result.split(',', 2)[1]);
          reader.readAsDataURL(window.taken);
        })`),
      () => 'file',
    );
    return { saveAs: (file) => writeFile(file, Buffer.from(content, 'base64')) };
  }
}

/**
 * @param {Tab} tab
 * @returns {import('playwright-core').Page} as much of it as is here
 */
export const pageOf = (tab) => /** @type {any} */ (new Page(tab));

/** @param {Tab} tab the pointer, which stays where it was moved to */
function mouseOf(tab) {
  let [x, y] = [0, 0];
  return {
    move: async (/** @type {number} */ toX, /** @type {number} */ toY, { steps = 1 } = {}) => {
      const [fromX, fromY] = [x, y];
      for (let i = 1; i <= steps; i++)
        await tab.mouse('move', fromX + ((toX - fromX) * i) / steps, fromY + ((toY - fromY) * i) / steps);
      [x, y] = [toX, toY];
    },
    down: () => tab.mouse('down', x, y),
    up: () => tab.mouse('up', x, y),
  };
}
