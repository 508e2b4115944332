// Numbers and lists in words. Pure.

/**
 * A point in virtual time: 2134.5 is "2 134.5 ms", with thin spaces between thousands.
 * @param {number} ms
 */
export function time(ms) {
  const rounded = Math.round(ms * 10) / 10;
  const [whole, fraction] = String(rounded).split('.');
  return `${thousands(whole)}${fraction ? `.${fraction}` : ''} ms`;
}

/**
 * A length of time as short as it can be said: "0.5 ms", "480 ms", "2.9 s", "30 s".
 * @param {number} ms
 */
export function span(ms) {
  const length = Math.max(0, ms);
  if (length < 10) return `${Math.round(length * 10) / 10} ms`;
  if (length < 999.5) return `${Math.round(length)} ms`;
  if (length < 99950) return `${Number((length / 1000).toFixed(1))} s`;
  return `${Math.round(length / 1000)} s`;
}

/**
 * A span that is being counted down: always one decimal above a second, so that it does not jump about.
 * @param {number} ms
 */
export function countdown(ms) {
  return ms < 999.5 ? span(ms) : `${(ms / 1000).toFixed(1)} s`;
}

/** @param {number | string} n groups digits by thousands with narrow no-break spaces */
export function thousands(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/**
 * A list in words: "1", "1 and 2", "1, 2 and 3".
 * @param {(string | number)[]} items
 */
export function list(items) {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

/**
 * A noun with its number: "1 record", "3 records".
 * @param {number} n
 * @param {string} noun
 * @param {string} [plural]
 */
export function count(n, noun, plural = `${noun}s`) {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** @param {number[]} ids "broker 2", "brokers 2 and 3" */
export function brokers(ids) {
  return `${ids.length === 1 ? 'broker' : 'brokers'} ${list(ids)}`;
}

/**
 * "request 7", "requests 7 and 8", and above four only how many.
 * @param {number[]} ids
 * @param {number} [all] how many there are, if the list may lack some
 */
export function requests(ids, all = ids.length) {
  if (all > 4 || all > ids.length) return `${all} requests`;
  return `${ids.length === 1 ? 'request' : 'requests'} ${list(ids)}`;
}

/** @param {string} text with its first letter in upper case */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Text cut to a length, in its middle: values that belong together differ at their ends.
 * @param {string} text
 * @param {number} length in characters
 */
export function cut(text, length) {
  const characters = [...text];
  if (characters.length <= length) return text;
  const tail = Math.ceil((length - 1) / 2);
  const head = Math.max(0, length - 1 - tail);
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}

/** @param {{topic: string, partition: number}} p Kafka's own way to write a partition: "payments-0" */
export function partitionName(p) {
  return `${p.topic}-${p.partition}`;
}
