// Draws the melds: their cards, their words, what can be done with each of them.

import { inHand } from "../core/cards.js";
import { isChanged } from "../core/draft.js";
import { playedCards } from "../core/faces.js";
import { HAND, NEW } from "../core/ops.js";
import { jokerValues } from "../core/placing.js";
import { button, face, h, hidden, row } from "./dom.js";
import { chosen, draft, fits, isNews, keyed, now, shownMelds, wrong } from "./model.js";
import { cardName, described, listed, say, title, verdict, wholly } from "./say.js";

const drawn = new Map(); // label to [what it showed, element]

/** The elements of all melds that are shown; one that shows what it showed is the same element. */
export function meldElements() {
  const problems = wrong();
  const played = playedCards(draft());
  return shownMelds().map((meld) => {
    const looks = looksOf(meld, problems[meld.label] ?? null, played.get(meld.label));
    const known = drawn.get(meld.label);
    const sign = JSON.stringify(looks);
    const element = known?.[0] === sign ? known[1] : meldElement(looks);
    if (element !== known?.[1]) drawn.set(meld.label, [sign, element]);
    return opened(element, meld.label);
  });
}

/** Opens the free place of a meld where something is chosen that could go there. */
function opened(element, label) {
  const wanted = [...chosen().keys()].some((source) => source !== label);
  element.classList.toggle("fits", wanted && fits(label));
  element.querySelector(".cards .put").disabled = !wanted;
  return element;
}

/** All that a meld's element depends on, but for what is chosen elsewhere. */
function looksOf({ label, cards }, problem, played) {
  const keys = keyed(label, cards);
  const left = new Map(played);
  return {
    label,
    problem,
    cards: keys.map(([key, card]) => {
      const spare = left.get(inHand(card)) ?? 0;
      left.set(inHand(card), spare - 1);
      return { key, card, mine: spare > 0, picked: now.chosen.has(key) };
    }),
    changed: isChanged(draft(), { label, cards }),
    news: isNews(label),
    splitting: now.splitting === label,
    jokers: jokerValues(draft(), label),
  };
}

function meldElement(looks) {
  const { label, cards, problem, jokers } = looks;
  const classes = ["meld", looks.changed && "changed", looks.news && "news", problem && "wrong",
    looks.splitting && "splitting"];
  const plain = cards.map(({ card }) => card);
  return h("li", { class: classes.filter(Boolean).join(" "), id: label, "data-zone": label }, [
    h("div", { class: "meld-head" }, head(looks, plain)),
    h("div", { class: "cards", dir: "ltr", role: "group", "aria-label": `${title(label)}: ${wholly(plain, problem)}` }, [
      cards.map((each, place) => [place > 0 && looks.splitting && splitPoint(label, each.card), pick(each)]),
      slot(looks),
    ]),
    jokers.length > 0 && h("div", { class: "ask-joker" }, h("span", {}, say("jokerStands")), jokers.map((values) =>
      button(row(values, "small"), {
        "data-do": "declare", "data-label": label, "data-values": values.join(" "),
        "aria-label": listed(values.map(cardName)),
      }))),
  ]);
}

function head({ label, cards, problem, changed, news }, plain) {
  const whole = cards.every(({ picked }) => picked);
  return [
    button(h("span", { class: "label" }, label), {
      class: "whole", "data-do": "whole", "data-label": label, "data-stop": `whole ${label}`, tabindex: -1,
      "aria-pressed": String(whole), "aria-label": `${listed([title(label), say("whole")])}: ${described(plain, problem)}`,
    }),
    h("span", { class: "verdict" }, hidden(problem ? "✗ " : "✓ "), verdict(plain, problem)),
    changed && h("span", { class: "was-changed" }, say("changed")),
    !changed && news && h("span", { class: "was-changed" }, say("justChanged")),
    button(hidden("⋯"), {
      class: "more", "data-do": "menu", "data-label": label, "data-stop": `menu ${label}`, tabindex: -1,
      "aria-haspopup": "dialog", "aria-label": say("more", { meld: title(label) }),
    }),
  ];
}

/** The free place beside the cards. It is kept, so that nothing moves under the finger when a card is chosen. */
const slot = ({ label }) =>
  button(hidden("+"), {
    class: "put", "data-do": "put", "data-label": label, "data-stop": `put ${label}`, tabindex: -1, title: say("put"),
    disabled: true, "aria-label": `${say("put")}: ${title(label)}`,
  });

/** A card that can be chosen. */
export function pick({ key, card, mine = false, isNew = false, picked }) {
  let name = cardName(card);
  if (mine) name = say("fromHand", { card: name });
  if (isNew) name = say("new", { card: name });
  return button(face(card, { isNew: mine || isNew }), {
    class: "pick", "data-do": "pick", "data-key": key, "data-stop": key, tabindex: -1,
    "aria-pressed": String(picked), "aria-label": name,
  });
}

const splitPoint = (label, card) =>
  button(h("span", {}), {
    class: "split", "data-do": "split", "data-label": label, "data-card": card, "data-stop": `split ${label} ${card}`,
    tabindex: -1, "aria-label": say("splitHere", { card: cardName(card) }),
  });

/** Cards of the table that are in no meld at the moment. */
export function looseElement() {
  const loose = draft().loose;
  if (!loose.length) return null;
  return h("div", { class: "loose", id: "loose", role: "group", "aria-labelledby": "loose-title" }, [
    h("h3", { id: "loose-title" }, say("loose")),
    h("p", {}, say("looseWhy")),
    h("div", { class: "cards", dir: "ltr" }, keyed("loose", loose).map(([key, card]) =>
      pick({ key, card, picked: now.chosen.has(key) }))),
  ]);
}

let free = null;

/** The place of a meld that does not exist yet: the same element always. */
export function newMeldElement() {
  free ??= h("li", { class: "meld new-meld", "data-zone": "new" },
    button([hidden("+ "), say("newMeld")], {
      class: "put", "data-do": "put", "data-label": "new", "data-stop": "put new", tabindex: -1,
    }));
  const ready = now.chosen.size > 0;
  free.classList.toggle("fits", ready && fits(NEW));
  free.querySelector(".put").disabled = !ready;
  return free;
}

/** Whether any chosen card could go back to the hand or the tray. */
export const canTakeBack = () => [...chosen().keys()].some((source) => source !== HAND);
