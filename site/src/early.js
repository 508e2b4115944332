// Asks for the module before the page's own script is there: it is the longest way to go.

import { fetchModule } from './module.js';

window.highwaterModule = fetchModule();
window.highwaterModule.catch(() => {}); // whoever waits for it hears of it
