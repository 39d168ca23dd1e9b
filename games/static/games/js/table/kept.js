// What could not be sent before the page was left, kept in this window until it comes back.

const name = (code) => `unsent ${code}`;

/** Keeps what waits to be sent on top of this step; nothing waits: forgets it. Whether it is kept. */
export function keep(code, step, waiting) {
  try {
    if (waiting.length) sessionStorage.setItem(name(code), JSON.stringify({ step, waiting }));
    else sessionStorage.removeItem(name(code));
    return true;
  } catch {
    return false; // a browser without storage, or with a full one
  }
}

/** What was kept on top of this step; anything else is out of date. */
export function kept(code, step) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name(code)) ?? "null");
    return found?.step === step ? found.waiting : [];
  } catch {
    return [];
  }
}
