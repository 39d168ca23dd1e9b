// The script's core is held against what the engine does: rules, operations, placing, history.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { applyOp, applyOps } from "../../games/static/games/js/core/arrange.js";
import { declared, isJoker, points, value } from "../../games/static/games/js/core/cards.js";
import { ArrangeError, draftFrom, labels, problems, toTable, untouched } from "../../games/static/games/js/core/draft.js";
import { playedCards } from "../../games/static/games/js/core/faces.js";
import * as history from "../../games/static/games/js/core/history.js";
import { faultOf, whyNot } from "../../games/static/games/js/core/judge.js";
import { declareJokers, jokerValues, place, takeBack } from "../../games/static/games/js/core/placing.js";

const rows = (path) =>
  readFileSync(new URL(path, import.meta.url), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
const cards = (text) => (text ? text.split(" ") : []);
const tabled = (melds) => melds.map(([label, text]) => ({ label, cards: cards(text) }));

test("every line of the engine's melds is judged as by the engine", () => {
  const all = rows("../engine/vectors/meld_turns.jsonl");
  for (const row of all) {
    if (row.expect === "bad_card") continue; // what a draft cannot hold
    const table = row.before.map((meld, place) => ({ label: `m${place + 1}`, cards: meld }));
    const fault = faultOf(table, row.hand, row.after);
    const wanted = { expect: row.expect, meld: row.meld, reason: row.reason };
    assert.deepEqual({ expect: fault?.code ?? null, meld: fault?.meld, reason: fault?.reason }, wanted, row.name);
  }
  assert.ok(all.length > 200);
});

test("random operations lead to the engine's drafts, and are refused for its reasons", () => {
  held("./arrangements.jsonl", (draft, op) => applyOp(draft, op), (draft, _op, after, op) => {
    assert.deepEqual(after.ops, [...draft.ops, op]);
  });
});

test("cards chosen here and there go where the engine puts them, by operations that say so", () => {
  held("./placings.jsonl", act, (draft, _action, after) => {
    const made = after.ops.slice(draft.ops.length);
    assert.ok(made.length);
    const again = applyOps(draft, made);
    assert.deepEqual(shown(again), shown(after));
  });
});

function held(path, step, check) {
  const all = rows(path);
  assert.ok(all.length >= 300);
  for (const row of all) {
    let draft = draftFrom(tabled(row.table), cards(row.hand));
    for (const [what, refusal] of row.steps) {
      const said = JSON.stringify(what);
      const before = JSON.stringify(draft);
      let found = null;
      try {
        const after = step(draft, what);
        check(draft, what, after, what);
        assert.equal(JSON.stringify(draft), before, "a draft never changes");
        draft = after;
      } catch (error) {
        if (!(error instanceof ArrangeError)) throw error;
        found = { code: error.code, ...error.members };
      }
      assert.deepEqual(found, refusal, said);
    }
    assert.deepEqual(told(draft), row.end);
  }
}

function act(draft, action) {
  if (action.do === "declare") return declareJokers(draft, action.meld, action.values);
  const chosen = new Map(Object.entries(action.chosen));
  return action.do === "back" ? takeBack(draft, chosen) : place(draft, chosen, action.to, action.values ?? []);
}

const shown = ({ melds, hand, loose, made }) => ({
  melds: melds.map(({ label, cards: found }) => [label, found.join(" ")]),
  hand: hand.join(" "),
  loose: loose.join(" "),
  made,
});

function told(draft) {
  let refusal = null;
  try {
    toTable(draft);
  } catch (error) {
    refusal = { code: error.code, ...error.members };
  }
  const jokers = draft.melds.map(({ label }) => [label, jokerValues(draft, label).length]).filter(([, n]) => n);
  const sum = (found) => [...found.values()].reduce((one, other) => one + other, 0);
  const played = [...playedCards(draft)].map(([label, found]) => [label, sum(found)]).filter(([, n]) => n);
  return {
    ...shown(draft),
    problems: problems(draft),
    labels: labels(draft),
    untouched: untouched(draft),
    refusal,
    jokers: Object.fromEntries(jokers),
    played: Object.fromEntries(played.sort()),
  };
}

test("one sentence's worth of why it cannot be laid", () => {
  const start = draftFrom(tabled([["m1", "4H 5H 6H 7H"]]), cards("8H 9H 2C"));
  assert.equal(whyNot(start).code, "untouched");
  const split = applyOp(start, { op: "split", meld: "m1", card: "6H" });
  assert.deepEqual(whyNot(split), { code: "no_meld_yet", rule: "R8", label: "m1", reason: "too_short", more: 1 });
  const loose = applyOp(start, { op: "set", meld: "m1", cards: ["5H", "6H", "7H"] });
  assert.deepEqual(whyNot(loose), { code: "loose_cards", rule: "R13", cards: ["4H"] });
  const regrouped = applyOps(start, [
    { op: "set", meld: "m1", cards: [] },
    { op: "new", cards: ["4H", "5H", "6H", "7H"] },
  ]);
  assert.deepEqual(whyNot(regrouped), { code: "nothing_played", rule: "R13" });
  assert.equal(whyNot(applyOp(start, { op: "add", cards: ["8H"], to: "m1" })), null);
});

test("undo, redo, and undo of putting all back", () => {
  const start = draftFrom(tabled([["m1", "4H 5H 6H"]]), cards("7H 8H"));
  const one = applyOp(start, { op: "add", cards: ["7H"], to: "m1" });
  let now = history.after(history.opened(start, 0, 0), one);
  now = history.after(now, draftFrom(one.table, one.dealt));
  assert.ok(untouched(now.draft));
  now = history.undone(now);
  assert.deepEqual(shown(now.draft), shown(one));
  now = history.undone(now);
  assert.ok(untouched(now.draft) && !history.canUndo(now) && history.canRedo(now));
  now = history.redone(history.redone(now));
  assert.ok(untouched(now.draft) && !history.canRedo(now));
  now = history.undone(history.opened(start, 2, 0));
  assert.equal(now.draft, null, "only the server knows it");
  assert.equal(history.after(history.undone(history.after(now, one)), one).after.length, 0);
  for (let step = 0; step < 100; step++) now = history.after(now, one);
  assert.equal(now.before.length, 60);
});

test("cards", () => {
  assert.equal(["AS", "9D", "TC", "KH", "*", "*2C"].map(points).join(), "1,9,10,10,25,25");
  assert.ok(isJoker("*2C") && value(declared("2C")) === "2C");
});
