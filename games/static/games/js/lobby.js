// The lobby follows the games of who is logged in: whose turn it is now, what is over, what has begun.

import { oneAtATime } from "./live/again.js";
import { listen } from "./live/connection.js";
import { carried, fetched, takeParts } from "./live/parts.js";

const SOON = 300; // milliseconds: several games may change at once
const POLL = 60_000;
const data = carried(document, "lobby-data");
let timer = 0;

/** Never two at once: the older answer could come last. */
const look = oneAtATime(async () => {
  const page = await fetched(location.pathname + location.search);
  if (!page) return page;
  return takeParts(page);
});

function changed() {
  clearTimeout(timer);
  timer = setTimeout(look, SOON);
}

const post = (url, body) => fetch(url, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value },
  body: JSON.stringify(body),
});

if (data) listen({ urls: data.urls, pass: data.token, post, changed, look, every: POLL });
