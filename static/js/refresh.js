/* A page that keeps itself up to date: `data-refresh="10"` names the seconds between two looks. The server answers
   304 as long as nothing has changed; what has changed replaces the part, and everybody keeps their place. */
"use strict";

const part = document.querySelector("[data-refresh]");
const STALE_AFTER = 60_000; // milliseconds without an answer, then the page says so
let tag = null;
let answered = Date.now();
let last = part?.innerHTML;

async function look() {
  if (document.hidden || isBusy()) return;
  try {
    const answer = await fetch(location.href, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    if (answer.status === 304 || answer.ok) answered = Date.now();
    if (!answer.ok) return;
    tag = answer.headers.get("ETag");
    take(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // No network for a moment: the next look comes.
  } finally {
    document.body.classList.toggle("is-stale", Date.now() - answered > STALE_AFTER);
  }
}

/** Nobody is to lose what they are typing or have unfolded. */
function isBusy() {
  const here = document.activeElement;
  return part.contains(here) && here.matches("input, textarea, select");
}

function take(page) {
  const fresh = page.querySelector("[data-refresh]");
  if (!fresh || fresh.innerHTML === last) return;
  last = fresh.innerHTML;
  const open = new Set([...part.querySelectorAll("details[open]")].map((details) => details.id));
  const top = window.scrollY;
  part.replaceChildren(...fresh.childNodes);
  for (const details of part.querySelectorAll("details[id]")) details.open = open.has(details.id);
  window.scrollTo({ top, behavior: "instant" });
}

if (part) {
  setInterval(look, Number(part.dataset.refresh) * 1000);
  document.addEventListener("visibilitychange", look);
}
