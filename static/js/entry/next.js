/* The next list comes into this page. A page of its own would lose keys: between two pages nobody listens. */

const PATIENCE = 10_000; // milliseconds; then the browser loads the page itself
const PARTS = ["inhalt", "eingabe-daten"]; // what differs between two lists

export const factsOf = (page) => JSON.parse(page.getElementById("eingabe-daten")?.textContent ?? "null");

/** What a form of the table number leads to, as {page, address}; null for anything but a list that waits to be typed. */
export async function asked(form) {
  return running(`${form.action}?${new URLSearchParams(new FormData(form))}`);
}

async function running(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok && factsOf(page)?.running ? { page, address: answer.url } : null;
  } catch {
    return null;
  }
}

/** The rows that this list has by now beyond its game `last`, as {rows, stored}: one that is played to a score grows. */
export async function furtherRows(url, last) {
  const found = await running(url);
  const rows = [...(found?.page.querySelectorAll("tr[data-game]") ?? [])].filter((row) => Number(row.dataset.game) > last);
  return { rows: rows.map((row) => document.importNode(row, true)), stored: found ? factsOf(found.page).stored.rows : [] };
}

/** Put that list into this page, with its address and with the cursor where it belongs. */
export function show({ page, address }) {
  for (const id of PARTS) document.getElementById(id).replaceWith(page.getElementById(id));
  document.title = page.title;
  history.pushState(null, "", address);
  window.scrollTo(0, 0);
  document.querySelector("#inhalt [autofocus]")?.focus();
}
