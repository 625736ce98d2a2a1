/* The keypad: Enter and Tab go from cell to cell, arrows move, Backspace corrects, Ctrl+Z undoes. */

/** Bind the keys of the cells to their actions; `grid` knows the current cell and its neighbours. */
export class Keyboard {
  #minus = null; // the cell in which that key was pressed last

  /** `on`: {end(): after the last cell, undo(), problem(), go(), inserted(input)}; `signal` ends it. */
  constructor(grid, on, signal) {
    this.grid = grid;
    this.on = on;
    document.addEventListener("keydown", (key) => this.#pressed(key), { signal });
    const select = ({ target }) => grid.has(target) && target.select();
    document.addEventListener("focusin", select, { signal });
  }

  #pressed(key) {
    if (key.key === "F8" || key.key === "F9") {
      key.preventDefault();
      return key.key === "F8" ? this.on.problem() : this.on.go();
    }
    const cell = key.target;
    if (!this.grid.has(cell) || key.isComposing) return;
    const deed = this.#deed(key, cell);
    if (!deed) return;
    key.preventDefault();
    deed();
  }

  #deed(key, cell) {
    const grid = this.grid;
    if (key.ctrlKey || key.metaKey) {
      return key.key.toLowerCase() === "z" && !key.shiftKey && !key.altKey ? () => this.on.undo() : null;
    }
    if (key.altKey) return null;
    switch (key.key) {
      case "Enter":
      case "Tab":
        return key.shiftKey ? this.#back(cell) : () => this.next(cell);
      case "ArrowLeft":
        return () => grid.beside(cell, 0, -1)?.focus();
      case "ArrowRight":
        return () => grid.beside(cell, 0, 1)?.focus();
      case "ArrowUp":
        return () => grid.beside(cell, -1, 0)?.focus();
      case "ArrowDown":
        return () => grid.beside(cell, 1, 0)?.focus();
      case "Backspace":
        return cell.value === "" && grid.before(cell) ? () => toEnd(grid.before(cell)) : null;
      case "-": // the keypad has no question mark, and no game has fewer than no points
        return grid.isGame(cell) ? () => this.#insertUnreadable(cell) : null;
      default:
        return this.#minus === cell && cell.value === "?" && /^\d$/.test(key.key) ? () => this.#below(cell, key.key) : null;
    }
  }

  #insertUnreadable(cell) {
    this.insert(cell, "?");
    this.#minus = cell;
  }

  /** A figure after the key for "?": it was meant as a minus, and is refused as such. */
  #below(cell, digit) {
    cell.value = "";
    this.insert(cell, `-${digit}`);
  }

  /** To the next cell in the order of typing, or beyond the last one. */
  next(cell) {
    const next = this.grid.after(cell);
    if (next) next.focus();
    else this.on.end();
  }

  /** Keys that were pressed before the cells were ready, as if they were pressed now, until one asks for another list:
      answers those that came after it. */
  replay(keys) {
    for (const [at, key] of keys.entries()) {
      const target = document.activeElement;
      const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      if (!target.dispatchEvent(pressed)) continue;
      if (key === "Enter" && target.matches("button")) target.click();
      else if (key === "Enter" && target.form) {
        target.form.requestSubmit();
        return keys.slice(at + 1);
      } else if (target.matches("input[inputmode]")) this.#typed(target, key);
    }
    return [];
  }

  #typed(input, key) {
    if (key === "Backspace") {
      input.value = input.value.slice(0, -1);
      this.on.inserted(input);
    } else if (key.length === 1) this.insert(input, key);
  }

  #back(cell) {
    const before = this.grid.before(cell);
    return before ? () => before.focus() : null; // from the first cell Shift+Tab leaves the list
  }

  insert(cell, text) {
    cell.setRangeText(text, cell.selectionStart, cell.selectionEnd, "end");
    this.on.inserted(cell);
  }
}

/** The keys that a phone lacks act on the cell in work, which keeps the focus. */
export function phoneKeys(keyboard, grid) {
  document.getElementById("eingabe-tasten").addEventListener("pointerdown", (press) => {
    const key = press.target.closest("button");
    const cell = document.activeElement;
    press.preventDefault();
    if (!key || !grid.has(cell)) return;
    if ("next" in key.dataset) keyboard.next(cell);
    else keyboard.insert(cell, key.dataset.insert);
  });
}

function toEnd(cell) {
  cell.focus();
  cell.setSelectionRange(cell.value.length, cell.value.length);
}

/** The cells as they lie on the paper, and the order in which they are typed. */
export class Grid {
  byColumn = false;

  /** `games`: the inputs of each game by seat, null where a seat has been left; `lines`: those of the closing row. */
  constructor(games, lines) {
    this.games = games;
    this.rows = [...games, ...lines];
    this.lines = lines;
    this.cells = new Set(this.rows.flat().filter(Boolean));
  }

  /** A further game below the others. */
  add(row) {
    this.games.push(row);
    this.rows = [...this.games, ...this.lines];
    for (const cell of row) if (cell) this.cells.add(cell);
  }

  has = (element) => this.cells.has(element);

  isGame = (cell) => this.games.some((row) => row.includes(cell));

  get order() {
    const games = this.byColumn ? this.games[0].flatMap((_, seat) => this.games.map((row) => row[seat])) : this.games.flat();
    return [...games, ...this.lines.flat()].filter(Boolean);
  }

  before(cell) {
    const order = this.order;
    return order[order.indexOf(cell) - 1];
  }

  /** Enter in the first cell of an empty line of the closing row skips that line. */
  after(cell) {
    const line = this.lines.find((cells) => cells[0] === cell);
    const order = this.order;
    const from = line?.every((input) => input.value.trim() === "") ? line.at(-1) : cell;
    return order[order.indexOf(from) + 1];
  }

  /** The cell so many rows below and so many seats to the right; seats that were left are skipped. */
  beside(cell, down, right) {
    let row = this.rows.findIndex((cells) => cells.includes(cell));
    let seat = this.rows[row].indexOf(cell);
    do {
      row += down;
      seat += right;
    } while (this.rows[row]?.[seat] === null);
    return this.rows[row]?.[seat];
  }
}
