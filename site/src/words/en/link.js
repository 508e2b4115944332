// Links: what may be wrong with one, and what is said of copying and opening.

import { english } from './grammar.js';

const { count, list, number } = english;

export const link = {
  /** @param {string} reason a sentence */
  damaged: (reason) => `This link cannot be opened. ${reason} Nothing has been loaded.`,

  /** @param {string[]} titles of scenarios */
  earlier: (titles) =>
    `This run is as an earlier Highwater had it, without its lesson, which has changed since: ${list(titles)}`,

  openFirst: () => 'Open the first lesson instead',

  empty: () => 'Nothing stands behind #s=.',
  /**
   * @param {string} character
   * @param {number} place from 1
   */
  foreign: (character, place) =>
    `Its character ${number(place)}, “${character}”, does not belong there: a link has only letters, digits, - and _.`,
  noVersion: () => 'It does not begin with the version of a link, such as “1-”.',
  /** @param {number} version */
  later: (version) => `It was made by a later Highwater: it has version ${version}.`,
  cutAtOnce: () => 'It was cut short: only its beginning is there.',
  /**
   * @param {number} there how many characters
   * @param {number} wanted
   */
  short: (there, wanted) =>
    `It was cut short: behind the version and the length stand ${number(there)} of ${count(wanted, 'character', 'characters')}.`,
  /**
   * @param {number} more how many characters
   * @param {number} wanted
   */
  long: (more, wanted) =>
    `It goes on after its end: ${count(more, 'character', 'characters')} more than the ${number(wanted)} there are to be.`,
  checksum: () =>
    'Its checksum is wrong: behind the version and the length, a character is missing or is not what it was.',
  deflate: () => 'What stands behind its checksum is not compressed as a link is.',
  /** @param {number} most bytes */
  large: (most) => `It holds more than ${number(most)} bytes, which is the limit.`,
  json: () => 'What it holds is not JSON.',
  /** @param {string} fault the path of a value, and what is wrong with it */
  value: (fault) => `A value in it is wrong. ${fault}.`,
  /** @param {string} fault the path within the script, and what is wrong there */
  script: (fault) => `A script in it is wrong. ${fault}.`,
  unsupported: () => 'This browser is too old for links.',

  copy: () => 'Copy link',
  copyNote: () =>
    'all that is here now: scenario, deeds, runs, place and settings. It stands behind the # of the address, which no server sees',
  address: () => 'Link',
  /** @param {number} length characters */
  copied: (length) => `The link is copied: ${count(length, 'character', 'characters')}.`,
  /**
   * @param {number} length characters
   * @param {number} safe how many are safe everywhere
   */
  copiedLong: (length, safe) =>
    `The link is copied, but has ${number(length)} characters; some tools cut links after ${number(safe)}. “Whole state” below makes a file instead.`,
  copyByHand: () =>
    'The browser does not let the page copy: the link stands in the field, to be copied by hand.',
  /** @param {string} reason */
  noLink: (reason) => `The link could not be made: ${reason}`,

  open: () => 'Open',
  openNote: () =>
    'A script, a whole state or a link. It may also be pasted or dropped anywhere on the page. Undo leads back to what is here now.',
  field: () => 'Script or link',
  openText: () => 'Open the text',
  file: () => 'Open a file:',
  /** @param {string} title of a run */
  opened: (title) => `Opened: ${title || 'a script without a title'}.`,
  /** @param {string} reason with the path within the script */
  refused: (reason) => `This script cannot be played, and nothing has changed. ${reason}`,
  /** @param {string} reason in the words of the browser */
  noJson: (reason) => `This is not JSON, and nothing has changed. ${reason}`,
  neither: () => 'This is neither a script as JSON nor a link: nothing has changed.',
  /** @param {number} most bytes */
  tooMuch: (most) => `This has more than ${number(most)} bytes, which is the limit: nothing has changed.`,
  /** @param {string} id */
  noScenario: (id) => `There is no scenario “${id}”.`,
  /** @param {string} address */
  otherOrigin: (address) =>
    `“${address}” is not an address of this site: only scripts that lie beside the page can be fetched.`,
  /**
   * @param {string} address
   * @param {number} status of HTTP; 0: there was no answer
   */
  notThere: (address, status) =>
    `“${address}” could not be fetched: ${status ? `the host answered ${status}` : 'no answer came'}.`,
};
