/* The list below the form, drawn over with what the server's part lacks: games that wait on this phone, and the figures
   that somebody has changed in the last minute. */

import { fill } from "./entry/words.js";

const CHANGED_FOR = 60_000; // milliseconds
const changes = new Map(); // "game seat": {game, seat, from, to, until}
let known = new Map(); // figures by game, as the server had them last
let undo = []; // takes back what is drawn over

export function draw(list, note, words, jobs) {
  for (const restore of undo) restore();
  undo = [];
  const rows = new Map([...list.querySelectorAll(".sheet tbody tr")].map((row) => [parseInt(row.cells[0].firstChild.data, 10), row]));
  compare(rows);
  drawChanges(list, note, words, rows);
  for (const { body } of jobs) drawWaiting(rows.get(body.game), body.cells, words.unsent);
}

const cellsOf = (row) => [...row.cells].filter((cell) => cell.matches("td:not(.sheet__state)"));

/** The points in a cell, without marks, hidden words, running sum and scoring points. */
function figureIn(cell) {
  const plain = cell.cloneNode(true);
  for (const more of plain.querySelectorAll(".dealer, .visually-hidden, .sheet__so-far, .sheet__scored, .sheet__impossible")) more.remove();
  return plain.textContent.trim();
}

function compare(rows) {
  const now = new Map([...rows].map(([game, row]) => [game, cellsOf(row).map(figureIn)]));
  for (const [game, figures] of now) {
    known.get(game)?.forEach((from, at) => {
      if (from && from !== figures[at]) changes.set(`${game} ${at}`, { game, at, from, to: figures[at] || "–", until: Date.now() + CHANGED_FOR });
    });
  }
  if (now.size) known = now; // a hidden list comes back
}

function drawChanges(list, note, words, rows) {
  const people = [...list.querySelectorAll(".sheet__seat")].map((head) => [...head.querySelectorAll(".sheet__number, .sheet__name")].map((part) => part.textContent).join(" "));
  const told = [];
  for (const [key, { game, at, from, to, until }] of changes) {
    const cell = rows.get(game) && cellsOf(rows.get(game))[at];
    if (until < Date.now() || !cell) {
      changes.delete(key);
      continue;
    }
    told.push(fill(words.changed, { game, who: people[at], from, to }));
    cell.classList.add("is-changed");
    undo.push(() => cell.classList.remove("is-changed"));
  }
  const text = told.join("; ");
  if (note.textContent !== text) note.textContent = text;
  note.hidden = !text;
}

function drawWaiting(row, texts, unsent) {
  if (!row) return;
  const state = row.querySelector(".sheet__state");
  const before = [...row.cells].map((cell) => [cell, [...cell.childNodes]]);
  cellsOf(row).forEach((cell, at) => {
    const text = texts[at] ?? "";
    cell.replaceChildren(/^[RH]/.test(text) ? text.slice(1) || "0" : text);
  });
  const said = Object.assign(document.createElement("span"), { className: "sheet__words", textContent: unsent });
  state.replaceChildren(said);
  row.classList.add("is-unsent");
  undo.push(() => {
    for (const [cell, content] of before) cell.replaceChildren(...content);
    row.classList.remove("is-unsent");
  });
}
