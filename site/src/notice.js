// What the page says where it tells how it loads: a failure, what helps, and a report to copy. It is said by the page's
// own scripts and, when those do not come, by start.js; so this file keeps to plain DOM and to ECMAScript 5.

/** What is told.
 * @typedef {object} Notice
 * @property {string} what happened
 * @property {string} remedy
 * @property {string} [file] the address of what it is about
 * @property {string} [link] an address to go to, beside this page
 * @property {string} [state] what the page shows meanwhile
 * @property {[label: string, act: () => void][]} actions
 * @property {Report} report
 */

/** The words of a report. @typedef {typeof import('./words/en/failure.js').notice.report} ReportWords */

/** What a report says.
 * @typedef {object} Report
 * @property {ReportWords} words
 * @property {string} code of the failure
 * @property {string[]} [tried] what failed before
 */

/**
 * Shows a notice in the place of what the strip said before.
 * @param {Notice} notice
 * @returns {HTMLElement} the strip
 */
export function tell(notice) {
  var strip = /** @type {HTMLElement} */ (document.getElementById('status'));
  strip.textContent = '';
  var alert = add(strip, 'span', [notice.what, notice.remedy, notice.state || ''].join(' ').trim());
  alert.setAttribute('role', 'alert');
  if (notice.link) {
    var link = add(strip, 'a', notice.link);
    link.setAttribute('href', './' + notice.link);
  }
  if (notice.file) add(strip, 'code', notice.file);
  notice.actions.forEach(function (action) {
    add(strip, 'button', action[0]).addEventListener('click', action[1]);
  });
  offerReport(strip, notice);
  strip.hidden = false;
  return strip;
}

/**
 * @param {HTMLElement} strip
 * @param {Notice} notice
 */
function offerReport(strip, notice) {
  var words = notice.report.words;
  var details = add(strip, 'details');
  add(details, 'summary', words.title());
  var text = add(details, 'pre', reportOf(notice));
  var button = add(details, 'button', words.copy());
  var done = add(details, 'span');
  done.setAttribute('role', 'status');
  var select = function () {
    var range = document.createRange();
    range.selectNodeContents(text);
    var selection = /** @type {Selection} */ (getSelection());
    selection.removeAllRanges();
    selection.addRange(range);
    done.textContent = words.marked();
  };
  button.addEventListener('click', function () {
    if (!navigator.clipboard) return select();
    navigator.clipboard.writeText(text.textContent || '').then(function () {
      done.textContent = words.copied();
    }, select);
  });
}

/**
 * A report, for those who run a site or mend the page. It has nothing personal but what the browser says of itself;
 * what stands in the address behind the path may be, so it is left out.
 * @param {Notice} notice
 */
export function reportOf(notice) {
  var words = notice.report.words;
  /** @type {[string, string | undefined][]} */
  var lines = [
    [words.version(), HIGHWATER_VERSION],
    [words.address(), location.href.split(/[?#]/)[0]],
    [words.engine(), navigator.userAgent],
    [words.failure(), notice.report.code + '. ' + notice.what],
    [words.file(), notice.file],
    [words.tried(), (notice.report.tried || []).join('; ')],
  ];
  return lines
    .filter(function (line) {
      return line[1];
    })
    .map(function (line) {
      return line[0] + ': ' + line[1];
    })
    .join('\n');
}

/**
 * @param {Element} parent
 * @param {string} name of the element
 * @param {string} [text]
 */
function add(parent, name, text) {
  var element = document.createElement(name);
  if (text) element.textContent = text;
  parent.appendChild(element);
  return element;
}
