// Unpacks a zip archive, as far as the build makes them: entries that are stored or deflated, without encryption, below 4 GB.
// APPNOTE.TXT 4.3 and 4.4 describe the format.

import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06054b50;
const entryInDirectory = 0x02014b50;
const deflated = 8;

/**
 * @param {string} archive a file
 * @returns {Promise<string>} a new folder with what is in it, with a slash at its end
 */
export async function unpack(archive) {
  const bytes = await readFile(archive);
  const folder = await mkdtemp(join(tmpdir(), 'unpacked-'));
  let end = bytes.length - 22;
  while (bytes.readUInt32LE(end) !== endOfDirectory) end--;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== entryInDirectory) throw new Error('the directory is damaged');
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + packed);
    const file = join(folder, bytes.toString('utf8', at + 46, at + 46 + name));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, method === deflated ? inflateRawSync(content) : content);
    at += 46 + name + extra + comment;
  }
  return `${folder}/`;
}
