/* Steps through a recorded game. The server has said all of it: what a step's rows of cards are, and each card as markup;
   without this script every button asks the server for its step. */

const replay = document.querySelector("[data-replay]");
const told = document.getElementById("nachspiel-daten");
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

function start({ cards, steps, texts }) {
  const one = (name) => replay.querySelector(`[data-${name}]`);
  const to = (where) => replay.querySelector(`[data-to=${where}]`);
  const all = (name) => [...replay.querySelectorAll(`[data-${name}]`)];
  const acts = [...one("acts").querySelectorAll("button")];
  let at = Number(one("at").value);

  const markup = (row) => row.split(" ").map((card) => cards[card] ?? "").join("");

  /** Writes words and cards where they have changed: drawing cards anew takes a phone longest. */
  function fill(element, [words, row]) {
    element.querySelector("[data-words]").textContent = texts[words];
    const shown = element.querySelector("[data-cards]");
    if (shown.dataset.row === String(row)) return;
    shown.dataset.row = row;
    shown.innerHTML = markup(texts[row]);
  }

  function showPosition(step) {
    for (const [place, seat] of all("seat").entries()) {
      fill(seat, step.seats[place]);
      seat.classList.toggle("replay__seat--in-turn", step.seats[place][2] === 1);
    }
    one("stock").textContent = texts[step.stock];
    fill(one("pile"), step.pile);
    const melds = one("melds");
    while (melds.children.length < step.melds.length) melds.append(one("new-meld").content.cloneNode(true));
    while (melds.children.length > step.melds.length) melds.lastElementChild.remove();
    for (const [place, meld] of step.melds.entries()) fill(melds.children[place], meld);
  }

  /** Within the list alone: the page stays where it is. */
  function bringIntoSight() {
    const list = one("acts");
    list.scrollTop = acts[at - 1].offsetTop - list.clientHeight / 2;
  }

  function show(number) {
    at = Math.min(Math.max(number, 1), steps.length);
    const step = steps[at - 1];
    one("at").value = at;
    one("number").textContent = at;
    one("said").textContent = acts[at - 1].querySelector("[data-text]").textContent;
    const why = one("why");
    why.replaceChildren(...step.why.map((text) => Object.assign(document.createElement("li"), { textContent: texts[text] })));
    why.hidden = !step.why.length;
    one("ask").hidden = !step.ask;
    if (one("try")) one("try").hidden = !step.try; // not there where not all cards are seen
    if (one("position") && step.seats) showPosition(step);
    acts.find((act) => act.hasAttribute("aria-current"))?.removeAttribute("aria-current");
    acts[at - 1].setAttribute("aria-current", "step");
    bringIntoSight();
    to("back").value = at - 1;
    to("on").value = at + 1;
  }

  replay.addEventListener("submit", (submit) => {
    const button = submit.submitter;
    if (button?.name !== "schritt") return; // another view, Regel-Check, another text
    submit.preventDefault();
    show(Number(button.value));
  });
  document.addEventListener("keydown", (key) => {
    if (key.ctrlKey || key.metaKey || key.altKey || key.shiftKey || !KEYS[key.key]) return;
    if (key.target.closest("input, select, textarea")) return;
    if (key.target.closest("[data-acts]") && key.key !== "ArrowLeft" && key.key !== "ArrowRight") return;
    key.preventDefault();
    show(Number(to(KEYS[key.key]).value));
  });
  one("keys").hidden = false;
  bringIntoSight();
}

if (replay) {
  for (const button of replay.querySelectorAll("[data-without-script]")) button.hidden = true;
  replay.querySelector("[data-anew]").addEventListener("change", () => replay.requestSubmit());
  if (told) start(JSON.parse(told.textContent));
}
