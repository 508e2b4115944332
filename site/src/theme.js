// Light, dark or as the system has it.

import { keep, kept } from './kept.js';

/** @typedef {'auto' | 'light' | 'dark'} Theme */

/** @returns {Theme} the theme of the last visit, or auto */
export function savedTheme() {
  const value = kept('theme');
  return value === 'light' || value === 'dark' ? value : 'auto';
}

/** @param {Theme} theme is put on */
export function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  return theme;
}

/** @param {Theme} theme is kept for the next visit */
export function keepTheme(theme) {
  keep('theme', theme);
}
