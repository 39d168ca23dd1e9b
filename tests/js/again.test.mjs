// One thing at a time: what is asked for while it is under way is done after it, once, and nothing is forgotten.

import assert from "node:assert/strict";
import { test } from "node:test";

import { oneAtATime } from "../../games/static/games/js/live/again.js";

/** Work that ends when it is told to. */
function slow() {
  const ends = [];
  const work = oneAtATime(() => new Promise((end) => ends.push(end)));
  return { ends, work };
}

const soon = () => new Promise((done) => setImmediate(done));

test("what is asked for meanwhile is done afterwards, once", async () => {
  const { ends, work } = slow();
  const first = work();
  work();
  work();
  assert.equal(ends.length, 1);
  ends[0]();
  await soon();
  assert.equal(ends.length, 2);
  ends[1]();
  await first;
  assert.equal(ends.length, 2);
});

test("afterwards it can be asked for anew, also where it failed", async () => {
  const fails = oneAtATime(() => Promise.reject(new Error("no")));
  await assert.rejects(fails);
  await assert.rejects(fails);
  const { ends, work } = slow();
  for (const number of [0, 1]) {
    const done = work();
    ends[number]();
    await done;
  }
  assert.equal(ends.length, 2);
});

test("what could not be done is tried again by and by, until it can", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0);
  const answers = [false, false, true];
  let tries = 0;
  const work = oneAtATime(async () => answers[tries++]);
  await work();
  assert.equal(tries, 1);
  t.mock.timers.tick(2000);
  await soon();
  assert.equal(tries, 2);
  t.mock.timers.tick(2000);
  await soon();
  assert.equal(tries, 2);
  t.mock.timers.tick(3000);
  await soon();
  assert.equal(tries, 3);
  t.mock.timers.tick(600_000);
  await soon();
  assert.equal(tries, 3);
});

test("who waits for the same server does not come at once with all others", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0.99);
  let tries = 0;
  const work = oneAtATime(async () => ++tries > 1);
  await work();
  t.mock.timers.tick(2900);
  await soon();
  assert.equal(tries, 1);
  t.mock.timers.tick(100);
  await soon();
  assert.equal(tries, 2);
});

test("a page that nobody sees tries nothing again until it is seen", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 0);
  globalThis.document = { hidden: true };
  t.after(() => delete globalThis.document);
  let tries = 0;
  const work = oneAtATime(async () => ++tries > 1);
  await work();
  t.mock.timers.tick(60_000);
  await soon();
  assert.equal(tries, 1);
  document.hidden = false;
  t.mock.timers.tick(2000);
  await soon();
  assert.equal(tries, 2);
});
