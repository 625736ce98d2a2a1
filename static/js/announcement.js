/* The announcement follows what is typed: another rule system or scoring changes the questions at once, and what is no
   longer as usual is marked. The server draws both; nothing is stored. Without this script a button asks it. */

const form = document.querySelector("[data-asks]");
let latest = 0;

/** Draws the marks anew; with `rules` also what depends on the rule system and the scoring, and says which rules they are. */
async function ask(rules) {
  latest += 1;
  const mine = latest;
  const typed = new URLSearchParams(new FormData(form));
  typed.set("ask", "1");
  const answer = await fetch(location.pathname, { method: "POST", body: typed }).catch(() => null);
  if (!answer?.ok || mine !== latest) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.id;
  for (const old of document.querySelectorAll(rules ? "[data-live]" : "[data-live=marks]")) {
    const fresh = page.getElementById(old.id); // gone where it has come along with what it stands in
    if (fresh) old.replaceWith(document.adoptNode(fresh));
  }
  if (rules) document.getElementById("regelwerk-heisst").textContent = page.getElementById("regelwerk-heisst").textContent;
  if (!focused || document.activeElement?.id === focused) return;
  const same = document.getElementById(focused);
  same?.focus();
  if (same?.matches("input[inputmode]")) same.select(); // as Tab does: what is typed takes the place of what is there
}

if (form) {
  let rules = false;
  for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
  form.addEventListener("change", async (change) => {
    rules ||= ["ruleset", "scoring"].includes(change.target.name); // an answer that was overtaken is asked for once more
    await ask(rules);
    rules = false;
  });
}
