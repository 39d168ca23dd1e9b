// What a meld is: groups, sequences, and why some cards are neither (R8 to R11). As games/engine/melds.py.

import { rank, suit } from "./cards.js";

export const ACE = 1;
export const KING = 13;
const RULES = {
  too_short: "R8",
  duplicate_card: "R9", // in a sequence D11a: see `ruleOf`
  mixed: "R8",
  around_the_corner: "R11",
  gap: "R10",
};

/** Why these cards, in any order, are no meld, or null if they are one. */
export function flaw(cards) {
  if (cards.length < 3) return "too_short"; // R8
  const ranks = new Set(cards.map(rank));
  const suits = new Set(cards.map(suit));
  if (ranks.size === 1) return suits.size < cards.length ? "duplicate_card" : null; // R9
  if (suits.size > 1) return "mixed"; // D10a
  if (ranks.size < cards.length) return "duplicate_card"; // D11a
  return gap(ranks);
}

/** R10, R11: different ranks of one suit follow each other, the ace low or high. */
function gap(ranks) {
  const count = ranks.size;
  if (Math.max(...ranks) - Math.min(...ranks) + 1 === count) return null;
  if (!ranks.has(ACE)) return "gap";
  const above = [...ranks].filter((each) => each !== ACE);
  if (ranks.has(KING) && Math.min(...above) === KING - count + 2) return null; // ace high
  const missing = [];
  for (let each = 1; each <= KING; each++) if (!ranks.has(each)) missing.push(each);
  return missing.at(-1) - missing[0] + 1 === missing.length ? "around_the_corner" : "gap";
}

/** The id of the rule that a flawed meld breaks. */
export function ruleOf(reason, cards) {
  const ranks = new Set(cards.map(rank));
  if (reason === "duplicate_card" && ranks.size > 1) return "D11a";
  if (reason === "mixed" && ranks.size === cards.length && gap(ranks) === null) return "D10a";
  return RULES[reason];
}

/** "group" or "sequence", of a legal meld. */
export const kindOf = (cards) => (rank(cards[0]) === rank(cards[1]) ? "group" : "sequence");
