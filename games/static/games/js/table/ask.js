// Questions in a dialog: what a joker stands for, where cards go, what to do with a meld.

import { inOrder } from "../core/undeclared.js";
import { HAND, NEW } from "../core/ops.js";
import { button, h, hidden, row } from "./dom.js";
import { cardName, described, listed, say, title, verdict } from "./say.js";

/** Shows a dialog with these answers; what was chosen, or null. Focus goes back to where it was. */
function ask(heading, text, answers, leave) {
  return new Promise((tell) => {
    let chosen = null;
    const dialog = h("dialog", { class: "ask", "aria-labelledby": "ask-title" }, [
      h("h2", { id: "ask-title" }, heading),
      text && h("p", {}, text),
      h("ul", {}, answers.map(([value, content, attributes = {}]) => {
        const answer = button(content, { class: "quiet", ...attributes });
        answer.addEventListener("click", () => {
          chosen = value;
          dialog.close();
        });
        return h("li", {}, answer);
      })),
      h("p", {}, h("button", { type: "button", class: "link", "data-close": true }, leave)),
    ]);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      tell(chosen);
    });
    document.querySelector("main").append(dialog);
    dialog.showModal();
  });
}

/** What the jokers stand for, of these options; the meld is shown as it would be. */
export function askJoker(fixed, options) {
  const answers = options.map((values) => {
    const values_ = [values].flat();
    return [values_, row(inOrder([...fixed, ...values_])), { "aria-label": listed(values_.map(cardName)) }];
  });
  return ask(say("which"), say("whichMore"), answers, say("leave"));
}

/** The label of a meld, "new" or "hand"; those that fit are marked. */
export function askWhere(targets, canGoBack) {
  const answers = [
    [NEW, [hidden("+ "), say("newMeld")]],
    ...(canGoBack ? [[HAND, say("back")]] : []),
    ...targets.map(({ label, cards, problem, fits }) => [
      label,
      [h("span", { class: "label" }, label), row(cards, "small"), fits && h("span", { class: "badge good" }, say("fitsThere"))],
      { "aria-label": `${title(label)}: ${listed([described(cards, problem), ...(fits ? [say("fitsThere")] : [])])}` },
    ]),
  ];
  return ask(say("where"), "", answers, say("leave"));
}

/** What to do with a meld: "split", "merge", "all", "out". */
export function askMeld(label, cards, problem) {
  const answers = [
    ...(cards.length > 1 ? [["split", say("split")]] : []),
    ["merge", say("merge")],
    ["all", say("takeAll")],
    ["out", say("dissolve")],
  ];
  return ask(title(label), `${described(cards, problem)} – ${verdict(cards, problem)}`, answers, say("close"));
}
