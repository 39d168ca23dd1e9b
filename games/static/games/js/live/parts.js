// Takes over parts of the page as the server has it now. Never takes the focus, nor what has it.

import { answerOf, tellsNothing } from "./answer.js";

/** The page as the server has it now; false where it cannot be asked now, null where the reader may not see it any more. */
export async function fetched(url) {
  const answer = await answerOf(url, { headers: { Accept: "text/html" }, credentials: "same-origin" });
  if (tellsNothing(answer)) return false;
  if (!answer.ok || answer.redirected) return null;
  const text = await answer.text().catch(() => null);
  return text !== null && new DOMParser().parseFromString(text, "text/html");
}

/** The JSON that a page carries. */
export const carried = (page, id) => JSON.parse(page.getElementById(id)?.textContent ?? "null");

const waiting = new Map(); // a part that has the focus, to what comes in its place

/** Puts what `page` has under the names of `data-live` in place of what is there. */
export function takeParts(page) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (fresh) takePart(part, fresh);
  }
  document.title = page.title;
  const icon = page.querySelector("link[rel=icon]");
  const shown = document.querySelector("link[rel=icon]");
  if (icon && shown && icon.getAttribute("href") !== shown.getAttribute("href")) shown.replaceWith(document.adoptNode(icon));
}

function takePart(part, fresh) {
  if (part.innerHTML === fresh.innerHTML && part.className === fresh.className) return waiting.delete(part);
  const held = holderOf(part);
  if (held.contains(document.activeElement)) {
    if (!waiting.has(part)) held.addEventListener("focusout", () => setTimeout(() => takeWaiting(part)), { once: true });
    return waiting.set(part, fresh);
  }
  waiting.delete(part);
  const open = [...part.querySelectorAll("details")].map((each) => each.open);
  part.className = fresh.className;
  part.replaceChildren(...[...fresh.cloneNode(true).childNodes].map((node) => document.adoptNode(node)));
  const details = part.querySelectorAll("details");
  if (details.length === open.length) details.forEach((each, place) => (each.open = open[place]));
  part.dispatchEvent(new CustomEvent("taken", { bubbles: true }));
  return true;
}

/** What waits while it has the focus: the part itself, or the one of the name in `data-with`, which it goes with. */
const holderOf = (part) => document.querySelector(`[data-live="${part.dataset.with}"]`) ?? part;

function takeWaiting(part) {
  const fresh = waiting.get(part);
  waiting.delete(part);
  if (fresh) takePart(part, fresh);
}
