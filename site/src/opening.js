// Where each built-in scenario opens: the moment that teaches without a click. Those not named open at the start.

/** @type {Record<string, {to: number}>} */
const places = {
  opening: { to: 2000 },
};

/** @param {string} id of a scenario */
export function openingPlace(id) {
  return places[id] ?? { to: 0 };
}
