// What others did meanwhile comes onto the page: at once where nothing is under way, else when the player wants it.

import { untouched } from "../core/draft.js";
import { oneAtATime } from "../live/again.js";
import { A_LITTLE, answerOf, tellsNothing } from "../live/answer.js";
import { listen } from "../live/connection.js";
import { carried, fetched, takeParts } from "../live/parts.js";
import { adoptActs } from "./draw.js";
import { h } from "./dom.js";
import { draft, now, set, takeData } from "./model.js";
import { ask, post } from "./post.js";
import { flushed, restart, unsent } from "./queue.js";
import { say } from "./say.js";
import { hideKind, show, tell } from "./voice.js";

const LATER = 2000; // milliseconds
const SEEN_AFTER = 4000; // milliseconds that something is before the player's eyes
let shown = 0; // the version that the page shows, all but the cards
let revision = 0; // with its clock, which changes without a move
let pending = null; // the table of now, while the player still arranges on that of before
let wanted = false; // the player wants to see it
let seeing = 0;
let later = 0;
let marked = 0; // the line of the log up to which the server knows that it was seen

/** From now on the page follows the game. */
export function follow() {
  showing(now.data);
  const { urls, token, code } = now.data;
  listen({ urls, pass: token, about: { game: code }, post, changed, look });
  document.addEventListener("taken", (event) => event.target.dataset.live === "acts" && adoptActs());
  document.addEventListener("visibilitychange", mark);
  mark();
}

function showing(told) {
  ({ version: shown, revision } = told);
  document.querySelector("main").dataset.version = shown;
}

function changed(game, version, what) {
  if (game === now.data.code) return (version > shown || what === "clock") && update();
  // Another game may wait by now: whoever waits here is led to it.
  clearTimeout(later);
  if (!now.data.mine) later = setTimeout(update, LATER);
  return false;
}

/** Something may have been missed: asks whether it was. The answer is mostly that nothing has changed. */
const look = oneAtATime(async () => {
  const answer = await answerOf(`${now.data.urls.state}?since=${shown}.${revision}`, {}, A_LITTLE);
  if (tellsNothing(answer)) return false; // asked again, and not for the page, which costs more
  if (answer.status === 200) update();
  return true;
});

/** What is heard meanwhile is in the next page. */
const update = oneAtATime(async () => {
  const { heard } = now;
  const asked = wanted;
  const page = await fetched(location.pathname + location.search);
  if (page) return take(page, heard);
  if (asked) notNow();
  return page;
});

/** The player wanted to see the table of now: it is not to come later, under their hands. */
function notNow() {
  wanted = false;
  show(say("busy"), [], "busy");
}

function take(page, heard) {
  const told = carried(page, "table-data");
  if (!told?.playing) return gone(page, told);
  if (told.version < Math.max(shown, now.data.version)) return (wanted = null);
  hideKind("session");
  const before = heading();
  takeParts(page);
  if (heading() !== before) tell(heading());
  takeCards({ ...told, heard });
  return showing(told);
}

const heading = () => document.querySelector("main h1").textContent.trim();

/** The table and the hand: never under the hands of the player. */
function takeCards(told) {
  const same = sameCards(told);
  if (wanted && unsent()) return showPending();
  if (same || wanted || quiet()) {
    if (same) set({ data: told });
    if (same && (unsent() || sameDraft(told))) settled();
    else if (told.heard === now.heard) adopt(told);
    else sureOf(told);
    return mark();
  }
  const isSaid = pending?.version === told.version;
  const name = now.data.seats[now.data.mover]?.name ?? "";
  pending = told;
  set({ data: { ...now.data, can: told.can, mine: told.mine, drawn: told.drawn, mover: told.mover } });
  if (isSaid) return null;
  const button = h("button", { type: "button", class: "link" }, say("showNow"));
  button.addEventListener("click", showPending);
  return show(say("moved", { name }), [button], "moved");
}

const meldsOf = ({ melds }) => JSON.stringify(melds.filter((each) => each.cards.length));
const sameDraft = (told) => meldsOf(told.draft) === meldsOf(draft());
const cardsOf = ({ table, dealt }) => JSON.stringify([table, [...dealt].sort()]);
const sameCards = (told) => cardsOf(told) === cardsOf(now.data);

/** Whether nothing is arranged, chosen, held or asked. */
const quiet = () =>
  untouched(draft()) && !now.chosen.size && !unsent() && !document.querySelector("dialog[open], .lifted");

/** What was told was asked for just before a step, or the order of the hand, was stored: the server is asked anew. */
async function sureOf(older) {
  const told = await ask(older.urls.state);
  if (!told) update();
  else if (told.playing && told.version >= now.data.version) takeCards(told);
}

function adopt(told) {
  const said = wanted && told.stale;
  settled();
  restart(told.step);
  takeData(told);
  if (said) show(say("tableChanged"));
}

/** The table of now is shown. */
function settled() {
  pending = null;
  wanted = false;
  for (const kind of ["moved", "busy"]) hideKind(kind);
}

async function showPending() {
  wanted = false;
  hideKind("busy");
  if (!pending || !(await flushed())) return;
  wanted = true;
  update();
}

/** The page that came is not one to play on: the login has run out, or the game is over. */
function gone(page, told) {
  wanted = false;
  const { login } = now.data.urls;
  if (told && page.querySelector(`header.site a[href="${login}"]`)) {
    const to = `${login}?next=${encodeURIComponent(location.pathname)}`;
    return show(say("sessionOver"), [h("a", { href: to }, say("logIn"))], "session");
  }
  return over();
}

function over() {
  const link = h("a", { href: now.data.urls.game }, say("toResult"));
  show(say("overNow"), [link], "over");
  tell(say("overNow"));
}

/** What lies before the player's eyes for a while was seen. What is marked stays marked until the next drawing. */
function mark() {
  clearTimeout(seeing);
  const { number, seen, urls } = now.data;
  if (document.hidden || pending?.version > now.data.version || Math.max(seen, marked) >= number) return;
  seeing = setTimeout(() => {
    marked = number;
    post(urls.seen, { number }).catch(() => (marked = 0));
  }, SEEN_AFTER);
}
