// Cards chosen here and there go to one place: how choosing becomes operations. As games/engine/placing.py.
//
// What comes of it is a draft whose `ops` grew: those are what the server is sent. So a new meld is made by the
// operation that puts the first cards into it, where the engine's own `place` makes an empty one first.

import { JOKER, isJoker, value } from "./cards.js";
import { without } from "./counts.js";
import { applyOp } from "./arrange.js";
import { ArrangeError, meldOf } from "./draft.js";
import { flaw } from "./melds.js";
import { HAND, NEW, add, move, newMeld, setMeld } from "./ops.js";
import { choices, inOrder } from "./undeclared.js";

/** All chosen cards (a Map from where they lie) go to the meld `to`. `values` answers an earlier which_value. */
export function place(draft, chosen, to, values = []) {
  const sources = [...chosen].filter(([source, cards]) => cards.length && source !== to);
  if (!sources.length) throw new ArrangeError("no_cards");
  const work = { draft, to, waiting: 0 };
  if (to !== NEW) liftBare(work);
  const moving = [];
  for (const [source, cards] of sources) moving.push(...bring(work, source, cards));
  if (work.waiting) return withJokers(work, values);
  return freed(work, moving, values);
}

/** The chosen cards leave their melds: one's own go to the hand, those of the table are loose. */
export function takeBack(draft, chosen) {
  const sources = [...chosen].filter(([source, cards]) => cards.length && source !== HAND);
  if (!sources.length) throw new ArrangeError("no_cards");
  return sources.reduce((before, [source, cards]) => {
    const left = [...meldOf(before, source)];
    for (const card of cards) {
      if (!left.includes(card)) throw new ArrangeError("not_in_meld", { card, label: source, where: [] });
      left.splice(left.indexOf(card), 1);
    }
    return applyOp(before, setMeld(source, left));
  }, draft);
}

/** The jokers of this meld that are without a value, or else all of them that are free, get these values. */
export function declareJokers(draft, label, values) {
  const free = freeJokers(draft, label);
  if (!values.length || values.length !== free.length) throw new ArrangeError("no_cards");
  return applyOp(draft, setMeld(label, [...without(meldOf(draft, label), free), ...values]));
}

/** The jokers of this meld whose value is yet to be said: those that have none, or all that lost theirs. */
export function freeJokers(draft, label) {
  const cards = meldOf(draft, label);
  const bare = cards.filter((card) => card === JOKER);
  return bare.length ? bare : freeOf(draft, cards.filter(isJoker));
}

/** What the free jokers of a meld may stand for, if that is not settled: each a way to declare them all. */
export function jokerValues(draft, label) {
  const cards = meldOf(draft, label);
  const free = freeJokers(draft, label);
  if (!free.length || (!cards.includes(JOKER) && flaw(cards) === null)) return [];
  return choices(without(cards, free), free.length);
}

/** The cards of this source go; its jokers without a value wait. Gives those that came out of another meld. */
function bring(work, source, cards) {
  const plain = cards.filter((card) => card !== JOKER);
  const bare = cards.length - plain.length;
  if (source !== HAND && bare) takeBare(work, source, bare);
  if (plain.length && source === HAND) work.draft = applyOp(work.draft, putting(work, plain));
  else if (plain.length) work.draft = applyOp(work.draft, move(source, plain, work.to));
  if (plain.length && work.to === NEW) work.to = work.draft.melds.at(-1).label;
  work.waiting += bare;
  return source === HAND ? [] : plain;
}

const putting = ({ to }, cards) => (to === NEW ? newMeld(cards) : add(cards, to));

/** So many jokers without a value go to the meld, by the answer where there is one. */
function withJokers(work, values) {
  const { draft, to, waiting } = work;
  try {
    return applyOp(draft, putting(work, Array(waiting).fill(JOKER)));
  } catch (error) {
    return answered(draft, to, to === NEW ? [] : meldOf(draft, to), error, values);
  }
}

/** Jokers that came with a value which makes no meld here, and which they may give up, give it up. */
function freed({ draft, to }, moving, values) {
  const cards = meldOf(draft, to);
  const free = freeOf(draft, moving.filter((card) => isJoker(card) && cards.includes(card)));
  if (!free.length || flaw(cards) === null || cards.includes(JOKER)) return draft;
  const fixed = without(cards, free);
  const options = choices(fixed, free.length);
  if (!options.length) return draft;
  if (options.length === 1) return applyOp(draft, setMeld(to, [...fixed, ...options[0]]));
  return answered(draft, to, fixed, new ArrangeError("which_value", { label: to, options }), values);
}

/** With the answer, if it is one; else the question, which also names the `fixed` cards of the meld. */
function answered(draft, to, fixed, error, values) {
  const sorted = (cards) => [...cards].sort().join(" ");
  const answers = (error.members?.options ?? []).map((each) => sorted([each].flat()));
  if (error.code !== "which_value" || !answers.includes(sorted(values))) {
    if (error.members) error.members.fixed = [...fixed];
    throw error;
  }
  return applyOp(draft, setMeld(to, [...fixed, ...values]));
}

/** The jokers of the meld that have no value leave it, to be placed last. */
function liftBare(work) {
  const bare = meldOf(work.draft, work.to).filter((card) => card === JOKER).length;
  if (bare) takeBare(work, work.to, bare);
  work.waiting += bare;
}

function takeBare(work, source, count) {
  const cards = meldOf(work.draft, source);
  if (cards.filter((card) => card === JOKER).length < count) {
    throw new ArrangeError("not_in_meld", { card: JOKER, label: source, where: [] });
  }
  work.draft = applyOp(work.draft, setMeld(source, without(cards, Array(count).fill(JOKER))));
}

/** Those of them whose actual card lies in a meld (R15, D16a), or whose value was given in this draft. */
function freeOf(draft, jokers) {
  const there = new Set(draft.melds.flatMap((each) => each.cards).filter((card) => !isJoker(card)));
  const own = (card) => draft.table.every((meld) => !meld.cards.includes(card));
  return jokers.filter((card) => card !== JOKER && (there.has(value(card)) || own(card)));
}
