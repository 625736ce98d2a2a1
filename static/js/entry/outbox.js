/* On every other page of the officials: sends what was typed into a list and left in a hurry. */

import { Drafts } from "./kept.js";
import { Queue } from "./queue.js";
import { Status } from "./status.js";
import { Store } from "./store.js";
import { fill } from "./words.js";

const place = document.getElementById("postausgang");
const words = place.dataset;
const facts = {
  user: Number(words.user),
  scope: "", // of no list
  words: { other_list: words.otherList, open_list: words.openList },
};
const store = new Store();
const drafts = new Drafts(store, facts, new Status(facts.words, place.querySelector("[role=status]"), place));
const line = place.querySelector("[role=status]");

const queue = new Queue(store, {
  changed() {
    const waiting = queue.jobs.length;
    line.textContent = waiting ? fill(words.waiting, { n: waiting }) : "";
    place.hidden = place.childElementCount === 1 && !waiting;
  },
  settled(job, kind, answer) {
    if (kind === "done") return [];
    for (const target of [job.target, "finish"]) queue.withdraw(job.scope, target);
    return drafts.elsewhere(job, answer?.message);
  },
});

const { jobs, drafts: kept } = await store.read();
drafts.take(kept.filter(({ returned }) => returned)); // the answer may have come while its page was being left
queue.resume(jobs.filter(({ user }) => user === facts.user));
