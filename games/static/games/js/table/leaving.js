// Before the page is left for a move, the review or a hint, all that was arranged is stored.

import { flushed, unsent } from "./queue.js";

/** Goes on at once where nothing waits; else when it is stored. Where it cannot be stored, the page stays. */
export async function leaveAfterFlush(event, go) {
  if (!unsent() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (await flushed()) go();
}
