// Where things are: pure functions from numbers to numbers. All lengths are CSS pixels.

/** The measures of a drawing of a certain width.
 * @typedef {object} Measures
 * @property {number} width
 * @property {boolean} narrow labels stand above the lanes instead of beside them
 * @property {boolean} compact several partitions, one beneath the other: lanes are low
 * @property {number} x0 where the axis begins
 * @property {number} x1 where it ends
 * @property {number} pitch width of one offset
 * @property {number} slots offsets on the axis
 * @property {number} tracks x where the tracks of the fetches begin
 * @property {number} trackGap between two tracks
 * @property {number} lane height of a lane
 * @property {number} cell height of a cell
 * @property {number} cellTop of a cell within its lane
 * @property {number} bed from the bottom of a cell to the line it stands on
 * @property {number} spread how much wider letters are set than usual
 * @property {boolean} tight whether it is narrow and there is very little height: what is empty is left out
 */

/** Where the axis begins on a wide drawing, and how wide an offset is at least. */
const wideStart = 208;
const leastPitch = { narrow: 44, wide: 56 };
const narrowBelow = 600;

/**
 * @param {number} width of the drawing
 * @param {number} partitions how many are drawn
 * @param {number} followers of the partition that has most
 * @param {{spread?: number, low?: boolean, tight?: boolean}} [room] how much wider letters are set than usual, and
 * whether there is little height, or very little
 * @returns {Measures}
 */
export function measure(width, partitions, followers, { spread = 1, low = false, tight = false } = {}) {
  const narrow = isNarrow(width);
  const compact = partitions > 1 && !narrow;
  const trackGap = narrow ? 13 : 18;
  const trackRoom = followers * trackGap + (narrow ? 10 : 18);
  const x0 = narrow ? 14 : Math.round(wideStart * spread);
  const end = width - trackRoom;
  const slots = Math.max(
    4,
    Math.floor((end - x0) / ((narrow ? leastPitch.narrow : leastPitch.wide) * spread)),
  );
  const pitch = Math.floor(((end - x0) / slots) * 2) / 2;
  const x1 = x0 + slots * pitch;
  const [cell, cellTop, lane, bed] = narrow
    ? tight
      ? [22, 16, 39, 1]
      : [30, 19, 55, 4]
    : compact
      ? [20, 3, 24, 1]
      : low
        ? [34, 11, 58, 5]
        : [40, 12, 66, 5];
  return {
    width,
    narrow,
    compact,
    x0,
    x1,
    pitch,
    slots,
    tracks: x1 + (narrow ? 12 : 20),
    trackGap,
    lane,
    cell,
    cellTop,
    bed,
    spread,
    tight: tight && narrow,
  };
}

/** @param {number} width of a drawing; a narrow one has its words above the lanes, and room for one partition */
export function isNarrow(width) {
  return width < narrowBelow;
}

/** So far an axis may lag behind while it scrolls, in offsets. */
const lag = 8;

/**
 * How many offsets of a log a drawing may need, whatever is drawn: as many as there can be on its axis, and those that
 * it scrolls away from.
 * @param {number} width of the drawing
 */
export function mostSlots(width) {
  return measure(width, 1, 1).slots + lag;
}

/**
 * The first offset on the axis. A wide one moves in steps of three, so that the picture stands still for most appends,
 * and room is left at the right for what is written next. The water's edge always stays in sight: where the logs run
 * far ahead of it, it is their ends that are cut off. Of what is deleted the end stays in sight, at most a step of it.
 * @param {number} end the longest log end
 * @param {number} slots offsets on the axis
 * @param {number} edge the high watermark
 * @param {number} [begin] where the first of the logs begins
 */
export function windowStart(end, slots, edge, begin = 0) {
  const step = slots < 8 ? 1 : 3;
  const over = end - (slots - 2);
  const start = over <= 0 ? 0 : Math.ceil(over / step) * step;
  return Math.max(Math.min(start, Math.max(0, edge - 1)), Math.floor((begin - 1) / step) * step);
}

/** @param {{replicas: {logStartOffset: number}[]}} p @returns {number} where the first of its logs begins */
export function firstStart(p) {
  return Math.min(...p.replicas.map((r) => r.logStartOffset));
}

/**
 * The x of an offset: where its cell begins. Offsets outside the window stick to its edges.
 * @param {Measures} m
 * @param {number} start first offset on the axis
 * @param {number} offset
 */
export function offsetX(m, start, offset) {
  return m.x0 + Math.min(Math.max(offset - start, 0), m.slots) * m.pitch;
}

/**
 * How far something is on its way, from 0 to 1.
 * @param {number} now
 * @param {number} from
 * @param {number} to
 */
export function progress(now, from, to) {
  if (to <= from) return 1;
  return Math.min(1, Math.max(0, (now - from) / (to - from)));
}

/**
 * A point on a line of straight pieces.
 * @param {[number, number][]} points
 * @param {number} part from 0, the first point, to 1, the last
 * @returns {[number, number]}
 */
export function along(points, part) {
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
  let rest = part * lengths.reduce((a, b) => a + b, 0);
  for (let i = 0; i < lengths.length; i++) {
    if (rest <= lengths[i] || i === lengths.length - 1) {
      const f = lengths[i] ? Math.min(1, rest / lengths[i]) : 0;
      const [[ax, ay], [bx, by]] = [points[i], points[i + 1]];
      return [ax + (bx - ax) * f, ay + (by - ay) * f];
    }
    rest -= lengths[i];
  }
  return points[0];
}

/**
 * The first part of a line of straight pieces, as a path.
 * @param {[number, number][]} points
 * @param {number} part from 0, nothing of it, to 1, all
 */
export function firstPart(points, part) {
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
  const end = part * lengths.reduce((a, b) => a + b, 0);
  let passed = 0;
  const before = points.filter((_, i) => i === 0 || (passed += lengths[i - 1]) < end);
  return `M${[...before, along(points, part)].map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}

/**
 * A softly waving vertical line.
 * @param {number} x
 * @param {number} top
 * @param {number} bottom
 * @param {number} swing how far it swings; 0 is a straight line
 */
export function wave(x, top, bottom, swing) {
  if (!swing) return `M${x} ${top}V${bottom}`;
  const half = 12;
  let path = `M${x} ${top}`;
  for (let y = top, side = 1; y < bottom; y += half, side = -side) {
    const step = Math.min(half, bottom - y);
    path += `q${side * swing} ${step / 2} 0 ${step}`;
  }
  return path;
}

/**
 * Rows for tokens that hang on one axis and have their words to the right: further right is higher, so that no thread
 * crosses words.
 * @template T
 * @param {T[]} tokens
 * @param {(token: T) => number} x
 * @returns {{token: T, row: number}[]} in their first order
 */
export function rows(tokens, x) {
  const order = [...tokens].sort((a, b) => x(b) - x(a));
  return tokens.map((token) => ({ token, row: order.indexOf(token) }));
}

/**
 * A point on a ring of the wheel; slot 0 is at the top, and slots go clockwise.
 * @param {number} centre
 * @param {number} radius
 * @param {number} slot may be a fraction
 * @param {number} size slots on the ring
 * @returns {[number, number]}
 */
export function onRing(centre, radius, slot, size) {
  const angle = (slot / size) * 2 * Math.PI - Math.PI / 2;
  return [round(centre + radius * Math.cos(angle)), round(centre + radius * Math.sin(angle))];
}

/** @param {number} n to a hundredth */
export function round(n) {
  return Math.round(n * 100) / 100;
}
