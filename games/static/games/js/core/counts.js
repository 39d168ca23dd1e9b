// How many there are of each: what the core needs of Python's Counter.

/** A Map from card to how many. */
export function counted(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** Takes one of these out of the counts; whether there was one. */
export function take(counts, card) {
  const left = counts.get(card) ?? 0;
  if (left > 0) counts.set(card, left - 1);
  return left > 0;
}

/** What the first counts have beyond the second, as cards. */
export function beyond(cards, others) {
  const counts = counted(others);
  return cards.filter((card) => !take(counts, card));
}

/** The list without these, each once. */
export function without(cards, gone) {
  const left = [...cards];
  for (const card of gone) left.splice(left.indexOf(card), 1);
  return left;
}

export const sameCards = (one, other) =>
  one.length === other.length && one.every((card, place) => card === other[place]);
