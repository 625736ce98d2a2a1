/* What was typed and is not on its way: cells of rows that are not whole, conflicts, and what was refused. */

import { joined } from "./cells.js";
import { button, link, Status } from "./status.js";
import { Store } from "./store.js";
import { fill } from "./words.js";

export class Drafts {
  constructor(store, facts, status) {
    Object.assign(this, { store, facts, status });
  }

  id(target) {
    return `${this.facts.user}:${this.facts.scope}:${target}`;
  }

  /** The change of the store that keeps a unit's cells. */
  change(unit) {
    const { user, scope, number, table, urls } = this.facts;
    const { target, cells, version } = unit;
    const returned = Boolean(unit.conflict || unit.errors.length); // the server did not take it
    return ["put", "drafts", { id: this.id(target), user, scope, number, table, page: urls.page, target, cells, expected: version, returned }];
  }

  keep(unit) {
    this.store.write([this.change(unit)]);
  }

  drop(unit) {
    this.store.write([["delete", "drafts", this.id(unit.target)]]);
  }

  /** What is kept for this list; a note above the list links to what is kept for others. */
  take(drafts) {
    const own = drafts.filter(({ user }) => user === this.facts.user);
    this.#mention(own.filter(({ scope }) => scope !== this.facts.scope));
    return own.filter(({ scope }) => scope === this.facts.scope);
  }

  #mention(drafts, why = "") {
    for (const { page, number, table } of new Map(drafts.map((draft) => [draft.page, draft])).values()) {
      const words = this.facts.words;
      this.status.note(`${fill(words.other_list, { number, table })} ${why}`.trim(), [link(words.open_list, page)]);
    }
  }

  /** A save for another list came back, with the server's sentence about it if there is one: it waits there as a draft. */
  elsewhere(job, why) {
    const { user, scope, number, table, page, target, body } = job;
    const draft = { id: `${user}:${scope}:${target}`, user, scope, number, table, page, target, cells: body.cells ?? [], expected: body.expected, returned: true };
    this.#mention([draft], why);
    return target === "finish" ? [] : [["put", "drafts", draft]];
  }
}

/** On a list that is complete: show what this browser holds for it, to be taken over into the correction, or dropped. */
export async function showUnsaved(facts) {
  const store = new Store();
  const status = new Status(facts.words);
  const { jobs, drafts } = await store.read();
  const jobsHere = jobs.filter((job) => job.user === facts.user && job.scope === facts.scope && job.body.cells);
  const here = [
    ...jobsHere.map((job) => ({ place: ["delete", "jobs", job.seq], target: job.target, cells: job.body.cells })),
    ...drafts
      .filter((draft) => draft.user === facts.user && draft.scope === facts.scope)
      .map((draft) => ({ place: ["delete", "drafts", draft.id], target: draft.target, cells: draft.cells })),
  ];
  for (const { place, target, cells } of here) {
    if (joined(cells) === joined(storedCells(facts, target))) {
      store.write([place]);
      continue;
    }
    const where = target === "claims" ? facts.words.claims : fill(facts.words.game, { game: target.slice(1) });
    const what = `${where}: ${cells.map((text) => text || "–").join(" · ")}`;
    const settle = () => {
      store.write([place]);
      status.drop(note);
    };
    const take = () => {
      const inputs = inputsOf(target);
      inputs.forEach((input, at) => input && (input.value = cells[at]));
      const first = inputs.find(Boolean);
      first?.dispatchEvent(new Event("input", { bubbles: true }));
      first?.focus();
      settle();
    };
    const go = facts.correcting ? button(facts.words.take, take) : link(facts.words.correct, facts.urls.correct);
    const note = status.note(fill(facts.words.kept, { what }), [go, button(facts.words.drop, settle)]);
  }
}

function storedCells(facts, target) {
  return target === "claims" ? facts.stored.claims.cells : facts.stored.rows[Number(target.slice(1)) - 1].cells;
}

function inputsOf(target) {
  if (target === "claims") return [...document.querySelectorAll("tr[data-claim] input.cell")];
  const seats = document.querySelectorAll(".sheet__seat").length;
  return Array.from({ length: seats }, (_, at) => document.querySelector(`[name="${target}s${at + 1}"]`));
}
