// The recipes for site makers as tests read them: of each maker the files and the commands that one would copy.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unescaped } from './guide.js';

const page = readFileSync(fileURLToPath(new URL('../recipes.html', import.meta.url)), 'utf8');

/**
 * @typedef {object} Recipe
 * @property {string} maker the id of its section
 * @property {Record<string, string>} files the text of each, by its path in the project
 * @property {string[]} commands that make the site
 * @property {string} folder where the files of Highwater are copied to by hand; '': they come out of the package
 */

/** @returns {Recipe[]} those that have commands, in the order of the page */
export function recipes() {
  const sections = page.matchAll(/<section id="([\w-]+)">([^]*?)<\/section>/g);
  return [...sections]
    .map(([, maker, text]) => ({
      maker,
      files: Object.fromEntries(
        [...text.matchAll(/<code class="recipe" data-file="([^"]+)"\s*>([^]*?)<\/code>/g)].map(
          ([, name, content]) => [name, unescaped(content)],
        ),
      ),
      commands: [...text.matchAll(/<code class="commands"\s*>([^]*?)<\/code>/g)].flatMap(([, lines]) =>
        unescaped(lines).trim().split('\n'),
      ),
      folder: /Copy the folder to\s+<code>([^<]+)<\/code>/.exec(text)?.[1] ?? '',
    }))
    .filter(({ commands }) => commands.length);
}

/** @returns {string[]} everything that one would copy, frames of other makers among it */
export function snippets() {
  return [...page.matchAll(/<pre\s[^>]*>\s*<code[^>]*>([^]*?)<\/code>/g)].map(([, text]) => unescaped(text));
}

/** @returns {Set<string>} the files of Highwater that the page names */
export function filesInRecipes() {
  const names = [...page.matchAll(/<code>([\w-]+\.(?:js|html|zip))<\/code>/g)].map(([, name]) => name);
  const paths = snippets().flatMap((text) => [...text.matchAll(/highwater\/([\w.-]+\.\w+)/g)]);
  return new Set([...names, ...paths.map(([, name]) => name)]);
}
