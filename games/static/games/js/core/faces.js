// Which cards of a draft lie there from the hand. As `played_cards` in games/web/board.py.

import { inHand } from "./cards.js";
import { counted } from "./counts.js";

/** By label, a Map from card to how many of it in that meld came from the hand. */
export function playedCards(draft) {
  const more = counted(draft.melds.flatMap((each) => each.cards).map(inHand));
  for (const card of draft.table.flatMap((meld) => meld.cards).map(inHand)) more.set(card, (more.get(card) ?? 0) - 1);
  const lay = new Map(draft.table.map((meld) => [meld.label, counted(meld.cards.map(inHand))]));
  const found = new Map(draft.melds.map((each) => [each.label, new Map()]));
  for (const first of [true, false]) { // those that their meld did not have, before others of the same kind
    for (const { label, cards } of [...draft.melds].reverse()) {
      const own = found.get(label);
      for (const [card, count] of counted(cards.map(inHand))) {
        let spare = count - (own.get(card) ?? 0);
        if (first) spare = Math.min(spare, count - (lay.get(label)?.get(card) ?? 0));
        const taken = Math.min(Math.max(spare, 0), Math.max(more.get(card) ?? 0, 0));
        if (!taken) continue;
        more.set(card, more.get(card) - taken);
        own.set(card, (own.get(card) ?? 0) + taken);
      }
    }
  }
  return found;
}
