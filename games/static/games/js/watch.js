// The page of who watches a game: follows it.

import { oneAtATime } from "./live/again.js";
import { A_LITTLE, answerOf, tellsNothing } from "./live/answer.js";
import { listen } from "./live/connection.js";
import { carried, fetched, takeParts } from "./live/parts.js";

const data = carried(document, "table-data");
const here = location.pathname + location.search;
let { version: shown, revision } = data ?? {};

/** What is heard meanwhile is in the next page. */
const update = oneAtATime(async () => {
  const page = await fetched(here);
  if (!page) return page;
  const told = carried(page, "table-data");
  if (!told) return location.reload(); // the game is over: its result is another page
  if (told.version < shown) return null;
  ({ version: shown, revision } = told);
  return takeParts(page);
});

/** Where nobody can say whether there is news, that is asked again, not for the page. */
const look = oneAtATime(async () => {
  const asked = new URLSearchParams(location.search);
  asked.set("since", `${shown}.${revision}`);
  const answer = await answerOf(`${data.urls.state}?${asked}`, {}, A_LITTLE);
  if (tellsNothing(answer)) return false;
  if (answer.status === 200) update();
  return true;
});

const invitation = new URLSearchParams(location.search).get("invitation");
const post = (url, body) => fetch(url, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "" },
  body: JSON.stringify(body),
});

if (data) {
  listen({
    urls: data.urls,
    pass: data.token,
    about: invitation ? { game: data.code, invitation } : { game: data.code },
    post,
    changed: (game, version, what) => game === data.code && (version > shown || what === "clock") && update(),
    look,
  });
}
