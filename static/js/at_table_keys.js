/* Keys on the page, for fingers: the keyboard of a telephone would cover half of the table. What they do is done to the
   field of the seat that is typed, which keeps the focus where it has it, so that a real keyboard works beside them. */

import { figure, fill } from "./entry/words.js";

const keys = document.getElementById("tasten");
const board = keys.querySelector(".keys__board");
const part = (name) => keys.querySelector(`[data-${name}]`);
const key = (name) => keys.querySelector(`[data-key="${name}"]`);
const fingers = matchMedia("(pointer: coarse)");
const touched = new Set(); // keys that acted when they were touched: their click says nothing new
let facts = { words: {}, factor: 1, bounds: null };
let cell = null; // of the seat that is typed

const cells = () => [...cell.form.querySelectorAll(".game__cell")].filter(({ type, readOnly }) => type !== "hidden" && !readOnly);
const seatOf = (input) => input.closest(".game__seat");

/** The next seat without points, from the one that is typed round the table; undefined where all others have theirs. */
function nextEmpty() {
  const all = cells();
  const at = all.indexOf(cell);
  return [...all.slice(at + 1), ...all.slice(0, at)].find(({ value }) => !value.trim());
}

/** "40" as 40, "18+30+27" as 75; NaN where it cannot be read. */
export const added = (text) => text.split("+").reduce((sum, one) => sum + (/^\s*\d+\s*$/.test(one) ? Number(one) : Number.NaN), 0);

export const factorOf = (game) => (game.querySelector("[name=hand]")?.checked ? facts.factor : 1);

/** What is impossible about a figure, as a question; "" where nothing is, or it has been asked. While somebody types it may
    still become enough. */
export function doubt(input, { typing = false } = {}) {
  const points = added(input.value);
  if (Number.isNaN(points) || input.readOnly || input.dataset.sure === input.value) return "";
  const [least, most] = facts.bounds[input.form.querySelector("[name=hand]")?.checked ? "hand" : "plain"];
  if (points > most) return fill(facts.words.too_high, { points, most });
  return points < least && !typing ? fill(facts.words.too_low, { points, least }) : "";
}

/** Whether a figure stays although it is impossible: the first time it is asked about, the second time it does. */
export function isSure(input) {
  const asks = doubt(input);
  input.dataset.sure = input.value;
  return !asks;
}

function drawDoubt(text) {
  const line = part("doubt");
  if (line.textContent === text) return;
  line.textContent = text;
  line.hidden = !text;
  measure();
  cell.scrollIntoView({ block: "nearest" }); // the keys have grown
}

function draw(said) {
  if (!cell?.isConnected || cell.form.hidden) return close();
  const { name, sum } = seatOf(cell).dataset;
  const points = added(cell.value) * factorOf(cell.form);
  part("name").textContent = name;
  part("total").textContent = sum === undefined ? "" : fill(facts.words.sum, { sum: figure(Number(sum) + (points || 0)) });
  part("value").textContent = cell.value;
  part("said").textContent = said ?? cell.value;
  const last = !nextEmpty();
  key("next").textContent = last ? facts.words.save : facts.words.next;
  if (last) key("next").setAttribute("aria-label", fill(facts.words.save_game, { game: cell.form.dataset.game }));
  else key("next").removeAttribute("aria-label");
  key("hand")?.setAttribute("aria-pressed", String(cell.form.elements.hand.checked));
  drawDoubt(doubt(cell, { typing: true }));
}

/** From now on the keys write into this field. */
function take(input) {
  cell?.removeAttribute("data-typed");
  cell = input;
  cell.setAttribute("data-typed", "");
  const { name } = seatOf(cell).dataset;
  if (keys.hidden) open();
  draw(`${name} ${cell.value}`);
  seatOf(cell).scrollIntoView({ block: "nearest" });
  cell.scrollIntoView({ block: "nearest" }); // large text puts it below the name, and little room is left
  cell.select(); // the first figure takes the place of what was there
}

function open() {
  keys.hidden = false;
  measure();
  document.body.dataset.keys = "";
  cell.form.querySelector(".game__seat").scrollIntoView();
}

function measure() {
  document.documentElement.style.setProperty("--keys", `${keys.offsetHeight}px`);
}

export function close() {
  keys.hidden = true;
  delete document.body.dataset.keys;
  cell?.removeAttribute("data-typed");
  cell = null;
}

/** To another seat; the focus goes along, unless it is on the keys, where somebody without eyes goes from key to key. */
function goTo(input) {
  if (keys.contains(document.activeElement)) take(input);
  else input.focus();
}

function write(text) {
  if (cell.value.length - (cell.selectionEnd - cell.selectionStart) >= cell.maxLength) return;
  cell.setRangeText(text, cell.selectionStart, cell.selectionEnd, "end");
}

function erase() {
  const { selectionStart: from, selectionEnd: to } = cell;
  cell.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
}

const ACTS = {
  close() {
    document.activeElement.blur();
    close();
  },
  back: erase,
  hand() {
    const { hand } = cell.form.elements;
    hand.checked = !hand.checked;
  },
  next() {
    const asks = doubt(cell);
    if (!isSure(cell)) return drawDoubt(asks);
    const next = nextEmpty();
    if (next) goTo(next);
    else cell.form.requestSubmit();
  },
};

function press(button) {
  if (!cell?.isConnected) return close();
  const { key: name } = button.dataset;
  const changes = name !== "next" && name !== "close";
  if (ACTS[name]) ACTS[name]();
  else write(name);
  if (changes) cell.dispatchEvent(new Event("input", { bubbles: true }));
}

// A figure is written when its key is touched: of two fingers that overlap a browser makes no click.
board.addEventListener("pointerdown", (down) => {
  const button = down.target.closest("button");
  if (down.isPrimary) touched.clear();
  if (!button || down.button || ["next", "close", "hand"].includes(button.dataset.key)) return;
  touched.add(button);
  press(button);
});
board.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button && !touched.delete(button)) press(button);
});
board.addEventListener("mousedown", (down) => down.preventDefault()); // the field keeps the focus

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("form.game .game__cell")) {
    if (fingers.matches && !target.readOnly) take(target);
  } else if (!keys.contains(target)) close();
});
document.addEventListener("click", ({ target }) => {
  if (target === cell) cell.select(); // the finger has put the cursor somewhere
});
document.addEventListener("input", ({ target }) => {
  if (target.form && target.form === cell?.form) draw();
});

/** No keyboard comes up by itself where the page draws keys. */
export function prepare(game) {
  for (const input of game.querySelectorAll(".game__cell")) if (fingers.matches) input.inputMode = "none";
  if (!cell?.isConnected) close();
}

export function begin(given) {
  facts = given;
}
