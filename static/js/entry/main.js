/* Typing in a list without the mouse and without waiting. The page works as a plain form without this. */

import { Correcting } from "./correcting.js";
import { ListEditor } from "./list_editor.js";
import { Grid, Keyboard, phoneKeys } from "./keyboard.js";
import { showUnsaved } from "./kept.js";
import { asked, factsOf, show } from "./next.js";
import { Queue } from "./queue.js";
import { Store } from "./store.js";
import { History } from "./undo.js";

const store = new Store();
const queue = new Queue(store); // goes on sending while one list follows the other
let shown = null; // aborted when another list takes the place of the one that is shown
let place = location.pathname;

const CLAIMS = ["total", "result", "finished"]; // as the server counts their cells

const inputOf = (row, seat) => row.querySelector(`[name="g${row.dataset.game}s${seat}"]`);

/** Begin with the list that the page holds now. */
function open() {
  shown?.abort();
  shown = new AbortController();
  const { signal } = shown;
  const facts = factsOf(document);
  const rows = [...document.querySelectorAll("tr[data-game]")];
  const lines = CLAIMS.map((name) => document.querySelector(`tr[data-claim=${name}]`)).filter(Boolean);
  const seats = Array.from({ length: facts.terms.seats }, (_, at) => at + 1);
  const cellsOf = (row) => seats.map((seat) => inputOf(row, seat));
  const grid = new Grid(
    rows.map(cellsOf),
    lines.map((line) => [...line.querySelectorAll("input.cell")]),
  );
  const go = document.getElementById("tisch");
  const form = document.getElementById("eingabe");

  const history = new History(grid, signal);
  const grew = (further) => further.forEach((row) => grid.add(cellsOf(row)));
  const editor = facts.running ? new ListEditor(facts, rows, lines, { store, queue, signal, grew }) : null;
  const correcting = facts.correcting ? new Correcting(form, facts, rows, lines, signal) : null;
  const keyboard = new Keyboard(
    grid,
    {
      end: () => {
        if (editor?.ready) editor.finish(); // nothing is left to decide
        (correcting ? form.querySelector("[type=submit]") : go).focus();
      },
      go: () => go.select(),
      problem: () => nextProblem(editor?.missed),
      undo: () => {
        const input = history.undo();
        if (input && editor) editor.undone(input);
      },
      inserted: (input) => input.dispatchEvent(new Event("input", { bubbles: true })),
    },
    signal,
  );

  if (editor) {
    form.addEventListener("input", ({ target }) => grid.has(target) && editor.typed(target));
    form.addEventListener("focusout", ({ target, relatedTarget }) => {
      if (grid.has(target)) editor.left(target, grid.has(relatedTarget) ? relatedTarget : null, grid.byColumn);
    });
    form.addEventListener("submit", (submit) => {
      submit.preventDefault();
      if (submit.submitter?.value === "complete") {
        if (editor.finish()) go.focus();
      } else editor.saveAll();
    });
    for (const plain of document.querySelectorAll("[data-plain]")) plain.hidden = true;
    const { activeElement: at } = document;
    const figure = grid.has(at) ? at.value.trim() : null;
    editor.resume().then(() => {
      if (figure && at.value.trim() !== figure && at === document.activeElement) at.select(); // another figure came into it
      if (figure === "" && at.value.trim()) (grid.order.find((cell) => !cell.value.trim()) ?? go).focus();
      const early = window.earlyKeys.release(facts.table);
      window.earlyKeys.add(keyboard.replay(early));
    });
  } else {
    window.earlyKeys.release(facts.table);
    showUnsaved(facts);
  }
  for (const only of document.querySelectorAll("[data-entry-only]")) only.hidden = false;

  go.form.addEventListener("submit", (submit) => {
    const table = go.value.trim();
    if (!table || correcting?.dirty) return; // a page that is left for another one is asked about
    if (editor?.ready && editor.anySaved) editor.finish();
    submit.preventDefault();
    window.earlyKeys.leave(Number(table));
    follow(go.form, Number(table));
  });
  if (!form) return; // a list that is locked
  switchOrder(grid);
  phoneKeys(keyboard, grid);
}

/** Go to the list asked for; anything else about its number is said by a page of its own. */
async function follow(form, table) {
  await queue.through(table);
  const next = await asked(form);
  if (!next) return form.submit();
  show(next);
  place = location.pathname;
  open();
}

/* A key that is held down checks one list, not all of them. */
document.addEventListener("keydown", (key) => {
  if (key.repeat && key.target.id === "pruefen") key.preventDefault();
});

window.addEventListener("popstate", () => location.pathname !== place && location.reload());

/** The next place that needs attention: a decision, a cell that is wrong, or a row that is wrong as a whole. */
function nextProblem(missed) {
  const places = [...document.querySelectorAll(".sheet tr")].flatMap((row) => placesIn(row, missed));
  const here = places.findLastIndex((one) => one.closest("tr") === document.activeElement.closest("tr"));
  const same = places.indexOf(document.activeElement);
  places[((same < 0 ? here : same) + 1) % places.length]?.focus();
}

/** Cells that are wrong; of a row with another fault, or with something missing among what is typed, its first cell. `missed`
    says that a game of which nothing is typed is wrong as well. */
function placesIn(row, missed) {
  const marked = [...row.querySelectorAll("[data-decide=mine], [aria-invalid=true]")];
  if (marked.length || row.classList.contains("is-conflict")) return marked;
  const cells = [...row.querySelectorAll("input.cell")];
  const begun = row.classList.contains("is-open") && (missed || cells.some((cell) => cell.value.trim()));
  return (row.classList.contains("is-problem") || begun) && cells.length ? [cells[0]] : [];
}

/** Row by row or column by column, as it was chosen last. */
function switchOrder(grid) {
  const byColumn = document.getElementById("spaltenweise");
  try {
    byColumn.checked = grid.byColumn = localStorage.getItem("romme.spaltenweise") === "ja";
  } catch {
    // a browser without storage asks again on each page
  }
  byColumn.addEventListener("change", () => {
    grid.byColumn = byColumn.checked;
    try {
      localStorage.setItem("romme.spaltenweise", byColumn.checked ? "ja" : "nein");
    } catch {
      // see above
    }
  });
}

open();
