/* Opening a club evening: a field that finds people while it is typed, the number of those ticked, typed names. */

const form = document.querySelector("[data-evening]");
const find = form.querySelector("[data-find]");
const groups = [...form.querySelectorAll("[data-names]")];
const count = form.querySelector("[data-count]");
const people = [...form.querySelectorAll(".people__taps > li")];

/** The text without case and accents, as the search compares it. */
function plain(text) {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

function shown() {
  return people.filter((person) => !person.hidden);
}

function filter(field) {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  for (const person of people) {
    const name = ` ${plain(person.textContent)}`;
    person.hidden = !words.every((word) => name.includes(` ${word}`));
  }
}

/** Enter ticks the only person who is left, and the next name can be typed. */
function tick(field) {
  const [person, another] = shown();
  if (!person || another || !field.value.trim()) return;
  person.querySelector("input").click();
  field.value = "";
  filter(field);
}

/** Shows how many play: the people ticked and the typed names. */
function tell() {
  const ticked = form.querySelectorAll(".people__taps :checked").length;
  const named = groups.flatMap((group) => [...group.children]).filter((input) => input.value.trim()).length;
  count.textContent = count.dataset.count.replace("{n}", ticked + named);
}

/** Enter in a name goes on to the next one, never to the draw. */
function nextName(input) {
  if (!input.value.trim()) return;
  let next = input.nextElementSibling;
  if (!next) {
    next = input.cloneNode();
    next.value = "";
    next.removeAttribute("id");
    input.after(next);
  }
  next.focus();
}

function main() {
  if (people.length > 8 && people[0].querySelector("input")) {
    find.hidden = false;
    const field = find.querySelector("input");
    field.addEventListener("input", () => filter(field));
    field.addEventListener("keydown", (key) => {
      if (key.key !== "Enter") return;
      key.preventDefault();
      tick(field);
    });
  }
  for (const group of groups) {
    group.addEventListener("keydown", (key) => {
      if (key.key !== "Enter") return;
      key.preventDefault();
      nextName(key.target);
    });
  }
  form.addEventListener("input", tell);
  tell();
}

main();
