// Sends what was done to the server, in order, one request at a time. What could not be sent waits and is tried again.

import { keep } from "./kept.js";
import { now, set } from "./model.js";

const TRIES = [1, 2, 5, 10, 20, 30]; // seconds to the next try
const waiting = [];
let sending = false;
let failures = 0;
let timer = 0;
let step = 0;
let hooks = {};

/** `adopt(state, answer, bodies)`: the server's state is other than thought, and these were not done. `stored(answer)`: it is as thought. `trouble(kind)`. */
export function startQueue(first, found) {
  step = first;
  hooks = found;
  addEventListener("online", () => send());
  addEventListener("beforeunload", (event) => failures && !keeping() && event.preventDefault());
  addEventListener("pagehide", keeping);
}

export const unsent = () => waiting.length;

const keeping = () => keep(now.data.code, step, waiting);

/** The server says that it is at this step; nothing waits any more. */
export function restart(at) {
  step = at;
  waiting.length = 0;
  keeping();
}

/** Sends this after what waits: `{ops: […]}` or `{do: "undo"}`. */
export function send(body = null) {
  if (body) waiting.push(body);
  clearTimeout(timer);
  if (sending || !waiting.length) return;
  sending = true;
  const [next] = waiting;
  post(now.data.urls.ops, { step, version: now.data.version, ...next })
    .then((answer) => answered(answer, next), failed)
    .finally(() => {
      sending = false;
      if (waiting.length && !failures) send();
      if (!waiting.length || failures) settle(waiting.length === 0);
    });
}

async function answered(response, sent) {
  if (response.status >= 500 || response.status === 429) return failed();
  const answer = await response.json().catch(() => ({}));
  failures = 0;
  if (response.ok) {
    if (waiting[0] === sent) waiting.shift();
    step = answer.step;
    keeping();
    return hooks.stored(answer, sent, waiting.length);
  }
  if (response.status === 401 || response.status === 403) return refused("session");
  const bodies = [...waiting];
  restart(answer.step ?? step);
  return hooks.adopt(answer.state ?? null, answer, bodies);
}

function failed() {
  refused("network");
  timer = setTimeout(send, TRIES[Math.min(failures - 1, TRIES.length - 1)] * 1000);
}

function refused(kind) {
  failures += 1;
  keeping();
  hooks.trouble(kind);
}

let settled = [];

function settle(done) {
  for (const tell of settled.splice(0)) tell(done);
}

/** When all is stored, or could not be: whether it is. */
export function flushed() {
  if (!waiting.length && !sending) return Promise.resolve(true);
  failures = 0;
  const promise = new Promise((tell) => settled.push(tell));
  send();
  return promise;
}

/** A POST of JSON as the page's own. Outlives the page. */
export function post(url, body) {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token() },
    body: JSON.stringify(body),
    credentials: "same-origin",
    keepalive: true,
  });
}

/** A login in another window changes the cookie, not this page. */
const token = () =>
  /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? document.querySelector("[name=csrfmiddlewaretoken]").value;

/** Keeps the order of the hand. Until it is kept, nothing else changes it here; that it was not is no trouble. */
export function keepOrder(order) {
  set({ order, ordering: now.ordering + 1 });
  post(now.data.urls.order, { order })
    .then((answer) => answer.ok && set({ ordering: now.ordering - 1 }))
    .catch(() => {});
}
