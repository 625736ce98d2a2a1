/* Regel-Check answers while one types or taps. The address always holds the case; without this script the same form is
   sent by its button, and a tapped card comes back in its field. */

const check = document.querySelector("[data-check]");
const tray = [...document.querySelectorAll(".tray__card")].map((button) => [button, button.querySelector("[data-left]")]);
const PAUSE = 50; // milliseconds between two questions while somebody types; the first letter is asked about at once
let waiting = 0;
let asked = 0;
let askedAt = -PAUSE;

function address() {
  const filled = [...new FormData(check)].filter(([name, value]) => value && name !== "ziel");
  return `${check.action}?${new URLSearchParams(filled)}`;
}

async function askNow() {
  clearTimeout(waiting);
  askedAt = performance.now();
  const number = ++asked;
  const where = address();
  try {
    const asking = fetch(where, { headers: { "X-Part": "answer" } });
    keep(where); // while the answer is on its way
    const answer = await asking;
    const html = await answer.text();
    const isOurs = html.includes("data-cards-left"); // not a network's own sign-in page
    if (answer.ok && isOurs && number === asked) show(html); // else a later question is on its way
  } catch {
    // No network for a moment: the button asks again.
  }
}

function askSoon() {
  clearTimeout(waiting);
  const pause = askedAt + PAUSE - performance.now();
  if (pause > 0) waiting = setTimeout(askNow, pause);
  else askNow();
}

function keep(where) {
  try {
    history.replaceState(null, "", where);
  } catch {
    // Safari allows a hundred in half a minute; the next question is kept again.
  }
}

function show(html) {
  const answer = check.querySelector("[data-answer]");
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  become(answer, fresh.content);
  const left = answer.querySelector("[data-cards-left]").dataset.cardsLeft.split(" ");
  for (const [place, [button, shown]] of tray.entries()) {
    if (shown.textContent === left[place]) continue; // a phone lays out anew whatever is written, and most stay as they are
    shown.textContent = left[place];
    button.disabled = left[place] === "0";
  }
}

/** Makes an element hold what another does. What is the same stays as it is: drawing cards anew takes a phone longest. */
function become(shown, fresh) {
  const before = Array.from(shown.childNodes);
  for (const child of Array.from(fresh.childNodes)) {
    const was = before.shift();
    if (!was) shown.append(child);
    else if (was.isEqualNode(child)) continue;
    else if (was instanceof HTMLElement && was.nodeName === child.nodeName) {
      for (const name of was.getAttributeNames()) if (!child.hasAttribute(name)) was.removeAttribute(name);
      for (const { name, value } of child.attributes) if (was.getAttribute(name) !== value) was.setAttribute(name, value);
      become(was, child);
    } else was.replaceWith(child);
  }
  for (const gone of before) gone.remove();
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
    if (!input.target.matches("[data-anew], [name=ziel]")) askSoon();
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
