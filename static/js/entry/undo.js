/* What was changed, cell by cell, so that the last change can be taken back. */

export class History {
  #changes = []; // {input, before}
  #start = null; // the cell in work and what stood in it

  constructor(grid, signal) {
    const begin = ({ target }) => {
      this.#start = grid.has(target) ? { input: target, before: target.value } : null;
    };
    document.addEventListener("focusin", begin, { signal });
    document.addEventListener("focusout", ({ target }) => this.#keep(target), { signal });
  }

  #keep(input) {
    if (this.#start?.input === input && this.#start.before !== input.value) this.#changes.push(this.#start);
    this.#start = null;
  }

  /** Put back what was there before the last change; returns the cell, or undefined if there is none. */
  undo() {
    const now = this.#start;
    const last = now && now.before !== now.input.value ? now : this.#changes.pop();
    if (!last) return undefined;
    last.input.value = last.before;
    if (last !== now) {
      if (now) this.#start = null;
      last.input.focus();
      this.#start = { ...last };
    }
    last.input.select();
    return last.input;
  }
}
