// WebKitGTK in its own small browser, driven by WebDriver: https://www.w3.org/TR/webdriver2

import { setTimeout as pause } from 'node:timers/promises';
import { callOf, find, freePort, keyActions, mouseActions, start, usualSize } from './engine.js';

/** @import {Engine, How, Tab, View} from './engine.js' */

/** The name under which WebDriver hands over an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** What waits for longer than this hangs (ms). */
const scriptMs = 300_000;

/**
 * Commands of a session, each answered before the next is sent.
 * @typedef {(method: string, path: string, body?: object) => Promise<any>} Ask
 */

/**
 * @param {How} [how]
 * @returns {Promise<Engine>}
 */
export async function startWebKit({ storage } = {}) {
  if (storage) throw new Error('WebKitGTK has no setting that blocks storage');
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const display = await start('Xvfb', ['-displayfd', '1', ...screen], /^(\d+)$/);
  /** @type {string[]} */
  const complaints = [];
  const listen = (/** @type {string} */ line) => {
    const said = /^CONSOLE \S+ (?:ERROR|WARN\w*) (.*)$/.exec(line);
    if (said) complaints.push(said[1]);
  };
  const port = await freePort();
  const env = { DISPLAY: `:${display.found[1]}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = await start(process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver', [`--port=${port}`], null, {
    env,
    line: listen,
  });
  const base = `http://127.0.0.1:${port}`;
  const options = { args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
  const made = await session(base, { 'webkitgtk:browserOptions': options });
  const ask = oneByOne(`${base}/session/${made.sessionId}`);
  await ask('POST', '/timeouts', { script: scriptMs });
  return {
    name: 'webkit',
    version: made.capabilities.browserVersion,
    open: () => tabOf(ask, complaints),
    close: async () => {
      await ask('DELETE', '').catch(() => {}); // it may have ended by itself
      await driver.end();
      await display.end();
    },
  };
}

/**
 * Begins a session, as soon as the driver listens.
 * @param {string} base
 * @param {object} capabilities
 */
async function session(base, capabilities) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const status = await fetch(`${base}/status`).catch(() => undefined);
    if (status?.ok) return send(`${base}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
    await pause(100);
  }
  throw new Error('the driver of WebKitGTK does not listen');
}

/**
 * @param {string} address
 * @param {string} method
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function send(address, method, body) {
  const answer = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = /** @type {any} */ (await answer.json());
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/**
 * @param {string} base address of a session
 * @returns {Ask}
 */
function oneByOne(base) {
  /** @type {Promise<any>} */
  let last = Promise.resolve();
  return (method, path, body) => {
    last = last.catch(() => {}).then(() => send(base + path, method, body));
    return last;
  };
}

/**
 * @param {Ask} ask
 * @param {string[]} all that the browser has complained about
 * @returns {Promise<Tab>}
 */
async function tabOf(ask, all) {
  const { handle } = await ask('POST', '/window/new', { type: 'window' }); // one tab behind another is hidden
  const from = all.length;
  const enter = async (/** @type {string[]} */ path) => {
    await ask('POST', '/window', { handle });
    for (const selector of path) await ask('POST', '/frame', { id: await locate(ask, selector) });
  };
  const resize = async (/** @type {number} */ width, /** @type {number} */ height) => {
    const view = viewOf(ask, enter, []);
    let [w, h] = [width, height];
    for (let attempt = 0; attempt < 3; attempt++) {
      await enter([]);
      await ask('POST', '/window/rect', { width: w, height: h });
      const [gotWidth, gotHeight] = await view.evaluate(() => [innerWidth, innerHeight]);
      if (gotWidth === width && gotHeight === height) return;
      [w, h] = [w + width - gotWidth, h + height - gotHeight]; // the window's own bars
    }
  };
  await resize(usualSize.width, usualSize.height);
  return {
    ...viewOf(ask, enter, []),
    get complaints() {
      return all.slice(from);
    },
    resize,
    go: async (url) => {
      await enter([]);
      await ask('POST', '/url', { url });
    },
    keys: async (...keys) => {
      await enter([]);
      await ask('POST', '/actions', { actions: [keyActions(keys)] });
    },
    mouse: async (deed, x, y) => {
      await enter([]);
      await ask('POST', '/actions', { actions: [mouseActions(deed, x, y)] });
    },
    screenshot: async () => {
      await enter([]);
      return Buffer.from(await ask('GET', '/screenshot'), 'base64');
    },
    close: async () => {
      await enter([]);
      await ask('DELETE', '/window');
      const [other] = await ask('GET', '/window/handles');
      if (other) await ask('POST', '/window', { handle: other });
    },
  };
}

/** @param {Ask} ask @param {string} selector */
async function locate(ask, selector) {
  const script = `return (${find})(arguments[0])`;
  const element = await ask('POST', '/execute/sync', { script, args: [selector] });
  if (!element) throw new Error(`there is no ${selector}`);
  return element;
}

/**
 * @param {Ask} ask
 * @param {(path: string[]) => Promise<void>} enter
 * @param {string[]} path the frames that lead to the document, from the outermost
 * @returns {View}
 */
function viewOf(ask, enter, path) {
  return {
    evaluate: async (f, ...given) => {
      await enter(path);
      return JSON.parse(
        await ask('POST', '/execute/sync', { script: `return ${callOf(f, given)}`, args: [] }),
      );
    },
    click: async (selector) => {
      await enter(path);
      const element = await locate(ask, selector);
      await ask('POST', `/element/${element[elementKey]}/click`);
    },
    frame: async (selector) => viewOf(ask, enter, [...path, selector]),
  };
}
