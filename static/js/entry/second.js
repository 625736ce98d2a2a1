/* A list typed a second time, with the keys of the first time. The page works as a plain form without this. */

import { Grid, Keyboard, phoneKeys } from "./keyboard.js";
import { History } from "./undo.js";

const form = document.querySelector("[data-second-reading]");
const place = `romme.zweite.${form.dataset.secondReading}`; // by reader and list; this window forgets it when it closes
const rows = [...form.querySelectorAll("tbody tr")];
const grid = new Grid(
  rows.map((row) => [...row.querySelectorAll("td:not(.sheet__state)")].map((cell) => cell.querySelector("input"))),
  [],
);
const history = new History(grid);
const keyboard = new Keyboard(grid, {
  end: () => form.querySelector("[value=compare]").focus(),
  go: () => form.querySelector("[value=compare]").focus(),
  problem: () => form.querySelector(".is-problem input")?.focus(),
  undo: () => history.undo() && keep(),
  inserted: (input) => input.dispatchEvent(new Event("input", { bubbles: true })),
});

/** What is typed outlives a reload; what the server has is not asked of this window any more. */
function keep() {
  const typed = [...grid.cells].filter((cell) => cell.value !== cell.defaultValue);
  try {
    sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(typed.map((cell) => [cell.name, cell.value]))));
  } catch {
    // a browser without storage sends the form before it leaves
  }
}

try {
  const typed = JSON.parse(sessionStorage.getItem(place)) ?? {};
  for (const cell of grid.cells) if (cell.value === "" && typed[cell.name]) cell.value = typed[cell.name];
} catch {
  // see above
}
form.addEventListener("input", keep);
keep();
const first = form.querySelector(".is-problem input") ?? grid.order.find((cell) => cell.value === "");
first?.focus();
document.getElementById("eingabe-tasten").hidden = false;
phoneKeys(keyboard, grid);
