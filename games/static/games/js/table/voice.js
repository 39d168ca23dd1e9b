// What is said aloud of what was done, and what is shown of trouble.

import { h } from "./dom.js";
import { say } from "./say.js";

const aloud = h("p", { class: "unseen", role: "status", id: "said" });
const notice = h("div", { class: "trouble", role: "alert", hidden: true });

export function prepareVoices(board) {
  board.append(aloud);
  document.querySelector(".dock").prepend(notice);
}

/** Says it to who listens, also when it is what was said before. */
export function tell(sentence) {
  aloud.textContent = aloud.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Shows a sentence until it is closed or another comes; `more` are nodes beside it. */
export function show(sentence, more = [], kind = "") {
  notice.className = `trouble ${kind}`;
  notice.hidden = false;
  const close = h("button", { type: "button", class: "tool", "aria-label": say("close") }, "×");
  close.addEventListener("click", hide);
  notice.replaceChildren(h("p", {}, sentence, " ", ...more), close);
}

export function hide() {
  notice.hidden = true;
  notice.replaceChildren();
}

/** Hides what is shown, if it is of this kind. Whether it was. */
export function hideKind(kind) {
  const shown = !notice.hidden && notice.classList.contains(kind);
  if (shown) hide();
  return shown;
}
