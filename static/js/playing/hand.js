/* The own cards: in which order they were chosen, and that they stay chosen when the table changes around them. */

let order = []; // marks of the chosen cards, the first one first

/** Returns the marks of the chosen cards in the order in which they were chosen. */
export function chosen() {
  const checked = [...document.querySelectorAll("[name=k]:checked")].map((box) => box.value);
  order = [...order.filter((mark) => checked.includes(mark)), ...checked.filter((mark) => !order.includes(mark))];
  return order;
}

document.addEventListener("change", ({ target }) => {
  if (target.name === "k") chosen();
});

const STOPS = "[name=k]:enabled, [data-here]"; // cards, and places to which cards go while the table is rearranged
const BESIDE = { ArrowRight: 1, ArrowLeft: -1 };
const NEXT_PLACE = { ArrowDown: 1, ArrowUp: -1 };

document.addEventListener("keydown", (press) => {
  const { target, key } = press;
  if (!target.matches(STOPS)) return;
  if (key === "Enter" && target.name === "k") target.click();
  else if (key in BESIDE) beside([...document.querySelectorAll(STOPS)], target, BESIDE[key])?.focus();
  else if (key in NEXT_PLACE && target.closest("[data-place]")) {
    const places = [...document.querySelectorAll("[data-place]")];
    beside(places, target.closest("[data-place]"), NEXT_PLACE[key])?.querySelector(STOPS).focus();
  } else return;
  press.preventDefault();
});

const beside = (all, one, by) => all[all.indexOf(one) + by];

/** Returns what brings the choice of now into what comes: chosen cards, and melds that were put together. */
export function keepChosen(place) {
  const marks = chosen();
  const groups = place.querySelector("[data-groups]");
  return () => {
    for (const mark of marks) {
      const box = place.querySelector(`[name=k][value="${CSS.escape(mark)}"]:enabled`);
      if (box) box.checked = true;
    }
    if (!groups || place.querySelector("[data-groups]") || !place.querySelector(".hand")) return;
    const cards = [...groups.querySelectorAll("[name=g]")].flatMap(({ value }) => value.split(" ")).map((card) => (card[0] === "*" ? "*" : card));
    const boxes = cards.map((card) => free(place, card));
    if (boxes.includes(undefined)) {
      for (const label of place.querySelectorAll(".held--grouped")) show(label);
      return;
    }
    place.querySelector(".hand").before(groups);
  };
}

/** A card of the hand that is in no meld yet; it is put aside. */
function free(place, card) {
  const box = [...place.querySelectorAll("[name=k]:enabled")].find(({ value }) => value.split(".")[0] === card);
  if (!box) return undefined;
  box.disabled = true;
  box.checked = false;
  box.closest("label").classList.add("held--grouped");
  return box;
}

function show(label) {
  label.classList.remove("held--grouped");
  label.querySelector("input").disabled = false;
}
