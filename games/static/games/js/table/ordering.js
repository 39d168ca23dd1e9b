// The order of the hand is kept on the server: the newest one last, whatever happens to the page.

import { keep, kept } from "./kept.js";
import { now, set } from "./model.js";
import { post, whenLeft } from "./post.js";

const A_PAGE = 5000; // milliseconds in which a page that was asked for has come
let wanted = null; // the order that is not kept yet
let sending = null; // the one that is under way
let parting = null; // the one that was sent as the page went

/** Keeps the order of the hand. Until it is kept, nothing else changes it here; that it was not is no trouble. */
export function keepOrder(order) {
  set({ order, ordering: true, heard: now.heard + 1 });
  wanted = order;
  keep("order", now.data, wanted);
  send();
}

function send() {
  if (sending || !wanted) return;
  sending = wanted;
  const sent = wanted;
  post(now.data.urls.order, { order: sent })
    .then(({ status }) => status < 500 && status !== 429 && wanted === sent && done())
    .catch(() => {})
    .finally(() => {
      sending = null;
      if (wanted !== sent) send();
    });
}

/** A page that is on its way may have been made just before: it still finds what it lacks. */
function done() {
  wanted = null;
  setTimeout(() => wanted || keep("order", now.data, null), A_PAGE);
  set({ ordering: false, heard: now.heard + 1 });
}

/** What a page before this one could not wait for. */
export function startOrdering() {
  const order = kept("order", now.data);
  keep("order", now.data, null);
  if (order && sameCards(order, now.data.dealt) && !sameOrder(order, now.data.order)) keepOrder(order);
  addEventListener("online", send);
  whenLeft(leave);
}

function leave() {
  if (!wanted) return;
  keep("order", now.data, wanted);
  if (wanted === sending || wanted === parting) return;
  parting = wanted;
  post(now.data.urls.order, { order: wanted }).catch(() => (parting = null));
}

const sameOrder = (one, other) => one.join(" ") === other.join(" ");
const sameCards = (one, other) => sameOrder([...one].sort(), [...other].sort());
