// One thing at a time, and once more where it was asked for meanwhile.

/** `work` as it can be asked for at any moment: what is asked for while it is under way is done after it, once. */
export function oneAtATime(work) {
  let underWay = false;
  let again = false;
  return async () => {
    again = underWay;
    if (underWay) return;
    underWay = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      underWay = false;
    }
  };
}
