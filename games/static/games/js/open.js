// The page of a table that waits for players: who comes or goes is shown at once, and the game as soon as it begins.

import { oneAtATime } from "./live/again.js";
import { listen } from "./live/connection.js";
import { carried, fetched, takeParts } from "./live/parts.js";

const POLL = 30_000;
const data = carried(document, "open-data");

const look = oneAtATime(async () => {
  const page = await fetched(data.here);
  if (!page) return page;
  // It has begun, was given up, or its reader sits there by now: that is another page.
  if (carried(page, "open-data")?.member !== data.member) return location.replace(data.here);
  return takeParts(page);
});

const invitation = new URLSearchParams(data.here.split("?")[1]).get("invitation");
const post = (url, body) => fetch(url, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value },
  body: JSON.stringify(body),
});

listen({
  urls: data.urls,
  pass: data.token,
  about: invitation ? { game: data.code, invitation } : { game: data.code },
  post,
  changed: (game) => game === data.code && look(),
  look,
  every: POLL,
});
