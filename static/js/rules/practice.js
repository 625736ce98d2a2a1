/* Remembers on this device which problems were solved. Nothing of it leaves the device; the pages do without. */

const KEPT = "romme.practice";
const MOST = 200;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // storage switched off, or written by somebody else
  }
}

const result = document.querySelector("[data-practice-result]");
if (result) {
  const results = kept();
  const key = result.dataset.practiceKey;
  if (results[key] !== "right") results[key] = result.dataset.practiceResult;
  const last = Object.keys(results).slice(-MOST); // in the order in which they were first answered
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(last.map((one) => [one, results[one]]))));
  } catch {
    // Storage is full or switched off: nothing is remembered.
  }
}

const results = kept();
for (const link of document.querySelectorAll("[data-problem]")) {
  const words = link.querySelector("span");
  const how = results[link.dataset.problem];
  if (how) words.textContent = how === "right" ? words.dataset.solved : words.dataset.missed;
}
