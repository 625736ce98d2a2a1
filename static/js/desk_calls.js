/* Tables that call (Rufe): the mark in the bar of every page keeps itself up to date, and so does the list on pages that
   have one. The server answers 304 as long as nothing has changed. Nothing moves while somebody types. */

const LOOK_EVERY = 10_000; // milliseconds
const SAID_FOR = 20_000;

const mark = document.querySelector("[data-calls-now]");
const list = document.querySelector("[data-calls-open]");
const aloud = document.createElement("div");
let tag = null;
let newest = Number(mark.dataset.newest);

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(mark.dataset.callsNow, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (!answer.ok) return; // 304
    const now = await answer.json(); // throws for the page to sign in
    if (mark.innerHTML !== now.mark) mark.innerHTML = now.mark;
    if (takeList(now.list)) tag = answer.headers.get("ETag");
    notice(now);
  } catch {
    // No network for a moment: the next look comes.
  }
}

/** Returns whether the list is as it should be; while somebody types or presses it waits. */
function takeList(fresh) {
  if (!list || list.innerHTML.trim() === fresh.trim()) return true;
  const here = document.activeElement;
  if (here.matches("input, textarea, select") || window.isPressing()) return false;
  const same = list.contains(here) ? here.getAttribute("formaction") : null;
  list.innerHTML = fresh;
  if (same) list.querySelector(`[formaction="${CSS.escape(same)}"]`)?.focus({ preventScroll: true });
  return true;
}

/** A new call flashes in the bar and is said once. */
function notice(now) {
  if (now.newest <= newest) return;
  newest = now.newest;
  mark.classList.remove("is-new");
  void mark.offsetWidth; // so that the flash begins anew
  mark.classList.add("is-new");
  aloud.textContent = now.said;
  setTimeout(() => aloud.replaceChildren(), SAID_FOR);
}

aloud.className = "visually-hidden";
aloud.setAttribute("aria-live", "polite");
document.body.append(aloud);
setInterval(look, LOOK_EVERY);
document.addEventListener("visibilitychange", look);
