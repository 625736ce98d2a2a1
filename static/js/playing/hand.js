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

document.addEventListener("keydown", (press) => {
  const { target } = press;
  if (target.name !== "k") return;
  if (press.key === "Enter") {
    press.preventDefault();
    target.click();
  } else if (press.key === "ArrowRight" || press.key === "ArrowLeft") {
    press.preventDefault();
    const boxes = [...document.querySelectorAll("[name=k]:enabled")];
    boxes[boxes.indexOf(target) + (press.key === "ArrowRight" ? 1 : -1)]?.focus();
  }
});

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
