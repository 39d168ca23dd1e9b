// A draft: the arrangement that a player is making, before it is laid, as a value that never changes.
// As games/engine/draft.py; arrange.js has the operations on it.

import { JOKER, inHand, isJoker, rank, suit } from "./cards.js";
import { counted, sameCards, take } from "./counts.js";
import { flaw } from "./melds.js";
import { choices, inOrder } from "./undeclared.js";

export const UNDECLARED = "joker_undeclared";

/** An operation that cannot be done: nothing has changed. `code` and `members` say why, as the engine does. */
export class ArrangeError extends Error {
  constructor(code, members = {}) {
    super(code);
    this.code = code;
    this.members = members;
  }
}

/** The table as it lies (melds with label and cards), and the whole hand: nothing has been done. */
export function draftFrom(table, dealt) {
  const melds = table.map(({ label, cards }) => ({ label, cards: inOrder(cards) }));
  return Object.freeze({ table, dealt, melds, hand: dealt, loose: [], ops: [], made: 0 });
}

/** A draft as the server tells it: `{melds, hand, loose, made}`. */
export const draftOf = (table, dealt, { melds, hand, loose, made }) =>
  Object.freeze({ table, dealt, melds, hand, loose, ops: [], made });

export const changed = (draft, changes) => Object.freeze({ ...draft, ...changes });

/** The cards under this label. */
export function meldOf(draft, label) {
  const found = draft.melds.find((each) => each.label === label);
  if (!found) throw new ArrangeError("no_meld", { label });
  return found.cards;
}

/** What the table has under this label, as it is shown; nothing for a new meld. */
export function lying(draft, label) {
  const found = draft.table.find((each) => each.label === label);
  return found ? inOrder(found.cards) : [];
}

/** Whether this meld is not as it lies on the table. */
export const isChanged = (draft, { label, cards }) => !sameCards(lying(draft, label), cards);

/** Whether the draft is the table as it lies. */
export const untouched = (draft) =>
  draft.melds.every((each) => (each.cards.length || each.label[0] === "m" ? !isChanged(draft, each) : true));

/** The labels of the melds in the order of `toTable`. */
export const labels = (draft) => draft.melds.filter((each) => each.cards.length).map((each) => each.label);

/** The whole new table. Refuses loose cards and jokers without a value; all else the rules judge. */
export function toTable(draft) {
  if (draft.loose.length) throw new ArrangeError("loose_cards", { cards: [...draft.loose] });
  for (const { label, cards } of draft.melds) {
    if (cards.includes(JOKER)) throw new ArrangeError(UNDECLARED, { label, options: optionsOf(cards) });
  }
  return draft.melds.filter((each) => each.cards.length).map((each) => each.cards);
}

/** Why each meld that is not legal is not, by label. Empty where all are legal. */
export function problems(draft) {
  const found = draft.melds.filter((each) => each.cards.length).map(({ label, cards }) => [label, problemOf(cards)]);
  return Object.fromEntries(found.filter(([, reason]) => reason));
}

/** Why these cards are no meld: a flaw, or that a joker's value has yet to be chosen. Null for a legal one. */
export function problemOf(cards) {
  if (!cards.includes(JOKER) || cards.length < 3) return flaw(cards);
  if (optionsOf(cards).length) return UNDECLARED;
  const fixed = cards.filter((each) => each !== JOKER);
  if (new Set(fixed.map(rank)).size === 1) return "duplicate_card";
  return new Set(fixed.map(suit)).size === 1 ? "gap" : "mixed";
}

function optionsOf(cards) {
  const fixed = cards.filter((each) => each !== JOKER);
  return choices(fixed, cards.length - fixed.length);
}

/** What is in no meld is loose as far as the table had it, else in the hand. */
export function settled(draft, unplaced) {
  const missing = counted(draft.table.flatMap((meld) => meld.cards).map(inHand));
  for (const card of draft.melds.flatMap((meld) => meld.cards).map(inHand)) {
    missing.set(card, (missing.get(card) ?? 0) - 1);
  }
  const loose = [];
  const hand = [];
  for (const card of tableFirst(draft, unplaced)) {
    if (take(missing, inHand(card))) loose.push(card);
    else hand.push(inHand(card));
  }
  return changed(draft, { loose, hand: asDealt(draft.dealt, hand) });
}

/** Of unplaced jokers, those that have a value of the table are the table's. */
function tableFirst(draft, unplaced) {
  const values = new Set(draft.table.flatMap((meld) => meld.cards).filter(isJoker));
  const key = (card) => (isJoker(card) ? Number(!values.has(card)) + Number(card === JOKER) : 0);
  return [...unplaced].sort((one, other) => key(one) - key(other));
}

/** The hand in its own order: a card that comes back finds its place. */
function asDealt(dealt, hand) {
  const left = counted(hand);
  const kept = dealt.filter((card) => take(left, card));
  for (const [card, count] of left) for (let each = 0; each < count; each++) kept.push(card);
  return kept;
}
