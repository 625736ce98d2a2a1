/* The announcement follows what is typed: another rule system or scoring changes the questions at once, and what is no
   longer as usual is marked. The server draws both; nothing is stored. Without this script a button asks it. */

const form = document.querySelector("[data-asks]");
let latest = 0;

const typed = () => new URLSearchParams(new FormData(form)).toString();

/** Draws the marks anew; with `rules` also what depends on the rule system and the scoring, and says which rules they are. */
async function ask(rules) {
  latest += 1;
  const mine = latest;
  let asked;
  let page;
  do {
    asked = typed();
    const body = new URLSearchParams(`${asked}&ask=1`);
    const answer = await fetch(location.pathname, { method: "POST", body }).catch(() => null);
    const text = answer?.ok && (await answer.text().catch(() => null));
    if (!text || mine !== latest) return;
    page = new DOMParser().parseFromString(text, "text/html");
  } while (typed() !== asked); // else the answer would take back what was typed meanwhile
  const field = form.contains(document.activeElement) ? document.activeElement : null;
  for (const old of document.querySelectorAll(rules ? "[data-live]" : "[data-live=marks]")) {
    const fresh = page.getElementById(old.id); // gone where it has come along with what it stands in
    if (fresh) old.replaceWith(document.adoptNode(fresh));
  }
  if (rules) document.getElementById("regelwerk-heisst").textContent = page.getElementById("regelwerk-heisst").textContent;
  if (!field?.id || field.isConnected) return;
  const same = document.getElementById(field.id);
  const isTyped = field.matches("input:not([type=radio]), textarea");
  if (isTyped) same?.replaceWith(field); // so that the cursor stays between the same digits
  (isTyped ? field : same)?.focus();
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
