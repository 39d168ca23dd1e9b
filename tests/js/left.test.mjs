// What a page that was left had still to send: what of it is sent, and in which order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST_SENT, MOST_THEN, leftOver, together } from "../../games/static/games/js/core/left.js";

const DRAFT = { melds: [], hand: ["7C"], loose: [], made: 0 };
const [one, two, three] = ["a", "b", "c"].map((key) => ({ key, do: "undo" }));
const kept = (...waiting) => ({ step: 4, version: 9, waiting, draft: DRAFT });
const told = (step, key, version = 9) => ({ step, key, version });

test("what the server has made is left out, the rest is done in order", () => {
  const all = kept(one, two, three);
  assert.deepEqual(leftOver(all, told(4, "")).waiting, [one, two, three]);
  assert.deepEqual(leftOver(all, told(4, "of before")).waiting, [one, two, three]);
  assert.deepEqual(leftOver(all, told(5, "a")).waiting, [two, three]);
  assert.deepEqual(leftOver(all, told(6, "b")).waiting, [three]);
  assert.equal(leftOver(all, told(7, "c")), null);
});

test("where others were made meanwhile, nothing is", () => {
  for (const [step, key] of [[5, ""], [6, "other"], [6, "a"], [3, ""], [0, ""]]) {
    assert.equal(leftOver(kept(one, two), told(step, key)), null, `${step} ${key}`);
  }
  assert.equal(leftOver(null, told(4, "")), null);
});

test("how it looked holds on the table of then", () => {
  assert.deepEqual(leftOver(kept(one), told(4, "")).draft, DRAFT);
  assert.equal(leftOver(kept(one), told(4, "", 10)).draft, null);
});

test("all goes in one request, up to what a page that goes may send", () => {
  assert.deepEqual(together(4, 9, [one, two, three]), { step: 4, version: 9, ...one, then: [two, three] });
  assert.deepEqual(together(4, 9, [one]).then, []);
  const many = Array.from({ length: 80 }, (_, number) => ({ key: `k${number}`, do: "undo" }));
  assert.deepEqual(together(4, 9, many).then, many.slice(1, MOST_THEN + 1));
  const ops = [{ op: "new", cards: Array(100).fill("*10H") }];
  const large = many.map(({ key }) => ({ key, ops: [...ops, ...ops] }));
  const sent = together(4, 9, large);
  assert.ok(sent.then.length > 10 && sent.then.length < 60);
  assert.deepEqual(sent.then, large.slice(1, sent.then.length + 1));
  assert.ok(JSON.stringify(sent).length <= MOST_SENT);
});
