// dist/ as a package of npm: what is in it, and that what it offers can be imported by its name.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stage } from './harness.js';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

await stage(); // makes dist/

test('dist/ packs into a package of npm whose exports are there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    const said = execFileSync('npm', ['pack', dist, '--json', '--pack-destination', folder], {
      encoding: 'utf8',
    });
    const [packed] = JSON.parse(said);
    const { exports, version } = JSON.parse(readFileSync(`${dist}package.json`, 'utf8'));
    assert.match(version, /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/);
    assert.equal(packed.version, version, 'npm takes it as it is');
    const names = packed.files.map((/** @type {{path: string}} */ file) => file.path);
    for (const address of Object.values(exports)) assert.ok(names.includes(address.slice(2)), address);
    const inside = join(folder, 'node_modules', 'highwater-playground');
    mkdirSync(inside, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', inside, '--strip-components=1']);
    const adapters = ['scorm12', 'scorm2004', 'cmi5', 'xapi'];
    writeFileSync(
      join(folder, 'lesson.mjs'),
      adapters.map((name) => `import * as ${name} from 'highwater-playground/${name}';\n`).join('') +
        `console.log([${adapters}].map(({ grade }) => typeof grade).join());\n`,
    );
    const printed = execFileSync('node', [join(folder, 'lesson.mjs')], { encoding: 'utf8' });
    assert.equal(printed.trim(), adapters.map(() => 'function').join());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
