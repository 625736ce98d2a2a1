/* Regel-Check answers while one types or taps. The address always holds the case; without this script the same form is
   sent by its button, and a tapped card comes back in its field. */
"use strict";

const check = document.querySelector("[data-check]");
const PAUSE = 30; // milliseconds without a keystroke: what is pasted or typed at one stroke is one question
let waiting = 0;
let asked = 0;

function address() {
  const filled = [...new FormData(check)].filter(([name, value]) => value && name !== "ziel");
  return `${check.action}?${new URLSearchParams(filled)}`;
}

async function askNow() {
  clearTimeout(waiting);
  const number = ++asked;
  const where = address();
  try {
    const answer = await fetch(where, { headers: { "X-Part": "answer" } });
    const html = await answer.text();
    if (!answer.ok || number !== asked) return; // a later question is on its way
    show(new DOMParser().parseFromString(html, "text/html").body);
    history.replaceState(null, "", where);
  } catch {
    // No network for a moment: the button asks again.
  }
}

function show(answer) {
  const left = new Map(answer.querySelector("[data-cards-left]").dataset.cardsLeft.split(" ").map((one) => one.split(":")));
  for (const button of check.querySelectorAll(".tray__card")) {
    const [shown, count] = [button.querySelector("[data-left]"), left.get(button.value)];
    if (shown.textContent === count) continue; // a phone lays out anew whatever is written, and most stay as they are
    shown.textContent = count;
    button.disabled = count === "0";
  }
  check.querySelector("[data-answer]").replaceChildren(...answer.childNodes);
}

/** The field that tapped cards go to. */
function field() {
  const chosen = check.querySelector("[name=ziel]:checked") || check.querySelector("input[type=hidden][name=ziel]");
  return document.getElementById(chosen.value);
}

function tap(what) {
  const into = field();
  const words = into.value.split(/\s+/).filter(Boolean);
  if (what === "zurück") words.pop();
  else if (what === "leeren") words.length = 0;
  else words.push(what);
  into.value = words.join(" ");
  askNow();
}

if (check) {
  for (const button of check.querySelectorAll("[data-without-script]")) button.hidden = true;
  check.addEventListener("submit", (submit) => {
    submit.preventDefault();
    if (submit.submitter?.matches("[data-tap]")) tap(submit.submitter.value);
    else askNow();
  });
  check.addEventListener("input", (input) => {
    clearTimeout(waiting);
    if (!input.target.matches("[data-anew], [name=ziel]")) waiting = setTimeout(askNow, PAUSE);
  });
  check.addEventListener("change", (change) => {
    if (change.target.matches("[data-anew]")) location.assign(address());
  });
  // Who types into a field wants tapped cards there, too.
  check.addEventListener("focusin", (focus) => {
    const radio = focus.target.parentElement?.querySelector("[name=ziel]");
    if (radio && focus.target.matches(".input")) radio.checked = true;
  });
}
