/* Saves are sent in the order in which they were made, one at a time, each with its key until it is answered. */

import { newKey, send } from "./send.js";

const BACK_OFF = [1, 2, 4, 8, 15, 30]; // seconds

/**
 * A job: {seq, user, scope, number, table, page, target, url, body, tried}. `target` is "g3", "claims" or "finish";
 * `body.expected` null stands for the version that the save before it will be answered with.
 */
export class Queue {
  jobs = [];
  failures = 0;
  full = false; // the server said that its disk is
  signedOut = false;
  #running = false;
  #wake = null;
  #last = 0;
  #listening = []; // told when a save has been tried

  /** `on`: {changed(), settled(job, kind, answer)}; `settled` may return changes to store beside the job's end. */
  constructor(store, on = { changed() {}, settled() {} }) {
    this.store = store;
    this.on = on;
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.poke());
  }

  /** Take up what an earlier page left behind; what is on its way already stays there. */
  resume(jobs) {
    const here = new Set(this.jobs.map(({ seq }) => seq));
    this.jobs.push(...jobs.filter(({ seq }) => !here.has(seq)));
    this.jobs.sort((one, other) => one.seq - other.seq);
    this.#run();
  }

  /** The last save on its way for a target, if any. */
  pending(scope, target) {
    return this.jobs.findLast((job) => job.scope === scope && job.target === target);
  }

  /** Until no save of that table is on its way: the server tells what it has, so its page would be without them. Waits no
      longer where saves do not get through. */
  async through(table) {
    const gets = () => !this.failures && !this.signedOut;
    while (gets() && this.jobs.some((job) => job.table === table)) await new Promise((go) => this.#listening.push(go));
  }

  /** Add a save; one that has not been sent yet is replaced by the newer one. `clears` names a draft it replaces. */
  add(draft, clears) {
    const before = this.pending(draft.scope, draft.target);
    if (before && draft.target === "finish") return;
    const behind = draft.target === "finish" ? this.jobs.some((job) => job.scope === draft.scope) : Boolean(before);
    let job = before;
    if (before && !before.tried) {
      before.body = { ...before.body, cells: draft.body.cells, key: newKey() };
    } else {
      this.#last = Math.max(Date.now() * 1000, this.#last + 1);
      job = { ...draft, seq: this.#last, tried: false, body: { ...draft.body, key: newKey() } };
      if (behind) job.body.expected = null;
      this.jobs.push(job);
    }
    this.store.write([["put", "jobs", job], ["delete", "drafts", clears]]);
    this.on.changed();
    this.#run();
  }

  /** Forget the saves of a target: what is typed there becomes a draft again. */
  async withdraw(scope, target) {
    const gone = this.jobs.filter((job) => job.scope === scope && job.target === target);
    this.jobs = this.jobs.filter((job) => !gone.includes(job));
    await this.store.write(gone.map((job) => ["delete", "jobs", job.seq]));
  }

  /** Try again at once. */
  poke() {
    this.signedOut = false;
    this.#wake?.();
    this.#run();
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    while (this.jobs.length && !this.signedOut) {
      await this.#attempt(this.jobs[0]);
      for (const go of this.#listening.splice(0)) go();
      if (this.failures) await this.#pause();
    }
    this.#running = false;
    this.on.changed();
  }

  async #attempt(job) {
    if (!job.tried) {
      job.tried = true;
      await this.store.write([["put", "jobs", job]]);
    }
    const { kind, answer, full } = await send(job.url, job.body);
    this.full = Boolean(full);
    this.failures = kind === "again" ? this.failures + 1 : 0;
    if (kind === "again") return;
    if (kind === "signed-out") {
      this.signedOut = true;
      return;
    }
    this.jobs = this.jobs.filter((other) => other !== job);
    const changes = [["delete", "jobs", job.seq]];
    if (kind === "done") changes.push(...this.#handOn(job, answer));
    changes.push(...(this.on.settled(job, kind, answer) ?? []));
    await this.store.write(changes);
  }

  /** Saves that waited for this answer learn their version. */
  #handOn(job, answer) {
    const waiting = this.jobs.filter((other) => other.scope === job.scope && !other.tried);
    const told = [];
    for (const other of waiting) {
      if (other.target === job.target) other.body.expected = answer.saved.version;
      else if (other.target === "finish") other.body.expected = answer.list.version;
      else continue;
      told.push(["put", "jobs", other]);
    }
    return told;
  }

  async #pause() {
    const seconds = BACK_OFF[Math.min(this.failures, BACK_OFF.length) - 1];
    this.on.changed();
    await new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, seconds * 1000);
    });
    this.#wake = null;
  }
}
