// What one pastes elsewhere to have the playground there: a link, a frame, or an element. Pure.

/** What a snippet is made from.
 * @typedef {object} Wanted
 * @property {string} folder the address of the folder that has the pages and the script, with a slash at its end
 * @property {string} full the address of the full page
 * @property {string} state as a link has it; '': the scenario from where it opens
 * @property {string} scenario its id
 * @property {string} title of the run
 * @property {string} sentence that says what there is to see
 * @property {string} still the picture as SVG, shown where the playground cannot be; '': none
 * @property {string} open the text of the link to the full page
 * @property {string} width of a frame: px, or a percentage
 * @property {number} height of a frame, px; 0: the element takes what it needs
 * @property {Record<string, string>} parameters by name
 */

/** What a frame may do beyond running its scripts: save files, and open the full page. */
export const permissions = 'allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** The kinds of snippets. @type {Record<'link' | 'frame' | 'element', (wanted: Wanted) => string>} */
export const snippets = {
  link: (wanted) => addressOf(wanted.full, wanted, themeAndLanguage(wanted.parameters)),
  frame: (wanted) => {
    const { folder, title, width, height, parameters } = wanted;
    const attributes = {
      src: addressOf(`${folder}embed.html`, wanted, parameters),
      title,
      width,
      height: String(height || usualHeight),
      loading: 'lazy',
      sandbox: permissions,
      allow: 'fullscreen',
      style: 'border: 0',
    };
    return `${tag('iframe', attributes)}</iframe>\n`;
  },
  element: (wanted) => {
    const { folder, scenario, state, height, title, parameters, sentence, open, still } = wanted;
    const attributes = {
      ...(state ? { state } : { scenario }),
      ...parameters,
      ...(height ? { height: String(height) } : {}),
      title,
    };
    const link = `${tag('a', { href: snippets.link(wanted) })}${escaped(open)}</a>`;
    return (
      `${tag('script', { src: `${folder}highwater.js`, async: '' })}</script>\n` +
      `${tag('highwater-playground', attributes)}\n` +
      `${still ? `  ${still}\n` : ''}  <p>${escaped(sentence)} ${link}</p>\n</highwater-playground>\n`
    );
  },
};

/** How high a frame is where nobody says so, px. */
export const usualHeight = 420;

/**
 * @param {string} page
 * @param {Wanted} wanted
 * @param {Record<string, string>} parameters
 */
function addressOf(page, { scenario, state }, parameters) {
  const address = new URL(page);
  if (!state && scenario) address.searchParams.set('scenario', scenario);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  address.search = address.search.replaceAll('%2C', ',');
  if (state) address.hash = `s=${state}`;
  return address.href;
}

/** @param {Record<string, string>} parameters those that concern the full page, too */
function themeAndLanguage({ theme, lang }) {
  return { ...(theme && { theme }), ...(lang && { lang }) };
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes those without a value stand alone
 */
function tag(name, attributes) {
  const parts = Object.entries(attributes).map(([key, value]) =>
    value ? ` ${key}="${escaped(value)}"` : ` ${key}`,
  );
  return `<${name}${parts.join('')}>`;
}

/** What markup takes for its own. @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string} text as markup has it */
function escaped(text) {
  return text.replace(/[&<>"]/g, (c) => entities[c]);
}
