// Draws the page anew after each change, in the places that the server's page has: the felt and the dock.

import { points } from "../core/cards.js";
import { untouched } from "../core/draft.js";
import { canRedo, canUndo } from "../core/history.js";
import { whyNot } from "../core/judge.js";
import { counted, take } from "../core/counts.js";
import { button, h, hidden } from "./dom.js";
import { keepFocus } from "./focus.js";
import { canTakeBack, looseElement, meldElements, newMeldElement, pick } from "./melds.js";
import { draft, handInOrder, keyed, now, wrong } from "./model.js";
import { moving } from "./motion.js";
import { count, say } from "./say.js";
import { whySentence } from "./why.js";

const FEW = 4; // melds: with no more, there is nothing to filter
const parts = {};
let lay = null; // the draft and the order of the hand as they were drawn last
let lain = null;
let held = new Map(); // key of a card of the hand, to [what it showed, element]

/** Takes the places of the server's forms. Gives what puts them back. */
export function prepare() {
  const felt = document.querySelector(".felt-table");
  const dock = document.querySelector(".dock");
  const before = [felt, dock].map((part) => [part, [...part.cloneNode(true).childNodes]]);
  parts.felt = { title: h("h2", { id: "table" }), badge: h("span", { class: "badge" }, say("notLaid")),
    filters: filters(), melds: h("ul", { class: "melds" }), none: h("p", { class: "bare-table" }),
    keys: h("details", { class: "keys" }, h("summary", {}, say("keysTitle")), h("p", {}, say("keys"))),
    loose: h("div"), reset: h("p", { class: "reset" }, button(say("reset"), { class: "link", "data-do": "reset" })) };
  const { title, badge, filters: chips, melds, none, loose, reset, keys } = parts.felt;
  felt.replaceChildren(h("div", { class: "felt-head" }, title, badge, chips), none, melds, loose, reset, keys);
  prepareDock(dock);
  parts.all = { felt, dock };
  // What has the focus is never behind the dock, however high that is.
  const sight = () => {
    const high = getComputedStyle(dock).position === "sticky" ? dock.offsetHeight : 0;
    document.documentElement.style.scrollPaddingBlockEnd = `${high + 12}px`;
  };
  new ResizeObserver(sight).observe(dock);
  return () => before.forEach(([part, nodes]) => part.replaceChildren(...nodes));
}

function filters() {
  const chip = (name, text) =>
    button(text, { class: "chip", "data-do": "filter", "data-filter": name, "aria-pressed": "false" });
  return h("div", { class: "filters", role: "group", "aria-label": say("filter") },
    chip("all", say("all")), chip("changed", say("onlyChanged")), chip("fits", say("fits")),
    button(h("span", { "aria-hidden": "true" }), {
      class: "chip next-wrong", "data-do": "nextWrong", "aria-label": say("nextWrong"), title: say("nextWrong"),
    }));
}

function prepareDock(dock) {
  const doing = dock.querySelector(".dock-do");
  const tool = (name, sign, text) => button(hidden(sign), { class: "tool", "data-do": name, "aria-label": text, title: text });
  parts.dock = {
    undo: tool("undo", "↶", say("undo")),
    redo: tool("redo", "↷", say("redo")),
    points: h("span", { class: "soft" }),
    hand: h("div", { class: "cards", id: "hand-cards", dir: "ltr", role: "group", "aria-labelledby": "hand-title" }),
    open: tool("open", "▴", say("open")),
    newMeld: button(say("newMeld"), { class: "to-new", "data-do": "put", "data-label": "new" }),
    back: button(say("back"), { class: "quiet", "data-do": "back" }),
    move: button(say("moveTo"), { class: "quiet", "data-do": "moveTo", "aria-haspopup": "dialog" }),
    letGo: tool("letGo", "✕", say("letGo")),
    why: h("p", { class: "why", id: "why" }),
    lay: h("span", { class: "lay-place" }),
  };
  const { undo, redo, points: shown, hand, open, newMeld, back, move, letGo, why, lay } = parts.dock;
  const sorts = h("span", { class: "sorts", role: "group", "aria-label": say("sort") },
    button("♠♥", { class: "tool", "data-do": "sort", "data-by": "suit", "aria-label": say("bySuit"), title: say("bySuit") }),
    button("A‑K", { class: "tool", "data-do": "sort", "data-by": "rank", "aria-label": say("byRank"), title: say("byRank") }));
  dock.querySelector(".dock-hand").replaceChildren(
    h("div", { class: "hand-head" }, h("span", { class: "steps" }, undo, redo),
      h("h2", { id: "hand-title" }, say("hand"), " ", shown), sorts, open),
    h("p", { class: "places" }, newMeld, back, move, letGo), hand);
  doing.querySelector(".why")?.remove();
  doing.prepend(why);
  doing.querySelector(".acts > a")?.remove();
  doing.querySelector(".acts").append(lay);
  dock.dataset.zone = "hand";
}

/** The place of the server's buttons was drawn anew by the server: ours goes with it. */
export function adoptActs() {
  const acts = parts.all.dock.querySelector(".acts");
  acts.querySelector(":scope > a")?.remove();
  acts.append(parts.dock.lay);
}

/** Draws what there is now. What shows what it showed is the same element: somebody may be pressing it. */
export function draw() {
  const settle = lay === draft() && lain === now.order ? () => {} : moving(parts.all);
  [lay, lain] = [draft(), now.order];
  const focus = keepFocus(parts.all);
  drawFelt();
  drawHand();
  drawDoing();
  focus();
  settle();
}

function drawFelt() {
  const { title, badge, filters: chips, melds, none, loose, reset } = parts.felt;
  const changed = !untouched(draft());
  const elements = meldElements();
  title.textContent = say(changed ? "arranged" : "onTable");
  badge.hidden = !changed;
  reset.hidden = !changed;
  sync(melds, [...elements, newMeldElement()]);
  const filtered = now.filter !== "all";
  none.hidden = elements.length > 0;
  none.textContent = filtered && draft().melds.some((each) => each.cards.length) ? say("noneShown") : say("nothing");
  const tray = looseElement();
  fill(loose, tray ? [tray] : []);
  for (const chip of chips.querySelectorAll("[data-filter]")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.filter === now.filter));
    if (chip.dataset.filter === "fits") chip.disabled = !now.chosen.size && !filtered;
  }
  const faults = Object.keys(wrong()).length;
  const next = chips.querySelector(".next-wrong");
  next.hidden = !faults;
  next.firstChild.textContent = `✗ ${faults}`;
  const lying = draft().melds.filter((each) => each.cards.length).length;
  for (const chip of chips.querySelectorAll("[data-filter]")) chip.hidden = lying <= FEW && !filtered;
  chips.hidden = [...chips.children].every((chip) => chip.hidden);
  parts.all.felt.classList.toggle("many", elements.length > 12);
  parts.all.felt.classList.toggle("choosing", now.chosen.size > 0);
}

function drawHand() {
  const { hand, points: shown, open, newMeld, back, move, letGo } = parts.dock;
  const cards = handInOrder();
  const fresh = counted(now.fresh);
  const sum = cards.reduce((total, card) => total + points(card), 0);
  shown.textContent = count("points", sum);
  const before = held;
  held = new Map(keyed("hand", cards).map(([key, card]) => {
    const looks = { key, card, isNew: take(fresh, card), picked: now.chosen.has(key) };
    const sign = JSON.stringify(looks);
    const known = before.get(key);
    return [key, known?.[0] === sign ? known : [sign, pick(looks)]];
  }));
  const picks = [...held.values()].map(([, element]) => element);
  sync(hand, picks.length ? picks : [h("span", { class: "soft" }, say("noCards"))]);
  hand.classList.toggle("open", now.open);
  open.setAttribute("aria-expanded", String(now.open));
  open.setAttribute("aria-label", say(now.open ? "fold" : "open"));
  open.firstChild.textContent = now.open ? "▾" : "▴";
  open.hidden = !now.open && hand.scrollHeight <= hand.clientHeight + 4;
  parts.all.dock.classList.toggle("choosing", now.chosen.size > 0);
  newMeld.disabled = move.disabled = letGo.disabled = !now.chosen.size;
  back.disabled = !canTakeBack();
}

function drawDoing() {
  const { undo, redo, why, lay } = parts.dock;
  undo.disabled = !canUndo(now.history);
  redo.disabled = !canRedo(now.history);
  const fault = whyNot(draft());
  const canLay = now.data.can.includes("meld");
  const waiting = !now.data.can.length;
  why.hidden = !canLay && !waiting;
  why.classList.toggle("start", fault?.code === "untouched");
  fill(why, whySentence(fault, canLay));
  const ready = canLay && !fault;
  const wanted = canLay ? (ready ? "link" : "off") : "";
  if (lay.dataset.is !== wanted) {
    lay.dataset.is = wanted;
    lay.replaceChildren(...layElement(wanted));
  }
  parts.all.dock.querySelector(".draw")?.classList.toggle("quiet", ready || now.chosen.size > 0 || !untouched(draft()));
}

/** The final button has its place whether it can be pressed or not, so that nothing else is ever there. */
function layElement(wanted) {
  if (!wanted) return [];
  if (wanted === "link") return [h("a", { class: "button lay-it", href: now.data.urls.review, "data-do": "review" }, say("lay"))];
  return [button(say("lay"), { class: "lay-it", "aria-disabled": "true", "aria-describedby": "why", "data-do": "why" })];
}

/** Puts these in their place, unless it looks so already. */
function fill(place, nodes) {
  const next = h("div", {}, nodes);
  const looks = (each) => each.innerHTML.replaceAll('tabindex="0"', 'tabindex="-1"');
  if (looks(next) !== looks(place)) place.replaceChildren(...next.childNodes);
}

/** Makes the children of a list these elements, moving none that is in its place. */
function sync(list, elements) {
  for (const gone of [...list.children]) if (!elements.includes(gone)) gone.remove();
  elements.forEach((element, place) => {
    if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null);
  });
}
