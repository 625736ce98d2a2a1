/* The call of a table on its phones: the page of the hall, which every phone asks for (announcements.js), names the
   tables that call. Where it says something else than this page shows, this page is looked at anew (refresh.js), and
   what is new flashes, is said and felt. Where the call stands outside of what refresh.js replaces, it is fetched here. */

const OPEN = new Set(["waiting", "coming"]);
const shown = () => document.querySelector("[data-call]");
let known = shown()?.dataset.call;

/** What everybody is told of the table of this phone. */
function toldOf(hall, table) {
  return hall.querySelector(`[data-calls] [data-table="${CSS.escape(table)}"]`)?.dataset.state ?? "none";
}

/** What is done is folded after a minute. */
function foldLater() {
  const done = shown()?.querySelector(".call__done[open]");
  if (done) setTimeout(() => done.removeAttribute("open"), 60_000);
}

foldLater();

document.addEventListener("hall-now", (told) => {
  const call = shown();
  if (!call) return;
  const here = OPEN.has(call.dataset.state) ? call.dataset.state : "none";
  if (here === toldOf(told.detail, call.dataset.table)) return;
  if (call.closest("[data-refresh]")) document.dispatchEvent(new Event("look-again"));
  else fetchCall();
});

async function fetchCall() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return; // the next look at the hall comes
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-call]");
  if (!fresh || fresh.dataset.call === known) return; // what flashes goes on
  shown().replaceWith(document.adoptNode(fresh));
  notice();
}

document.addEventListener("refreshed", notice);

function notice() {
  const call = shown();
  if (!call || call.dataset.call === known) return;
  known = call.dataset.call;
  foldLater();
  const said = call.querySelector("[data-call-said]");
  if (!said) return;
  call.classList.add("is-new");
  document.dispatchEvent(new CustomEvent("news", { detail: said.textContent }));
}
