/* Editing a list: typed rows are sent one by one, and each answer goes to its row. */

import { joined, parseNumber } from "./cells.js";
import { Look } from "./look.js";
import { Drafts } from "./kept.js";
import { furtherRows } from "./next.js";
import { button, link, Status } from "./status.js";
import { addUp, withDoubt } from "./sums.js";
import { Claims, Game } from "./units.js";
import { fill } from "./words.js";

export class ListEditor {
  open = true; // until the list is completed
  #message = ""; // why the list could not be completed, until something else is stored
  missed = false; // the list could not be completed: a game that is missing is a fault now
  #here = null; // the unit that is being typed
  #growing = false; // further rows are on their way
  anySaved = false; // something typed here has been stored

  /** `signal` ends its listening; the queue and the store outlive it. `grew` is told of rows that were added. */
  constructor(facts, rows, lines, { store, queue, signal, grew }) {
    this.signal = signal;
    this.grew = grew;
    this.facts = facts;
    this.words = facts.words;
    this.version = facts.stored.list.version;
    this.games = rows.map((row, at) => new Game(row, facts.stored.rows[at], facts));
    this.claims = new Claims(lines, facts.stored.claims, facts);
    this.units = [...this.games, this.claims];
    this.look = new Look(facts);
    this.status = new Status(this.words);
    this.store = store;
    this.drafts = new Drafts(store, facts, this.status);
    this.queue = queue;
    queue.on = {
      changed: () => this.#draw(),
      settled: (job, kind, answer) => this.#settled(job, kind, answer),
    };
    const decided = ({ target }) => {
      const { decide, target: name } = target.dataset ?? {};
      if (decide) this.#decide(this.units.find((unit) => unit.target === name), decide);
    };
    const leaves = (leaving) => {
      const unsaved = queue.jobs.length || this.units.some((unit) => unit.touched);
      if (!store.durable && unsaved) leaving.preventDefault();
    };
    document.addEventListener("click", decided, { signal });
    window.addEventListener("beforeunload", leaves, { signal });
  }

  /** Send what an earlier page left unsaved, or put it back into its cells. */
  async resume() {
    const { jobs, drafts } = await this.store.read();
    const mine = jobs.filter((job) => job.user === this.facts.user);
    for (const job of mine.filter(({ scope }) => scope === this.facts.scope)) {
      const unit = this.#unit(job.target);
      if (!unit) continue;
      if (!unit.touched) unit.cells = job.body.cells;
      unit.base = joined(job.body.cells);
    }
    for (const draft of this.drafts.take(drafts)) this.#restore(draft);
    this.queue.resume(mine);
    for (const unit of this.units) {
      if (!unit.touched || unit.has(document.activeElement)) continue;
      unit.check();
      if (unit.whole) this.#commit(unit);
    }
    this.#draw();
  }

  #restore(draft) {
    const unit = this.#unit(draft.target);
    if (!unit) return;
    if (unit.agreesWith(draft.cells)) return this.drafts.drop(unit);
    const stored = { version: unit.version, cells: unit.cells };
    unit.cells = draft.cells;
    if (draft.expected !== unit.version && !this.queue.pending(this.facts.scope, unit.target)) unit.conflict = stored;
  }

  /** A key was pressed in a cell. */
  typed(input) {
    const unit = this.#of(input);
    unit.errors = [];
    unit.wrong = [];
    this.drafts.keep(unit);
    this.#drawUnit(unit);
    this.#drawSums();
  }

  /** A cell was left: a whole row is saved, and so is any row that is left with something new in it. */
  left(input, to, byColumn) {
    const unit = this.#of(input);
    const next = to && this.#of(to);
    this.#here = next;
    if (!unit.touched) return this.drafts.drop(unit);
    const stays = unit === next && (unit.game || sameLine(input, to));
    const comesBack = byColumn && unit.game && next?.game;
    if (unit.check() && (unit.whole || !(stays || comesBack))) this.#commit(unit);
    if (!next?.game) for (const other of this.games) if (other !== unit && other.touched && other.check()) this.#commit(other);
    this.#draw();
  }

  undone(input) {
    const unit = this.#of(input);
    if (unit.touched && unit.check() && (unit.whole || unit.version)) this.#commit(unit);
    else this.typed(input);
    const where = unit.game ? fill(this.words.game, { game: unit.game }) : this.words.claims;
    this.status.say({ kind: "good", text: fill(this.words.undone, { where }) });
  }

  saveAll() {
    for (const unit of this.units) if (unit.touched && unit.check()) this.#commit(unit);
    this.#draw();
  }

  /** Every game is in, nothing is wrong with it, and the scorer's sums are ours: the list can be completed unasked, unless
      the players confirm it on their phones. */
  get ready() {
    const sums = this.#sums();
    const differs = this.facts.terms.sums.some(
      ({ claim }, line) =>
        claim &&
        this.claims
          .line(claim)
          .some((input, at) => input.value.trim() && parseNumber(input.value) !== sums.lines[line][at]),
    );
    const wrong = this.games.some((unit) => unit.errors.length || unit.conflict || this.#breaksRule(unit));
    return this.open && !this.facts.table_confirms && sums.complete && !differs && !wrong;
  }

  #breaksRule(unit) {
    return !unit.touched && this.look.rows.get(unit.game).css.includes("is-problem");
  }

  /** Complete the list once everything is stored; false where something must be settled first. */
  finish() {
    this.saveAll();
    const stuck = this.units.find((unit) => unit.conflict || unit.errors.length);
    if (stuck || !this.open) {
      stuck?.present[0].focus();
      return false;
    }
    this.#message = "";
    this.#add({ target: "finish", url: this.facts.urls.finish, body: { expected: this.version } });
    this.#draw();
    return true;
  }

  #unit(target) {
    return this.units.find((unit) => unit.target === target);
  }

  #of(input) {
    return this.units.find((unit) => unit.has(input));
  }

  #commit(unit) {
    if (!unit.touched || unit.conflict || !this.open) return;
    unit.base = joined(unit.cells);
    this.#add({ target: unit.target, url: unit.url, body: unit.body });
  }

  #add(job) {
    const { user, scope, number, table, urls } = this.facts;
    const draft = { ...job, user, scope, number, table, page: urls.page };
    this.queue.add(draft, this.drafts.id(job.target));
  }

  /** An answer: to the row that was saved, to the list, or to another list that was left in a hurry. */
  #settled(job, kind, answer) {
    const failed = kind !== "done";
    if (failed) for (const target of [job.target, "finish"]) this.queue.withdraw(job.scope, target);
    if (job.scope !== this.facts.scope) return failed ? this.drafts.elsewhere(job, answer?.message) : [];
    if (!failed) this.#message = "";
    if (job.target !== "finish") this.#answered(this.#unit(job.target), kind, answer);
    else if (failed) this.#message = answer?.message ?? this.words.gone;
    if (answer?.list) this.#apply(answer);
    if (failed && job.target === "finish") this.#goToMissing();
    const unit = this.#unit(job.target);
    return unit?.touched ? [this.drafts.change(unit)] : []; // under the version that it rests on now
  }

  #answered(unit, kind, answer) {
    const isLast = !this.queue.pending(this.facts.scope, unit.target);
    if (kind === "done") {
      unit.version = answer.saved.version;
      unit.savedHere = this.anySaved = true;
      unit.errors = isLast && !unit.touched ? [] : unit.errors;
      return;
    }
    const stored = unit.game ? answer?.rows?.[unit.game - 1] : answer?.claims;
    unit.base = stored ? joined(stored.cells) : unit.base;
    if (kind === "conflict") unit.conflict = { version: stored.version, cells: stored.cells };
    else if (kind === "cells") {
      unit.errors = answer.cells.map((cell) => cell.text ?? fill(this.words.no_number, cell));
      unit.wrong = unit.game ? answer.cells.map((cell) => unit.inputs[cell.seat - 1]) : [];
    } else unit.errors = [fill(this.words.refused, { why: answer?.message ?? this.words.gone })];
    if (!unit.touched) unit.base = ""; // the cells are not what is stored
  }

  /** From the empty field of the next table to the first game that keeps the list from being complete: one that is
      missing, or else one whose end is unclear. */
  #goToMissing() {
    this.missed = true;
    const first = (css) => this.games.find((unit) => this.look.rows.get(unit.game).css.includes(css));
    const { present = [] } = first("is-open") ?? first("is-problem") ?? {};
    const table = document.getElementById("tisch");
    if (document.activeElement === table && !table.value) {
      (present.find((input) => !input.value.trim()) ?? present[0])?.focus();
    }
  }

  /** The list as the server has it now: with changes by others in rows that nobody touches here. */
  #apply(answer) {
    this.version = answer.list.version;
    for (const row of answer.rows) this.look.rows.set(row.game, row);
    this.look.claims = answer.claims;
    // A list that is played to a score has fewer rows once it is reached.
    const known = this.units.filter((unit) => !unit.game || answer.rows[unit.game - 1]);
    for (const unit of known) {
      const stored = unit.game ? answer.rows[unit.game - 1] : answer.claims;
      if (unit.touched || unit.conflict || this.queue.pending(this.facts.scope, unit.target)) continue;
      if (unit.agreesWith(stored.cells)) unit.accept(stored.version);
      else if (!unit.has(document.activeElement)) unit.take(stored);
    }
    this.look.drawList(answer);
    if (answer.rows.length > this.games.length) this.#grow();
    if (this.open && !answer.list.open) this.#close(answer);
  }

  /** Nobody has reached the score alone: there are more rows than the page began with. What fails comes with the next
      answer. */
  async #grow() {
    if (this.#growing) return;
    this.#growing = true;
    const last = this.games.at(-1);
    const { rows, stored } = await furtherRows(this.facts.urls.page, last.game);
    this.#growing = false;
    if (!rows.length || this.signal.aborted || !this.open) return;
    (last.row.nextElementSibling?.matches(".is-stored") ? last.row.nextElementSibling : last.row).after(...rows);
    for (const row of rows) {
      const facts = stored[Number(row.dataset.game) - 1];
      this.look.rows.set(facts.game, facts);
      this.games.push(new Game(row, facts, this.facts));
    }
    this.units = [...this.games, this.claims];
    this.grew(rows);
    this.#draw();
  }

  /** The list was completed, here or elsewhere: nothing more is typed into it without a reason. It looks as when it is
      loaded again, but for what was typed and never stored. */
  #close(answer) {
    this.open = false;
    if (answer.locked && !this.units.some((unit) => unit.touched)) {
      const place = document.getElementById("teil-liste");
      if (place.contains(document.activeElement)) document.getElementById("tisch").focus();
      place.innerHTML = answer.locked;
      return;
    }
    for (const input of this.units.flatMap((unit) => unit.present)) input.readOnly = true;
    this.status.note(this.words.closed_meanwhile, [link(this.words.reload, this.facts.urls.page)]);
  }

  #decide(unit, choice) {
    const stored = unit.conflict;
    unit.conflict = null;
    unit.version = stored.version;
    if (choice === "mine") {
      unit.base = joined(stored.cells);
      if (unit.check()) this.#commit(unit);
    } else {
      unit.take(stored);
      this.drafts.drop(unit);
    }
    unit.present[0].focus();
    this.#draw();
  }

  #sums() {
    return addUp(
      this.games.map((unit) => withDoubt(unit.parsed, this.look.rows.get(unit.game).doubt)),
      this.facts.terms,
    );
  }

  #drawSums() {
    this.look.drawSums(this.#sums());
  }

  #drawUnit(unit) {
    this.look.draw(unit, Boolean(this.queue.pending(this.facts.scope, unit.target)));
  }

  #draw() {
    for (const unit of this.units) this.#drawUnit(unit);
    this.#drawSums();
    this.status.say(this.#state());
  }

  /** The one line that says whether all is stored. */
  #state() {
    const { words, queue } = this;
    const waiting = queue.jobs.length;
    const again = button(words.try_again, () => queue.poke());
    const unsaved = this.units.some((unit) => unit.touched);
    if (queue.signedOut) {
      const signIn = link(words.sign_in, `${this.facts.urls.sign_in}?next=${encodeURIComponent(location.pathname)}`);
      return { kind: "bad", text: words.signed_out, action: [signIn, " ", again] };
    }
    if (waiting && queue.failures) {
      const [one, some] = queue.full
        ? [words.one_without_room, words.no_room]
        : [words.one_without_connection, words.no_connection];
      const text = waiting === 1 ? one : fill(some, { n: waiting });
      return { kind: "bad", text, action: [again] };
    }
    const conflict = this.units.find((unit) => unit.conflict);
    if (conflict) {
      const text = conflict.game ? fill(words.conflict_in, { game: conflict.game }) : words.conflict_in_claims;
      return { kind: "bad", text };
    }
    const wrong = this.units.find((unit) => unit.errors.length);
    if (wrong) return { kind: "bad", text: wrong.game ? fill(words.problem_in, { game: wrong.game }) : words.problem_in_claims };
    if (this.#message) return { kind: "bad", text: this.#message };
    if (!this.store.durable && (waiting || unsaved)) {
      return { kind: "bad", text: words.not_kept };
    }
    if (waiting) return { kind: "wait", text: waiting === 1 ? words.one_waits : fill(words.some_wait, { n: waiting }) };
    if (!this.open && !unsaved) {
      const step = document.querySelector("#teil-next a"); // a link leads to sums or games to be put right
      return step ? { kind: "bad", text: words.completed_with_faults } : { kind: "good", text: words.completed };
    }
    if (!this.anySaved) return { kind: "good", text: "" };
    const begun = this.units.some((unit) => unit.touched && unit !== this.#here); // as when columns are typed
    return begun ? { kind: "wait", text: words.all_but_begun } : { kind: "good", text: words.all_saved };
  }
}

const sameLine = (one, other) => one.closest("tr") === other?.closest("tr");
