// What is said of moments, of real runs and of events made by hand. The numbers W-01 and so on are those of sentences
// that were wrong once.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { Run } from '../../src/engine.js';
import { countWords } from '../../src/pace.js';
import { Memory, tell, tellEvent } from '../../src/sentence.js';
import { setLanguage } from '../../src/words/words.js';
import { root, scenario, startModule } from '../module.js';

/** @typedef {import('../../src/types').Script} Script */
/** @typedef {import('../../src/types').Sentence} Sentence */
/** @typedef {import('../../src/types').Frame} Frame */

const api = await startModule();
const ids = readdirSync(`${root}core/testdata/scenarios`).map((name) => name.replace('.json', ''));

/**
 * Every moment of a run, with the frame at its end and what is said of it.
 * @param {Script} script
 * @param {{hand?: Set<number>, memory?: Memory, most?: number}} [how]
 * @returns {{frame: Frame, said: Sentence, all: string}[]}
 */
function play(script, { hand, memory, most = 300 } = {}) {
  const run = new Run(api, script);
  const told = [];
  for (let n = 0; n < most; n++) {
    let frame = run.frame({ moment: n, cells: 12 });
    while ('working' in frame) frame = run.frame({});
    if (frame.moment?.n !== n || frame.state.t > (script.until ?? Infinity)) break;
    const said = tell(frame.moment, { script, state: frame.state, hand, memory });
    told.push({ frame, said, all: `${said.main} ${said.why}` });
  }
  run.release();
  return told;
}

/** @param {string} id @param {Parameters<typeof play>[1]} [how] */
const playScenario = (id, how) => play(scenario(id).script, how);

/**
 * A script with one partition on three brokers and equal logs.
 * @param {any[]} steps
 * @param {any} [cluster]
 * @returns {Script}
 */
function script(steps, cluster = {}) {
  const topics = [
    { name: 'payments', partitions: [{ replicas: [1, 2, 3] }], config: { 'min.insync.replicas': 2 } },
  ]; // prettier-ignore
  return { version: 1, cluster: { brokers: 3, topics, ...cluster }, steps, until: 60000 };
}

/** @param {number} at @param {string} value @param {string} [acks] */
const write = (at, value, acks = 'all') => ({
  at,
  produce: { acks, partitions: [{ topic: 'payments', partition: 0, records: [value] }] },
});

for (const language of /** @type {const} */ (['en', 'de'])) {
  test(`in ${language} a headline has at most 14 words and a second line 25, in every scenario`, async () => {
    await setLanguage(language);
    for (const id of ids) {
      for (const { said, frame } of playScenario(id)) {
        const where = `${id}, moment ${frame.moment?.n}: ${said.main} / ${said.why}`;
        assert.ok(countWords(said.main) <= 14, where);
        assert.ok(countWords(said.why) <= 25, where);
        assert.match(said.main, /^[\p{L}\p{N}].*\.$/u, where);
        assert.doesNotMatch(`${said.main} ${said.why}`, /undefined|NaN|null|\[object| {2}|\.\./, where);
      }
    }
    await setLanguage('en');
  });
}

test('every event of every scenario has a sentence', () => {
  for (const id of ids) {
    const { script } = scenario(id);
    const run = new Run(api, script);
    let frame = run.frame({ to: script.until ?? 60000 });
    while ('working' in frame) frame = run.frame({});
    for (let from = 0, lines; (lines = run.lines(from, 500)).length; from += lines.length) {
      for (const event of lines) {
        const { main } = tellEvent(event, null, { script });
        assert.match(main, /^\S.*\.$/, `${id}: ${JSON.stringify(event)}`);
      }
    }
    run.release();
  }
});

test('within a moment what has happened so far is told, wherever one is in it', () => {
  for (const id of ids) {
    const { script } = scenario(id);
    for (const { frame } of play(script)) {
      const moment = /** @type {import('../../src/types').Moment} */ (frame.moment);
      for (let so = 1; so < moment.events.length; so++) {
        const part = { ...moment, whole: false, events: moment.events.slice(0, so) };
        const { main } = tell(part, { script });
        assert.match(main, /^[^{}]+\.$/, `${id}, moment ${moment.n} after ${so} events`);
        assert.doesNotMatch(main, /undefined|NaN/);
      }
    }
  }
});

test('a moment is told from itself and the script alone; only who waits for whom needs the state', () => {
  for (const id of ['opening', 'same-crash', 'rolling-restart', 'timeout-duplicate']) {
    const { script } = scenario(id);
    for (const { frame, said } of playScenario(id)) {
      const alone = tell(frame.moment, { script }).main;
      if (frame.moment?.kind === 'copied') assert.match(alone, /^Brokers? .*\b(cop(y|ies)|write|fetch)/);
      else assert.equal(alone, said.main);
    }
  }
});

test('the opening: written, copied, and committed when the slowest has it', () => {
  const mains = playScenario('opening').map((m) => m.said.main);
  assert.deepEqual(mains.slice(4), [
    'Request 2 takes pay-7 and pay-8 to broker 1 with acks=all.',
    'Broker 1 writes pay-7 and pay-8 at offsets 6 and 7; request 2 waits.',
    'Broker 2 has everything, but requests 1 and 2 wait for broker 3.',
    'Broker 3 copies offsets 5 to 7.',
    'The high watermark rises to 8: requests 1 and 2 are acknowledged.',
  ]);
  assert.equal(
    playScenario('opening')[6].said.why,
    'Broker 3 is in the ISR, and its log ends at 5. ' +
      'acks=all waits for the slowest in-sync replica, not for min.insync.replicas copies.',
  );
});

test('a rule that has been told three times is left out where a fact remains', () => {
  const writes = [1, 2, 3, 4].map((n) => write(1000 * n, `pay-${n}`));
  const all = play(script(writes), { memory: new Memory() });
  const copies = all.filter((m) => m.frame.moment?.kind === 'committed');
  assert.match(copies[0].said.why, /As far as the leader knows/);
  assert.doesNotMatch(copies[3].said.why, /As far as the leader knows/);
  assert.equal(copies[3].said.count, 4);
});

test('no moment of a run says anything that another one has said', () => {
  const all = playScenario('opening').map((m) => m.said.main);
  assert.equal(new Set(all).size, all.length);
});

// The rows of what was once wrong, each as the kind that it shows.

/**
 * The moments of a kind.
 * @param {ReturnType<typeof play>} all
 * @param {string} kind
 */
const of = (all, kind) => all.filter((m) => m.frame.moment?.kind === kind);

test('W-01: committed is what the leader believes, and a follower that has lost its log is named', () => {
  const all = play(
    script([
      write(1000, 'pay-1'),
      { at: 5000, 'power-off': { broker: 2, lose: 'all' } },
      write(5001, 'pay-2'),
    ]),
  );
  assert.match(of(all, 'committed')[0].said.why, /As far as the leader knows/);
  for (const { said } of all) assert.doesNotMatch(said.why, /^Every in-sync replica has/);
  const lost = of(all, 'truncated')[0];
  assert.match(lost.said.main, /The disk of broker 2 never got offset 0/);
});

test('where the producer of an acknowledged request is dead, nobody is said to hear of it', () => {
  const [last] = of(playScenario('exit-without-flush'), 'committed').slice(-1);
  assert.match(last.said.main, /request 1 is acknowledged/);
  assert.match(last.said.why, /^Producer export is dead: nobody hears of it\./);
  for (const { said } of playScenario('leader-dies')) assert.doesNotMatch(said.why, /nobody hears/);
});

test('W-02: a frozen broker reads nothing; no earlier request is blamed', () => {
  const all = play(script([{ at: 1000, freeze: { broker: 1 } }, write(2000, 'pay-1', '1')]));
  const [waiting] = of(all, 'queued');
  assert.equal(waiting.said.main, 'Request 1 waits unread at broker 1.');
  assert.match(waiting.said.why, /Broker 1 is frozen/);
  assert.doesNotMatch(waiting.said.why, /the one before/);
  const behind = of(playScenario('same-crash'), 'queued');
  assert.match(behind[0].said.why, /when the one before is answered/);
});

test('W-03: with acks=1 a record can be lost; nobody says that it is', () => {
  for (const id of ['last-standing-without-elr', 'acks-levels']) {
    const told = playScenario(id).filter((m) => /acks=1 promises/.test(m.said.why));
    assert.ok(told.length);
    for (const { said } of told) assert.match(said.why, /can be lost/);
  }
});

test('W-04: a broker that is unfenced may not lead where it is in neither ISR nor ELR', () => {
  const [unfenced] = playScenario('last-standing').filter((m) => /unfences/.test(m.said.main));
  assert.match(unfenced.said.why, /Alive is not eligible: it is in neither ISR nor ELR, so it may not lead/);
  assert.doesNotMatch(unfenced.all, /may lead and be in sync/);
});

test('W-05: no moment is called the last one', () => {
  for (const id of ids)
    for (const { all } of playScenario(id)) assert.doesNotMatch(all, /[Nn]othing more happens/);
});

test('W-06: what is waited for does not hold anything back', () => {
  for (const id of ids)
    for (const { all } of playScenario(id)) assert.doesNotMatch(all, /h(o|e)ld.? .*back|holds the/);
});

test('W-07: a fetch from offset 0 does not say that the follower has everything', () => {
  const fetch = {
    kind: 'fetch',
    broker: 1,
    follower: 3,
    partitions: [{ topic: 'payments', partition: 0, fetchOffset: 0 }],
  };
  const said = tellEvent(/** @type {any} */ ({ n: 1, t: 1, parked: true, ...fetch }), null, {
    script: script([]),
  });
  assert.equal(said.main, "Broker 3's fetch from offset 0 asks for the whole log.");
});

test('W-08: whose deed it is, and what the deed does', () => {
  const out = { at: 2000, isr: { topic: 'payments', partition: 0, members: [1, 2] } };
  const steps = [write(1000, 'pay-1'), out, { at: 9000, kill: { broker: 2 } }];
  const scripted = play(script(steps)).map((m) => m.said.main);
  const byHand = play(script(steps), { hand: new Set([0, 1, 2]) }).map((m) => m.said.main);
  assert.ok(scripted.includes('The script takes broker 3 out of the ISR.'));
  assert.ok(scripted.includes('The script kills broker 2.'));
  assert.ok(scripted.includes('Request 1 takes pay-1 to broker 1 with acks=all.'));
  assert.ok(byHand.includes('You take broker 3 out of the ISR.'));
  assert.ok(![...scripted, ...byHand].some((main) => /allows? brokers/.test(main)));
  assert.ok(byHand.includes('You kill broker 2.'));
  assert.ok(byHand.includes('You send pay-1 to broker 1 with acks=all.'));
  assert.ok(!scripted.some((main) => /\bYou\b|By your hand/.test(main)));
});

test('a step that changes nothing says why, whoever has done the same before', async () => {
  const kill = [{ at: 1000, kill: { broker: 3 } }, { at: 30000, kill: { broker: 3 } }, { at: 31000, freeze: { broker: 3 } }]; // prettier-ignore
  const more = [
    { at: 32000, start: { broker: 2 } },
    { at: 33000, 'fetch-resume': { broker: 2 } },
  ];
  const mains = play(script([...kill, ...more]), { hand: new Set([0, 4]) }).map((m) => m.said.main);
  for (const main of [
    'You kill broker 3.',
    'Broker 3 is dead already: the script’s kill changes nothing.',
    'Broker 3 is frozen or dead already: the script’s freeze changes nothing.',
    'Broker 2 is alive already: the script’s start changes nothing.',
    'The fetches of broker 2 are not paused: your step changes nothing.',
  ]) {
    assert.ok(mains.includes(main), `${main} in ${mains.join('\n')}`);
  }
  await setLanguage('de');
  const german = play(script(kill), { hand: new Set([0, 1]) }).map((m) => m.said.main);
  await setLanguage('en');
  assert.ok(german.includes('Eigener Eingriff: Broker 3 mit kill −9 beenden.'));
  assert.ok(german.includes('Broker 3 ist schon tot: der eigene Eingriff ändert nichts.'));
});

test('what is said of acks=all holds of a write that will be refused, too; the learner’s own producer is named so', () => {
  const steps = [
    { at: 1000, isr: { topic: 'payments', partition: 0, members: [1] } },
    { at: 9000, send: { producer: 'you', topic: 'payments', partition: 0, value: 'pay-1' } },
  ];
  const producers = [{ id: 'you', config: { 'linger.ms': 0, 'delivery.timeout.ms': 40000 } }];
  const told = play({ ...script(steps), producers }, { hand: new Set([0, 1]) });
  const [sent] = of(told, 'sent');
  assert.equal(sent.said.main, 'Your producer sends pay-1 to broker 1 in request 1.');
  assert.match(sent.said.why, /succeeds only once every in-sync replica has/);
  assert.ok(of(told, 'refused').length);
  assert.doesNotMatch(told.map((m) => m.all).join(' '), /[Pp]roducer you/);
});

test('W-09: the ELR is not spoken of in a cluster without it', () => {
  const without = { features: { 'eligible.leader.replicas.version': 0 } };
  const steps = [
    { at: 500, kill: { broker: 3 } }, { at: 14000, kill: { broker: 2 } }, { at: 27000, kill: { broker: 1 } },
    { at: 41000, start: { broker: 3 } }, { at: 52000, start: { broker: 1 } },
  ]; // prettier-ignore
  for (const { all } of play(script(steps, without))) assert.doesNotMatch(all, /\bELR\b/);
  assert.ok(play(script(steps)).some(({ all }) => /\bELR\b/.test(all)));
  for (const { all } of playScenario('last-standing-without-elr')) assert.doesNotMatch(all, /\bELR\b/);
});

test('W-10: a send that repeats itself is told once a record, each time of that record', () => {
  const producers = [{ id: 'app', config: { 'linger.ms': 20 } }];
  const send = {
    at: 1000,
    send: { producer: 'app', topic: 'payments', value: 'pay', count: 3, 'every.ms': 100 },
  };
  const mains = of(play({ ...script([send]), producers }), 'deed').map((m) => m.said.main);
  assert.deepEqual(
    mains,
    [1, 2, 3].map((n) => `The script hands pay-${n} to producer app.`),
  );
});

test('W-11: a refusal is marked as a failure', () => {
  const run = new Run(api, scenario('refused-under-minimum').script);
  let frame = run.frame({ to: 60000, momentsFrom: 0 });
  while ('working' in frame) frame = run.frame({ momentsFrom: 0 });
  const refused = (frame.moments ?? []).filter(([, , , kind]) => kind === 'refused');
  assert.ok(refused.length);
  for (const [, , , , , flags] of refused) assert.equal(flags & 1, 1);
  run.release();
});

test('W-12: whoever waits in a purgatory has its deadline on the timing wheel', () => {
  for (const { frame } of [...playScenario('healthy-write'), ...playScenario('opening')]) {
    const { requests, brokers } = frame.state;
    for (const r of requests.filter((x) => x.phase === 'parked')) {
      const wheel = brokers.find((b) => b.broker === r.broker)?.wheel ?? [];
      const held = wheel.flatMap((l) => l.buckets.flatMap((b) => b.tasks.map((t) => t.request)));
      assert.ok(held.includes(r.request), `request ${r.request} at ${frame.state.t}`);
    }
  }
});

test('W-20: a lesson ends soon after its last moment', () => {
  for (const id of ids) {
    const { script } = /** @type {{script: any}} */ (scenario(id));
    if (!script.lesson) continue;
    const run = new Run(api, script);
    let frame = run.frame({ to: script.until });
    while ('working' in frame) frame = run.frame({});
    const last = frame.moment?.t ?? 0;
    run.release();
    assert.ok(script.until - last <= 15000, `${id} plays on for ${script.until - last} ms`);
  }
});

test('W-13: a crowd is told as a crowd, with its reason', () => {
  const crowd = Array.from({ length: 30 }, (_, i) => write(1000, `pay-${i}`));
  const all = play(script([{ at: 0, 'fetch-pause': { broker: 3 } }, ...crowd]));
  assert.equal(of(all, 'sent')[0].said.main, '30 requests leave for broker 1 with 30 records.');
  const written = of(all, 'written')[0].said;
  assert.match(written.main, /^Broker 1 writes (at least )?\d+ records of \d+ requests/);
  assert.ok(written.why, 'it has its reason');
});

test('W-14: what was acknowledged and is gone is named; the high watermark falls, and a consumer has read ahead', () => {
  const [elected] = of(playScenario('unclean-election'), 'elected');
  assert.match(elected.said.why, /Acknowledged, and gone: pay-4 and pay-5; the high watermark falls to 3\./);
  assert.match(elected.said.why, /Consumer reader has read up to offset 4; the log ends at 3\./);
});

test('W-16: a minimum that the ISR meets refuses nothing', () => {
  const set = { at: 2000, set: { topic: 'payments', config: { 'min.insync.replicas': 3 } } };
  const all = play(script([set]));
  assert.ok(
    all.some(
      (m) =>
        m.said.main === 'Broker 1 learns that the minimum is 3.' &&
        /^The ISR has 3: enough\./.test(m.said.why),
    ),
  );
  for (const { all: text } of all) assert.doesNotMatch(text, /refused|smaller/);
  const small = play(
    script([
      { at: 500, stop: { broker: 3 } },
      { ...set, at: 9000 },
    ]),
  );
  assert.ok(
    small.some((m) => /The ISR has 2, the minimum is 3: the high watermark is locked/.test(m.said.why)),
  );
});

test('W-18: a time-out and a refusal are one moment and one sentence each', () => {
  const all = playScenario('locked-while-waiting');
  assert.equal(of(all, 'timed-out').length, 1);
  assert.match(
    of(all, 'timed-out')[0].said.main,
    /^Request 1 times out after 10 s, though written to the log\.$/,
  );
  assert.match(
    of(all, 'refused')[0].said.main,
    /^Broker 1 refuses request 2: the ISR has 1, the minimum is 2\.$/,
  );
  for (const { all: text } of all) assert.doesNotMatch(text, /is done at once/);
});
