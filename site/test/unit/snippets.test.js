// What one pastes elsewhere, and the reference of what a host may use.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { formats } from '../../src/embed/exports.js';
import { eventNames } from '../../src/embed/reports.js';
import { requests } from '../../src/embed/requests.js';
import { settings } from '../../src/embed/settings.js';
import { snippets } from '../../src/embed/snippets.js';
import { lockNames, panelNames, parameterNames } from '../../src/parameters.js';
import { root } from '../module.js';

const wanted = {
  folder: 'https://h.example/hw/',
  full: 'https://h.example/hw/index.html',
  state: '',
  scenario: 'opening',
  title: 'Highwater: "5 < 6" & <b>',
  sentence: 'Broker 2 <waits>.',
  still: '',
  open: 'Open it.',
  width: '100%',
  height: 420,
  parameters: { controls: 'minimal', lock: 'acks,send', lang: 'de' },
};

test('a link has the scenario or the state, and nothing that concerns a frame', () => {
  assert.equal(snippets.link(wanted), 'https://h.example/hw/index.html?scenario=opening&lang=de');
  assert.equal(
    snippets.link({ ...wanted, state: '1-2-AbC_-' }),
    'https://h.example/hw/index.html?lang=de#s=1-2-AbC_-',
  );
});

test('markup is markup, whatever a title or a sentence holds', () => {
  const frame = snippets.frame(wanted);
  assert.match(
    frame,
    /^<iframe src="https:\/\/h\.example\/hw\/embed\.html\?scenario=opening&amp;controls=minimal&amp;lock=acks,send&amp;lang=de"/,
  );
  assert.match(frame, / title="Highwater: &quot;5 &lt; 6&quot; &amp; &lt;b&gt;" width="100%" height="420" /);
  assert.match(frame, / sandbox="allow-scripts [^"]*"/);
  assert.doesNotMatch(frame, /allow-same-origin/);
  const element = snippets.element({ ...wanted, state: '1-2-AbC' });
  assert.match(
    element,
    /^<script src="https:\/\/h\.example\/hw\/highwater\.js" async><\/script>\n<highwater-playground state="1-2-AbC" controls="minimal"/,
  );
  assert.match(element, /<p>Broker 2 &lt;waits&gt;\. <a href="[^"]*">Open it\.<\/a><\/p>/);
});

test('the reference names every parameter, request, event, setting, panel, lock and format', () => {
  const text = readFileSync(`${root}site/EMBED.md`, 'utf8');
  const told = ['ready', 'error', 'warning', 'resize', 'focusexit', ...eventNames];
  const names = [...parameterNames, ...Object.keys(requests), ...told, ...Object.keys(settings)];
  for (const name of [...names, ...panelNames, ...lockNames, ...formats]) {
    assert.match(text, new RegExp(`\`${name}\\b`), name);
  }
});
