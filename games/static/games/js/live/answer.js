// What the server answers, within a time: where a network goes away, a request may stay open for ever.

const MOST = 30_000; // milliseconds
export const A_LITTLE = 10_000; // for what is answered in no time, or asked anew

/** The answer; null where none comes. Browsers that cannot set a limit wait as long as they like. */
export const answerOf = (url, asked = {}, most = MOST) =>
  fetch(url, { ...asked, signal: AbortSignal.timeout?.(most) }).catch(() => null);

/** Whether this answer says nothing of what was asked: it is to be asked again, later. */
export const tellsNothing = (answer) => !answer || answer.status === 429 || answer.status >= 500;
