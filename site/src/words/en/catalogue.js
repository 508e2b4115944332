// What configuration keys, the verbs of steps and their members mean: as the core's own sources say it.

import { configs, parts, verbs } from '../../studio/catalogue.js';

/** @param {[name: string, meaning: string][]} entries @returns {Record<string, string>} */
const table = (entries) => Object.fromEntries(entries.filter(([, meaning]) => meaning));

export const catalogue = {
  /** By scope and key: "topic min.insync.replicas". */
  configs: table(configs.map(({ scope, key, meaning }) => [`${scope} ${key}`, meaning])),
  verbs: table(verbs.map(({ verb, meaning }) => [verb, meaning])),
  /** By verb, or type, and name: "send value". */
  members: table(
    [
      ...verbs.map(({ verb, members }) => /** @type {const} */ ([verb, members])),
      ...Object.entries(parts),
    ].flatMap(([owner, members]) =>
      members.map(({ name, meaning }) => /** @type {[string, string]} */ ([`${owner} ${name}`, meaning])),
    ),
  ),
};
