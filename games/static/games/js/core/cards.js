// Cards as their texts (`7D`, `*`, `*7D`): rank, suit, order, points (R14, R18). As games/engine/cards.py.

export const RANKS = "A23456789TJQK";
export const SUITS = "CDHS";
export const JOKER = "*";
const JOKER_POINTS = 25;

export const isJoker = (card) => card[0] === "*";

/** 1 to 13; 0 for a joker without a value. A declared joker has the rank of its value. */
export const rank = (card) => (card === JOKER ? 0 : RANKS.indexOf(card[card.length - 2]) + 1);

/** "" for a joker without a value. */
export const suit = (card) => (card === JOKER ? "" : card[card.length - 1]);

/** By value C D H S, ace to king; an actual card before a joker of the same value, a joker without one last. */
export const order = (card) =>
  card === JOKER ? 199 : (SUITS.indexOf(suit(card)) * 13 + rank(card)) * 2 + (isJoker(card) ? 1 : 0);

/** R18. */
export const points = (card) => (isJoker(card) ? JOKER_POINTS : Math.min(rank(card), 10));

/** The card as a hand holds it: a joker loses its value. */
export const inHand = (card) => (isJoker(card) ? JOKER : card);

/** The joker that stands for this card. */
export const declared = (card) => "*" + card;

/** The card that counts in R8 to R11. Not for a joker without a value. */
export const value = (card) => (isJoker(card) ? card.slice(1) : card);
