// What is there before anything else is loaded. Whatever is loaded later imports this, though all of it is there
// already: then the build sees that the page's first part is of one piece, and makes one file of it, not a dozen by who
// shares what.

import './playground.js';
