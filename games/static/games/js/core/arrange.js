// Pure operations on a draft. As games/engine/arrange.py, which says what each of them means.

import { JOKER, inHand, isJoker } from "./cards.js";
import { ArrangeError, changed, meldOf, settled } from "./draft.js";
import { flaw } from "./melds.js";
import { NEW } from "./ops.js";
import { choices, inOrder } from "./undeclared.js";

/** The draft after this operation. Throws ArrangeError. */
export function applyOp(draft, op) {
  return changed(DONE[op.op](draft, op), { ops: [...draft.ops, op] });
}

/** All of these, in order. */
export const applyOps = (draft, ops) => ops.reduce(applyOp, draft);

const DONE = {
  new: (draft, { cards }) => put(...withNew(draft), cards),
  add: (draft, { cards, to }) => put(draft, to, cards),
  move: moved,
  split: divided,
  set: made,
};

function withNew(draft) {
  const label = `n${draft.made + 1}`;
  return [changed(draft, { melds: [...draft.melds, { label, cards: [] }], made: draft.made + 1 }), label];
}

const withCards = (draft, label, cards) =>
  changed(draft, {
    melds: draft.melds.map((each) => (each.label === label ? { label, cards: inOrder(cards) } : each)),
  });

/** Loose cards, then cards of the hand, to a meld. */
function put(draft, to, cards) {
  const there = meldOf(draft, to);
  const [loose, hand] = [[...draft.loose], [...draft.hand]];
  const found = take([loose, hand], cards, (card) => missing(draft, "not_held", card));
  return withCards(changed(draft, { loose, hand }), to, declare(to, there, found));
}

function moved(draft, { from, cards, to }) {
  if (from === to) throw new ArrangeError("same_meld", { label: to });
  const left = [...meldOf(draft, from)];
  const found = take([left], cards, (card) => missing(draft, "not_in_meld", card, from));
  const [after, label] = to === NEW ? withNew(draft) : [draft, to];
  const placed = declare(label, meldOf(after, label), found);
  return withCards(withCards(after, from, plain(left)), label, placed);
}

function divided(draft, { meld: label, card }) {
  const cards = meldOf(draft, label);
  const placesOf = (fits) => cards.flatMap((each, place) => (fits(each) ? [place] : []));
  let where = placesOf((each) => each === card);
  if (!where.length && card === JOKER) {
    where = placesOf(isJoker);
    refuseUnclear(where.map((place) => cards[place]), 1);
  }
  if (!where.length) throw missing(draft, "not_in_meld", card, label);
  const at = where.at(-1);
  if (!at) throw new ArrangeError("nothing_to_split", { label, card });
  const [after, fresh] = withNew(withCards(draft, label, plain(cards.slice(0, at))));
  return withCards(after, fresh, plain(cards.slice(at)));
}

function made(draft, { meld: label, cards }) {
  const [own, loose, hand] = [[...meldOf(draft, label)], [...draft.loose], [...draft.hand]];
  let placed = [];
  if (cards.length) {
    const found = take([own, loose, hand], cards, (card) => missing(draft, "not_held", card));
    placed = declare(label, [], found);
  }
  return settled(withCards(draft, label, placed), [...loose, ...own, ...hand]);
}

/** Takes each card out of the first pool that has it. Gives pairs: what was named, what was found. */
function take(pools, cards, missed) {
  if (!cards.length) throw new ArrangeError("no_cards");
  const found = [];
  const others = [];
  for (const card of cards) {
    const pool = card === JOKER ? undefined : pools.find((each) => each.includes(card));
    if (pool) found.push([card, pool.splice(pool.indexOf(card), 1)[0]]);
    else others.push(card);
  }
  let bare = others.filter((card) => card === JOKER).length;
  others.sort((one, other) => (one === JOKER) - (other === JOKER)); // those with a value have the first choice
  for (const card of others) {
    const pool = isJoker(card) ? pools.find((each) => each.some(isJoker)) : undefined;
    if (!pool) throw missed(card);
    const jokers = pool.filter(isJoker);
    if (card === JOKER) refuseUnclear(jokers, bare--);
    pool.splice(pool.indexOf(jokers[0]), 1);
    found.push([card, jokers[0]]);
  }
  return found;
}

function refuseUnclear(jokers, wanted) {
  if (wanted < jokers.length && new Set(jokers).size > 1) {
    throw new ArrangeError("which_joker", { options: jokers });
  }
}

/** The cards of the meld, with a value for each joker that was named without one, if only one is legal. */
function declare(label, there, found) {
  const kept = found.some(([named, was]) => named === JOKER && was !== JOKER);
  const cards = [...there, ...found.map(([named, was]) => (named === JOKER ? was : named))];
  if (kept && flaw(cards) === null && !cards.includes(JOKER)) return cards; // R15: the value stays
  let fixed = cards.filter((card) => card !== JOKER);
  let options = choices(fixed, cards.length - fixed.length);
  if (!options.length && kept) {
    fixed = [...there, ...found.map(([named]) => named)].filter((card) => card !== JOKER);
    options = choices(fixed, cards.length - fixed.length);
  }
  if (options.length > 1) throw new ArrangeError("which_value", { label, options });
  return options.length ? [...fixed, ...options[0]] : cards;
}

/** What is left of a meld: a joker without a value gets the only one that is legal; nothing is asked. */
function plain(cards) {
  const fixed = cards.filter((card) => card !== JOKER);
  const options = choices(fixed, cards.length - fixed.length);
  return options.length === 1 ? [...fixed, ...options[0]] : cards;
}

function missing(draft, code, card, label) {
  const has = (each) => each.cards.some((other) => other === card || other === inHand(card));
  const where = draft.melds.filter((each) => each.label !== label && has(each)).map((each) => each.label);
  return new ArrangeError(code, label === undefined ? { card, where } : { card, where, label });
}
