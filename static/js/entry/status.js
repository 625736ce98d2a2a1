/* One line that says whether all is stored, and notes above the list for what needs a decision. */

const PATIENCE = 400; // milliseconds: a save that is answered sooner is not mentioned

export class Status {
  #timer = null;
  #kind = "";
  #shown = "";
  #waiting = "";

  constructor(words, line = document.getElementById("eingabe-stand"), notes = document.getElementById("eingabe-hinweise")) {
    Object.assign(this, { words, line, notes });
  }

  /** Show a state: {kind: "good" | "wait" | "bad", text, action: {text, href, run}}. */
  say({ kind, text, action }) {
    if (kind === "wait") return this.#wait(text);
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#write(kind, text, action);
  }

  /** That all is stored is not so from now on; that something is not, is said once it takes long. */
  #wait(text) {
    this.#waiting = text;
    if (this.#kind === "good") this.#write("wait", "");
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#write("wait", this.#waiting);
    }, PATIENCE);
  }

  #write(kind, text, action) {
    this.#kind = kind;
    if (this.#shown === text) return;
    this.#shown = text;
    this.line.className = `entry-bar__status is-${kind}`;
    const sign = Object.assign(document.createElement("span"), { className: "sign", textContent: { good: "✓", wait: "…", bad: "▲" }[kind] });
    sign.setAttribute("aria-hidden", "true");
    this.line.replaceChildren(...(text ? [sign, text] : []), ...(action ? [" ", ...action] : []));
  }

  /** Show a note with buttons or a link; returns it, to be removed when it is settled. */
  note(text, actions) {
    const note = Object.assign(document.createElement("div"), { className: "note note--error" });
    const words = Object.assign(document.createElement("p"), { textContent: text });
    const row = Object.assign(document.createElement("p"), { className: "cluster" });
    row.append(...actions);
    note.append(words, row);
    this.notes.append(note);
    this.notes.hidden = false;
    return note;
  }

  drop(note) {
    note.remove();
    this.notes.hidden = !this.notes.childElementCount;
  }
}

export function link(text, href) {
  return Object.assign(document.createElement("a"), { textContent: text, href });
}

export function button(text, run) {
  const made = Object.assign(document.createElement("button"), {
    type: "button",
    className: "button button--quiet button--small",
    textContent: text,
  });
  made.addEventListener("click", run);
  return made;
}
