// Whether an arrangement could be laid, and if not why: R12, R13, D16a. As games/engine/table.py.

import { inHand, isJoker, value } from "./cards.js";
import { beyond, counted, sameCards } from "./counts.js";
import { problems, toTable, untouched } from "./draft.js";
import { flaw, ruleOf } from "./melds.js";

/** The first fault of laying `after` as the whole new table (its melds as lists of cards), or null. */
export function faultOf(table, hand, after) {
  const old = table.flatMap((meld) => meld.cards);
  const laid = after.flat();
  const played = beyond(laid.map(inHand), old.map(inHand));
  if (beyond(old.map(inHand), laid.map(inHand)).length) return { code: "table_card_removed", rule: "R13" };
  if (!played.length) return { code: "nothing_played", rule: old.length ? "R13" : "R12" };
  const unheld = beyond(played, hand);
  if (unheld.length) return { code: "card_not_in_hand", rule: "R12", cards: unheld };
  return faultOfMelds(table, after) ?? faultOfJokers(old, laid);
}

/** Melds that lay there before were judged then. */
function faultOfMelds(table, after) {
  for (const [meld, cards] of after.entries()) {
    if (table.some((each) => sameCards(each.cards, cards))) continue;
    const reason = flaw(cards);
    if (reason) return { code: "illegal_meld", rule: ruleOf(reason, cards), meld, reason };
  }
  return null;
}

/** D16a: for each value that a joker lost, at least one actual such card lies on the table. */
function faultOfJokers(old, laid) {
  const lost = beyond(old.filter(isJoker), laid.filter(isJoker));
  const there = counted(laid);
  const stuck = lost.find((joker) => !there.has(value(joker)));
  return stuck ? { code: "joker_redeclared", rule: "D16a", joker: value(stuck) } : null;
}

/** Why this draft cannot be laid, whoever's turn it is: `{code, …}`, or null where it can. */
export function whyNot(draft) {
  if (untouched(draft)) return { code: "untouched" };
  if (draft.loose.length) return { code: "loose_cards", rule: "R13", cards: draft.loose };
  const wrong = Object.entries(problems(draft));
  if (wrong.length) {
    const [[label, reason]] = wrong;
    const cards = draft.melds.find((each) => each.label === label).cards;
    return { code: "no_meld_yet", rule: ruleOf(reason, cards) ?? "R14", label, reason, more: wrong.length - 1 };
  }
  return faultOf(draft.table, draft.dealt, toTable(draft));
}
