// Which values a joker without one may have in a meld (R14), and the order in which cards of a meld are shown.
// As games/engine/undeclared.py.

import { JOKER, RANKS, SUITS, declared, isJoker, rank, suit } from "./cards.js";
import { ACE, KING, flaw } from "./melds.js";

const VALUES = [...SUITS].flatMap((letter) => [...RANKS].map((sign) => sign + letter));
const MOST_JOKERS = 4; // a round has two (R2); nothing is worked out for more

/** Each way to declare so many jokers that makes a legal meld together with the fixed cards. */
export function choices(fixed, jokers) {
  if (!jokers || !fixed.length || jokers > MOST_JOKERS || fixed.length + jokers > KING) return [];
  const [first] = fixed;
  const near = VALUES.filter((each) => rank(each) === rank(first) || suit(each) === suit(first)); // R8
  return repeated(near, jokers)
    .filter((values) => flaw([...fixed, ...values]) === null)
    .map((values) => values.map(declared));
}

/** Combinations with repetition, in order. */
function repeated(values, count, from = 0) {
  if (!count) return [[]];
  return values
    .slice(from)
    .flatMap((each, step) => repeated(values, count - 1, from + step).map((rest) => [each, ...rest]));
}

/**
 * Cards of a meld, legal or not yet, as they are shown: by rank, then C D H S, an actual card before a joker of
 * its value, jokers without a value last. An ace is high where there is a king but no two.
 */
export function inOrder(cards) {
  const ranks = new Set(cards.map(rank));
  const high = ranks.has(KING) && !ranks.has(ACE + 1);
  const key = (card) => {
    if (card === JOKER) return 9900;
    const shown = high && rank(card) === ACE ? KING + 1 : rank(card);
    return shown * 100 + SUITS.indexOf(suit(card)) * 2 + (isJoker(card) ? 1 : 0);
  };
  return [...cards].sort((one, other) => key(one) - key(other));
}
