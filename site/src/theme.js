// Light, dark or as the system has it, and the one place that touches storage: it may be blocked, and nothing depends on it.

/** @typedef {'auto' | 'light' | 'dark'} Theme */

const key = 'highwater-theme';

/** @returns {Theme} the theme of the last visit, or auto */
export function savedTheme() {
  const value = stored((storage) => storage.getItem(key));
  return value === 'light' || value === 'dark' ? value : 'auto';
}

/** @param {Theme} theme is put on */
export function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  return theme;
}

/** @param {Theme} theme is kept for the next visit */
export function keepTheme(theme) {
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
