// The table's page with a script: takes the server's page over, draws it, listens, sends.

import { applyOps } from "../core/arrange.js";
import { draftOf } from "../core/draft.js";
import * as history from "../core/history.js";
import { draw, prepare } from "./draw.js";
import { h, shapesOnce } from "./dom.js";
import { listenForDrags } from "./drag.js";
import { listenForKeys } from "./keys.js";
import { follow } from "./live.js";
import { draft, emptied, listen, now, set, takeData } from "./model.js";
import { startOrdering } from "./ordering.js";
import { ask } from "./post.js";
import { isOlder, keeping, left, restart, send, startQueue, unsent } from "./queue.js";
import { say, speak } from "./say.js";
import { listenForTaps } from "./taps.js";
import { hideKind, prepareVoices, show, tell } from "./voice.js";

const SOON = 5_000; // milliseconds in which the server says what is newer than the page, or the page does
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

async function start() {
  const data = await newest(read("table-data"));
  const board = document.querySelector("form.board");
  if (!data?.playing || !board) return;
  speak(read("table-texts"));
  set({ chosen: chosenBefore(board) });
  takeData(data);
  document.body.append(shapesOnce());
  if (!drawn()) return;
  prepareVoices(board);
  listen(draw);
  startQueue(data.step, { stored, adopt, trouble });
  listenForTaps(board);
  listenForKeys(board);
  listenForDrags(board);
  addEventListener("pageshow", (event) => event.persisted && again());
  const unfinished = left();
  if (unfinished) resend(unfinished.waiting, unfinished.draft);
  else keeping(); // what is out of date is forgotten
  startOrdering();
  follow();
  if (data.late) again();
}

/** The page may have been made just before what the one that was left has stored: then the server is asked anew. */
async function newest(data) {
  if (!data?.playing || !isOlder(data)) return data;
  const told = await ask(data.urls.state, SOON);
  if (!told) return { ...data, late: true };
  // Its clock stays that of the page, whose header shows it: whether it has changed is asked by that.
  return told?.playing && told.version === data.version ? { ...told, revision: data.revision } : data;
}

/** What was chosen in the forms before the script came, or stayed chosen there where something was refused. */
function chosenBefore(board) {
  const seen = new Map();
  const chosen = new Set();
  for (const each of board.querySelectorAll("[name=card]")) {
    const name = each.closest("#loose") ? each.value.replace("hand", "loose") : each.value;
    const number = seen.get(name) ?? 0;
    seen.set(name, number + 1);
    if (each.checked || each.closest(".meld")?.querySelector("[name=whole]").checked) chosen.add(`${name} ${number}`);
  }
  return chosen;
}

/** Draws in the place of the forms. Where that cannot be done the forms stay, and all can be done with them. */
function drawn() {
  const putBack = prepare();
  document.documentElement.classList.add("scripted");
  try {
    draw();
    return true;
  } catch (error) {
    document.documentElement.classList.remove("scripted");
    putBack();
    reportError(error);
    return false;
  }
}

/**
 * What was not done before the page was left, or the table changed, is done again as far as it can be, and sent. It
 * is drawn as it `looked` then, where that is known: where Undo leads, only the server knows by now.
 */
function resend(bodies, looked = null) {
  for (const body of bodies) {
    const next = body.do ? turned(body.do) : possible(body.ops);
    if (!next) return;
    set({ history: next });
    send(body);
  }
  if (!looked) return;
  set({ history: history.told(now.history, draftOf(now.data.table, now.data.dealt, looked)) });
  keeping();
}

/** The history after a step back or forth, or after all was put back; null where there is no such step. */
function turned(what) {
  if (what === "reset") return history.after(now.history, emptied());
  if (!(what === "undo" ? history.canUndo : history.canRedo)(now.history)) return null;
  const next = what === "undo" ? history.undone(now.history) : history.redone(now.history);
  return next.draft ? next : history.told(next, draft());
}

function possible(ops) {
  try {
    return history.after(now.history, applyOps(draft(), ops));
  } catch {
    return null;
  }
}

/** Stored as it was thought; where the server has it otherwise, the server is right. */
function stored(answer, _sent, waiting) {
  if (waiting) return;
  hideKind("session");
  if (hideKind("unstored")) tell(say("storedNow"));
  const told = draftOf(draft().table, draft().dealt, answer.draft);
  if (looks(told) !== looks(draft())) set({ history: history.told(now.history, told), chosen: new Set() });
  const { before, after } = now.history;
  if (before.length !== answer.undo || after.length !== answer.redo) {
    set({ history: history.opened(draft(), answer.undo, answer.redo) });
  }
}

const looks = ({ melds, hand, loose }) =>
  JSON.stringify([melds.filter((each) => each.cards.length), [...hand].sort(), [...loose].sort()]);

/** What was sent is not how it is: takes the server's state, and says so. */
async function adopt(state, answer, bodies) {
  const told = state ?? (await ask(now.data.urls.state));
  if (!told) return trouble("network");
  if (told.status !== "active" || !told.playing) return location.reload();
  restart(told.step);
  takeData(told);
  for (const kind of ["unstored", "moved"]) hideKind(kind);
  const said = { other_step: "otherWindow", stale_version: "tableChanged" }[answer.code];
  show(said ? say(said) : answer.detail ?? say("wasRefused"));
  if (answer.code === "stale_version") resend(bodies);
  return null;
}

/** The page was left and came back as it was: what is stored by now is shown. */
async function again() {
  if (unsent()) return send();
  const told = await ask(now.data.urls.state);
  if (!told || unsent() || told.heard !== now.heard) return null; // what is done now goes on from what is shown
  if (told.version !== now.data.version || told.status !== "active") return location.reload();
  restart(told.step);
  return takeData(told);
}

/** What was done could not be sent. */
function trouble(kind) {
  if (kind === "session") {
    hideKind("unstored");
    const to = `${now.data.urls.login}?next=${encodeURIComponent(location.pathname)}`;
    show(say("sessionOver"), [h("a", { href: to }, say("logIn"))], "session");
    return;
  }
  const retry = h("button", { type: "button", class: "link" }, say("again"));
  retry.addEventListener("click", () => send());
  show(say("notStored"), [retry], "unstored");
  tell(say("notStored"));
}

start();
