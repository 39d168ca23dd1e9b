// Dragging cards: with a mouse at once, with a finger after a long press, so that scrolling never moves a card.

import { HAND } from "../core/ops.js";
import * as act from "./actions.js";
import { h } from "./dom.js";
import { keyed, handInOrder, now, chosen } from "./model.js";
import { say } from "./say.js";
import { tell } from "./voice.js";

const FAR = 6; // pixels that a mouse moves before it drags
const SHAKY = 10; // that a finger may move while it rests
const LONG = 350; // milliseconds
const RESTED = 250; // milliseconds at the edge
const EDGE = 60; // pixels from the edge where the page scrolls by itself
let grip = null;

export function listenForDrags(board) {
  board.addEventListener("pointerdown", begin);
  board.addEventListener("dragstart", (event) => event.preventDefault());
  board.addEventListener("contextmenu", (event) => grip?.touch && event.preventDefault());
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", cancel);
  addEventListener("blur", () => cancel());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && grip?.on) {
      event.stopImmediatePropagation();
      cancel();
    }
  }, { capture: true });
  document.addEventListener("touchmove", hold, { passive: false });
  // The click that ends a drag chooses nothing.
  board.addEventListener("click", (event) => {
    if (!justDragged) return;
    justDragged = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { capture: true });
}

let justDragged = false;

function begin(event) {
  justDragged = false;
  const card = event.target.closest(".pick");
  if (!card || !event.isPrimary || event.button) return;
  const touch = event.pointerType !== "mouse";
  const { clientX: x, clientY: y, pointerId: id, timeStamp: began } = event;
  grip = { card, key: card.dataset.key, id, x, y, began, touch, on: false };
  if (!touch) return;
  grip.timer = setTimeout(() => grip && lift(grip.x, grip.y), LONG);
  // What was touched hears of the finger even when the page is drawn anew amid the drag; the document does not.
  grip.touched = event.target;
  grip.touched.addEventListener("touchmove", hold, { passive: false });
}

/** While a card is dragged the page does not scroll under the finger. */
const hold = (event) => grip?.on && event.preventDefault();

function move(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y);
  if (grip.touch && (!grip.on || isEarly(event))) {
    if (far > SHAKY) drop();
    return;
  }
  if (!grip.on && far > FAR) lift(event.clientX, event.clientY);
  if (grip?.on) carry(event.clientX, event.clientY);
}

/** What a finger did before its press was a long one counts as such, however late a busy page hears of it. */
const isEarly = ({ timeStamp }) => grip.touch && timeStamp - grip.began < LONG;

/** The cards leave their place: those that are chosen, if this is one of them, else this one. */
function lift(x, y) {
  const { key, card } = grip;
  grip.on = true;
  grip.keys = now.chosen.has(key) ? new Set(now.chosen) : new Set([key]);
  const picks = markLifted();
  const shown = [card, ...picks.filter((each) => each !== card)].slice(0, 5);
  grip.ghost = h("div", { class: "ghost", "aria-hidden": "true", dir: "ltr" },
    shown.map((each) => each.querySelector(".card").cloneNode(true)));
  document.body.append(grip.ghost);
  document.documentElement.classList.add("dragging");
  navigator.vibrate?.(15);
  tell(say("dragging"));
  carry(x, y);
  scrollAtEdge();
}

/** Shows that what is carried is not in its place. */
function markLifted() {
  const picks = [...document.querySelectorAll(".pick")].filter((each) => grip.keys.has(each.dataset.key));
  for (const each of picks) each.classList.add("lifted");
  return picks;
}

function carry(x, y) {
  Object.assign(grip, { at: [x, y] });
  if (!grip.card.isConnected) grip.card = markLifted()[0] ?? grip.card; // the page was drawn anew
  const width = grip.ghost.offsetWidth;
  const beside = grip.touch ? [x - width - 18, y - 84] : [x + 8, y + 8];
  const left = Math.max(4, Math.min(beside[0], innerWidth - width - 4));
  grip.ghost.style.translate = `${left}px ${Math.max(4, beside[1])}px`;
  const zone = document.elementFromPoint(x, y)?.closest("[data-zone]") ?? null;
  markPlace(zone?.dataset.zone === HAND && grip.key.startsWith(HAND), x, y);
  if (zone === grip.zone) return;
  grip.zone?.classList.remove("over");
  zone?.classList.add("over");
  grip.zone = zone;
}

/** Where the card rests near the upper or lower edge of the table, the page goes on by itself. */
function scrollAtEdge(time = performance.now()) {
  if (!grip?.on) return;
  const [, y] = grip.at;
  const dock = Math.min(document.querySelector(".dock").getBoundingClientRect().top, innerHeight);
  const way = y < EDGE ? -1 : y > dock - EDGE && y < dock ? 1 : 0;
  if (way !== grip.way) Object.assign(grip, { way, since: time }); // who only passes the edge does not mean it
  if (way && time - grip.since > RESTED) scrollBy(0, way * 8);
  requestAnimationFrame(scrollAtEdge);
}

function release(event) {
  if (!grip || event.pointerId !== grip.id) return;
  const { on, keys, key } = grip;
  const zone = grip.zone?.dataset.zone ?? "";
  const place = zone === HAND ? placeInHand(event.clientX, event.clientY) : -1;
  const isTap = !on || isEarly(event);
  drop();
  if (isTap) return;
  justDragged = true;
  setTimeout(() => { justDragged = false; });
  const sources = [...chosen(keys).keys()];
  if (!zone || (sources.length === 1 && sources[0] === zone && zone !== HAND)) return tell(say("cameBack"));
  if (zone !== HAND) return act.put(zone, keys);
  if (sources.some((source) => source !== HAND)) return act.back(keys);
  return key.startsWith(HAND) ? act.reorder(key, place) : null;
}

/** Shows before which card of the hand the dragged one would go. */
function markPlace(shown, x, y) {
  const picks = [...document.querySelectorAll("#hand-cards .pick")].filter((each) => each.dataset.key !== grip.key);
  const at = shown ? placeInHand(x, y) : -1;
  picks.forEach((each, place) => each.classList.toggle("next", place === at));
}

/** Before which card of the hand this point is, the dragged one left out. */
function placeInHand(x, y) {
  const cards = keyed(HAND, handInOrder()).map(([key]) => key).filter((key) => key !== grip.key);
  const rects = new Map([...document.querySelectorAll("#hand-cards .pick")]
    .map((each) => [each.dataset.key, each.getBoundingClientRect()]));
  const at = cards.findIndex((key) => {
    const rect = rects.get(key);
    return y < rect.top || (y < rect.bottom && x < rect.left + rect.width / 2);
  });
  return at < 0 ? cards.length : at;
}

function cancel(event) {
  if (!grip || (event && event.pointerId !== grip.id)) return;
  const { on } = grip;
  drop();
  justDragged = on && !event;
  if (on) tell(say("cameBack"));
}

/** Nothing is held any more. */
function drop() {
  clearTimeout(grip.timer);
  grip.touched?.removeEventListener("touchmove", hold);
  grip.ghost?.remove();
  grip.zone?.classList.remove("over");
  for (const each of document.querySelectorAll(".lifted, .next")) each.classList.remove("lifted", "next");
  document.documentElement.classList.remove("dragging");
  grip = null;
}
