// What is drawn when it is first opened, in one file: so little that a file for each would weigh more than it saves.

import '../first.js';
export { budget } from './budget.js';
export { menu, twins } from './compare.js';
export { close, leave, open } from './definition.js';
export { explore } from './explore.js';
export { log } from './log.js';
export { newCluster } from './newCluster.js';
export { pictureTable } from './pictureTable.js';
export { help } from './reading.js';
export { records } from './records.js';
export { takeaway } from './takeaway.js';
export { why } from './why.js';
