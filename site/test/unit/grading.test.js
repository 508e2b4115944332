// What the grading adapters tell a platform, which is a stub of its standard's interface here.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Grade, passes } from '../../src/grading/grade.js';
import * as cmi5 from '../../src/grading/cmi5.js';
import * as scorm12 from '../../src/grading/scorm12.js';
import * as scorm2004 from '../../src/grading/scorm2004.js';
import * as xapi from '../../src/grading/xapi.js';

/** What the page brings along, which Node has not. @type {any} */
const page = globalThis;

/** @type {() => void} the learner leaves the page */
let leave = () => {};

beforeEach(() => {
  page.addEventListener = (/** @type {string} */ name, /** @type {() => void} */ f) => {
    assert.equal(name, 'pagehide');
    leave = f;
  };
  page.document = { documentElement: { lang: 'de' } };
});
afterEach(() => {
  for (const name of ['addEventListener', 'document', 'location', 'fetch']) delete page[name];
});

const question = {
  scenario: 'isr-shrink',
  of: 2,
  ask: 'Was wird aus Request 1?',
  options: ['Er läuft ab', 'Er wird bestätigt'],
};

/** @param {EventTarget} element @param {number} number @param {number} choice @param {number} [holds] */
function decide(element, number, choice, holds) {
  const made = { ...question, number, choice };
  element.dispatchEvent(new CustomEvent('prediction', { detail: { ...made, phase: 'made' } }));
  element.dispatchEvent(new CustomEvent('prediction', { detail: { ...made, phase: 'decided', holds } }));
}

/** @param {EventTarget} element */
const reach = (element) =>
  element.dispatchEvent(new CustomEvent('goal', { detail: { scenario: 'isr-shrink', title: 'Wer zählt?' } }));

test('a score is the share of the lesson’s predictions that came true; the first answer counts', () => {
  const state = new Grade();
  assert.equal(state.scaled, null);
  const made = { ...question, number: 0, choice: 1, phase: /** @type {const} */ ('made') };
  assert.equal(state.predict(made), null);
  assert.equal(state.predict({ ...made, phase: 'decided', holds: 1 })?.right, true);
  assert.equal(state.predict({ ...made, phase: 'decided', holds: 0 }), null, 'once');
  assert.equal(state.scaled, 0.5);
  assert.equal(state.predict({ ...made, number: 1, phase: 'decided' })?.right, false, 'none came true');
  assert.equal(state.scaled, 0.5);
  assert.deepEqual([state.reach(), state.reach()], [true, false]);
});

test('only a platform with a mark to reach lets one pass or fail', () => {
  assert.deepEqual(
    [passes(0.5, 0.5), passes(0.4, 0.5), passes(0.4, null), passes(null, 0.5)],
    [true, false, null, null],
  );
});

/**
 * A platform of SCORM: it keeps what it is told.
 * @param {Record<string, string>} values
 * @param {'LMS' | ''} prefix
 */
function scormPlatform(values, prefix) {
  /** @type {string[]} */
  const calls = [];
  const note = (/** @type {string} */ name) => (/** @type {string} */ given) => {
    assert.equal(given, '');
    calls.push(name);
    return 'true';
  };
  const names = prefix ? ['Initialize', 'Commit', 'Finish'] : ['Initialize', 'Commit', 'Terminate'];
  const api = Object.fromEntries(names.map((name) => [prefix + name, note(name)]));
  return {
    calls,
    values,
    api: /** @type {any} */ ({
      ...api,
      [`${prefix}GetValue`]: (/** @type {string} */ name) => values[name] ?? '',
      [`${prefix}SetValue`]: (/** @type {string} */ name, /** @type {string} */ value) => {
        assert.equal(typeof value, 'string');
        values[name] = value;
        return 'true';
      },
    }),
  };
}

/** What is left of the values without the times, which differ. @param {Record<string, string>} values */
function timeless(values) {
  const timed = /session_time|\.time$|timestamp/;
  for (const [name, value] of Object.entries(values)) {
    if (timed.test(name))
      assert.match(value, /^(PT[\d.]+S|\d{2,4}:\d\d:\d\d|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)$/, name);
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => !timed.test(name)));
}

test('SCORM 1.2: interactions, score and status', () => {
  const platform = scormPlatform(
    { 'cmi.core.lesson_status': 'not attempted', 'cmi.student_data.mastery_score': '50' },
    'LMS',
  );
  const element = new EventTarget();
  assert.ok(scorm12.grade(element, platform.api));
  assert.equal(platform.values['cmi.core.lesson_status'], 'incomplete');
  decide(element, 0, 1, 1);
  decide(element, 1, 0, 1);
  reach(element);
  leave();
  assert.deepEqual(timeless(platform.values), {
    'cmi.core.lesson_status': 'passed',
    'cmi.student_data.mastery_score': '50',
    'cmi.interactions.0.id': 'isr-shrink-1',
    'cmi.interactions.0.type': 'choice',
    'cmi.interactions.0.correct_responses.0.pattern': 'b',
    'cmi.interactions.0.student_response': 'b',
    'cmi.interactions.0.result': 'correct',
    'cmi.interactions.1.id': 'isr-shrink-2',
    'cmi.interactions.1.type': 'choice',
    'cmi.interactions.1.correct_responses.0.pattern': 'b',
    'cmi.interactions.1.student_response': 'a',
    'cmi.interactions.1.result': 'wrong',
    'cmi.core.score.min': '0',
    'cmi.core.score.max': '100',
    'cmi.core.score.raw': '50',
    'cmi.core.exit': '',
  });
  assert.equal(platform.calls[0], 'Initialize');
  assert.deepEqual(platform.calls.slice(-2), ['Commit', 'Finish']);
});

test('SCORM 1.2: a lesson that was passed once stays so, and one that is looked at again reports nothing', () => {
  /** @type {Record<string, string>[]} */
  const visits = [
    { 'cmi.core.lesson_status': 'passed', 'cmi.student_data.mastery_score': '80' },
    { 'cmi.core.lesson_status': 'completed', 'cmi.core.lesson_mode': 'review' },
  ];
  for (const values of visits) {
    const platform = scormPlatform({ ...values }, 'LMS');
    const element = new EventTarget();
    scorm12.grade(element, platform.api);
    decide(element, 0, 0, 1);
    reach(element);
    assert.equal(platform.values['cmi.core.lesson_status'], values['cmi.core.lesson_status']);
    assert.equal('cmi.interactions.0.id' in platform.values, !('cmi.core.lesson_mode' in values));
  }
});

test('SCORM 1.2: without a platform nothing is reported', () => {
  assert.equal(scorm12.grade(new EventTarget(), null), false);
  assert.equal(scorm2004.grade(new EventTarget(), null), false);
});

test('SCORM finds its platform in a window above, or in the one that opened it', () => {
  const api = {};
  const top = /** @type {any} */ ({ API: api, API_1484_11: api });
  top.parent = top;
  const lesson = /** @type {any} */ ({ parent: { parent: top } });
  assert.equal(scorm12.findApi(lesson), api);
  assert.equal(scorm2004.findApi(lesson), api);
  const alone = /** @type {any} */ ({ opener: lesson });
  alone.parent = alone;
  assert.equal(scorm12.findApi(alone), api);
  const strange = /** @type {any} */ ({});
  Object.defineProperty(strange, 'parent', {
    get() {
      throw new Error('another origin');
    },
  });
  assert.equal(scorm12.findApi(strange), null);
  assert.equal(scorm2004.findApi(strange), null);
});

test('SCORM 2004: interactions, score, completion and success', () => {
  const platform = scormPlatform(
    { 'cmi.completion_status': 'unknown', 'cmi.scaled_passing_score': '0.8' },
    '',
  );
  const element = new EventTarget();
  assert.ok(scorm2004.grade(element, platform.api));
  decide(element, 0, 1, 1);
  reach(element);
  leave();
  assert.deepEqual(timeless(platform.values), {
    'cmi.completion_status': 'completed',
    'cmi.scaled_passing_score': '0.8',
    'cmi.interactions.0.id': 'urn:highwater:isr-shrink:1',
    'cmi.interactions.0.type': 'choice',
    'cmi.interactions.0.correct_responses.0.pattern': 'b',
    'cmi.interactions.0.learner_response': 'b',
    'cmi.interactions.0.result': 'correct',
    'cmi.interactions.0.description': 'Was wird aus Request 1?',
    'cmi.score.scaled': '0.5',
    'cmi.score.raw': '50',
    'cmi.score.min': '0',
    'cmi.score.max': '100',
    'cmi.success_status': 'failed',
    'cmi.exit': 'normal',
  });
  assert.deepEqual(platform.calls.slice(-2), ['Commit', 'Terminate']);
});

/** A record store: what it was asked, and the statements that it has. @param {Record<string, any>} answers by path */
function recordStore(answers) {
  /** @type {any[]} */
  const statements = [];
  /** @type {any[]} */
  const asked = [];
  page.fetch = async (/** @type {string} */ address, /** @type {any} */ how = {}) => {
    const { pathname, searchParams } = new URL(address);
    asked.push({ address, ...how });
    if (pathname.endsWith('/statements') && how.method === 'POST') {
      const known = new Set(statements.map(({ id }) => id)); // one that comes again counts once
      statements.push(...JSON.parse(how.body).filter((/** @type {any} */ each) => !known.has(each.id)));
      return new Response('[]');
    }
    const answer = answers[pathname];
    if (!answer) return new Response('', { status: 404 });
    return Response.json(typeof answer === 'function' ? answer(searchParams) : answer);
  };
  return { statements, asked };
}

/** Lets all that waits for answers go on. */
const settle = () => new Promise((done) => setTimeout(done, 20));

const actor = { objectType: 'Agent', account: { homePage: 'https://lms.example', name: '1' } };

/** @param {Record<string, string>} query */
function launchedWith(query) {
  page.location = {
    origin: 'https://lesson.example',
    pathname: '/',
    search: `?${new URLSearchParams(query)}`,
  };
}

test('xAPI: initialized, answered, completed, terminated', async () => {
  const { statements, asked } = recordStore({});
  launchedWith({
    endpoint: 'https://lrs.example/xapi',
    auth: 'Basic abc',
    actor: JSON.stringify(actor),
    registration: 'r-1',
    activity_id: 'https://lesson.example/isr',
  });
  const element = new EventTarget();
  assert.ok(xapi.grade(element));
  decide(element, 0, 0, 1);
  reach(element);
  element.dispatchEvent(new CustomEvent('complete', { detail: { request: 1 } }));
  await settle();
  leave();
  await settle();
  assert.deepEqual(
    statements.map(({ verb }) => verb.display['en-US']),
    ['initialized', 'answered', 'completed', 'terminated'],
  );
  assert.equal(asked[0].address, 'https://lrs.example/xapi/statements');
  assert.equal(asked[0].headers.Authorization, 'Basic abc');
  const [, answer, done] = statements;
  assert.deepEqual(answer.result, { response: 'a', success: false });
  assert.deepEqual(answer.object.definition.correctResponsesPattern, ['b']);
  assert.deepEqual(answer.object.definition.description, { de: question.ask });
  assert.equal(answer.object.id, 'https://lesson.example/isr#prediction-1');
  assert.deepEqual(done.result.score, { scaled: 0 });
  for (const each of statements) {
    assert.match(each.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(each.actor, actor);
    assert.equal(each.context.registration, 'r-1');
  }
  assert.equal(new Set(statements.map(({ id }) => id)).size, statements.length);
});

test('xAPI: what did not arrive goes with the next', async () => {
  const { statements } = recordStore({});
  const { fetch } = page;
  page.fetch = async () => new Response('', { status: 503 });
  const outbox = new xapi.Outbox({ endpoint: 'https://lrs.example/', auth: 'x' });
  const [one, two] = ['a', 'b'].map((activity) => xapi.statement({ actor, activity }, {}));
  await outbox.send(one);
  page.fetch = fetch;
  await outbox.send(two);
  assert.deepEqual(statements, [one, two]);
});

/** @param {object} data LMS.LaunchData @param {string} [before] the verb of what an earlier session has stated */
async function cmi5Session(data, before) {
  const store = recordStore({
    '/xapi/statements': (/** @type {URLSearchParams} */ query) => ({
      statements: before && query.get('verb')?.endsWith(before) ? [{}] : [],
    }),
    '/token': { 'auth-token': 'abc' },
    '/xapi/activities/state': {
      contextTemplate: {
        extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': 's-1' },
        contextActivities: { grouping: [{ id: 'urn:publisher' }] },
      },
      launchMode: 'Normal',
      ...data,
    },
  });
  launchedWith({
    endpoint: 'https://lrs.example/xapi/',
    fetch: 'https://lms.example/token',
    actor: JSON.stringify(actor),
    registration: 'r-1',
    activityId: 'https://lms.example/au/1',
  });
  const element = new EventTarget();
  assert.ok(await cmi5.grade(element));
  decide(element, 0, 1, 1);
  reach(element);
  reach(element);
  leave();
  await settle();
  return store;
}

test('cmi5: the statements of a session, in the platform’s context', async () => {
  const { statements, asked } = await cmi5Session({ masteryScore: 0.5, moveOn: 'Passed' });
  const category = 'https://w3id.org/xapi/cmi5/context/categories/';
  assert.equal(asked[0].method, 'POST');
  assert.equal(
    asked.filter(({ address }) => address.endsWith('/token')).length,
    1,
    'the token is to be had once',
  );
  assert.ok(asked.slice(1).every(({ headers }) => headers.Authorization === 'Basic abc'));
  assert.deepEqual(
    statements.map(({ verb, context }) => [
      verb.id.split('/').pop(),
      (context.contextActivities.category ?? [])
        .map((/** @type {any} */ c) => c.id.replace(category, ''))
        .join(' '),
    ]),
    [
      ['initialized', 'cmi5'],
      ['answered', ''],
      ['completed', 'cmi5 moveon'],
      ['passed', 'cmi5 moveon'],
      ['terminated', 'cmi5'],
    ],
  );
  const [, , completed, passed, terminated] = statements;
  assert.equal(completed.result.completion, true);
  assert.ok(!('success' in completed.result) && !('score' in completed.result), 'which cmi5 forbids here');
  assert.equal(passed.result.success, true);
  assert.deepEqual(passed.result.score, { scaled: 0.5 });
  assert.equal(passed.context.extensions['https://w3id.org/xapi/cmi5/context/extensions/masteryscore'], 0.5);
  assert.match(terminated.result.duration, /^PT[\d.]+S$/);
  for (const { object, context } of statements.filter(({ verb }) => !verb.id.endsWith('answered'))) {
    assert.equal(object.id, 'https://lms.example/au/1');
    assert.equal(context.registration, 'r-1');
    assert.equal(context.extensions['https://w3id.org/xapi/cmi5/context/extensions/sessionid'], 's-1');
    assert.deepEqual(context.contextActivities.grouping, [{ id: 'urn:publisher' }]);
  }
});

test('cmi5: below the mastery score the unit is failed, and completed all the same', async () => {
  const { statements } = await cmi5Session({ masteryScore: 0.8 });
  const names = statements.map(({ verb }) => verb.id.split('/').pop());
  assert.deepEqual(names, ['initialized', 'answered', 'completed', 'failed', 'terminated']);
});

test('cmi5: what may be stated once in a registration is not stated again', async () => {
  for (const [before, then] of [
    ['completed', ['passed']],
    ['passed', ['completed']],
  ]) {
    const { statements } = await cmi5Session({}, String(before));
    const names = statements.map(({ verb }) => verb.id.split('/').pop());
    assert.deepEqual(names, ['initialized', 'answered', ...then, 'terminated']);
  }
});

test('cmi5: who looks around or looks again is not judged', async () => {
  for (const launchMode of ['Browse', 'Review']) {
    const { statements } = await cmi5Session({ launchMode });
    assert.deepEqual(
      statements.map(({ verb }) => verb.id.split('/').pop()),
      ['initialized', 'terminated'],
    );
  }
});
