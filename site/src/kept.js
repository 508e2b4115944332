// What is kept from one visit to the next, and the one place that touches storage: it may be blocked, and nothing
// depends on it.

/**
 * @param {'theme' | 'language'} name
 * @returns {string} what the last visit has kept, or nothing
 */
export function kept(name) {
  return stored((storage) => storage.getItem(key(name))) ?? '';
}

/**
 * @param {'theme' | 'language'} name
 * @param {string} value
 */
export function keep(name, value) {
  stored((storage) => storage.setItem(key(name), value));
}

/** @param {string} name */
function key(name) {
  return `highwater-${name}`;
}

/**
 * @template T
 * @param {(storage: Storage) => T} use
 * @returns {T | undefined} what use answers, or undefined where storage is blocked
 */
function stored(use) {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
