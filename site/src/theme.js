// Light, dark or as the system has it, and the one place that touches storage: it may be blocked, and nothing depends on it.

/** @typedef {'auto' | 'light' | 'dark'} Theme */

const key = 'highwater-theme';

/** @returns {Theme} the theme of the last visit, or auto */
export function savedTheme() {
  const value = stored((storage) => storage.getItem(key));
  return value === 'light' || value === 'dark' ? value : 'auto';
}

/** @param {Theme} theme is put on and kept */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  stored((storage) => storage.setItem(key, theme));
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
