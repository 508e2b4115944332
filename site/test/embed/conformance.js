// Tries every parameter, request and event of the playground in a frame, in whatever browser opens this page, and shows a
// row for each: what it is, whether it does what is promised, and what was seen. `window.results` has the rows for tests.

export {}; // it waits at its top level, as modules do

const query = new URLSearchParams(location.search);
const site = new URL(query.get('site') ?? './', location.href).href;
const only = query.get('only') ?? '';
const patienceMs = 20000;

/** @type {{name: string, ok: boolean, seen: string}[]} */
const results = [];
const frames = /** @type {HTMLElement} */ (document.getElementById('frames'));
/** @type {HTMLElement} */ (document.getElementById('site')).textContent = site;

/**
 * @param {string} name
 * @param {() => unknown} check true or nothing: right; false or what it throws: wrong; anything else is shown, and right
 */
async function row(name, check) {
  let ok = true;
  let seen = '';
  try {
    const answer = await check();
    ok = answer !== false;
    seen = typeof answer === 'boolean' || answer === undefined ? '' : text(answer);
  } catch (error) {
    ok = false;
    const { code = '', message } = /** @type {any} */ (error);
    seen = `${code} ${message}`;
  }
  results.push({ name, ok, seen });
  const line = document.createElement('tr');
  for (const [content, kind] of [
    [name, ''],
    [ok ? 'pass' : 'FAIL', ok ? 'pass' : 'fail'],
    [seen, ''],
  ]) {
    const cell = document.createElement('td');
    cell.textContent = content;
    cell.className = kind;
    line.append(cell);
  }
  document.getElementById('rows')?.append(line);
}

/** @param {unknown} value */
function text(value) {
  const all = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return all.length > 300 ? `${all.slice(0, 300)}…` : all;
}

/** @param {unknown} actual @param {unknown} expected throws unless they are the same as JSON */
function same(actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${text(actual)} in place of ${text(expected)}`);
  }
  return actual;
}

/**
 * @param {Promise<unknown>} asked
 * @param {string} code with which it has to be refused
 */
async function refused(asked, code) {
  try {
    await asked;
  } catch (error) {
    const { code: found, message } = /** @type {any} */ (error);
    same(found, code);
    return `${code}: ${message}`;
  }
  throw new Error('it was not refused');
}

/**
 * @template T
 * @param {Promise<T>} what
 * @param {string} name
 * @returns {Promise<T>} fails if it takes too long
 */
function inTime(what, name) {
  return Promise.race([
    what,
    new Promise((_, reject) => setTimeout(() => reject(new Error(`${name} did not come`)), patienceMs)),
  ]);
}

/** An element, with all that it tells.
 * @typedef {any} Playground
 */

const names = [
  ...[
    'ready',
    'error',
    'warning',
    'resize',
    'statechange',
    'action',
    'played',
    'paused',
    'seeked',
    'complete',
  ],
  ...['reject', 'isrchange', 'hwadvance', 'prediction', 'goal', 'focusexit'],
];

/**
 * Makes an element and waits until it is ready.
 * @param {Record<string, string>} attributes
 * @returns {Promise<Playground>}
 */
async function open(attributes) {
  const element = /** @type {Playground} */ (document.createElement('highwater-playground'));
  element.told = [];
  for (const name of names) {
    element.addEventListener(name, (/** @type {CustomEvent} */ e) => element.told.push([name, e.detail]));
  }
  element.of = (/** @type {string} */ type) =>
    element.told.filter((/** @type {any} */ t) => t[0] === type).map((/** @type {any} */ t) => t[1]);
  element.next = (/** @type {string} */ type, /** @type {(d: any) => boolean} */ is = () => true) =>
    inTime(
      new Promise((resolve) => {
        const hear = (/** @type {CustomEvent} */ e) => {
          if (!is(e.detail)) return;
          element.removeEventListener(type, hear);
          resolve(e.detail);
        };
        element.addEventListener(type, hear);
      }),
      type,
    );
  for (const [name, value] of Object.entries({ loading: 'eager', ...attributes }))
    element.setAttribute(name, value);
  const ready = element.next('ready');
  frames.append(element);
  await ready;
  return element;
}

/** @param {string} part @param {() => Promise<void>} run a part of the page, unless another is asked for */
async function part(part, run) {
  if (only && !part.includes(only)) return;
  try {
    await run();
  } catch (error) {
    await row(part, () => {
      throw error;
    });
  }
  frames.replaceChildren();
}

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until something stays the same, however long what comes before takes.
 * @template T
 * @param {() => T | Promise<T>} look
 * @param {number} ms it has to stay so long
 * @returns {Promise<T>} what it is then
 */
async function atRest(look, ms) {
  const begun = performance.now();
  for (let last = await look(), since = begun; ;) {
    await wait(50);
    const now = await look();
    if (JSON.stringify(now) !== JSON.stringify(last)) [last, since] = [now, performance.now()];
    else if (performance.now() - since > ms) return now;
    if (performance.now() - begun > patienceMs) throw new Error(`it does not come to rest: ${text(now)}`);
  }
}

/**
 * Waits until something is not what it was.
 * @template T
 * @param {() => T | Promise<T>} look
 * @param {T} before
 */
async function changes(look, before) {
  for (const begun = performance.now(); JSON.stringify(await look()) === JSON.stringify(before);) {
    await wait(50);
    if (performance.now() - begun > patienceMs) throw new Error(`it stays as it was: ${text(before)}`);
  }
}

await new Promise((resolve, reject) => {
  const script = document.createElement('script');
  script.src = `${site}highwater.js`;
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
}).catch(() => row('highwater.js', () => false));

await part('parameters of the run', async () => {
  const p = await open({
    scenario: 'opening',
    seed: '7',
    'replication-factor': '4',
    isr: '3',
    'min-insync-replicas': '3',
    acks: '1',
    partitions: '2',
    'request-timeout-ms': '5000',
    'replica-lag-time-max-ms': '9000',
  });
  const script = await p.get('script');
  const [topic] = script.cluster.topics;
  await row('parameter scenario', () => same(p.of('ready').length && script.title.length > 0, true));
  await row('parameter seed', () => same(script.seed, 7));
  await row('parameter replication-factor', () => same(topic.partitions[0].replicas, [1, 2, 3, 4]));
  await row('parameter isr', () => same(topic.partitions[0].isr, [1, 2, 3]));
  await row('parameter min-insync-replicas', () => same(topic.config['min.insync.replicas'], 3));
  await row('parameter acks', () =>
    same(script.steps.find((/** @type {any} */ s) => s.produce).produce.acks, '1'),
  );
  await row('parameter partitions', () => same(topic.partitions.length, 2));
  await row('parameter request-timeout-ms', async () => same(await p.get('settings.requestTimeoutMs'), 5000));
  await row('parameter replica-lag-time-max-ms', () =>
    same(script.cluster.config['replica.lag.time.max.ms'], 9000),
  );
  await row('no warning', () => same(p.of('warning'), []));
});

await part('parameters of producers', async () => {
  const p = await open({
    scenario: 'retries-and-deadline',
    'linger-ms': '20',
    'delivery-timeout-ms': '90000',
  });
  const { config } = (await p.get('script')).producers[0];
  await row('parameter linger-ms', () => same(config['linger.ms'], 20));
  await row('parameter delivery-timeout-ms', () => same(config['delivery.timeout.ms'], 90000));
});

await part('parameters of the page', async () => {
  const p = await open({
    at: '3',
    speed: '2500',
    panels: 'story,log',
    controls: 'full',
    lock: 'acks,send',
    theme: 'dark',
    motion: 'reduced',
    lang: 'de-AT',
    events: 'none',
  });
  const settings = await p.get('settings');
  await row('parameter at', async () => same((await p.get('place')).event, 3));
  await row('parameter speed', () => same(settings.speed, 2500));
  await row('parameter panels', () => same(settings.panels, ['story', 'log']));
  await row('parameter controls', () => same(settings.controls, 'full'));
  await row('parameter lock', () => same(settings.lock, ['acks', 'send']));
  await row('parameter theme', () => same(settings.theme, 'dark'));
  await row('parameter motion', () => same(settings.motion, 'reduced'));
  await row('parameter lang', () => same(settings.lang, 'de'));
  await row('parameter events', async () => {
    await p.step(1);
    return same(p.of('statechange'), []);
  });
  await row('the height of a page with all its controls', () => same(p.of('resize').length > 0, true));
  p.setAttribute('lang', 'en');
  await wait(500);
  await row('an attribute that is changed is set', async () => same(await p.get('settings.lang'), 'en'));
});

await part('parameter autoplay', async () => {
  const p = await open({ autoplay: '' });
  await row('parameter autoplay', async () => same(await p.get('playing'), true));
});

await part('parameter mode', async () => {
  const lesson = await open({ mode: 'lesson', controls: 'full' });
  await row('parameter mode=lesson', async () =>
    same(await lesson.get('settings.panels'), ['lesson', 'story']),
  );
  const predict = await open({ mode: 'predict' });
  await row('parameter mode=predict', async () =>
    same((await predict.get('settings.lock')).includes('send'), true),
  );
  const replay = await open({ mode: 'replay' });
  await row('parameter mode=replay', async () =>
    same((await replay.get('settings.lock')).includes('brokers'), true),
  );
});

await part('wrong parameters', async () => {
  const wrong = {
    scenario: 'nothing-of-this-name',
    mode: 'play',
    seed: '-1',
    'replication-factor': '99',
    isr: 'all',
    'min-insync-replicas': '0',
    acks: '2',
    partitions: '0',
    'request-timeout-ms': '1 s',
    'replica-lag-time-max-ms': '0',
    'delivery-timeout-ms': '-1',
    'linger-ms': 'x',
    speed: 'fast',
    autoplay: 'perhaps',
    at: 'end',
    panels: 'everything',
    controls: 'some',
    lock: 'doors',
    theme: 'black',
    motion: 'slow',
    lang: 'tlh',
    events: 'many',
  };
  const p = await open(wrong);
  await wait(300);
  const warned = p.of('warning').map((/** @type {any} */ w) => w.name);
  for (const name of Object.keys(wrong)) await row(`a wrong ${name} warns`, () => warned.includes(name));
  await row('the scenario is the opening all the same', async () =>
    same((await p.get('place')).scenario, 'opening'),
  );
});

await part('requests', async () => {
  const p = await open({ events: 'all' });
  await row('ready {build, loadMs}', () => {
    const [{ build, loadMs }] = p.of('ready');
    same([typeof build, typeof loadMs], ['string', 'number']);
    return { build, loadMs };
  });
  const opening = await p.get('place');
  await row('step {n: 1}', async () => (await p.step(1)).event > opening.event);
  await row('step {n: -1}', async () => same((await p.step(-1)).event <= opening.event, true));
  await row('step {n: 0} is refused', () => refused(p.step(0), 'payload'));
  await row('seek {event}', async () => same((await p.seek({ event: 12 })).event, 12));
  await row('seek {ms}', async () => same((await p.seek({ ms: 1500 })).ms, 1500));
  await row('seeked', () => p.of('seeked').length >= 4);
  await row('statechange', () => p.of('statechange').length >= 4);
  await row('play', async () => {
    const played = p.next('played');
    await p.play();
    return played;
  });
  await row('pause', async () => {
    const paused = p.next('paused');
    await p.pause();
    return paused;
  });
  await row('act {action}: a step', async () => {
    await p.seek({ ms: 1700 });
    await p.act({ 'fetch-delay': { broker: 3, ms: 0 } });
    const { steps } = await p.get('script');
    return same(
      steps.some((/** @type {any} */ s) => s['fetch-delay']?.ms === 0),
      true,
    );
  });
  await row('action {by: host}', () =>
    same(
      p.of('action').some((/** @type {any} */ a) => a.by === 'host'),
      true,
    ),
  );
  await row('act: a step that the core refuses', () => refused(p.act({ kill: { broker: 77 } }), 'script'));
  await row('act {action: "send"}', async () => {
    const before = (await p.get('requests')).length;
    await p.act('send');
    await p.step(1);
    return same((await p.get('requests')).length > before, true);
  });
  await row('complete, with each partition’s error, offset and wait', async () => {
    await p.seek({ ms: 60000 });
    const [{ request, partitions }] = p.of('complete');
    same(Object.keys(partitions[0]), ['topic', 'partition', 'error', 'offset', 'waitMs']);
    return { request, partitions };
  });
  await row('hwadvance', () => same(p.of('hwadvance').length > 0, true));
  await row('isrchange', async () => {
    await p.act({ isr: { topic: 'payments', partition: 0, members: [1] } });
    await p.step(1);
    return same(p.of('isrchange').at(-1)?.to, [1]);
  });
  await row('reject', async () => {
    const { t } = await p.get('state');
    await p.act({
      produce: { acks: 'all', partitions: [{ topic: 'payments', partition: 0, records: ['no'] }] },
    });
    await p.seek({ ms: t + 1000 });
    return same(p.of('reject').at(-1)?.partitions[0].error, 'NOT_ENOUGH_REPLICAS');
  });
  await row('set and get', async () =>
    same([await p.set('acks', '0'), await p.get('settings.acks')], ['0', '0']),
  );
  await row('set: a wrong value is refused', () => refused(p.set('acks', 'some'), 'payload'));
  await row('get: a path that there is not', () => refused(p.get('state.nothing'), 'path'));
  await row('getState, setState', async () => {
    const { state } = await p.getState();
    if (!/^[\w-]+$/.test(state)) throw new Error(`other letters: ${state}`);
    const place = await p.get('place');
    await p.reset();
    return same((await p.setState(state)).event, place.event);
  });
  await row('setState: a damaged one is refused', () => refused(p.setState('AAAA'), 'damaged'));
  await row('reset', async () => same((await p.reset()).event, 0));
  await row('load {scenario}: an id', async () =>
    same((await p.load('leader-dies')).scenario, 'leader-dies'),
  );
  await row('load {scenario}: a script', async () => {
    const script = await p.get('script');
    return same((await p.load({ ...script, title: 'Own' })).scenario, '');
  });
  await row('load: no such scenario', () => refused(p.load('nothing'), 'not-found'));
  await row('fork', async () => same(typeof (await p.fork()).branch, 'number'));
  for (const format of ['svg', 'png', 'jsonl', 'csv', 'link']) {
    await row(`export {format: ${format}}`, async () => {
      await p.load('opening');
      await p.seek({ ms: 9000 });
      const { name, text: content = '', base64 = '' } = await p.export(format);
      const begins = { svg: '<svg', png: 'iVBOR', jsonl: '{"n":0', csv: 'request,producer', link: 'http' }[
        format
      ];
      same((content || base64).startsWith(begins ?? '?'), true);
      return `${name}: ${(content || base64).length} characters`;
    });
  }
  await row('export: a format that there is not', () => refused(p.export('pdf'), 'payload'));
  await row('subscribe {events: none}', async () => {
    await p.subscribe('none');
    const before = p.told.length;
    await p.step(-1);
    return same(p.told.length, before);
  });
  await row('setTheme', async () => {
    await p.setTheme('dark');
    return same(await p.get('settings.theme'), 'dark');
  });
  await row('setLocale', async () => {
    await p.setLocale('de');
    return same(await p.get('settings.lang'), 'de');
  });
  await row('focusEnter', async () => {
    p.focus();
    await p.send('get', { path: 'place' });
    return same(document.activeElement === p, true);
  });
  await row('a request of another name', () => refused(p.send('fly'), 'unknown'));
  await row('a payload that is too large', () =>
    refused(p.send('get', { path: 'x'.repeat(1 << 21) }), 'too-large'),
  );
  await row('destroy', () => p.send('destroy'));
});

await part('prediction and goal', async () => {
  const p = await open({ scenario: 'opening', mode: 'predict' });
  await row('prediction, made', async () => {
    const made = p.next('prediction', (/** @type {any} */ d) => d.phase === 'made');
    await p.act({ predict: 0 });
    const { number, of, choice } = await made;
    return same({ number, of, choice }, { number: 0, of, choice: 0 });
  });
  await row('prediction, decided', async () => {
    const decided = p.next('prediction', (/** @type {any} */ d) => d.phase === 'decided');
    await p.seek({ ms: 60000 });
    const { holds, right, choice } = await decided;
    return same(right, holds === choice);
  });
  await row('goal', async () => {
    const [goal] = p.of('goal').length ? p.of('goal') : [await p.next('goal')];
    return goal;
  });
});

await part('handshake', async () => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'handshake';
  const hello = inTime(
    new Promise((resolve) =>
      addEventListener('message', function hear({ source, data, origin }) {
        if (source !== frame.contentWindow || data?.type !== 'hello') return;
        removeEventListener('message', hear);
        resolve({ ...data, origin });
      }),
    ),
    'hello',
  );
  frame.src = `${site}embed.html?parent-origin=${encodeURIComponent(location.origin)}`;
  frames.append(frame);
  await row('hello {version, features}, from an origin of its own, with allow-scripts alone', async () => {
    const { origin, payload } = await hello;
    same(origin, 'null');
    same(Object.keys(payload), ['version', 'features']);
    return payload;
  });
  /** @param {unknown} message @returns {MessagePort} */
  const offer = (message) => {
    const { port1, port2 } = new MessageChannel();
    frame.contentWindow?.postMessage(message, '*', [port2]);
    return port1;
  };
  /** @param {MessagePort} port @param {(data: any) => boolean} [is] */
  const heard = (port, is = () => true) =>
    inTime(
      new Promise((resolve) => {
        port.onmessage = ({ data }) => is(data) && resolve(data);
      }),
      'an answer',
    );
  const connect = { ns: 'highwater', v: 1, type: 'connect', id: 'c' };
  await row('what is no connect is ignored', async () => {
    const ports = [
      { ...connect, v: 2 },
      { ...connect, ns: 'x' },
      'connect',
      { ...connect, type: 'join' },
    ].map(offer);
    const quiet = await Promise.race([
      ...ports.map((p) => heard(p).then(() => false)),
      wait(700).then(() => true),
    ]);
    return same(quiet, true);
  });
  const port = offer(connect);
  await row('connect hands over a port', async () => same((await heard(port)).ok, true));
  await row('the first port wins', async () => same((await heard(offer(connect))).error.code, 'connected'));
  await row('a request is answered by its id', async () => {
    const answer = heard(port, (data) => data.id === 'x');
    port.postMessage({ ns: 'highwater', v: 1, type: 'get', id: 'x', payload: { path: 'place.scenario' } });
    return same((await answer).result, 'opening');
  });
  await row('of many messages at once each is answered or refused', async () => {
    let answered = 0;
    let tooMany = 0;
    const all = heard(port, (data) => {
      if (data.id === undefined) return false;
      if (data.error?.code === 'too-many') tooMany++;
      return ++answered === 3000;
    });
    for (let id = 0; id < 3000; id++)
      port.postMessage({ ns: 'highwater', v: 1, type: 'get', id, payload: { path: 'playing' } });
    await all;
    return `${3000 - tooMany} answered, ${tooMany} refused`;
  });
  await row('a second later it goes on', async () => {
    await wait(1100);
    const answer = heard(port, (data) => data.id === 'after');
    port.postMessage({ ns: 'highwater', v: 1, type: 'get', id: 'after', payload: { path: 'playing' } });
    return same((await answer).ok, true);
  });
});

await part('the element', async () => {
  const p = await open({ scenario: 'opening', controls: 'minimal' });
  p.textContent = 'what stands here without the playground';
  const inner = p.shadowRoot.querySelector('iframe');
  await row('the frame has an origin of its own', () => same(inner.contentDocument, null));
  await row('the frame has a title', () => same(inner.title.length > 0, true));
  await row('its height is what the playground asks for, and comes to rest', async () => {
    const look = () => ({ asked: p.of('resize'), height: inner.getBoundingClientRect().height });
    const { asked, height } = await atRest(look, 1000);
    return same(height, asked.at(-1).height);
  });
  await row('out of sight nothing plays, and in sight again it goes on', async () => {
    await p.reset();
    await p.play();
    p.style.marginTop = '5000px';
    const away = await atRest(() => p.get('place'), 2500);
    same(await p.get('playing'), true);
    p.style.marginTop = '';
    p.scrollIntoView();
    await changes(() => p.get('place'), away);
    return p.get('playing');
  });
  await row('a dark page has a dark frame', async () => {
    document.body.style.background = '#101010';
    await wait(400);
    const dark = await p.get('settings.theme');
    document.body.style.background = '';
    return same(dark, 'dark');
  });
});

const wrong = results.filter(({ ok }) => !ok);
const sum = /** @type {HTMLElement} */ (document.getElementById('sum'));
sum.textContent = wrong.length ? `${wrong.length} of ${results.length} fail.` : `All ${results.length} pass.`;
sum.className = wrong.length ? 'fail' : 'pass';
Object.assign(window, { results, finished: true });
