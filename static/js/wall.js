/* The screen of the hall: goes from board to board, looks every few seconds whether there is something new, and obeys
   the keyboard: F full screen, arrows leaf, space holds. The server says what comes when; without this script the page
   refreshes itself. */

const LOOK_EVERY = 4_000; // milliseconds: what is announced is on the wall within five seconds
const STALE_AFTER = 60_000;
const KEYS_SHOWN = 8_000;

const stale = document.querySelector("[data-stale]");
const keys = document.querySelector("[data-keys]");
const heldSign = document.querySelector("[data-held]");
let page = document.querySelector("[data-frame]");
let address = location.href;
let tag = null;
let answered = Date.now();
let came = Date.now();
let held = false;
let busy = false;
let asked = null; // by a key, while an answer was on its way

/** Fetch a frame and show it; `same` where it is the one that is on. */
async function look(where, same) {
  if (busy) {
    if (!same) asked = where;
    return;
  }
  busy = true;
  try {
    const answer = await fetch(where, { headers: same && tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    const fresh = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    if (fresh && !fresh.querySelector("[data-frame]")) throw new Error("no answer of the program");
    if (answer.status === 304 || fresh) answered = Date.now();
    if (fresh) {
      tag = answer.headers.get("ETag");
      address = where;
      take(fresh);
    }
  } catch {
    // No network for a moment: the next look comes.
  }
  busy = false;
  stale.hidden = Date.now() - answered < STALE_AFTER;
  if (asked) {
    const next = asked;
    asked = null;
    await look(next, false);
  }
}

function take(fresh) {
  document.documentElement.className = fresh.documentElement.className;
  const next = fresh.querySelector("[data-frame]");
  const isOther = next.dataset.frame !== page.dataset.frame || next.dataset.since !== page.dataset.since;
  if (isOther) came = Date.now();
  next.classList.toggle("just-came", isOther || page.classList.contains("just-came"));
  if (!isOther) {
    page.querySelector(".wall__head").replaceWith(next.querySelector(".wall__head"));
    const board = next.querySelector(".wall__board");
    if (board.innerHTML !== page.dataset.board) page.querySelector(".wall__board").innerHTML = board.innerHTML;
    page.dataset.board = board.innerHTML;
    page.querySelector(".wall__foot").replaceWith(next.querySelector(".wall__foot"));
    Object.assign(page.dataset, { seconds: next.dataset.seconds, ahead: next.dataset.ahead, back: next.dataset.back });
    page.className = next.className;
    return;
  }
  next.dataset.board = next.querySelector(".wall__board").innerHTML;
  page.replaceWith(next);
  page = next;
}

function tick() {
  const due = came + Number(page.dataset.seconds) * 1000;
  if (!held && Date.now() >= due) {
    came = Date.now();
    look(page.dataset.ahead, false);
  }
}

function hold() {
  held = !held;
  heldSign.hidden = !held;
  came = Date.now();
}

const ON_KEY = {
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
  ArrowRight: () => look(page.dataset.ahead, false),
  ArrowLeft: () => look(page.dataset.back, false),
  " ": hold,
};

let hides = null;
function showKeys() {
  keys.hidden = false;
  clearTimeout(hides);
  hides = setTimeout(() => {
    keys.hidden = true;
  }, KEYS_SHOWN);
}

document.addEventListener("keydown", (key) => {
  if (key.ctrlKey || key.metaKey || key.altKey) return;
  const act = ON_KEY[key.key.length === 1 ? key.key.toLowerCase() : key.key];
  if (act) {
    key.preventDefault();
    act();
  } else {
    showKeys();
  }
});
document.addEventListener("pointermove", showKeys);

page.classList.add("just-came");
showKeys();
setInterval(tick, 500);
setInterval(() => look(address, true), LOOK_EVERY);
