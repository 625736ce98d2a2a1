/* A list that is complete, opened to be corrected: what is typed is stored by its button only, and says so until then. */

import { Status } from "./status.js";
import { Claims, Game } from "./units.js";
import { fill } from "./words.js";

const element = (name, css, text) => Object.assign(document.createElement(name), { className: css, textContent: text });

export class Correcting {
  #sent = false;

  /** `signal` ends its listening. */
  constructor(form, facts, rows, lines, signal) {
    this.words = facts.words;
    this.status = new Status(facts.words);
    this.units = [
      ...rows.map((row, at) => new Game(row, facts.stored.rows[at], facts)),
      new Claims(lines, facts.stored.claims, facts),
    ];
    for (const unit of this.units) unit.before = this.#looks(unit);
    form.addEventListener("input", () => this.#draw(), { signal });
    form.addEventListener("submit", () => (this.#sent = true), { signal });
    window.addEventListener("beforeunload", (leaving) => !this.#sent && this.dirty && leaving.preventDefault(), { signal });
    window.addEventListener("pageshow", () => (this.#sent = false), { signal });
    this.#draw();
  }

  /** Whether anything is typed that is not stored. */
  get dirty() {
    return this.units.some((unit) => unit.touched);
  }

  #lines(unit) {
    return unit.game ? [unit.row] : unit.lines;
  }

  #looks(unit) {
    return this.#lines(unit).map((line) => ({ css: line.className, state: [...this.#place(line).childNodes] }));
  }

  /** What is said beside a line; the hidden fields of a row stay where they are. */
  #place(line) {
    return line.querySelector(".sheet__words") ?? line.querySelector(".sheet__state");
  }

  #draw() {
    for (const unit of this.units) {
      const unsaved = unit.touched;
      if (unit.unsaved === unsaved) continue;
      unit.unsaved = unsaved;
      this.#lines(unit).forEach((line, at) => {
        const { css, state } = unit.before[at];
        line.className = unsaved ? `${css} is-problem is-unsaved` : css;
        const words = unsaved && !at ? [element("span", "sheet__line", this.words.unsaved)] : state;
        this.#place(line).replaceChildren(...words);
      });
    }
    const n = this.units.filter((unit) => unit.touched).length;
    const text = n === 1 ? this.words.one_unsaved : fill(this.words.some_unsaved, { n });
    this.status.say(n ? { kind: "bad", text } : { kind: "good", text: "" });
  }
}
