// The keyboard at the table: arrows move, Space chooses, + and - extend, Enter places, Escape lets go.

import { HAND } from "../core/ops.js";
import * as act from "./actions.js";
import { beside, focusOn, partOf, stopsIn } from "./focus.js";
import { chosen, now } from "./model.js";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

export function listenForKeys(board) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) return history(event);
    if (event.key === "Escape" && now.chosen.size) return done(event, act.letGo);
    if (!board.contains(event.target) || event.altKey) return null;
    const stop = event.target.closest("[data-stop]");
    return stop ? onStop(event, stop) : null;
  });
}

function history(event) {
  const key = event.key.toLowerCase();
  if (key === "z") return done(event, event.shiftKey ? act.redo : act.undo);
  return key === "y" ? done(event, act.redo) : null;
}

function onStop(event, stop) {
  const { key } = event;
  if (ARROWS.includes(key)) return done(event, () => (event.shiftKey ? shift(stop, key) : go(stop, key)));
  if (key === "Home" || key === "End") return done(event, () => toEnd(stop, key));
  if (key.toLowerCase() === "m" && !event.shiftKey) return done(event, () => act.moveTo());
  if (key === "Enter" && stop.dataset.do === "whole" && fromElsewhere(stop.dataset.label)) {
    return done(event, () => act.put(stop.dataset.label));
  }
  if (!stop.dataset.key) return null;
  if (key === "Enter") return done(event, () => enter(stop));
  if (key === "+" || key === "=") return done(event, () => extend(stop));
  if (key === "-") return done(event, () => shrink(stop));
  return null;
}

function done(event, what) {
  event.preventDefault();
  what();
}

/** From the felt's last row to the hand, and from the hand's first row back; else as seen. */
function go(stop, key) {
  const next = beside(stop, key);
  if (next) return focusOn(next);
  const part = partOf(stop);
  const other = document.querySelector(part.matches(".felt-table") ? ".dock" : ".felt-table");
  const leads = part.matches(".felt-table") ? key === "ArrowDown" : key === "ArrowUp";
  if (!leads) return null;
  const stops = stopsIn(other);
  const target = stops.find((each) => each.tabIndex === 0) ?? stops[0];
  return target && focusOn(target);
}

function toEnd(stop, key) {
  const stops = [...stop.closest(".cards, .meld-head")?.querySelectorAll("[data-stop]") ?? []];
  const target = stops.at(key === "End" ? -1 : 0);
  if (target) focusOn(target);
}

/** A card of the hand changes places with its neighbour, as seen. */
function shift(stop, key) {
  const cards = [...document.querySelectorAll("#hand-cards .pick")];
  const at = cards.indexOf(stop);
  if (at < 0 || key === "ArrowUp" || key === "ArrowDown") return;
  const moved = act.reorder(stop.dataset.key, at + (key === "ArrowLeft" ? -1 : 1)); // cards go left to right always
  const again = [...document.querySelectorAll("#hand-cards .pick")].find((each) => each.dataset.key === moved);
  if (again) focusOn(again);
}

/** Whether anything is chosen that does not lie there already. */
const fromElsewhere = (label) => [...chosen().keys()].some((source) => source !== label);

/** What is chosen goes to where the focus is. */
function enter(stop) {
  const [label] = stop.dataset.key.split(" ");
  if (!now.chosen.size) return act.refuse("no_cards");
  if (label === HAND && !fromElsewhere(HAND)) return act.moveTo(); // nothing to take back: where else?
  if (label === HAND || label === "loose") return act.back();
  return fromElsewhere(label) ? act.put(label) : act.refuse("same_meld");
}

/** Chooses the focused card, or the next one beside those that are chosen. */
function extend(stop) {
  const row = [...stop.closest(".cards").querySelectorAll(".pick")];
  let at = row.indexOf(stop);
  while (at < row.length && now.chosen.has(row[at].dataset.key)) at += 1;
  if (at === row.length) return;
  const { key } = row[at].dataset;
  act.choose(new Set([...now.chosen, key]));
  focusKey(key);
}

/** Lets the last of those go that are chosen up to the focused card. */
function shrink(stop) {
  const { key } = stop.dataset;
  if (!now.chosen.has(key)) return;
  const row = [...stop.closest(".cards").querySelectorAll(".pick")];
  const before = row[row.indexOf(stop) - 1]?.dataset.key;
  act.choose(new Set([...now.chosen].filter((each) => each !== key)));
  if (before && now.chosen.has(before)) focusKey(before);
}

function focusKey(key) {
  const stop = [...document.querySelectorAll(".pick")].find((each) => each.dataset.key === key);
  if (stop) focusOn(stop);
}
