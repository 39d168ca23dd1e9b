// What the page says: texts of the reader's language with names of cards and melds in them.

import { inHand, isJoker, rank, suit } from "../core/cards.js";
import { kindOf } from "../core/melds.js";

let texts = {};
let plurals = new Intl.PluralRules("en");
let rtl = false;

/** Takes the texts of the page. Says how cards are drawn as well: `shapes`. */
export function speak(found) {
  const { lang, dir } = document.documentElement;
  texts = found;
  plurals = new Intl.PluralRules(lang || "en");
  rtl = dir === "rtl";
}

const filled = (text, words) => text.replace(/%\((\w+)\)[sd]/g, (_, name) => words[name] ?? "");

/** The text of this name, with words in their places. */
export const say = (name, words = {}) => filled(texts[name] ?? "", words);

/** The same from a group of texts: `verdicts`, `refused`. */
export const sayOf = (group, name, words = {}) => filled(texts[group][name] ?? "", words);

/** What is counted, in the form that the number wants. */
export const count = (name, number) =>
  filled(texts[name][plurals.select(number)] ?? texts[name].other, { count: number });

export const shapes = () => texts.shapes;

/** `7 of hearts`, `joker`, `joker as 7 of hearts`. */
export function cardName(card) {
  if (!rank(card)) return say("joker");
  const words = { rank: texts.ranks[rank(card)] ?? rank(card), suit: texts.suits[suit(card)] };
  return say(isJoker(card) ? "jokerAs" : "card", words);
}

/** Cards in a sentence: named up to three, else how many. */
export function cardNames(cards) {
  if (cards.length > 3) return count("cards", cards.length);
  return listed(cards.map(cardName));
}

/** Words one after the other, parted as the language does. */
export const listed = (names) =>
  names.reduce((list, last) => (list ? say("list", { list, last }) : last), "");

/** Cards as signs that keep their order in a sentence of either direction. */
export function signs(cards) {
  const plain = cards.map((card) => inHand(card) === card ? sign(card) : "*" + sign(card.slice(1))).join("\u00a0");
  return rtl ? `\u2066${plain}\u2069` : plain;
}

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const sign = (card) =>
  rank(card) ? (rank(card) === 10 ? "10" : card[0]) + SIGNS[suit(card)] + "\ufe0e" : card;

export const title = (label) =>
  label[0] === "n" ? say("newMeldNumber", { number: label.slice(1) }) : say("meld", { label });

/** One word, or few, on whether these cards are a meld; `problem` as `problems` has it. */
export function verdict(cards, problem) {
  if (!problem) return say(kindOf(cards));
  if (problem === "too_short") return count("needs", 3 - cards.length);
  if (problem === "duplicate_card") return twice(cards);
  return sayOf("verdicts", problem);
}

function twice(cards) {
  const seen = cards.filter(rank).map((card) => (isJoker(card) ? card.slice(1) : card));
  const card = seen.find((each, place) => seen.indexOf(each) < place || seen.lastIndexOf(each) > place) ?? seen[0];
  if (new Set(seen.map(rank)).size === 1) return sayOf("verdicts", "suit_twice", { suit: texts.suits[suit(card)] });
  return sayOf("verdicts", "card_twice", { card: cardName(card) });
}

/** A meld in few words: `4 to 7 of hearts`, or its cards. */
export function described(cards, problem) {
  if (problem || kindOf(cards) === "group") return listed(cards.map(cardName));
  const named = (card) => texts.ranks[rank(card)] ?? rank(card);
  const words = { first: named(cards[0]), last: named(cards.at(-1)), suit: texts.suits[suit(cards[0])] };
  const jokers = cards.filter(isJoker);
  return [say("run", words), ...jokers.map(cardName)].reduce((list, last) => say("list", { list, last }));
}

/** The same with its verdict, for who hears it. */
export const wholly = (cards, problem) =>
  listed([described(cards, problem), problem ? verdict(cards, problem) : say("valid")]);
