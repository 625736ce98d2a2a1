/* How somebody likes to look at the table; the browser keeps it. */

const view = document.querySelector("[data-view]");

function stored(name) {
  try {
    return localStorage.getItem(`spielen:${name}`);
  } catch {
    return null; // some browsers keep nothing
  }
}

function apply({ dataset, checked }) {
  document.body.classList.toggle(dataset.switch, "inverse" in dataset ? !checked : checked);
}

for (const box of view.querySelectorAll("[data-switch]")) {
  const before = stored(box.dataset.switch);
  if (before !== null) box.checked = before === "1";
  apply(box);
  box.addEventListener("change", () => {
    apply(box);
    try {
      localStorage.setItem(`spielen:${box.dataset.switch}`, box.checked ? "1" : "0");
    } catch {
      // It holds until the page is left.
    }
  });
}
view.hidden = false;
