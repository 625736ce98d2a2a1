/* The table keeps itself up to date, sends moves without leaving the page, and keeps what was chosen. Without it the page
   is a plain form. */

import { chosen, keepChosen } from "./hand.js";
import { startClock } from "./clock.js";
import { dragging, startDragging } from "./drag.js";
import { cardsAt, travel } from "./motion.js";

const form = document.querySelector("[data-table]");
const place = form.querySelector("[data-part]");
const live = document.querySelector("[data-live]");
const commands = document.querySelectorAll("[data-command]");
const offline = document.querySelector("[data-offline]");
const CALM = 1500; // milliseconds between two looks while people are awaited
let { tag } = form.dataset; // what the page shows
let sending = false;
let shown = 0; // counts tables that were shown and moves that were sent: an answer from before is out of date
let waiting = 0;
let said = "";

const facts = () => place.firstElementChild.dataset;

/** Else it is a page of the network, which wants people to sign in to it. */
const isTable = (html) => html.includes("data-number=");

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Looking */

async function look() {
  clearTimeout(waiting);
  if (!document.hidden && !sending && !dragging()) {
    const before = shown;
    try {
      const answer = await fetch(form.action, { headers: { "X-Part": "table", ...(tag && { "If-None-Match": tag }) }, cache: "no-store" });
      offline.hidden = true;
      if (answer.status === 410 || answer.status === 404) location.reload();
      else if (answer.ok) {
        const html = await answer.text();
        if (!isTable(html)) throw new Error("no answer of the program");
        if (shown === before && !sending && !dragging() && !window.isPressing()) {
          tag = answer.headers.get("ETag");
          keepUp(html);
        }
      }
    } catch {
      offline.hidden = false; // no network for a moment: the next look comes
    }
  }
  lookSoon();
}

function lookSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(look, facts().waits ? Number(facts().pace) : CALM);
}

/** A table that is being rearranged stays as it lies here; when something has happened, the server says whether it can. */
function keepUp(html) {
  if (!rebuilding()) {
    const kept = keepAnswer();
    take(html);
    kept();
  } else if (!html.includes(`data-number="${facts().number}"`)) {
    const data = new FormData(form);
    data.set("do", "umbauen");
    send(data, false);
  }
}

/** What was answered stays until something else is done here; a refusal only while nothing else has happened. */
function keepAnswer() {
  const { number } = facts();
  const here = document.activeElement;
  const answers = [...place.querySelectorAll("[data-told], [data-refused]")].map((answer) => [answer, answer.scrollTop]);
  return () => {
    for (const [answer, top] of answers) {
      if (answer.matches("[data-refused]") && facts().number !== number) continue;
      answer.removeAttribute("role"); // it has been read out
      place.querySelector(".turn").after(answer);
      answer.scrollTop = top;
      if (answer === here) answer.focus({ preventScroll: true });
    }
  };
}

const rebuilding = () => place.querySelector("[data-rebuilding]");

/** What the server shows takes the place of what was there; folds, focus and typed names stay. */
function take(html) {
  shown += 1;
  const open = new Map([...place.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open]));
  const typed = new Map([...place.querySelectorAll("input.input")].map((field) => [field.id, field.value]));
  const focus = handlesOf(document.activeElement);
  const kept = keepChosen(place);
  const top = place.querySelector(".log")?.scrollTop ?? 0;
  const before = cardsAt(place);
  place.innerHTML = html;
  kept();
  travel(before, place);
  for (const [id, was] of open) if (place.querySelector(`#${id}`)) place.querySelector(`#${id}`).open = was;
  for (const [id, was] of typed) if (was && place.querySelector(`#${id}`)) place.querySelector(`#${id}`).value = was;
  const log = place.querySelector(".log");
  if (log) log.scrollTop = top;
  for (const handle of focus) {
    const found = place.querySelector(handle);
    found?.focus({ preventScroll: true });
    if (found) break;
  }
  arrived();
}

/** Finds the same card, button or field in what comes; for one that has gone, the button where a card was, or one's cards. */
function handlesOf(here) {
  if (!place.contains(here)) return [];
  if (here.id) return [`#${CSS.escape(here.id)}`, "[name=k]"];
  if (!here.name) return [`#${here.closest("[id]").id} ${here.localName}`]; // a fold, or what happened in it
  const group = here.closest("[data-place]");
  return [
    `[name="${here.name}"][value="${CSS.escape(here.value)}"]`,
    ...(group ? [`[data-drop="${CSS.escape(group.dataset.drop)}"] [data-here]`, "[data-here]"] : []),
    "[name=k]",
  ];
}

function arrived() {
  chosen();
  startClock(place, look);
  const { say } = facts();
  const refused = place.querySelector("[data-refused]");
  if (refused) refused.scrollIntoView({ block: "nearest" });
  if (say !== said) live.textContent = say;
  said = say;
}

/* Moving */

form.addEventListener("submit", (submit) => {
  submit.preventDefault();
  const data = new FormData(form, submit.submitter);
  data.set("folge", chosen().join(" "));
  send(data, true);
});

for (const command of commands) {
  command.addEventListener("submit", (submit) => {
    submit.preventDefault();
    send(new FormData(command), false, () => command.reset());
  });
}

/** The same key until there is an answer: what the network repeats has its effect once. */
async function send(data, chooses, then) {
  if (sending) return;
  sending = true;
  shown += 1;
  wait(true);
  data.set("key", newKey());
  try {
    const answer = await post(data);
    offline.hidden = true;
    const html = await answer.text();
    if (answer.status === 403 || answer.status === 404 || answer.status === 410 || answer.status >= 500) location.reload();
    else if (!isTable(html)) throw new Error("no answer of the program");
    else {
      tag = null;
      if (answer.ok && chooses) forget();
      take(html);
      if (answer.ok) then?.();
    }
  } catch {
    offline.hidden = false;
  }
  sending = false;
  wait(false);
  lookSoon();
}

/** Buttons show that they wait: a second press while a move is on its way would be lost. */
function wait(waits) {
  for (const part of [form, ...commands]) {
    for (const state of ["aria-busy", "aria-disabled"]) {
      if (waits) part.setAttribute(state, "true");
      else part.removeAttribute(state);
    }
  }
}

async function post(data) {
  const request = () => fetch(form.action, { method: "POST", body: data, headers: { "X-Part": "table" } });
  try {
    return await request();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 700));
    return request();
  }
}

/** The server says what stays chosen. */
function forget() {
  for (const box of place.querySelectorAll("[name=k]:checked")) box.checked = false;
  place.querySelector("[data-groups]")?.remove();
}

startDragging(form, (data) => send(data, true));
document.addEventListener("visibilitychange", look);
arrived();
lookSoon();
