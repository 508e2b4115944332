// Numbers, lists, plurals and spans of time, as a language writes them. Pure.

/** What a catalogue needs to build sentences. @typedef {ReturnType<typeof grammar>} Grammar */

/** Between the thousands: a narrow space at which no line breaks, in every language, as ISO 80000 has it. */
const gap = '\u202f';

/**
 * @param {string} language a BCP 47 tag, such as "de"
 * @param {object} units what Intl does not know, or writes longer than there is room for
 * @param {string} units.ms
 * @param {string} units.s
 */
export function grammar(language, units = { ms: 'ms', s: 's' }) {
  const decimals = [0, 1].map(
    (least) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: least,
        maximumFractionDigits: 1,
        useGrouping: false,
      }),
  );
  const rules = new Intl.PluralRules(language);
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });
  const alternatives = new Intl.ListFormat(language, { type: 'disjunction' });

  /**
   * A number with at most one decimal: 2134.5 is "2 134.5", with narrow spaces between thousands.
   * @param {number} n
   * @param {0 | 1} [least] how many decimals at least
   */
  const number = (n, least = 0) => {
    const text = decimals[least].format(n);
    const whole = /\d+/.exec(text)?.[0] ?? '';
    return text.replace(whole, whole.replace(/\B(?=(\d{3})+$)/g, gap));
  };

  /** @param {number} ms a length of time as short as it can be said: "0.5 ms", "480 ms", "2.9 s", "30 s" */
  const span = (ms) => {
    const length = Math.max(0, ms);
    if (length < 10) return `${number(length)} ${units.ms}`;
    if (length < 999.5) return `${number(Math.round(length))} ${units.ms}`;
    return `${number(length < 99950 ? length / 1000 : Math.round(length / 1000))} ${units.s}`;
  };

  return {
    language,
    number,
    span,

    /** @param {(string | number)[]} items "1", "1 and 2", "1, 2 and 3" */
    list: (items) => lists.format(items.map(String)),

    /** @param {(string | number)[]} items "1", "1 or 2", "1, 2 or 3" */
    either: (items) => alternatives.format(items.map(String)),

    /**
     * The form of a noun or a verb that goes with a number.
     * @param {number} n
     * @param {string} one
     * @param {string} other
     */
    plural: (n, one, other) => (rules.select(n) === 'one' ? one : other),

    /**
     * A noun with its number: "1 record", "3 records".
     * @param {number} n
     * @param {string} one
     * @param {string} other
     */
    count: (n, one, other) => `${number(n)} ${rules.select(n) === 'one' ? one : other}`,

    /** @param {number} ms a point in virtual time: 2134.5 is "2 134.5 ms" */
    clock: (ms) => `${number(ms)} ${units.ms}`,

    /** @param {number} ms a span that is being counted down: above a second always with a decimal, so that it does not
     * jump about */
    countdown: (ms) => (ms < 999.5 ? span(ms) : `${number(ms / 1000, 1)} ${units.s}`),
  };
}

/**
 * The brokers that share a reason, by reason, in the order in which the reasons come.
 * @param {{broker: number, reason: string}[]} each
 * @returns {[reason: string, brokers: number[]][]}
 */
export function byReason(each) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const { broker, reason } of each) found.set(reason, [...(found.get(reason) ?? []), broker]);
  return [...found];
}

/** @param {string} text with its first letter in upper case */
export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
