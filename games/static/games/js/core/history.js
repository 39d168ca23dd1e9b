// What can be undone and done again, as games/services/arranging.py counts it. Steps made before the page was
// opened are known to the server only: they stand as null here.

const MOST_STEPS = 60;

/** The history of a draft that was stored with so many steps behind and before it. */
export const opened = (draft, undo, redo) =>
  Object.freeze({ draft, before: Array(undo).fill(null), after: Array(redo).fill(null) });

/** A change was made. Putting all back is a change as well, so it can be undone. */
export const after = (history, draft) =>
  Object.freeze({ draft, before: [...history.before, history.draft].slice(-MOST_STEPS), after: [] });

export const canUndo = (history) => history.before.length > 0;
export const canRedo = (history) => history.after.length > 0;

/** One step back. The draft is null where only the server knows it. */
export const undone = ({ draft, before, after: later }) =>
  Object.freeze({ draft: before.at(-1), before: before.slice(0, -1), after: [...later, draft] });

/** What was undone last is done again. */
export const redone = ({ draft, before, after: later }) =>
  Object.freeze({ draft: later.at(-1), before: [...before, draft], after: later.slice(0, -1) });

/** The same history with what the server says that the draft is. */
export const told = (history, draft) => Object.freeze({ ...history, draft });
