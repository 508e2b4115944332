// The panel that says why, with the real module, as text.

import assert from 'node:assert/strict';
import test from 'node:test';
import { App } from '../../src/app.js';
import { why } from '../../src/view/why.js';
import { setLanguage } from '../../src/words/words.js';
import { markup, outline } from '../golden/markup.js';
import { scenario, startModule } from '../module.js';

const api = await startModule();

/** @param {string} id @returns {App} at two seconds of a scenario */
function open(id) {
  const around = { name: 't', changed() {}, cells: 12, reducedMotion: { matches: false } };
  const app = new App(api, [scenario(id)], around);
  app.look({ to: 2000 });
  arrive(app);
  return app;
}

/** @param {App} app */
function arrive(app) {
  while (app.model.working) app.tick(0);
}

/** @param {App} app what the panel says once everything has been tried */
function told(app) {
  let text = '';
  do text = outline(markup(why(app)));
  while (/Trying out|ausprobiert/.test(text));
  return text;
}

test('a parked request says what it waits for, what would release it, and where it comes from', () => {
  const app = open('opening');
  app.select({ request: 1 });
  const text = told(app);
  assert.match(text, /The next fetches of broker 3 show the leader that it has enough/);
  assert.match(text, /Take broker 3 out of the ISR/);
  assert.match(text, /End the fetch delay of broker 3/);
  assert.match(text, /Kill broker 1/);
  assert.match(text, /closes without an answer/);
  assert.match(text, /its fetches are delayed/);
  assert.match(text, /Here the script acts/);
});

test('a deed that is offered does what was said', () => {
  const app = open('opening');
  /** @returns {import('../../src/types').Why} */
  const answer = () => {
    const all = app.model.run.why({ request: 1 });
    return all.working ? answer() : all;
  };
  const release = answer().releases.find((r) => r.step?.isr);
  assert.ok(release?.step);
  app.act(release.step);
  arrive(app);
  app.look({ to: release.t });
  arrive(app);
  assert.deepEqual(
    app.state.requests.find((r) => r.request === 1)?.partitions.map((p) => p.error),
    ['NONE'],
  );
  assert.deepEqual(release.errors, ['NONE']);
});

test('what is selected may be a record, a replica, the high watermark, a broker, an event, a moment or the controller', () => {
  const app = open('opening');
  const payments = { topic: 'payments', partition: 0 };
  for (const [subject, expected] of /** @type {[any, RegExp][]} */ ([
    [{ ...payments, offset: 5 }, /pay-6 at offset 5 is in the logs of brokers 1 and 2/],
    [{ ...payments, offset: 5 }, /Broker 1: broker 2 leads then, and has the record/],
    [{ ...payments, broker: 3 }, /Broker 3 is in the ISR; its log ends at 5/],
    [payments, /the minimum of 2 is met/],
    [{ broker: 2 }, /Broker 2 runs; its session ends at/],
    [{ broker: 2 }, /Broker 2 is in the ISR; its log ends at 8/],
    [{ event: 6 }, /Here the script acts/],
    [{ moment: 2 }, /Here the script acts/],
    [{ moment: 2 }, /the high watermark has to reach/],
    [{ controller: 1 }, /Broker 3 runs/],
    [
      { controller: 1 },
      /As the controller has it, broker 1 leads payments-0 in epoch 0; the ISR is 1, 2 and 3; the minimum is 2/,
    ],
  ])) {
    app.select(subject);
    assert.match(told(app), expected, JSON.stringify(subject));
  }
  app.select({ request: 99 });
  assert.match(told(app), /there is no such thing/);
});

test('in German, too', async () => {
  await setLanguage('de');
  const app = open('opening');
  app.select({ request: 1 });
  const text = told(app);
  await setLanguage('en');
  assert.match(text, /Was das Warten beenden würde/);
  assert.match(text, /Broker 3 aus der ISR nehmen/);
});

test('the answer is of what is selected now, though it was asked for something else while playing', () => {
  const app = open('opening');
  app.select({ request: 1 });
  told(app);
  app.clock.playing = true;
  app.select({ broker: 2 });
  assert.match(told(app), /Broker 2 runs; its session ends at/);
});
