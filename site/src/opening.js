// Where each built-in scenario opens: the moment that teaches without a click. Those not named open at the start.

/** @type {Record<string, {to: number}>} */
const places = {
  opening: { to: 2000 },
  'leader-dies': { to: 13500 },
  'deposed-leader': { to: 14001.5 },
  'frozen-leader': { to: 6000 },
  'rolling-restart': { to: 1001 },
  'last-standing': { to: 25000 },
  'last-standing-without-elr': { to: 20005 },
  'same-crash': { to: 11653 },
  'timeout-duplicate': { to: 6004.5 },
  'latency-budget': { to: 1225 },
  'unclean-election': { to: 34000 },
};

/** @param {string} id of a scenario */
export function openingPlace(id) {
  return places[id] ?? { to: 0 };
}
