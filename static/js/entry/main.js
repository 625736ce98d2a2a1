/* Typing in a list without the mouse and without waiting. The page works as a plain form without this. */

import { Desk } from "./desk.js";
import { Grid, Keyboard, phoneKeys } from "./keyboard.js";
import { showUnsaved } from "./kept.js";
import { History } from "./undo.js";

const facts = JSON.parse(document.getElementById("eingabe-daten").textContent);
const rows = [...document.querySelectorAll("tr[data-game]")];
const lines = [...document.querySelectorAll("tr[data-claim]")];
const inputOf = (row, seat) => row.querySelector(`[name="g${row.dataset.game}s${seat}"]`);
const seats = Array.from({ length: facts.terms.seats }, (_, at) => at + 1);
const grid = new Grid(
  rows.map((row) => seats.map((seat) => inputOf(row, seat))),
  lines.map((line) => [...line.querySelectorAll("input.cell")]),
);
const go = document.getElementById("tisch");
const form = document.getElementById("eingabe");

const history = new History(grid);
const desk = facts.running ? new Desk(facts, rows, lines) : null;
const keyboard = new Keyboard(grid, {
  end: () => (desk?.ready ? document.getElementById("abschliessen") : go).focus(),
  go: () => go.select(),
  problem: () => nextProblem(),
  undo: () => {
    const input = history.undo();
    if (input && desk) desk.undone(input);
  },
  inserted: (input) => input.dispatchEvent(new Event("input", { bubbles: true })),
});

if (desk) {
  const isDesk = (target) => grid.has(target);
  document.addEventListener("input", ({ target }) => isDesk(target) && desk.typed(target));
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (isDesk(target)) desk.left(target, grid.has(relatedTarget) ? relatedTarget : null, grid.byColumn);
  });
  form.addEventListener("submit", (submit) => {
    submit.preventDefault();
    if (submit.submitter?.value === "complete") {
      if (desk.finish()) go.focus();
    } else desk.saveAll();
  });
  for (const plain of document.querySelectorAll("[data-plain]")) plain.hidden = true;
  desk.resume().then(() => keyboard.replay(window.earlyKeys.release(facts.table)));
} else {
  window.earlyKeys.release(facts.table);
  showUnsaved(facts);
  /* Who changes a complete list is asked why: the fold with the reason opens at the first key. */
  const why = document.getElementById("berichtigung");
  document.addEventListener("input", ({ target }) => {
    if (why && grid.has(target)) why.open = true;
  });
}
for (const only of document.querySelectorAll("[data-entry-only]")) only.hidden = false;

go.form.addEventListener("submit", () => {
  if (go.value.trim()) window.earlyKeys.leave(Number(go.value));
});

/** The next cell that is in the way: a decision first, then what cannot be read, then what breaks a rule. */
function nextProblem() {
  const marked = [...document.querySelectorAll("[data-decide=mine], .sheet [aria-invalid=true]")];
  const here = marked.indexOf(document.activeElement);
  marked[(here + 1) % marked.length]?.focus();
}

const byColumn = document.getElementById("spaltenweise");
try {
  byColumn.checked = grid.byColumn = localStorage.getItem("romme.spaltenweise") === "ja";
} catch {
  // a browser that keeps nothing asks anew on each page
}
byColumn.addEventListener("change", () => {
  grid.byColumn = byColumn.checked;
  try {
    localStorage.setItem("romme.spaltenweise", byColumn.checked ? "ja" : "nein");
  } catch {
    // see above
  }
});

phoneKeys(keyboard, grid);
