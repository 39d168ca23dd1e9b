// One thing at a time, and once more where it was asked for meanwhile, or could not be done.

const PAUSES = [2, 5, 10, 30, 60]; // seconds until what could not be done is tried again, or half as long again

/** Not all at once: each page that was open when the service went waits for it to be back. */
const pause = (failures) => PAUSES[Math.min(failures, PAUSES.length) - 1] * 1000 * (1 + Math.random() / 2);

/**
 * `work` as it can be asked for at any moment: what is asked for while it is under way is done after it, once. Where
 * it gives false, it could not be done: it is tried again by and by, while the page is seen.
 */
export function oneAtATime(work) {
  let underWay = false;
  let again = false;
  let failures = 0;
  let timer = 0;
  const wait = () => (timer = setTimeout(retry, pause(failures)));
  const retry = () => (globalThis.document?.hidden ? wait() : run());

  async function run() {
    again = underWay;
    if (underWay) return;
    underWay = true;
    clearTimeout(timer);
    try {
      do {
        again = false;
        failures = (await work()) === false ? failures + 1 : 0;
      } while (again);
      if (failures) wait();
    } finally {
      underWay = false;
    }
  }

  return run;
}
