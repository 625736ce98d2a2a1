/* The register at the front desk by keyboard alone: arrows and Enter choose a result, Escape clears. */
"use strict";

const field = document.getElementById("q");
const found = document.getElementById("gefunden");

function links() {
  return [...found.querySelectorAll("a")];
}

/** Whether the results shown belong to the text in the field; else Enter asks the server. */
function upToDate() {
  return found.querySelector("[data-for]")?.dataset.for === field.value.trim().replace(/\s+/g, " ");
}

function clear() {
  field.value = "";
  found.replaceChildren();
  field.focus();
}

if (field && found) {
  field.addEventListener("keydown", (key) => {
    const first = links()[0];
    if (key.key === "ArrowDown" && first) {
      key.preventDefault();
      first.focus();
    } else if (key.key === "Enter" && first && upToDate()) {
      key.preventDefault();
      first.click();
    } else if (key.key === "Escape") {
      key.preventDefault();
      clear();
    }
  });
  found.addEventListener("keydown", (key) => {
    const all = links();
    const at = all.indexOf(document.activeElement);
    if (key.key === "ArrowDown" || key.key === "ArrowUp") {
      key.preventDefault();
      const next = all[at + (key.key === "ArrowDown" ? 1 : -1)];
      if (next) next.focus();
      else if (key.key === "ArrowUp") field.focus();
    } else if (key.key === "Escape") {
      key.preventDefault();
      clear();
    }
  });
}

/* Escape undoes the choice. */
const back = document.querySelector("[data-escape]");
if (back) {
  document.addEventListener("keydown", (key) => {
    if (key.key === "Escape" && !document.querySelector("dialog[open]")) back.click();
  });
}
