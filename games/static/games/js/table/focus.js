// Where the keyboard is: one stop of the felt and one of the dock can be reached by Tab, arrows lead on from it.

const STOP = "[data-stop]:not([disabled])";
const cursors = new Map(); // felt or dock, to the key of its stop

export const stopsIn = (part) => [...part.querySelectorAll(STOP)].filter((each) => each.offsetParent);

/** The part of the page, felt or dock, that this is in. */
export const partOf = (element) => element?.closest(".felt-table, .dock");

/** This stop is where Tab leads to. */
export function cursorAt(stop) {
  const part = partOf(stop);
  if (!part) return;
  onlyStop(stop, part);
  cursors.set(part, stop.dataset.stop);
}

function onlyStop(stop, part) {
  for (const other of part.querySelectorAll('[data-stop][tabindex="0"]')) other.tabIndex = -1;
  stop.tabIndex = 0;
}

/** Moves the focus there. */
export function focusOn(stop) {
  cursorAt(stop);
  stop.focus();
}

/** Before a drawing: gives what puts the focus back where it was, or beside it if that is gone. */
export function keepFocus({ felt, dock }) {
  const active = document.activeElement;
  const key = active?.dataset?.stop;
  const part = key ? partOf(active) : null;
  const place = part ? stopsIn(part).indexOf(active) : -1;
  return () => {
    for (const each of [felt, dock]) if (each !== part) cursorAgain(each);
    if (!part) return dock.contains(active) ? fromButton(active, dock) : null;
    const stops = stopsIn(part);
    const same = stops.find((each) => each.dataset.stop === key) ?? alike(key);
    const next = same ?? stops[Math.min(Math.max(place, 0), stops.length - 1)];
    cursorAgain(part);
    if (next && document.activeElement !== next) next.focus({ preventScroll: Boolean(same) });
    if (next) cursorAt(next);
  };
}

/** A button of the dock that can be pressed no more hands the focus to the hand. */
function fromButton(button, dock) {
  if (!button.disabled && button.offsetParent) return;
  toHand(dock);
}

/** Where the focus goes when what had it is gone. */
export function toHand(dock) {
  const next = dock.querySelector('[data-stop][tabindex="0"]') ?? document.querySelector('[data-stop][tabindex="0"]');
  next?.focus({ preventScroll: true });
}

/** A button that became disabled hands the focus to the meld that it was of. */
function alike(key) {
  const [kind, label] = key.split(" ");
  return kind === "put" || kind === "split" ? document.querySelector(`[data-stop="whole ${label}"]`) : null;
}

function cursorAgain(part) {
  if (part.querySelector('[data-stop][tabindex="0"]:not([disabled])')) return;
  const stops = stopsIn(part);
  const known = stops.find((each) => each.dataset.stop === cursors.get(part));
  const first = known ?? stops.find((each) => each.classList.contains("pick")) ?? stops[0];
  if (first) onlyStop(first, part);
}

/** The stop that one sees when looking from this one along the arrow; null at the edge of the part. */
export function beside(stop, key) {
  const from = stop.getBoundingClientRect();
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best = null;
  let least = Infinity;
  for (const other of stopsIn(partOf(stop))) {
    if (other === stop) continue;
    const to = other.getBoundingClientRect();
    const dx = to.x + to.width / 2 - from.x - from.width / 2;
    const dy = to.y + to.height / 2 - from.y - from.height / 2;
    const level = Math.abs(dy) < Math.max(from.height, to.height) / 2;
    if (sideways ? !level || sign * dx <= 0 : level || sign * dy <= 0) continue;
    const far = sideways ? Math.abs(dx) : Math.abs(dy) * 4 + Math.abs(dx);
    if (far < least) [best, least] = [other, far];
  }
  return best;
}
