// The browsers that the tests can drive, and how each is started.

import { startChromium } from './chromium.js';
import { startFirefox } from './firefox.js';
import { startWebKit } from './webkit.js';

export const starts = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
