// The five operations on a draft, as the JSON objects that the server takes. As games/engine/ops.py.

export const NEW = "new"; // where a label may stand: a meld that does not exist yet
export const HAND = "hand"; // where chosen cards lie or go: in the hand or loose, which are one place

export const newMeld = (cards) => ({ op: "new", cards });
export const add = (cards, to) => ({ op: "add", cards, to });
export const move = (from, cards, to) => ({ op: "move", from, cards, to });
export const split = (meld, card) => ({ op: "split", meld, card });
export const setMeld = (meld, cards) => ({ op: "set", meld, cards });
