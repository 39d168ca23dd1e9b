// What could not be sent before the page was left, kept in this window until it comes back.

/** `what` is of one seat of one game, so that nobody else who plays in this window finds it. */
const name = (what, { code, seat }) => `${what} ${code} ${seat}`;

/** Keeps this; null: forgets it. Whether it is kept. */
export function keep(what, data, value) {
  try {
    if (value === null) sessionStorage.removeItem(name(what, data));
    else sessionStorage.setItem(name(what, data), JSON.stringify(value));
    return true;
  } catch {
    return false; // a browser without storage, or with a full one
  }
}

/** What was kept, or null. */
export function kept(what, data) {
  try {
    return JSON.parse(sessionStorage.getItem(name(what, data)) ?? "null");
  } catch {
    return null;
  }
}
