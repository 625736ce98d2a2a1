/* What is announced in the hall appears within seconds: the list at the lower edge keeps what is there and takes in what
   is new, a live region says it, a phone vibrates where its owner wants that. The clock of the hall comes along. */

const region = document.querySelector("[data-announced]");
const LOOK_EVERY = 4_000; // milliseconds; with the way there and back a new message is there within five seconds
const SAID_FOR = 20_000; // then the live region is empty again, so that nobody reads it twice
const memory = { get: (key) => attempt(() => localStorage.getItem(key)), set: (key, value) => attempt(() => localStorage.setItem(key, value)) };
const VIBRATES = "durchsagen-vibrieren";

/** A private window may forbid to keep anything: then nothing is kept. */
function attempt(what) {
  try {
    return what();
  } catch {
    return null;
  }
}

function takeTime(fresh) {
  for (const shown of document.querySelectorAll("[data-hall-time]")) {
    if (fresh && shown.dataset.served !== fresh.innerHTML) {
      shown.dataset.served = fresh.innerHTML;
      shown.replaceChildren(...fresh.cloneNode(true).childNodes);
    }
  }
}

function follow() {
  const address = region.dataset.announced;
  const aloud = region.querySelector("[data-announced-aloud]");
  const fold = region.querySelector("details");
  const list = region.querySelector("[data-announced-list]");
  let tag = null;
  let asked = 0, answered = 0; // looks, counted
  let seen = Number(memory.get(`gesehen:${address}`)) || newest();

  function newest() {
    return Math.max(0, ...[...list.querySelectorAll("[data-message]")].map((one) => Number(one.dataset.message)));
  }

  async function look() {
    if (document.hidden) return;
    const turn = ++asked;
    try {
      const answer = await fetch(address, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
      if (!answer.ok || answer.status === 304) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!page.querySelector("[data-announced-list]")) return; // a page of the network, which wants a sign-in
      if (turn < answered) return; // a slow answer knows less than what is shown
      answered = turn;
      tag = answer.headers.get("ETag");
      take(page);
      takeTime(page.querySelector("[data-hall-time]"));
      document.dispatchEvent(new CustomEvent("hall-now", { detail: page }));
    } catch {
      // No network for a moment: the next look comes.
    }
  }

  /** The newest stands first; what is shown already stays as it is. */
  function take(page) {
    const fresh = [...page.querySelectorAll("[data-message]")].filter((one) => !one.dataset.for || one.dataset.for === region.dataset.own);
    const there = new Set(fresh.map((one) => one.dataset.message));
    for (const one of list.querySelectorAll("[data-message]")) if (!there.has(one.dataset.message)) one.remove();
    const shown = new Set([...list.children].map((one) => one.dataset.message));
    for (const [at, one] of fresh.entries()) {
      if (!shown.has(one.dataset.message)) list.insertBefore(document.adoptNode(one), list.children[at] ?? null);
    }
    count();
    mark();
  }

  function count() {
    const shown = list.querySelectorAll("[data-message]").length;
    fold.hidden = shown === 0;
    region.querySelector("[data-announced-count]").textContent = String(shown);
    const more = shown > 1 ? ` (${region.dataset.more.replace("{n}", shown - 1)})` : "";
    region.querySelector("[data-announced-more]").textContent = more;
    fold.querySelector("summary").dataset.latest = shown ? `${list.querySelector(".announced__text").textContent}${more}` : "";
  }

  /** What this phone has not shown yet gets a mark that stays, flashes, is said and felt. */
  function mark() {
    const unseen = [...list.querySelectorAll("[data-message]")].filter((one) => Number(one.dataset.message) > seen);
    if (!unseen.length) return;
    for (const one of unseen) {
      const sign = document.createElement("strong");
      sign.className = "announced__new";
      sign.textContent = region.dataset.new;
      one.classList.add("is-new");
      one.prepend(sign);
      say(one.querySelector(".announced__text").textContent);
    }
    seen = newest();
    memory.set(`gesehen:${address}`, String(seen));
    fold.open = true;
    feel();
  }

  function feel() {
    if (memory.get(VIBRATES)) navigator.vibrate?.([300, 150, 300]);
  }

  function say(text) {
    const line = document.createElement("p");
    line.textContent = text;
    aloud.append(line);
    setTimeout(() => line.remove(), SAID_FOR);
  }

  if (Number(memory.get(`gefaltet:${address}`)) >= newest()) fold.open = false;
  fold.querySelector("summary").addEventListener("click", () => {
    memory.set(`gefaltet:${address}`, fold.open ? String(newest()) : "-1");
  });
  /* Nothing that gets the focus lies behind the list at the lower edge. */
  new ResizeObserver(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBlockEnd = `${region.offsetHeight + 16}px`;
    style.setProperty("--announced", `${region.offsetHeight}px`);
    // With large text the list would lie over the seat that somebody looks for: then it stays below the page.
    const seat = document.querySelector("[data-uncovered]");
    const end = seat ? seat.getBoundingClientRect().bottom + window.scrollY : 0;
    region.classList.toggle("announced--below", end > window.innerHeight - region.offsetHeight);
  }).observe(region);
  count();
  mark();
  memory.set(`gesehen:${address}`, String(seen));
  /* What another script has to tell is said and felt in the same way. */
  document.addEventListener("news", (news) => {
    say(news.detail);
    feel();
  });
  setInterval(look, LOOK_EVERY);
  document.addEventListener("visibilitychange", look);
  look();
}

/** A browser lets a page vibrate only after somebody touched it: the choice is that touch. */
function offerVibration() {
  for (const label of document.querySelectorAll("[data-vibrate][hidden]")) offer(label);
}

function offer(label) {
  const box = label.querySelector("input");
  label.hidden = !navigator.vibrate;
  box.checked = Boolean(memory.get(VIBRATES));
  box.addEventListener("change", () => {
    memory.set(VIBRATES, box.checked ? "1" : "");
    if (box.checked) navigator.vibrate(200);
  });
}

if (region) follow();
offerVibration();
document.addEventListener("refreshed", offerVibration);
