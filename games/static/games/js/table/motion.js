// Cards that go somewhere are seen to go there, unless the reader wants no motion.

import { inHand } from "../core/cards.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 160; // milliseconds

/** Before a drawing: gives what lets each card that moved glide from where it lay. */
export function moving({ felt, dock }) {
  if (calm.matches || document.hidden) return () => {};
  const before = places(felt, dock);
  return () => {
    const after = places(felt, dock);
    const gone = [...before].filter(([key]) => !after.has(key));
    for (const [key, { element, x, y }] of after) {
      let from = before.get(key);
      if (!from) {
        const at = gone.findIndex(([other]) => cardOf(other) === cardOf(key));
        if (at >= 0) [[, from]] = gone.splice(at, 1);
      }
      if (from && (from.x !== x || from.y !== y)) glide(element, from.x - x, from.y - y);
    }
  };
}

const cardOf = (key) => inHand(key.split(" ")[1]);

function places(...parts) {
  const found = new Map();
  for (const part of parts) {
    for (const element of part.querySelectorAll(".pick")) {
      const { x, y } = element.getBoundingClientRect();
      found.set(element.dataset.key, { element, x: x + scrollX, y: y + scrollY });
    }
  }
  return found;
}

function glide(element, x, y) {
  element.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: TIME, easing: "ease-out" });
}
