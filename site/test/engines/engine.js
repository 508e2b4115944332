// What the tests ask of a browser, whichever it is, and what the three ways to drive one have in common.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * A document: that of a tab, or that of a frame in it.
 * @typedef {object} View
 * @property {<A extends any[], R>(f: (...given: A) => R, ...given: A) => Promise<Awaited<R>>} evaluate calls a function in
 * the document; it sees nothing of the test, and what goes in and what comes out is JSON
 * @property {(selector: string) => Promise<void>} click presses the first element there is, where a pointer would
 * @property {(selector: string) => Promise<View>} frame the document in a frame, of whatever origin it is; for one that is
 * in a shadow tree " >>> " stands between the selectors of the element that has it and of what is within
 */

/**
 * @typedef {object} TabOnly
 * @property {(url: string) => Promise<void>} go
 * @property {(...keys: string[]) => Promise<void>} keys presses keys one after the other: a character, or a name of
 * `named`; "Shift+Tab" holds the first down
 * @property {(deed: 'move' | 'down' | 'up', x: number, y: number) => Promise<void>} mouse moves the pointer to a place of
 * the viewport, or presses it there
 * @property {(width: number, height: number) => Promise<void>} resize the viewport, in CSS px
 * @property {() => Promise<Buffer>} screenshot a PNG of the viewport
 * @property {string[]} complaints errors and warnings of all its documents so far, as the browser tells a developer
 * @property {() => Promise<void>} close
 */

/** @typedef {View & TabOnly} Tab */

/**
 * A running browser with an empty profile that has on what a reader's has.
 * @typedef {object} Engine
 * @property {string} name
 * @property {string} version
 * @property {() => Promise<Tab>} open a tab of 1280 x 800 px
 * @property {() => Promise<void>} close
 */

/** How to start one: `storage: 'blocked'` refuses cookies and everything like them.
 * @typedef {{storage?: 'blocked'}} How
 */

/** The viewport of a new tab. */
export const usualSize = { width: 1280, height: 800 };

/** The keys that have names, as WebDriver writes them. */
export const named = /** @type {Record<string, string>} */ ({
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  Control: '\uE009',
  Delete: '\uE017',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  PageDown: '\uE00F',
  PageUp: '\uE00E',
  Shift: '\uE008',
  Space: ' ',
  Tab: '\uE004',
});

/**
 * @param {string[]} keys as a tab takes them
 * @returns {{type: 'key', id: string, actions: object[]}} pressing them, as WebDriver has it
 */
export function keyActions(keys) {
  const actions = keys.flatMap((chord) => {
    const values = (chord.length > 1 ? chord.split('+') : [chord]).map((key) => named[key] ?? key);
    return [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
  });
  return { type: 'key', id: 'keys', actions };
}

/**
 * @param {'move' | 'down' | 'up'} deed
 * @param {number} x
 * @param {number} y
 * @returns {{type: 'pointer', id: string, actions: object[]}} it, as WebDriver has it
 */
export function mouseActions(deed, x, y) {
  const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
  const press = deed === 'move' ? [] : [{ type: deed === 'down' ? 'pointerDown' : 'pointerUp', button: 0 }];
  return { type: 'pointer', id: 'mouse', actions: [move, ...press] };
}

/**
 * The text of an expression that calls a function and gives the JSON of its result.
 * @param {(...given: any[]) => any} f
 * @param {any[]} given
 */
export function callOf(f, given) {
  return `(async () => JSON.stringify(await (${f})(...${JSON.stringify(given)})) ?? 'null')()`;
}

/**
 * In a document: finds an element, in shadow trees, too, where " >>> " leads into one.
 * @param {string} selector
 * @returns {Element | null}
 */
export function find(selector) {
  /** @type {ParentNode | null | undefined} */
  let tree = document;
  const parts = selector.split(' >>> ');
  const last = /** @type {string} */ (parts.pop());
  for (const part of parts)
    tree = /** @type {Element | null} */ (tree?.querySelector(part) ?? null)?.shadowRoot;
  return tree?.querySelector(last) ?? null;
}

/**
 * Starts a program and waits for a line that it prints.
 * @param {string} command
 * @param {string[]} given
 * @param {RegExp | null} wanted null: there is none to wait for
 * @param {{env?: NodeJS.ProcessEnv, line?: (text: string) => void}} [how] line is called with everything it prints
 * @returns {Promise<{found: string[], end: () => Promise<void>}>} what the pattern found, and what ends the program
 */
export async function start(command, given, wanted, { env, line } = {}) {
  const child = spawn(command, given, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  /** @type {string[]} */
  const said = [];
  /** @type {string[]} */
  const found = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (text) => {
        line?.(text);
        const match = wanted?.exec(text);
        if (match) resolve(match);
        else if (said.length < 20) said.push(text);
      });
    }
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${said.join('\n')}`)));
    if (!wanted) child.on('spawn', () => resolve([]));
  });
  return { found, end };
}

/** @returns {Promise<number>} a port that nobody listens at */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}
