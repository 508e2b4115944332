// The drawing as a file by itself: as SVG with its styles written into it, and painted on a canvas. The page's policy
// allows no image that a page has made itself, so the canvas is painted shape by shape.

/** What a style may say of a shape or a text. */
const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'display',
  'visibility',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
];

/**
 * The drawing as the text of a file.
 * @param {SVGSVGElement} svg as it stands in the page
 * @param {string} background its colour
 */
export function svgText(svg, background) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const [from, to] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  from.forEach((element, i) => inline(element, to[i]));
  for (const pattern of document.querySelectorAll('svg.patterns pattern')) {
    const own = /** @type {Element} */ (pattern.cloneNode(true));
    pattern.querySelectorAll('*').forEach((element, i) => inline(element, own.querySelectorAll('*')[i]));
    copy.prepend(own);
  }
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: background })) {
    paper.setAttribute(name, value);
  }
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/gs, '');
}

/**
 * @param {Element} from whose style is written into another one
 * @param {Element} to
 */
function inline(from, to) {
  const style = getComputedStyle(from);
  for (const name of properties) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value.replaceAll('"', "'"));
  }
  for (const name of ['class', 'tabindex']) to.removeAttribute(name);
}

/**
 * Paints the drawing.
 * @param {SVGSVGElement} svg as it stands in the page
 * @param {string} background its colour
 * @param {number} scale pixels for each of its units
 * @returns {HTMLCanvasElement}
 */
export function painted(svg, background, scale) {
  const { width, height } = svg.viewBox.baseVal;
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(scale, scale);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  for (const child of svg.children) paint(context, child);
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Element} element with all that is in it
 */
function paint(context, element) {
  if (!(element instanceof SVGGraphicsElement)) return;
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
  context.save();
  for (const { matrix } of element.transform.baseVal) {
    context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  }
  context.globalAlpha *= Number(style.opacity);
  if (element instanceof SVGTextElement) write(context, element);
  else if (element instanceof SVGGeometryElement) trace(context, element, style);
  else for (const child of element.children) paint(context, child);
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {SVGGeometryElement} shape
 * @param {CSSStyleDeclaration} style
 */
function trace(context, shape, style) {
  const path = outline(shape);
  const fill = paintOf(context, style.fill);
  if (fill) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (style.stroke === 'none' || !parseFloat(style.strokeWidth)) return;
  const unit = pathUnit(shape);
  context.strokeStyle = style.stroke;
  context.lineWidth = parseFloat(style.strokeWidth);
  context.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
  context.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
  context.setLineDash((style.strokeDasharray.match(/[\d.]+/g) ?? []).map((n) => Number(n) * unit));
  context.lineDashOffset = (parseFloat(style.strokeDashoffset) || 0) * unit;
  context.stroke(path);
}

/** @param {SVGGeometryElement} shape how long a unit of its dashes is, where it counts them by its own length */
function pathUnit(shape) {
  const own = shape.pathLength.baseVal;
  return own > 0 ? shape.getTotalLength() / own : 1;
}

/** @param {SVGGeometryElement} shape @returns {Path2D} */
function outline(shape) {
  const number = (/** @type {string} */ name) => Number(shape.getAttribute(name) ?? 0);
  if (shape instanceof SVGPathElement) return new Path2D(shape.getAttribute('d') ?? '');
  const path = new Path2D();
  if (shape instanceof SVGCircleElement) path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
  if (shape instanceof SVGRectElement) {
    path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'));
  }
  return path;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} fill as the style has it; a reference is to the hatching
 */
function paintOf(context, fill) {
  if (fill === 'none') return null;
  const name = /^url\("?#([\w-]+)/.exec(fill)?.[1];
  if (!name) return fill;
  const pattern = document.getElementById(name);
  const lines = pattern?.querySelector('path');
  if (!pattern || !lines) return null;
  const size = Number(pattern.getAttribute('width'));
  const tile = document.createElement('canvas');
  tile.width = tile.height = size * 4;
  const own = /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d'));
  own.scale(4, 4);
  own.strokeStyle = getComputedStyle(lines).stroke;
  own.lineWidth = parseFloat(getComputedStyle(lines).strokeWidth);
  own.stroke(new Path2D(lines.getAttribute('d') ?? ''));
  const made = context.createPattern(tile, 'repeat');
  made?.setTransform(new DOMMatrix().rotate(45).scale(1 / 4));
  return made;
}

/**
 * Writes a text, each of its parts where the page has it.
 * @param {CanvasRenderingContext2D} context
 * @param {SVGTextElement} text
 */
function write(context, text) {
  let at = 0;
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const content = (node.textContent ?? '').replace(/\s+/g, ' ');
    if (!content.trim() || at >= text.getNumberOfChars()) continue;
    const style = getComputedStyle(/** @type {Element} */ (node.parentElement));
    const { x, y } = text.getStartPositionOfChar(at);
    at += content.length;
    context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.textAlign = 'left';
    if (style.paintOrder.startsWith('stroke') && style.stroke !== 'none') {
      context.strokeStyle = style.stroke;
      context.lineWidth = parseFloat(style.strokeWidth);
      context.lineJoin = 'round';
      context.strokeText(content, x, y);
    }
    context.fillStyle = style.fill;
    context.fillText(content, x, y);
  }
}
