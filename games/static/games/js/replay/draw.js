// One step on the page: what happened, the melds, the hands, what is left to draw. Cards come from the page's own.

const faces = new Map();
for (const each of document.querySelector("#faces").content.querySelectorAll("[data-face]")) {
  faces.set(each.dataset.face, each.firstElementChild);
}
const at = (selector) => document.querySelector(selector);
const copy = (id) => at(`#${id}`).content.cloneNode(true);

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function face(text, size, newName) {
  const made = faces.get(text).cloneNode(true);
  if (size) made.classList.add(size);
  if (newName) {
    made.classList.add("new");
    made.setAttribute("aria-label", newName);
  }
  return made;
}

/** A row of cards; those also in `fresh` are marked as new, each as often as it stands there. */
function row(texts, { size = "", fresh = [], names = {} } = {}) {
  const left = [...fresh];
  const made = element("span", "cards");
  made.dir = "ltr";
  for (const text of texts) {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
    made.append(face(text, size, place >= 0 ? names[text] : ""));
  }
  return made;
}

/** Shows a whole step. `names`: what a new card is called. */
export function draw(step, stock, names) {
  at("#said").replaceChildren(...step.said.map(([text, cards]) => {
    const line = element("p", "", element("span", "", text));
    if (cards.length) line.append(" ", row(cards, { size: "small" }));
    return line;
  }), ...(step.reason ? [element("p", "", element("q", "reason", step.reason))] : []), ...step.marks.map(copy));

  at("#melds").replaceChildren(...step.table.map(([cards, changed, fresh]) => {
    const meld = element("li", changed ? "meld changed" : "meld");
    if (changed) meld.append(copy("changed"));
    meld.append(row(cards, { fresh, names }));
    return meld;
  }));
  at(".bare-table").hidden = step.table.length > 0;

  for (const [seat, [cards, count]] of Object.entries(step.hands)) {
    const place = at(`[data-seat="${seat}"]`);
    const acts = String(step.seat) === seat;
    place.classList.toggle("moves", acts);
    place.querySelector(".count").textContent = count;
    const fresh = acts ? step.drawn : [];
    place.querySelector(".held").replaceChildren(row(cards, { size: "small", fresh, names }));
  }
  at("#left").textContent = step.left;
  at("#rest").replaceChildren(row(stock.slice(step.taken), { size: "small" }));
}
