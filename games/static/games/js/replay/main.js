// A round step by step without loading the page again: buttons, slider, keys, and playing by itself.

import { draw } from "./draw.js";
import { whole, within } from "./steps.js";

const PACE = 1400; // milliseconds between steps that play by themselves
const QUIET = 250; // until the address follows: browsers refuse to change it at each move of a slider
const data = JSON.parse(document.querySelector("#replay-data").textContent);
const steps = whole(data.steps);
const last = steps.length - 1;
const bar = document.querySelector(".player-bar");
const slider = bar.querySelector("#step");
const said = document.querySelector("#said");
const button = Object.fromEntries([...bar.querySelectorAll("[data-to]")].map((each) => [each.dataset.to, each]));
const mirrored = document.documentElement.dir === "rtl";
let now = data.at;
let timer = 0;
let noting = 0;

const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_whole, name) => values[name]);

function address(number) {
  const url = new URL(location.href);
  url.searchParams.set("step", number);
  return `${url.pathname}${url.search}`;
}

/** A link that leads nowhere now says so, as the page does without a script; it keeps the focus. */
function lead(link, number) {
  const there = number >= 0 && number <= last;
  if (there) {
    link.setAttribute("href", address(number));
    link.removeAttribute("aria-disabled");
    link.removeAttribute("tabindex");
  } else {
    link.tabIndex = 0; // before it is no link any more
    link.setAttribute("aria-disabled", "true");
    link.removeAttribute("href");
  }
}

function go(number) {
  const to = within(number, steps.length);
  if (to === now) return;
  now = to;
  draw(steps[now], data.stock, data.newCard);
  slider.value = now;
  const position = filled(data.texts.position, { step: now, last });
  bar.querySelector("output").textContent = position;
  slider.setAttribute("aria-valuetext", position);
  lead(button.previous, now - 1);
  lead(button.next, now + 1);
  for (const link of document.querySelectorAll("[data-step]")) {
    if (Number(link.dataset.step) === now) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  clearTimeout(noting);
  noting = setTimeout(() => history.replaceState(null, "", address(now)), QUIET);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  said.setAttribute("aria-live", "polite");
  button.play.firstElementChild.textContent = data.texts.play;
}

function play() {
  if (timer) return stop();
  if (now === last) go(0);
  said.setAttribute("aria-live", "off"); // what plays by itself would talk without end
  button.play.firstElementChild.textContent = data.texts.pause;
  timer = setInterval(() => {
    go(now + 1);
    if (now === last) stop();
  }, PACE);
}

const WAYS = {
  first: () => go(0),
  previous: () => go(now - 1),
  next: () => go(now + 1),
  last: () => go(last),
};
const KEYS = {
  ArrowLeft: mirrored ? "next" : "previous",
  ArrowRight: mirrored ? "previous" : "next",
  Home: "first",
  End: "last",
};

bar.addEventListener("click", (event) => {
  const way = event.target.closest("[data-to]")?.dataset.to;
  if (!way) return;
  event.preventDefault();
  if (way === "play") return play();
  stop();
  WAYS[way]();
});

document.querySelector(".all-steps").addEventListener("click", (event) => {
  const link = event.target.closest("[data-step]");
  if (!link) return;
  event.preventDefault();
  stop();
  go(Number(link.dataset.step));
});

slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});
slider.form.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const inside = event.target.closest("input, select, textarea, button, a, summary");
  if (event.key === " " && (!inside || inside === slider)) {
    event.preventDefault();
    play();
  } else if (KEYS[event.key] && (!inside || bar.contains(inside)) && inside !== slider) {
    event.preventDefault();
    stop();
    WAYS[KEYS[event.key]]();
  }
});

button.play.hidden = false;
bar.querySelector(".keys").hidden = false;
slider.form.querySelector("button").hidden = true;
slider.setAttribute("aria-valuetext", filled(data.texts.position, { step: now, last }));
bar.classList.add("scripted");
