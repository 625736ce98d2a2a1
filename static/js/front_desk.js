/* The front desk by keyboard alone: who is found is served by Enter, the arrows choose among several, Escape clears.
   Every answer of the server replaces the panel; then the field waits for the next one. */

const field = document.getElementById("q");
const panel = () => document.getElementById("tresen");

/** Whether the panel belongs to the text in the field; else Enter asks the server. */
function isUpToDate() {
  return panel().dataset.for === field.value.trim().replace(/\s+/g, " ");
}

function hits() {
  return [...panel().querySelectorAll(".hits a")];
}

function next() {
  field.value = "";
  field.focus();
}

/** What Enter does for the one who is found: what is still to do, else the first of several, else the next one comes. */
function serve() {
  const form = panel().querySelector("#erledigen");
  if (form) {
    form.requestSubmit();
    field.select(); // the next name may be typed before the answer has come
  } else if (panel().querySelector(".handed")) next();
  else hits()[0]?.click();
}

function clear() {
  next();
  panel().querySelector(".hits")?.remove();
  panel().querySelector(".handed")?.remove();
  panel().dataset.for = "";
}

function inField(key) {
  if (key.key === "ArrowDown" && hits().length) {
    key.preventDefault();
    hits()[0].focus();
  } else if (key.key === "Enter" && (!field.value.trim() || isUpToDate())) {
    key.preventDefault();
    if (field.value.trim()) serve();
  }
}

function inHits(key, at) {
  const way = { ArrowDown: 1, ArrowUp: -1 }[key.key];
  if (!way) return;
  key.preventDefault();
  (hits()[at + way] ?? (way < 0 ? field : hits()[at])).focus();
}

document.addEventListener("keydown", (key) => {
  if (!field || document.querySelector("dialog[open]")) return;
  const here = document.activeElement;
  const at = hits().indexOf(here);
  if (key.key === "Escape" && (here === field || panel().contains(here))) {
    key.preventDefault();
    clear();
  } else if (here === field) inField(key);
  else if (at >= 0) inHits(key, at);
});

/* A search is late once somebody is being served, after that, or if the field has another text. */
let serving = false;
let served = "";

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb !== "post") return;
  serving = true;
  served = field?.value;
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") serving = false;
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { elt, parameters } = event.detail.requestConfig;
  if (!field?.form.contains(elt)) return;
  const isServed = !field.value && panel().hasAttribute("data-done");
  if (serving || isServed || parameters.get("q") !== field.value) event.detail.shouldSwap = false;
});

document.body.addEventListener("htmx:afterSwap", () => {
  if (!panel().hasAttribute("data-done")) return;
  document.getElementById("meldungen").replaceChildren(); // said of an earlier step
  if (field?.value === served) next();
  else field.form.requestSubmit(); // the next name
});

/* A row for the table whose neighbour is not shown here, because of a filter or of another desk. */
document.body.addEventListener("htmx:oobErrorNoTarget", (event) => {
  const { content } = event.detail;
  if (content.tagName === "TBODY") document.getElementById("leute").prepend(...content.children);
});

/* What was typed before htmx was there. */
window.addEventListener("load", () => {
  if (field && window.htmx && !isUpToDate()) field.form.requestSubmit();
});
