// Firefox, driven by WebDriver BiDi, which it speaks itself.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from './bidi.js';
import { callOf, find, keyActions, mouseActions, start, usualSize } from './engine.js';

/** @import {Engine, How, Tab, View} from './engine.js' */

/**
 * What differs from a reader's Firefox: it does not ask, update or report, and it does not change its own settings because
 * a program drives it (with those it lets a file read its neighbours, for one).
 */
const preferences = {
  'remote.prefs.recommended': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/** All that a page stores is refused. */
const noStorage = { 'network.cookie.cookieBehavior': 2 };

/**
 * @param {How} [how]
 * @returns {Promise<Engine>}
 */
export async function startFirefox({ storage } = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const settings = { ...preferences, ...(storage === 'blocked' ? noStorage : {}) };
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const browser = await start(
    process.env.FIREFOX ?? 'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    /WebDriver BiDi listening on (ws:\S+)/,
    { env: { MOZ_CRASHREPORTER_DISABLE: '1' } },
  );
  const session = await Session.connect(`${browser.found[1]}/session`);
  const { capabilities } = await session.send('session.new', { capabilities: {} });
  /** @type {Map<string, string[]>} */
  const complaints = new Map();
  await session.on('log.entryAdded', ({ level, text }) => {
    if (level === 'error' || level === 'warn') for (const list of complaints.values()) list.push(text);
  });
  return {
    name: 'firefox',
    version: capabilities.browserVersion,
    open: () => tabOf(session, complaints),
    close: async () => {
      session.close();
      await browser.end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * @param {Session} session
 * @param {Map<string, string[]>} complaints those of each tab
 * @returns {Promise<Tab>}
 */
async function tabOf(session, complaints) {
  const { context } = await session.send('browsingContext.create', { type: 'tab' });
  /** @type {string[]} */
  const own = [];
  complaints.set(context, own);
  const resize = (/** @type {number} */ width, /** @type {number} */ height) =>
    session.send('browsingContext.setViewport', { context, viewport: { width, height } });
  await resize(usualSize.width, usualSize.height);
  return {
    ...viewOf(session, context),
    complaints: own,
    resize,
    go: (url) => session.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    keys: (...keys) => session.send('input.performActions', { context, actions: [keyActions(keys)] }),
    mouse: (deed, x, y) =>
      session.send('input.performActions', { context, actions: [mouseActions(deed, x, y)] }),
    screenshot: async () =>
      Buffer.from((await session.send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    close: async () => {
      complaints.delete(context);
      await session.send('browsingContext.close', { context });
    },
  };
}

/**
 * @param {Session} session
 * @param {string} context
 * @returns {View}
 */
function viewOf(session, context) {
  const call = async (/** @type {string} */ functionDeclaration, /** @type {object[]} */ given) => {
    const answer = await session.send('script.callFunction', {
      functionDeclaration,
      arguments: given,
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  const locate = async (/** @type {string} */ selector) => {
    const found = await call(`(selector) => (${find})(selector)`, [{ type: 'string', value: selector }]);
    if (found.type !== 'node') throw new Error(`there is no ${selector}`);
    return { sharedId: found.sharedId };
  };
  return {
    evaluate: async (f, ...given) => JSON.parse((await call(`() => ${callOf(f, given)}`, [])).value),
    click: async (selector) => {
      const element = await locate(selector);
      await call("(e) => e.scrollIntoView({ block: 'nearest', inline: 'nearest' })", [element]);
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await session.send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions }],
      });
    },
    frame: async (selector) => {
      const inner = await call('(e) => e.contentWindow', [await locate(selector)]);
      return viewOf(session, inner.value.context);
    },
  };
}
