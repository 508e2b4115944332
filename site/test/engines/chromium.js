// Chromium, driven by Playwright, as the tests of the page are.

import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { callOf, usualSize } from './engine.js';

/** @import {Engine, How, Tab, View} from './engine.js' */

/**
 * @param {How} [how]
 * @returns {Promise<Engine>}
 */
export async function startChromium({ storage } = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  if (storage === 'blocked') {
    await mkdir(join(profile, 'Default'));
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  }
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--headless=new',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
    viewport: usualSize,
  });
  return {
    name: 'chromium',
    version: context.browser()?.version() ?? '',
    open: async () => tabOf(await context.newPage()),
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {Tab}
 */
function tabOf(page) {
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    ...viewOf(page.mainFrame()),
    complaints,
    go: async (url) => void (await page.goto(url)),
    keys: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    mouse: async (deed, x, y) => {
      await page.mouse.move(x, y);
      if (deed !== 'move') await page.mouse[deed]();
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  };
}

/**
 * @param {import('playwright-core').Frame} frame
 * @returns {View}
 */
function viewOf(frame) {
  return {
    evaluate: async (f, ...given) => JSON.parse(await frame.evaluate(callOf(f, given))),
    click: (selector) => frame.locator(piercing(selector)).first().click(),
    frame: async (selector) => {
      const inner = await (
        await frame.waitForSelector(piercing(selector), { state: 'attached' })
      ).contentFrame();
      if (!inner) throw new Error(`${selector} is no frame`);
      return viewOf(inner);
    },
  };
}

/** Playwright's selectors lead into shadow trees by themselves. @param {string} selector */
const piercing = (selector) => selector.replaceAll(' >>> ', ' ');
