/* What is saved at once: a game, or the scorer's sums. A unit knows its cells, and what of them is stored. */

import { joined, parseNumber, parseRow, sayTheSame } from "./cells.js";
import { fill } from "./words.js";

class Unit {
  errors = []; // sentences: why it cannot be saved as it stands
  wrong = []; // inputs that cannot be read
  conflict = null; // {version, cells}: what somebody else stored meanwhile
  savedHere = false;

  constructor(target, inputs, cells, version, url) {
    Object.assign(this, { target, inputs, version, url });
    this.base = joined(cells); // what is stored, or on its way there
  }

  get cells() {
    return this.inputs.map((input) => input?.value ?? "");
  }

  set cells(texts) {
    this.inputs.forEach((input, at) => {
      if (input) input.value = texts[at];
    });
  }

  get touched() {
    return joined(this.cells) !== this.base;
  }

  get present() {
    return this.inputs.filter(Boolean);
  }

  has(element) {
    return this.inputs.includes(element);
  }

  /** What goes to the server; the queue adds the key. */
  get body() {
    return { cells: this.cells, expected: this.version };
  }

  /** Take over what is stored now, as the official has seen it. */
  take({ cells, version }) {
    this.cells = cells;
    this.accept(version);
  }

  /** What stands in the cells is stored under that version. */
  accept(version) {
    this.version = version;
    this.base = joined(this.cells);
    this.conflict = null;
    this.errors = [];
    this.wrong = [];
  }
}

export class Game extends Unit {
  constructor(row, { version, cells }, facts) {
    const game = Number(row.dataset.game);
    const inputs = cells.map((_, at) => row.querySelector(`[name="g${game}s${at + 1}"]`));
    super(`g${game}`, inputs, cells, version, facts.urls.row);
    Object.assign(this, { row, game, noting: facts.terms.noting, words: facts.words });
  }

  get body() {
    return { game: this.game, ...super.body };
  }

  get parsed() {
    return parseRow(this.cells, this.noting);
  }

  get whole() {
    return this.present.every((input) => input.value.trim() !== "");
  }

  agreesWith(cells) {
    return sayTheSame(this.cells, cells, this.noting);
  }

  /** Read the cells; true if all of them can be read. */
  check() {
    const found = this.parsed.errors;
    this.errors = found.map(({ seat, code, text }) => fill(this.words[code], { seat, text }));
    this.wrong = found.map(({ seat }) => this.inputs[seat - 1]);
    return !found.length;
  }
}

/** The closing row: sums, results and games ended as the scorer wrote them, line after line. */
export class Claims extends Unit {
  constructor(lines, { version, cells }, facts) {
    super("claims", lines.flatMap((line) => [...line.querySelectorAll("input")]), cells, version, facts.urls.claims);
    Object.assign(this, { lines, words: facts.words, seats: facts.terms.seats });
  }

  get whole() {
    return false; // it is stored when it is left, or a line of it
  }

  /** The cells of a line, by its name. */
  line(name) {
    const at = this.lines.findIndex((line) => line.dataset.claim === name);
    return this.inputs.slice(at * this.seats, (at + 1) * this.seats);
  }

  agreesWith(cells) {
    return joined(this.cells) === joined(cells);
  }

  check() {
    const found = this.inputs.filter((input) => input.value.trim() && !readable(input));
    const seats = found.map((input) => (this.inputs.indexOf(input) % this.seats) + 1);
    this.errors = seats.map((seat) => fill(this.words.no_number, { seat }));
    this.wrong = found;
    return !found.length;
  }
}

function readable(input) {
  const number = parseNumber(input.value);
  return number !== null && (number >= 0 || !input.name.endsWith("finished"));
}
