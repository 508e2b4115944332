// How tests name what is on a page, in whatever browser: by selector, role and name, label, or text. A way to an element is
// a list of steps, each from what the one before has found; a document finds it by `found`, which is sent there as text.

/**
 * What a text has to be: a string is looked for whatever the case, or is all of it; a pattern has to match.
 * @typedef {{text?: string, exact?: boolean, source?: string, flags?: string}} Wanted
 */

/**
 * @typedef {{css: string} | {role: string, name?: Wanted} | {label: Wanted} | {text: Wanted} | {nth: number}
 *   | {hasText: Wanted} | {has: Step[]}} Step
 */

/** @param {string | RegExp} text @param {boolean} [exact] @returns {Wanted} */
export function wanted(text, exact = false) {
  return typeof text === 'string' ? { text, exact } : { source: text.source, flags: text.flags };
}

/**
 * In a document: what some steps find, in its order. It stands by itself: nothing of this file is there.
 * @param {Step[]} steps
 * @returns {Element[]}
 */
export function found(steps) {
  const clean = (/** @type {string | null | undefined} */ s) => (s ?? '').replace(/\s+/g, ' ').trim();

  /** @param {Wanted} wanted @param {string | null | undefined} text */
  const fits = ({ text: part, exact, source, flags }, text) => {
    if (source !== undefined) return new RegExp(source, flags).test(text ?? '');
    const [all, asked] = [clean(text), clean(part)];
    return exact ? all === asked : all.toLowerCase().includes(asked.toLowerCase());
  };

  const visible = (/** @type {Element} */ e) =>
    e.getClientRects().length > 0 && getComputedStyle(e).visibility === 'visible';

  /** What assistive technology reads of what is within an element. @param {Node} node @param {Node} [but] @returns {string} */
  const read = (node, but) => {
    let said = '';
    for (const child of node.childNodes) {
      if (child.nodeType === 3) said += child.textContent;
      if (!(child instanceof Element) || child === but || child.ariaHidden === 'true') continue;
      const style = getComputedStyle(child);
      if (style.display === 'none' || style.visibility === 'hidden') continue;
      const own = child.ariaLabel ?? read(child, but);
      said += style.display === 'inline' ? own : ` ${own} `;
    }
    return said;
  };

  /** @param {any} e */
  const labelsOf = (e) => {
    const by = (e.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const named = by.map((/** @type {string} */ id) => document.getElementById(id)).filter(Boolean);
    if (named.length) return [named.map((/** @type {Element} */ other) => read(other)).join(' ')];
    if (e.ariaLabel) return [e.ariaLabel];
    return [...(e.labels ?? [])].map((label) => read(label, e));
  };

  /** @type {Record<string, string>} */
  const natives = {
    button: 'button, input[type=button], input[type=submit]',
    checkbox: 'input[type=checkbox]',
    combobox: 'select:not([multiple]):not([size])',
    dialog: 'dialog',
    group: 'fieldset, details',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    main: 'main',
    radio: 'input[type=radio]',
    region: 'section[aria-label], section[aria-labelledby]',
    rowheader: 'th[scope=row]',
    slider: 'input[type=range]',
    spinbutton: 'input[type=number]',
    textbox: 'textarea, input:not([type]), input[type=text], input[type=search], input[type=url]',
  };

  /** @param {Element} e @param {string} role */
  const plays = (e, role) => {
    const given = e.getAttribute('role');
    return given ? given === role : !!natives[role] && e.matches(natives[role]);
  };

  /** @param {Element} e */
  const nameOf = (e) => {
    const labels = labelsOf(e);
    if (labels.length) return clean(labels.join(' '));
    if (e instanceof HTMLFieldSetElement) return clean(e.querySelector('legend')?.textContent);
    return clean(read(e)) || clean(e.getAttribute('title'));
  };

  /** @param {Element} e whether assistive technology gets to it */
  const exposed = (e) => visible(e) && !e.closest('[aria-hidden=true]');

  /** @param {ParentNode} root @param {string} selector of CSS, of which a part may end in ":visible" */
  const select = (root, selector) => {
    const plain = selector.replaceAll(':visible', '');
    return [...root.querySelectorAll(plain)].filter((e) => plain === selector || visible(e));
  };

  /** @param {Element} e @param {Wanted} text whether it has the text, and nothing in it has */
  const says = (e, text) =>
    fits(text, e.textContent) &&
    !e.matches('head *, script, style, template') &&
    ![...e.children].some((child) => fits(text, child.textContent));

  /** @param {ParentNode[]} roots @param {Step} step @returns {Element[]} */
  const after = (roots, step) => {
    const within = (/** @type {(root: ParentNode) => Element[]} */ f) => [...new Set(roots.flatMap(f))];
    const every = () => within((root) => [...root.querySelectorAll('*')]);
    if ('css' in step) return within((root) => select(root, step.css));
    if ('role' in step) {
      const { role, name } = step;
      return every().filter((e) => plays(e, role) && exposed(e) && (!name || fits(name, nameOf(e))));
    }
    if ('label' in step) return every().filter((e) => labelsOf(e).some((text) => fits(step.label, text)));
    if ('text' in step) {
      const own = roots.filter((root) => root instanceof Element);
      return [...own, ...every()].filter((e) => says(e, step.text));
    }
    const own = /** @type {Element[]} */ (roots);
    if ('nth' in step) return own.slice(step.nth, step.nth === -1 ? undefined : step.nth + 1);
    if ('hasText' in step) return own.filter((e) => fits(step.hasText, e.textContent));
    return own.filter((e) => all([e], step.has).length);
  };

  /** @param {ParentNode[]} roots @param {Step[]} steps */
  const all = (roots, steps) =>
    /** @type {Element[]} */ (steps.reduce((from, step) => after(from, step), roots));
  return all([document], steps);
}
