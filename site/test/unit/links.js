// What tests of links need: a playground, something done in it, and the built-in scripts as the page has them.

import { existsSync } from 'node:fs';
import { App } from '../../src/app.js';
import { root, scenario } from '../module.js';

/** @import {Api, Scenario, Script} from '../../src/types' */

/** @param {string} id @returns {Promise<Script | undefined>} a built-in script */
export async function scriptOf(id) {
  const known = /^[a-z-]+$/.test(id) && existsSync(`${root}core/testdata/scenarios/${id}.json`);
  return known ? scenario(id).script : undefined;
}

/**
 * @param {Api} api
 * @param {...Scenario} scenarios the first is opened
 * @returns {App}
 */
export function playground(api, ...scenarios) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: true } };
  const app = new App(api, scenarios, around);
  arrive(app);
  return app;
}

/** @param {App} app goes on until it is where it was to go */
export function arrive(app) {
  while (app.model.working) app.tick(0);
}

/**
 * Does one thing, and waits until it is done.
 * @param {App} app
 * @param {(app: App) => void} deed
 */
export function does(app, deed) {
  deed(app);
  arrive(app);
}

/**
 * A session with branches, a place that is between two events, and settings.
 * @param {Api} api
 */
export function session(api) {
  const app = playground(api, scenario('opening'), scenario('three-partitions'));
  does(app, () => app.act({ kill: { broker: 3 } }));
  does(app, () => app.stepMoment(3));
  does(app, () => app.stepMoment(-2));
  does(app, () => app.send([{ topic: 'payments', partition: 0 }]));
  does(app, () => app.seekTime(app.state.t + 1.5));
  app.toolbar.acks = '1';
  app.setTimeoutMs('1234');
  app.setPace('half');
  app.show('story');
  return app;
}

/**
 * Forty deeds of a session as one may have it: it sends, breaks things and mends them, steps on after each, and once goes
 * back to do something else.
 * @param {App} app of the opening scenario
 */
export function fortyDeeds(app) {
  const faults = [
    { kill: { broker: 3 } },
    { start: { broker: 3 } },
    { 'fetch-delay': { broker: 2, ms: 1500 } },
    { set: { topic: 'payments', config: { 'min.insync.replicas': 3 } } },
    { isr: { topic: 'payments', partition: 0, members: [1, 2] } },
    { freeze: { broker: 2 } },
    { thaw: { broker: 2 } },
    { set: { topic: 'payments', config: { 'min.insync.replicas': 2 } } },
    { 'fetch-delay': { broker: 2, ms: 0 } },
    { isr: { topic: 'payments', partition: 0, members: [1, 2, 3] } },
    { link: { from: 2, to: 1, up: false } },
    { link: { from: 2, to: 1, up: true } },
    { 'fetch-pause': { broker: 3 } },
    { 'fetch-resume': { broker: 3 } },
  ];
  for (let i = 0; app.model.deeds.length < 40; i++) {
    if (i % 3 === 2) does(app, () => app.act(faults[((i - 2) / 3) % faults.length]));
    else does(app, () => app.send([{ topic: 'payments', partition: 0 }]));
    does(app, () => app.stepMoment(1 + (i % 3)));
    if (i === 20) does(app, () => app.stepMoment(-3));
  }
}

/**
 * Plays a script to its end.
 * @param {Api} api
 * @param {Script} script
 * @returns {string} the hash of its events, as the core's own commands print it
 */
export function hashOf(api, script) {
  const made = JSON.parse(api.create(0, JSON.stringify(script))).ok;
  let query = /** @type {object} */ ({ to: made.until });
  while (JSON.parse(api.frame(made.handle, JSON.stringify(query))).ok.working) query = {};
  let hash = 0xcbf29ce484222325n;
  for (let n = 0; ; n++) {
    const answer = api.lines(made.handle, JSON.stringify({ from: n, max: 1 }));
    const line = answer.slice('{"ok":['.length, -']}'.length);
    if (!line) break;
    for (const byte of Buffer.from(`${line}\n`))
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  api.release(made.handle, '{}');
  return hash.toString(16).padStart(16, '0');
}
