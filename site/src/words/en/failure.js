// What is said when the page does not start or breaks off: what happened, and what helps. Texts that are said before
// the page's own scripts run, or in their stead, are in `early`, what those scripts say in `failure`.

/** What happened, a sentence, and what helps, one or two. @typedef {[what: string, remedy: string]} Told */

/** Both say it: whichever can be read by the engine. @returns {Told} */
const old = () => [
  'This browser is too old for the playground.',
  'A version of 2023 or later will do, of any browser.',
];

export const early = {
  /** @returns {Told} */
  file: () => [
    'This page was opened as a file, and browsers do not load its parts from files.',
    'All of it in one file is here, beside it:',
  ],
  /** @returns {Told} */
  old,
  /** @returns {Told} */
  script: () => [
    'A script of the page could not be loaded.',
    'Try again. If that does not help, the copy at this address lacks the file, or something on the way blocks it.',
  ],
  /** @returns {Told} */
  style: () => [
    'The style sheet of the page could not be loaded.',
    'Try again. If that does not help, the copy at this address lacks the file, or something on the way blocks it.',
  ],
  /** @param {number} seconds @returns {Told} */
  waiting: (seconds) => [
    `A file of the page has not come for ${seconds} s.`,
    'The page goes on by itself once it is there. If the line is not slow, try again.',
  ],
  /** @returns {Told} */
  policy: () => [
    'The content security policy of this site stops the page’s scripts.',
    'Whoever runs the site has to allow the Trusted Types policy “lit-html”.',
  ],
  /** @param {string} message of the error @returns {Told} */
  broken: (message) => [
    `A script of the page broke off: ${message}`,
    'Try again. If that does not help, its file is damaged, or belongs to another version.',
  ],
};

/** What every notice has. */
export const notice = {
  still: () => 'What you see is a still.',
  again: () => 'Try again',
  report: {
    title: () => 'Report',
    copy: () => 'Copy the report',
    copied: () => 'The report is copied.',
    marked: () => 'The report is selected; Ctrl+C copies it.',
    version: () => 'Version',
    address: () => 'Page',
    engine: () => 'Browser',
    failure: () => 'Failure',
    file: () => 'File',
    tried: () => 'Tried',
  },
};

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export const failure = {
  /** @returns {Told} */
  script: early.script,
  /** @param {number} got bytes @param {number} of bytes */
  progress: (got, of) =>
    `Loading the simulation … ${Math.floor((100 * got) / of)} % (${megabytes(got)} of ${megabytes(of)} MB)`,
  /** @param {number} seconds @param {number} got bytes @param {number} of bytes @returns {Told} */
  stalled: (seconds, got, of) => [
    `The download has stalled: nothing has come for ${seconds} s, ${megabytes(got)} of ${megabytes(of)} MB are there.`,
    'It goes on by itself if the line recovers. Trying again keeps what has come.',
  ],
  /** @param {number} status of HTTP @returns {Told} */
  status: (status) => [
    `The module is not there: the host answered ${status}.`,
    'Try again. If that does not help, whoever runs the site has to add the file.',
  ],
  /** @param {number} got bytes @returns {Told} */
  network: (got) => [
    got
      ? `The connection broke after ${megabytes(got)} MB of the module.`
      : 'The module could not be fetched: no connection to the host, or something on the way blocks it.',
    'Try again when there is a connection.',
  ],
  /** @param {string} start the first characters @returns {Told} */
  other: (start) => [
    `What the host sent is not the module: it begins with “${start}”.`,
    'A login page or a wrong rule of the host may have taken its place. Try again after a look at the address.',
  ],
  /** @param {number} got bytes @param {number} of bytes @returns {Told} */
  cut: (got, of) => [
    `The module was cut short: ${got} of ${of} bytes came.`,
    'Try again. If that does not help, whoever runs the site has to upload the file anew.',
  ],
  /** @returns {Told} */
  damaged: () => [
    'The module is damaged: it is as long as it should be, and not what it should be.',
    'Try again. If that does not help, whoever runs the site has to upload the file anew, as it is.',
  ],
  /** @param {string} found @param {string} wanted @returns {Told} */
  version: (found, wanted) => [
    `The module is of another version: ${found || 'unknown'}, and the page needs ${wanted}.`,
    'Try again. If that does not help, whoever runs the site has to replace all files at once.',
  ],
  /** @returns {Told} */
  policy: () => [
    'The content security policy of this site forbids WebAssembly.',
    "Whoever runs it has to add 'wasm-unsafe-eval' to script-src.",
  ],
  /** @returns {Told} */
  wasm: () => [
    'This browser has WebAssembly switched off.',
    'Its settings for safety or privacy do that; they can allow it for this page.',
  ],
  old,
  /** @returns {Told} */
  memory: () => ['There is not enough memory for the simulation.', 'Close other tabs, then try again.'],
  /** @param {string} message @returns {Told} */
  start: (message) => [`The module does not start. ${message}`, 'Try again, or use another browser.'],
};
