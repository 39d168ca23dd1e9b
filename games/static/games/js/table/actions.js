// What can be done at the table. Each change is drawn at once, then sent.

import { applyOp } from "../core/arrange.js";
import { ArrangeError, meldOf, problemOf } from "../core/draft.js";
import * as history from "../core/history.js";
import { HAND, NEW, split as splitOp } from "../core/ops.js";
import { declareJokers, place, takeBack } from "../core/placing.js";
import { askJoker, askWhere } from "./ask.js";
import { arrive, chosen, draft, emptied, fits, handInOrder, keyed, now, set, sortedBy, wrong } from "./model.js";
import { keepOrder } from "./ordering.js";
import { send } from "./queue.js";
import { cardName, cardNames, count, say, sayOf, title, wholly } from "./say.js";
import { hide, show, tell } from "./voice.js";

/** The draft after this, kept and sent. Whether it could be done; a question is asked, a refusal is said. */
async function change(to, said) {
  const before = draft();
  try {
    const next = to(before, []);
    done(before, next, said);
    return true;
  } catch (error) {
    if (!(error instanceof ArrangeError)) throw error;
    if (error.code === "which_value") return asked(error, to, said);
    show(sayOf("refused", error.code, { card: error.members.card ? cardName(error.members.card) : "" }));
    return false;
  }
}

async function asked(error, to, said) {
  const before = draft();
  const values = await askJoker(error.members.fixed ?? [], error.members.options);
  if (!values || draft() !== before) return false;
  done(before, to(before, values), said);
  return true;
}

function done(before, next, said) {
  hide();
  const ops = next.ops.slice(before.ops.length);
  arrive(history.after(now.history, next));
  send({ ops });
  if (said) tell(said(next));
}

/** The chosen cards, or these, go to this meld, or to a new one. */
export function put(label, keys = now.chosen) {
  const cards = chosen(keys);
  if (!cards.size) return refuse("no_cards");
  if (cards.size === 1 && cards.has(label)) return refuse("same_meld");
  const names = cardNames([...cards.values()].flat());
  return change((before, values) => place(before, cards, label, values), (next) => {
    const meld = label === NEW ? next.melds.at(-1) : { label, cards: meldOf(next, label) };
    const what = wholly(meld.cards, problemOf(meld.cards));
    return say("placed", { cards: names, meld: title(meld.label), what });
  });
}

/** The chosen cards, or these, leave their melds. */
export function back(keys = now.chosen) {
  const cards = chosen(keys);
  cards.delete(HAND);
  if (!cards.size) return refuse("no_cards");
  const names = cardNames([...cards.values()].flat());
  const loose = draft().loose.length;
  return change((before) => takeBack(before, cards), (next) =>
    say(next.loose.length > loose ? "tookLoose" : "tookBack", { cards: names }));
}

export function split(label, card) {
  return change((before) => applyOp(before, splitOp(label, card)), (next) =>
    say("splitInto", { meld: title(label), what: [meldOf(next, label), next.melds.at(-1).cards]
      .map((cards) => wholly(cards, problemOf(cards))).join("; ") }));
}

export const declare = (label, values) =>
  change((before) => declareJokers(before, label, values), (next) => `${title(label)}: ${wholly(meldOf(next, label), null)}`);

export function undo() {
  if (history.canUndo(now.history)) turnBack("undo", history.undone(now.history), say("undone"));
}

export function redo() {
  if (history.canRedo(now.history)) turnBack("redo", history.redone(now.history), say("redone"));
}

/** What was done before the page was opened only the server knows: it says where that leads. */
function turnBack(what, next, sentence) {
  hide();
  const before = draft();
  arrive(next.draft ? next : history.told(next, before));
  send({ do: what });
  tell(`${sentence} ${changesSaid(before, draft())}`);
}

export function reset() {
  hide();
  arrive(history.after(now.history, emptied()));
  send({ do: "reset" });
  tell(say("allBack"));
}

/** The melds that are other than before, for who hears it. */
export function changesSaid(before, after) {
  const lay = new Map(before.melds.map(({ label, cards }) => [label, cards.join(" ")]));
  const other = after.melds.filter(({ label, cards }) => cards.length && lay.get(label) !== cards.join(" "));
  return other.slice(0, 3).map(({ label, cards }) => `${title(label)}: ${wholly(cards, problemOf(cards))}.`).join(" ");
}

/** Chooses or lets go one card. */
export function pick(key) {
  const keys = new Set(now.chosen);
  if (!keys.delete(key)) keys.add(key);
  choose(keys);
}

export function choose(keys, splitting = "") {
  set({ chosen: keys, splitting });
  tell(splitting ? say("splitPoints") : keys.size ? count("chosen", keys.size) : say("noneChosen"));
}

export const letGo = () => choose(new Set());

/** A whole meld is chosen: alone, it can be split; a second time, it is let go. */
export function whole(label) {
  const keys = keyed(label, meldOf(draft(), label)).map(([key]) => key);
  const all = keys.every((key) => now.chosen.has(key));
  const rest = [...now.chosen].filter((key) => !keys.includes(key));
  if (all) return choose(new Set(rest));
  return choose(new Set([...rest, ...keys]), rest.length ? "" : label);
}

/** Asks where the chosen cards go: new meld, hand, or one of the melds, those first where they fit. */
export async function moveTo(keys = now.chosen) {
  const from = chosen(keys);
  if (!from.size) return refuse("no_cards");
  const melds = draft().melds.filter(({ label, cards }) => cards.length && !(from.size === 1 && from.has(label)));
  const problems = wrong();
  const targets = melds.map(({ label, cards }) => ({ label, cards, problem: problems[label], fits: fits(label, keys) }));
  targets.sort((one, other) => other.fits - one.fits);
  const to = await askWhere(targets, [...from.keys()].some((source) => source !== HAND));
  if (to === HAND) return back(keys);
  return to ? put(to, keys) : false;
}

/** A card of the hand goes before the one that is at this place. */
export function reorder(key, to) {
  const cards = handInOrder();
  const from = keyed(HAND, cards).findIndex(([each]) => each === key);
  const [card] = cards.splice(from, 1);
  const at = Math.max(0, Math.min(to, cards.length));
  cards.splice(at, 0, card);
  const number = cards.slice(0, at).filter((each) => each === card).length;
  keepOrder(withPlaced(cards));
  tell(say("handOrder", { card: cardName(card), number: at + 1 }));
  return `${HAND} ${card} ${number}`;
}

export function sort(by) {
  keepOrder(withPlaced(sortedBy(handInOrder(), by)));
  tell(say("sorted"));
}

/** Cards of the hand that lie in melds at the moment keep a place at its end. */
function withPlaced(cards) {
  const left = [...now.data.dealt];
  for (const card of cards) left.splice(left.indexOf(card), 1);
  return [...cards, ...left];
}

export function refuse(code) {
  show(sayOf("refused", code));
  return false;
}

