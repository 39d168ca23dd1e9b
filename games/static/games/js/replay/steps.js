// The steps of a round: each is told as what is not as it was before; here each becomes whole.

/** All steps, whole. `changed` names the seats whose hands are not as they were. */
export function whole(steps) {
  let before = { hands: {}, table: [], taken: 0, left: "" };
  return steps.map((step) => {
    const table = step.table ?? before.table.map(([cards]) => [cards, false, []]);
    before = { ...before, ...step, table, hands: { ...before.hands, ...step.hands } };
    return before;
  });
}

/** The step that is asked for, within those that there are. */
export const within = (number, count) => Math.min(Math.max(number, 0), count - 1);
