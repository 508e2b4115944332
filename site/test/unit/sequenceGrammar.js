// A strict reader of the part of Mermaid's sequence diagrams that the page writes: participants with an alias, notes over
// two of them, and messages. It follows what Mermaid does to a text, in that order: character references are taken out,
// comments are dropped, and each line must be one statement whose text has nothing left that would end it. Anything else
// that Mermaid might read is an error here. The whole parser would be a hundred times the size of the page.

/** A statement that has been read.
 * @typedef {{kind: 'participant', id: string, text: string}
 *   | {kind: 'note', over: string[], text: string}
 *   | {kind: 'message', from: string, arrow: string, to: string, text: string}} Statement
 */

/** The arrows of which the page makes use. */
const arrows = ['-->>', '->>', '--x'];

/** Words that begin another statement: no participant may be called so. */
const reserved =
  /^(participant|actor|note|loop|alt|else|opt|par|and|rect|critical|option|break|end|activate|deactivate|autonumber|title|create|destroy|box|links?|properties|details|acctitle|accdescr)$/i;

/**
 * Mermaid takes character references out before it reads anything. Of lines that look like a style it first drops the
 * last semicolon, which breaks the reference that it closes.
 * @param {string} text
 */
function withoutReferences(text) {
  return text
    .replace(/(?:style|classDef).*:\S*#.*;/g, (line) => line.slice(0, -1))
    .replace(/#(\w+);/g, (_, name) => (/^\d+$/.test(name) ? '\u{E000}' : '\u{E001}'));
}

/**
 * @param {string} text
 * @returns {Statement[]}
 * @throws {Error} where Mermaid would read something else, or nothing
 */
export function readSequence(text) {
  const [head, ...lines] = withoutReferences(text).trimEnd().split('\n');
  if (head !== 'sequenceDiagram') throw new Error(`no sequence diagram: ${head}`);
  /** @type {Set<string>} */
  const known = new Set();
  return lines.map((line) => {
    const read = statement(line.trim());
    if (read.kind === 'participant') {
      if (known.has(read.id)) throw new Error(`${read.id} twice`);
      known.add(read.id);
      return read;
    }
    for (const id of read.kind === 'note' ? read.over : [read.from, read.to])
      if (!known.has(id)) throw new Error(`${id} is nobody: ${line}`);
    return read;
  });
}

/** @param {string} line @returns {Statement} */
function statement(line) {
  const participant = /^participant ([^\s]+) as (.+)$/.exec(line);
  if (participant) return { kind: 'participant', id: id(participant[1]), text: ofText(participant[2]) };
  const note = /^Note over ([^:,]+),([^:,]+):(.+)$/.exec(line);
  if (note) return { kind: 'note', over: [id(note[1]), id(note[2])], text: ofText(note[3]) };
  const end = line.indexOf(':');
  const arrow = arrows.find((sign) => line.slice(0, end).includes(sign));
  if (!arrow) throw new Error(`no statement: ${line}`);
  const [from, to, ...more] = line.slice(0, end).split(arrow);
  if (more.length) throw new Error(`two arrows: ${line}`);
  return { kind: 'message', from: id(from), arrow, to: id(to), text: ofText(line.slice(end + 1)) };
}

/** @param {string} name */
function id(name) {
  if (!/^[A-Za-z]\w*$/.test(name) || reserved.test(name)) throw new Error(`no participant: ${name}`);
  return name;
}

/** @param {string} text */
function ofText(text) {
  const said = text.trim();
  if (!said || /[#;\n<>%{}\uE001]/.test(said) || /^(no)?wrap:/i.test(said))
    throw new Error(`no plain text: ${text}`);
  return said;
}
