// How elements are made: `h` for HTML, `face` for a card.

import { isJoker, rank, suit } from "../core/cards.js";
import { shapes } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const WORDS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades", "": "bare" };

/** An element. Attributes that are false, null or undefined are left out; children are nodes or texts. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return made;
}

export const button = (text, attributes = {}, ...more) => h("button", { type: "button", ...attributes }, text, ...more);

export const unseen = (text) => h("span", { class: "unseen" }, text);

export const hidden = (text) => h("span", { "aria-hidden": "true" }, text);

/** The shapes of the suits, once, for `use`. */
export function shapesOnce() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "unseen");
  svg.setAttribute("aria-hidden", "true");
  for (const [name, path] of Object.entries(shapes())) {
    const symbol = document.createElementNS(SVG, "symbol");
    symbol.id = `shape-${name === "*" ? "star" : name}`;
    symbol.setAttribute("viewBox", "0 0 24 24");
    symbol.append(document.createElementNS(SVG, "path"));
    symbol.firstChild.setAttribute("d", path);
    svg.append(symbol);
  }
  return svg;
}

function pip(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "pip");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#shape-${name}`);
  svg.append(use);
  return svg;
}

/** One card as it looks; what it is called says whoever holds it. */
export function face(card, { isNew = false, size = "" } = {}) {
  const joker = isJoker(card);
  const classes = ["card", WORDS[suit(card)], joker && "joker", isNew && "new", size].filter(Boolean).join(" ");
  const number = rank(card);
  return h("span", { class: classes, dir: "ltr", "aria-hidden": "true" }, [
    number > 0 && h("b", { class: number === 10 && "ten" }, number === 10 ? "10" : card.at(-2)),
    number > 0 && h("i", {}, suit(card)),
    number > 0 && pip(suit(card)),
    joker && h("span", { class: "star" }, pip("star")),
  ]);
}

/** Cards in a row, to be looked at. */
export const row = (cards, size = "") => h("span", { class: "cards", dir: "ltr", "aria-hidden": "true" },
  cards.map((card) => face(card, { size })));
