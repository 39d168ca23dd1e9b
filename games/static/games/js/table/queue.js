// Sends what was done to the server, in order, one request at a time. What could not be sent waits and is tried again.

import { leftOver, together } from "../core/left.js";
import { keep, kept } from "./kept.js";
import { draft, now } from "./model.js";
import { post, whenLeft } from "./post.js";

const TRIES = [1, 2, 5, 10, 20, 30]; // seconds to the next try
const waiting = [];
let sending = false;
let failures = 0;
let timer = 0;
let step = 0;
let hooks = {};
let parting = null; // the newest step that was sent as the page went

/** `adopt(state, answer, bodies)`: the server's state is other than thought, and these were not done. `stored(answer)`: it is as thought. `trouble(kind)`. */
export function startQueue(first, found) {
  reach(first);
  hooks = found;
  addEventListener("online", () => send());
  addEventListener("beforeunload", (event) => failures && !keeping() && event.preventDefault());
  whenLeft(leave);
}

export const unsent = () => waiting.length;

/** What a page before this one had still to send: `{waiting, draft}`, or null. */
export const left = () => leftOver(kept("unsent", now.data), now.data);

/** Whether this was told before a step that a page of this window has heard to be stored. */
export const isOlder = (told) => (kept("heard", told) ?? 0) > told.step;

/** Kept at once, not only as the page goes: the one that comes may look before this one says goodbye. */
export const keeping = () =>
  keep("unsent", now.data, waiting.length ? { step, version: now.data.version, waiting, draft: looks(draft()) } : null);

const looks = ({ melds, hand, loose, made }) => ({ melds, hand, loose, made });

/**
 * The page goes: all that waits is sent now. What is under way may even come after it; each step is made once. A page
 * goes in two ways at once (hidden, and left): sent twice, it would take the page that comes a way to the server.
 */
function leave() {
  keeping();
  if (!waiting.length || (sending && waiting.length === 1) || parting === waiting.at(-1).key) return;
  parting = waiting.at(-1).key;
  post(now.data.urls.ops, together(step, now.data.version, waiting)).catch(() => (parting = null));
}

/** The server says that it is at this step; nothing waits any more. */
export function restart(at) {
  reach(at);
  waiting.length = 0;
  keeping();
}

/** The page that comes may have been made before this step was stored: it knows by it that it is to ask anew. */
function reach(at) {
  step = at;
  now.heard += 1;
  keep("heard", now.data, at);
}

/** Sends this after what waits: `{ops: […]}` or `{do: "undo"}`. It gets a name, by which the server makes it once. */
export function send(body = null) {
  if (body) {
    waiting.push({ key: newKey(), ...body });
    keeping();
  }
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

const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");

async function answered(response, sent) {
  if (response.status >= 500 || response.status === 429) return failed();
  const answer = await response.json().catch(() => ({}));
  failures = 0;
  if (response.ok) {
    if (waiting[0] === sent) waiting.shift();
    reach(answer.step);
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
