// Unpacks what the page that is whole, one file, has in it: LZMA with lc=3, lp=0, pb=0, without a header and without an
// end marker (the LZMA specification, 7-zip.org/sdk.html). Browsers unpack gzip themselves, which is a fifth larger.

/** Where the probabilities of each kind of decision begin in the one list of all. */
const match = 0;
const rep = 12;
const repG0 = 24;
const repG1 = 36;
const repG2 = 48;
const rep0Long = 60;
const slot = 72;
const dist = slot + 4 * 64;
const align = dist + 129;
const lengths = align + 16;
const repLengths = lengths + 274;
const literal = repLengths + 274;
const all = literal + (0x300 << 3);

/**
 * @param {Uint8Array} packed
 * @param {number} size of what comes out, bytes
 * @returns {Uint8Array<ArrayBuffer>} what is damaged gives something else, of the same size
 */
export function unpack(packed, size) {
  const out = new Uint8Array(size);
  const probabilities = new Uint16Array(all).fill(1024);
  let width = 0xffffffff;
  let code = 0;
  let from = 1; // the first byte is 0
  for (let i = 0; i < 4; i++) code = ((code << 8) | packed[from++]) >>> 0;

  /** @param {number} index of the probability */
  function bit(index) {
    const p = probabilities[index];
    const bound = (width >>> 11) * p;
    let result = 0;
    if (code < bound) {
      width = bound;
      probabilities[index] = p + ((2048 - p) >> 5);
    } else {
      width -= bound;
      code -= bound;
      probabilities[index] = p - (p >> 5);
      result = 1;
    }
    if (width < 0x1000000) more();
    return result;
  }

  function more() {
    width = (width << 8) >>> 0;
    code = ((code << 8) | packed[from++]) >>> 0;
  }

  /** A number, its highest bit first. @param {number} base @param {number} bits */
  function tree(base, bits) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | bit(base + node);
    return node - (1 << bits);
  }

  /** A number, its lowest bit first. @param {number} base @param {number} bits */
  function reverseTree(base, bits) {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(base + node);
      node = (node << 1) | b;
      value |= b << i;
    }
    return value;
  }

  /** A number whose bits are as likely as not. @param {number} bits */
  function direct(bits) {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      width >>>= 1;
      const b = code >= width ? 1 : 0;
      if (b) code -= width;
      if (width < 0x1000000) more();
      value = (value << 1) | b;
    }
    return value;
  }

  /** The length of a match. @param {number} base */
  function length(base) {
    if (!bit(base)) return 2 + tree(base + 2, 3);
    if (!bit(base + 1)) return 10 + tree(base + 10, 3);
    return 18 + tree(base + 18, 8);
  }

  /** How far back a match is, less one. @param {number} n its length */
  function distance(n) {
    const number = tree(slot + 64 * Math.min(n - 2, 3), 6);
    if (number < 4) return number;
    const bits = (number >> 1) - 1;
    const base = (2 | (number & 1)) << bits;
    if (number < 14) return base + reverseTree(dist + base - number, bits);
    return base + (direct(bits - 4) << 4) + reverseTree(align, 4);
  }

  /** @param {number} at @param {number} other the byte at the last distance, behind a match; -1: no match is before */
  function symbol(at, other) {
    const base = literal + 0x300 * ((at ? out[at - 1] : 0) >> 5);
    let node = 1;
    for (let i = 7; other >= 0 && i >= 0; i--) {
      const expected = (other >> i) & 1;
      const b = bit(base + 0x100 + (expected << 8) + node);
      node = (node << 1) | b;
      if (b !== expected) break;
    }
    while (node < 0x100) node = (node << 1) | bit(base + node);
    return node;
  }

  let state = 0;
  let [d0, d1, d2, d3] = [0, 0, 0, 0]; // the last distances, less one
  for (let at = 0; at < size;) {
    if (!bit(match + state)) {
      out[at] = symbol(at, state < 7 ? -1 : out[at - d0 - 1]);
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let n;
    if (!bit(rep + state)) {
      n = length(lengths);
      [d3, d2, d1, d0] = [d2, d1, d0, distance(n)];
      state = state < 7 ? 7 : 10;
    } else if (!bit(repG0 + state)) {
      if (bit(rep0Long + state)) {
        n = length(repLengths);
        state = state < 7 ? 8 : 11;
      } else {
        n = 1;
        state = state < 7 ? 9 : 11;
      }
    } else {
      if (!bit(repG1 + state)) [d1, d0] = [d0, d1];
      else if (!bit(repG2 + state)) [d2, d1, d0] = [d1, d0, d2];
      else [d3, d2, d1, d0] = [d2, d1, d0, d3];
      n = length(repLengths);
      state = state < 7 ? 8 : 11;
    }
    for (const end = Math.min(at + n, size); at < end; at++) out[at] = out[at - d0 - 1];
  }
  return out;
}
