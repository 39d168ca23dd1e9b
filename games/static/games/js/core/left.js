// What a page that was left had still to send: how much of it is to be sent by the page that came in its place.

export const MOST_THEN = 60; // steps that go with a first one in one request
export const MOST_SENT = 60_000; // characters: browsers let no more outlive a page

/**
 * Of what was kept (`{step, version, waiting, draft}`: steps that waited on top of `step`, and how the draft looked
 * with them) what the server, which is at `told.step`, has not made yet; null where nothing is to be done. It makes
 * them in order, and names the newest of them, `told.key`. Where others were made meanwhile, these are out of date.
 * The draft is null where the table may be another by now.
 */
export function leftOver(kept, told) {
  if (!kept) return null;
  const made = kept.waiting.findIndex(({ key }) => key === told.key) + 1;
  const waiting = kept.waiting.slice(made);
  if (!waiting.length || kept.step + made !== told.step) return null;
  return { waiting, draft: kept.version === told.version ? kept.draft : null };
}

/** One body for all that waits, as far as it may be sent by a page that goes. */
export function together(step, version, waiting) {
  const [first, ...rest] = waiting;
  const body = { step, version, ...first, then: [] };
  let size = JSON.stringify(body).length;
  for (const each of rest.slice(0, MOST_THEN)) {
    size += JSON.stringify(each).length + 1;
    if (size > MOST_SENT) break;
    body.then.push(each);
  }
  return body;
}
