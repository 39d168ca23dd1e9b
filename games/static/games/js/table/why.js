// The sentence beside the final button: why it cannot be pressed yet.

import { draft } from "./model.js";
import { h } from "./dom.js";
import { count, say, signs, title, verdict } from "./say.js";

/** Nodes of the sentence for a fault as `whyNot` finds it; null where there is none. */
export function whySentence(fault, canLay) {
  if (!fault) return [say(canLay ? "ready" : "notNow")];
  const nodes = [text(fault)];
  if (fault.label || fault.code === "loose_cards") {
    nodes.push(" ", h("a", { href: `#${fault.label ?? "loose"}`, "data-do": "show" }, say("show")));
  }
  if (fault.rule) nodes.push(" ", h("a", { href: `${say("rules")}#${fault.rule}` }, say("rule")));
  return nodes;
}

function text(fault) {
  if (fault.code === "loose_cards") return say("looseCards", { cards: signs(fault.cards) });
  if (fault.code === "joker_redeclared") return say(fault.code, { joker: signs([fault.joker]) });
  if (fault.code !== "no_meld_yet") return say(fault.code);
  const meld = title(fault.label);
  if (fault.reason === "joker_undeclared") return say("sayJoker", { meld });
  const cards = draft().melds.find((each) => each.label === fault.label).cards;
  const sentence = say("noMeldYet", { meld, why: verdict(cards, fault.reason) });
  return fault.more ? `${sentence} ${count("andMore", fault.more)}` : sentence;
}
