// What is said aloud of what was done, and what is shown of trouble.

import { h } from "./dom.js";
import { toHand } from "./focus.js";
import { say } from "./say.js";

const aloud = h("p", { class: "unseen", role: "status", id: "said" });
const place = h("div", { class: "troubles" });
const shown = new Map(); // kind to its notice: what is of another kind displaces nothing

export function prepareVoices(board) {
  board.append(aloud);
  document.querySelector(".dock").prepend(place);
}

/** Says it to who listens, also when it is what was said before. */
export function tell(sentence) {
  aloud.textContent = aloud.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Shows a sentence until it is closed or another of its kind comes; one without a kind, until something is done. */
export function show(sentence, more = [], kind = "") {
  const close = h("button", { type: "button", class: "tool", "aria-label": say("close") }, "×");
  close.addEventListener("click", () => hideKind(kind));
  const notice = h("div", { class: `trouble ${kind}`.trim(), role: "alert" }, h("p", {}, sentence, " ", ...more), close);
  const before = shown.get(kind);
  const at = focusIn(before);
  if (before) before.replaceWith(notice);
  else place.append(notice);
  if (at >= 0) (pressable(notice)[at] ?? close).focus({ preventScroll: true });
  shown.set(kind, notice);
}

/** Something is done: what was said of it before is past. */
export const hide = () => hideKind("");

/** Hides what is shown of this kind. Whether there was any. */
export function hideKind(kind) {
  const notice = shown.get(kind);
  const had = focusIn(notice) >= 0;
  notice?.remove();
  if (had) toHand(place.closest(".dock"));
  return shown.delete(kind);
}

const pressable = (notice) => [...(notice?.querySelectorAll("a, button") ?? [])];
const focusIn = (notice) => pressable(notice).indexOf(document.activeElement);
