// How the page sends, JSON as its own, by a request that outlives it; and how it asks.

import { MOST_SENT } from "../core/left.js";
import { answerOf } from "../live/answer.js";
import { now } from "./model.js";

/** A POST of this. Where the body is small enough, it is done also when the page goes. */
export function post(url, sent) {
  const body = JSON.stringify(sent);
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
    body,
    credentials: "same-origin",
    keepalive: body.length <= MOST_SENT,
  });
}

/** The table as the server has it now, and what was `heard` before it was asked; null where it tells nothing in time. */
export async function ask(url, most) {
  const { heard } = now;
  const answer = await answerOf(url, { headers: { Accept: "application/json" } }, most);
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  return told && { ...told, heard };
}

/** A login in another window changes the cookie, not this page. */
const token = () =>
  /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? document.querySelector("[name=csrfmiddlewaretoken]").value;

/** Calls this when the page goes, or may go: on a phone a page that is out of sight is ended without a word. */
export function whenLeft(leave) {
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => document.hidden && leave());
}
