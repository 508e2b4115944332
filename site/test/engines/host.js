// A static host that notes what it is asked for, and may be as bad as hosts are.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the build has made. */
export const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

const types = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
});

/**
 * What a host does other than it should with a file, named by its end ('.wasm', 'main.js').
 * @typedef {object} Treatment
 * @property {string | null} [type] null: it comes without one
 * @property {number} [status]
 * @property {string} [body]
 * @property {'silent' | 'reset'} [fails] there is no answer, or the connection ends
 */

/**
 * @typedef {object} Host
 * @property {string} url of the folder, as 127.0.0.1
 * @property {(name: string) => string} as the same folder under another name of this machine, which is another site
 * @property {string[]} asked the paths that were asked for so far, as they lie in the folder
 * @property {Record<string, Treatment>} treat by the end of a path; may be changed at any time
 * @property {Record<string, string>} pages more documents in the folder, by their names
 * @property {string[]} violations of the policy, as browsers have reported them
 * @property {Record<string, object>} store what a record store answers, by path; none: it is no record store
 * @property {any[]} stated the statements that it got, each once
 * @property {() => Promise<void>} close ends it, as if the network were off
 */

/**
 * Serves a folder on this machine.
 * @param {{folder?: string, under?: string, headers?: Record<string, string>}} [how] under: the path of the folder, with a
 * slash at either end; without it at the end the folder is served all the same, as some hosts do; headers: sent with
 * each answer
 * @returns {Promise<Host>}
 */
export async function host({ folder = dist, under = '/lessons/kafka/', headers = {} } = {}) {
  /** @type {Omit<Host, 'url' | 'as' | 'close'>} */
  const notes = { asked: [], treat: {}, pages: {}, violations: [], store: {}, stated: [] };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://host').pathname);
    if (path === '/violations') return collect(request, response, notes.violations);
    if (notes.store[path] || path.startsWith('/xapi/')) return keep(request, response, notes);
    if (path === '/favicon.ico') return void response.writeHead(204).end(); // is the browser's own wish
    const within =
      path === under.slice(0, -1) ? '' : path.startsWith(under) ? path.slice(under.length) : null;
    const name = within === null ? `/${path}` : within.replace(/(^|\/)$/, '$1index.html');
    notes.asked.push(name);
    const treatment = Object.entries(notes.treat).find(([end]) => name.endsWith(end))?.[1] ?? {};
    if (treatment.fails === 'reset') return void request.socket.destroy();
    if (treatment.fails === 'silent') return;
    const content = treatment.body ?? notes.pages[name] ?? (await contentOf(folder, name));
    const type = treatment.type === undefined ? types[extname(name)] : treatment.type;
    const status = treatment.status ?? (content === undefined ? 404 : 200);
    response
      .writeHead(status, { ...(type && { 'Content-Type': type }), ...reporting(name, content), ...headers })
      .end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const as = (/** @type {string} */ name) => `http://${name}:${port}${under}`;
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  return Object.assign(notes, { url: as('127.0.0.1'), as, close });
}

/**
 * @param {string} folder
 * @param {string} name
 */
async function contentOf(folder, name) {
  if (name.includes('..')) return undefined;
  return readFile(folder + name).catch(() => undefined);
}

/**
 * The policy that a page has in its head, once more as a header that asks for reports.
 * @param {string} name
 * @param {Buffer | string} [content]
 */
function reporting(name, content) {
  const policy =
    extname(name) === '.html' && /Content-Security-Policy" content="([^"]+)"/.exec(String(content));
  return policy ? { 'Content-Security-Policy': `${policy[1]}; report-uri /violations` } : {};
}

/**
 * Notes a report of a violation of the policy.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string[]} violations
 */
async function collect(request, response, violations) {
  violations.push(await textOf(request));
  response.writeHead(204).end();
}

/**
 * Answers as a record store does.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Pick<Host, 'store' | 'stated'>} notes
 */
async function keep(request, response, { store, stated }) {
  const text = await textOf(request);
  const path = new URL(request.url ?? '', 'http://host').pathname;
  const json = (/** @type {unknown} */ answer) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  if (store[path]) return json(store[path]);
  if (path !== '/xapi/statements') return response.writeHead(404).end();
  if (request.method === 'GET') return json({ statements: [] });
  for (const each of JSON.parse(text)) if (!stated.some(({ id }) => id === each.id)) stated.push(each);
  json([]);
}

/** @param {import('node:http').IncomingMessage} request */
async function textOf(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
