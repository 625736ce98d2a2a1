/* A page that keeps itself up to date: `data-refresh="30"` names the seconds between two looks. The server answers
   304 as long as nothing has changed; what has changed replaces the part, and everybody keeps their place. Other scripts
   ask for a look at once ("look-again"), say that they changed the part themselves ("romme:replaced"), and hear of what was
   replaced ("refreshed", with the page it came from), of each answer ("romme:answered"), and when the server leads elsewhere
   instead ("romme:elsewhere"). */

const part = document.querySelector("[data-refresh]");
const warning = document.querySelector("[data-stale]");
const STALE_AFTER = 60_000; // milliseconds without an answer, then the page says so
let tag = null;
let answered = Date.now();
let looks = 0, lastTaken = 0; // counted
let last = part && bare(part.innerHTML);

/** Without the token of forms, which is another one in each answer. */
function bare(html) {
  return html.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1");
}

async function look() {
  if (document.hidden || isTypedIn()) return;
  looks += 1;
  const turn = looks;
  try {
    const answer = await fetch(location.href, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    const page = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    if (page && !window.isOurs(page)) throw new Error("no answer of the program");
    if (answer.redirected && answer.status !== 304 && !page?.querySelector("[data-refresh]")) {
      document.dispatchEvent(new Event("romme:elsewhere"));
    } else if (answer.status === 304 || page) {
      answered = Date.now();
      document.dispatchEvent(new Event("romme:answered"));
      if (page && turn > lastTaken && !window.isPressing()) { // a slow answer knows less than what is shown
        lastTaken = turn;
        tag = answer.headers.get("ETag");
        take(page);
      }
    }
  } catch {
    // No network for a moment: the next look comes.
  }
  if (warning) warning.hidden = Date.now() - answered < STALE_AFTER;
}

function isTypedIn() {
  const here = document.activeElement;
  return part.contains(here) && here.matches("input, textarea, select");
}

/** The fields in which somebody has begun to type, and which were left for a moment. */
function typedFields() {
  const fields = part.querySelectorAll("input[id]:not([type=checkbox], [type=radio]), textarea[id]");
  return [...fields].filter((field) => field.value !== field.defaultValue);
}

/** Finds the same link or button in what comes. */
function handleOf(here) {
  if (here.id) return `#${CSS.escape(here.id)}`;
  return here.hasAttribute("href") ? `[href="${CSS.escape(here.getAttribute("href"))}"]` : null;
}

/** Show the new content; what was folded or unfolded stays so, and so does what was typed, the place on the page and the focus. */
function take(page) {
  const fresh = page.querySelector("[data-refresh]");
  if (!fresh || bare(fresh.innerHTML) === last) return;
  last = bare(fresh.innerHTML);
  const folds = new Map([...part.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open]));
  const focused = part.contains(document.activeElement) ? handleOf(document.activeElement) : null;
  const typed = typedFields();
  const top = window.scrollY;
  part.replaceChildren(...fresh.childNodes);
  for (const field of typed) {
    const same = document.getElementById(field.id);
    if (same) same.value = field.value;
  }
  for (const fold of part.querySelectorAll("details[id]")) fold.open = folds.get(fold.id) ?? fold.open;
  if (focused) part.querySelector(focused)?.focus({ preventScroll: true });
  window.scrollTo({ top, behavior: "instant" });
  document.dispatchEvent(new CustomEvent("refreshed", { detail: page }));
}

if (part) {
  setInterval(look, Number(part.dataset.refresh) * 1000);
  document.addEventListener("visibilitychange", look);
  document.addEventListener("look-again", look);
  document.addEventListener("romme:replaced", () => {
    tag = last = null; // whatever the server has is news
    lastTaken = looks; // and what is on its way was asked for before
  });
}
