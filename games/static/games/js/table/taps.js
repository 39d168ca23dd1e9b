// What a tap, a click or a pressed button does.

import { meldOf } from "../core/draft.js";
import { HAND } from "../core/ops.js";
import * as act from "./actions.js";
import { askMeld } from "./ask.js";
import { cursorAt, partOf } from "./focus.js";
import { chosen, draft, keyed, now, set, wrong } from "./model.js";
import { show } from "./voice.js";
import { leaveAfterFlush } from "./leaving.js";

const DOES = {
  pick: ({ key }) => act.pick(key),
  whole: ({ label }) => act.whole(label),
  put: ({ label }) => act.put(label),
  split: ({ label, card }) => act.split(label, card),
  declare: ({ label, values }) => act.declare(label, values.split(" ")),
  back: () => act.back(),
  moveTo: () => act.moveTo(),
  letGo: act.letGo,
  undo: act.undo,
  redo: act.redo,
  reset: act.reset,
  menu: ({ label }) => menu(label),
  sort: ({ by }) => act.sort(by),
  open: () => set({ open: !now.open }),
  filter: ({ filter }) => set({ filter }),
  nextWrong: () => nextWrong(),
  why: () => show(document.querySelector("#why").textContent),
};

/** Listens on the board for everything that can be pressed. */
export function listenForTaps(board) {
  board.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do]");
    if (pressed?.dataset.do === "show") return showPlace(event, pressed);
    const link = event.target.closest("[data-do=review], a[href$='/hint/']");
    if (link) return leaveAfterFlush(event, () => location.assign(link.href));
    if (pressed) {
      if (pressed.dataset.stop) cursorAt(pressed);
      return DOES[pressed.dataset.do]?.(pressed.dataset);
    }
    return onZone(event);
  });
  // A draw, a knock, a pass: after all that was arranged is stored.
  document.addEventListener("submit", (event) => {
    if (event.target.closest("form[action$='/move/']")) leaveAfterFlush(event, () => submit(event.target));
  });
  board.addEventListener("focusin", ({ target }) => target.dataset.stop && partOf(target) && cursorAt(target));
}

/** Sends the form that was pressed, also where another stands in its place by now: it says what was seen. */
function submit(form) {
  if (!form.isConnected) document.body.append(form);
  form.submit();
}

/** A tap on a meld beside its cards puts the chosen ones there; one on the dock beside the hand does nothing. */
function onZone(event) {
  const zone = event.target.closest("[data-zone]")?.dataset.zone;
  if (!zone || zone === HAND || !now.chosen.size || event.target.closest("a, button, details")) return null;
  return [...chosen().keys()].some((source) => source !== zone) ? act.put(zone) : null;
}

/** The menu of a meld. */
async function menu(label) {
  const cards = meldOf(draft(), label);
  const keys = new Set(keyed(label, cards).map(([key]) => key));
  const what = await askMeld(label, cards, wrong()[label]);
  if (what === "split") act.choose(keys, label);
  if (what === "all") act.choose(new Set([...now.chosen, ...keys]));
  if (what === "merge") act.moveTo(keys);
  if (what === "out") act.back(keys);
}

function showPlace(event, link) {
  event.preventDefault();
  reveal(link.hash.slice(1));
}

/** Leads to the next meld that is none yet, after the one where the focus is. */
export function nextWrong() {
  const labels = Object.keys(wrong());
  const at = labels.indexOf(document.activeElement?.closest(".meld")?.id);
  if (labels.length) reveal(labels[(at + 1) % labels.length]);
}

/** Shows a meld, also where the filter hides it, and goes there. */
export function reveal(id) {
  if (!document.getElementById(id)) set({ filter: "all" });
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: "center" });
  (place?.querySelector(".whole, .pick") ?? place)?.focus({ preventScroll: true });
}
