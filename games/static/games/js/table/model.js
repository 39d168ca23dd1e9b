// What the page knows: the server's data, the draft with its history, what is chosen, what is shown.

import { isJoker, order as byOrder, rank } from "../core/cards.js";
import { counted, take } from "../core/counts.js";
import { draftFrom, draftOf, isChanged, meldOf, problems } from "../core/draft.js";
import { flaw } from "../core/melds.js";
import * as history from "../core/history.js";
import { HAND, NEW } from "../core/ops.js";
import { place } from "../core/placing.js";

const listeners = [];
export const now = {
  data: null,
  history: null,
  chosen: new Set(), // keys of cards: `m3 7H 0`
  splitting: "", // the label of the meld that alone is chosen
  filter: "all",
  heard: 0, // counts what was sent and what was heard to be stored: what was asked for before may be older
  order: [], // the hand as its holder has it
  ordering: false, // whether that was changed without being kept yet
  fresh: [], // cards of it that are new
  open: false, // the whole hand is shown
};

/** Calls this after each change. */
export const listen = (listener) => listeners.push(listener);

/** Changes what is known, and has it drawn. */
export function set(changes) {
  Object.assign(now, changes);
  for (const listener of listeners) listener(now);
}

export const draft = () => now.history.draft;

/** Takes what the server says of the whole table. */
export function takeData(data) {
  const told = draftOf(data.table, data.dealt, data.draft);
  const steps = (each) => (typeof each === "number" ? each : each ? 1 : 0);
  set({
    data,
    history: history.opened(told, steps(data.undo), steps(data.redo)),
    order: now.ordering ? now.order : [...data.order],
    fresh: [...data.new],
    chosen: kept(now.chosen, told),
    splitting: "",
  });
}

/** What stays chosen in another draft: what still lies where it lay. */
function kept(chosen, next) {
  const there = new Set([...next.melds, { label: HAND, cards: next.hand }, { label: "loose", cards: next.loose }]
    .flatMap(({ label, cards }) => keyed(label, cards).map(([key]) => key)));
  return new Set([...chosen].filter((key) => there.has(key)));
}

/** A new draft; what was chosen is let go. */
export function arrive(next) {
  set({ history: next, chosen: new Set(), splitting: "" });
}

/** Pairs of key and card: equal cards of a place are told apart by their number there. */
export function keyed(label, cards) {
  const seen = new Map();
  return cards.map((card) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return [`${label} ${card} ${number}`, card];
  });
}

/** The hand of the draft in its holder's order. */
export function handInOrder() {
  const left = counted(draft().hand);
  const known = now.order.filter((card) => take(left, card));
  return [...known, ...draft().hand.filter((card) => take(left, card))];
}

/** A hand sorted by suit or by rank, jokers last. */
export function sortedBy(cards, kind) {
  const key = (card) => (kind === "rank" && !isJoker(card) ? rank(card) * 1000 + byOrder(card) : byOrder(card));
  return [...cards].sort((one, other) => key(one) - key(other));
}

/** The chosen cards by where they lie, as `place` takes them. */
export function chosen(keys = now.chosen) {
  const found = new Map();
  for (const key of keys) {
    const [label, card] = key.split(" ");
    const source = label === "loose" ? HAND : label;
    found.set(source, [...(found.get(source) ?? []), card]);
  }
  return found;
}

/** Whether a meld of these chosen cards and what lies there would be legal, or would ask only for a joker. */
export function fits(label, keys = now.chosen) {
  const cards = chosen(keys);
  cards.delete(label);
  if (!cards.size) return false;
  try {
    const next = place(draft(), cards, label);
    return flaw(label === NEW ? next.melds.at(-1).cards : meldOf(next, label)) === null;
  } catch (error) {
    return error.code === "which_value";
  }
}

/** Whether others changed this meld since the reader looked last. To who comes for the first time, all is new. */
export const isNews = (label) => now.data.seen > 0 && (now.data.changed?.includes(label) ?? false);

/** The melds that are shown, by the filter. */
export function shownMelds() {
  const all = draft().melds.filter((each) => each.cards.length);
  if (now.filter === "changed") return all.filter((each) => isChanged(draft(), each) || isNews(each.label));
  if (now.filter === "fits" && now.chosen.size) {
    return all.filter(({ label }) => chosen().has(label) || fits(label));
  }
  return all;
}

export const wrong = () => problems(draft());

export const emptied = () => draftFrom(draft().table, draft().dealt);
