/* A table writes its list on a phone, game after game. What was written waits in the outbox of the entry page until the
   server has confirmed it; the next game can be written meanwhile. Without this the page is a plain form. */

import * as keys from "./at_table_keys.js";
import { draw } from "./at_table_list.js";
import { Queue } from "./entry/queue.js";
import { newKey } from "./entry/send.js";
import { Store } from "./entry/store.js";
import { scoringPoints } from "./entry/sums.js";
import { figure, fill } from "./entry/words.js";

const facts = JSON.parse(document.getElementById("tisch-angaben").textContent);
const { words } = facts;
const store = new Store();
const place = document.getElementById("spiel");
const list = document.getElementById("liste");
const wrong = document.getElementById("fehler");
const line = document.getElementById("bestaetigt");
const DRAFT = `${facts.user}:${facts.scope}:form`;
const refused = []; // jobs that the server did not take, with its reason
let confirmedAt = Date.now();
let kept = null; // the game that was begun here when another phone took the pen
let isOut = false; // the server no longer knows this phone

const cellsOf = (game) => game.querySelectorAll(".game__cell");
const form = () => place.querySelector("form");
const queue = new Queue(store, { changed: say, settled });

/* One game in the form. */

/** What the form says: {game, expected, ended, hand, players and texts by seat}. */
function read(game) {
  const data = new FormData(game);
  const texts = [...cellsOf(game)].map(({ value }) => value.trim());
  const players = data.getAll("player").map(Number);
  return { game: Number(data.get("game")), expected: Number(data.get("expected")), players, ended: data.get("ended"), hand: Boolean(data.get("hand")), texts };
}

/** As it is typed at the desk: who ended the game has a mark. */
function cells({ ended, hand, texts }) {
  const mark = hand ? "H" : "R";
  return texts.map((text, at) => (String(at + 1) === ended ? `${mark}${text === "0" ? "" : text}` : text));
}

const isOfThis = ({ game, players }, now) => game === now.game && String(players) === String(now.players);

function put(game, { ended, hand, texts }) {
  for (const input of game.querySelectorAll("[name=ended]")) input.checked = input.value === ended;
  const mark = game.querySelector("[name=hand]");
  if (mark) mark.checked = hand;
  cellsOf(game).forEach((input, at) => (input.value = texts[at] ?? ""));
  drawEnded(game);
}

/** Who ended the game has no points where points are lost. */
function drawEnded(game) {
  const ended = new FormData(game).get("ended");
  const isLost = !("mostWins" in game.dataset);
  for (const seat of game.querySelectorAll(".game__seat")) {
    const input = seat.querySelector(".game__cell");
    const isIt = seat.dataset.seat === ended && isLost;
    if (isIt) input.value = "0";
    else if (input.readOnly && input.value === "0") input.value = "";
    input.readOnly = isIt;
    seat.toggleAttribute("data-ended", isIt);
  }
  keys.prepare(game);
}

function toPoints(game) {
  game.querySelector(".game__seat:not([data-ended]) .game__cell:not([type=hidden])")?.focus();
}

/** A slow phone handles the next tap first: a field that was tapped after the name keeps the focus. */
function toPointsUnlessThere(game, focused) {
  const here = document.activeElement;
  if (here === focused || !here.matches(".game__cell")) toPoints(game);
}

/** What each seat has come to with the game that was written; the server's form brings its own. */
function addSums(game) {
  const { ended, hand, texts } = read(game);
  const row = { points: texts.map((text) => keys.added(text || "0")), finisher: Number(ended), handromme: hand };
  for (const seat of game.querySelectorAll("[data-sum]")) {
    const number = Number(seat.dataset.seat);
    const points = row.points[number - 1] * keys.factorOf(game);
    if (Number.isNaN(points)) continue;
    const sum = Number(seat.dataset.sum) + points;
    const scored = Number(seat.dataset.scored ?? 0) + (scoringPoints(row, number, facts) ?? 0);
    Object.assign(seat.dataset, { sum, scored });
    seat.querySelector("[data-shown]").textContent = fill(words.sums, { sum: figure(sum), scored: figure(scored) });
  }
}

/** What is missing before the game can be sent; "" if nothing is. */
function missing(game, { ended, hand, texts }) {
  if (!ended) return [words.who, game.querySelector("[name=ended]")];
  if (hand && ended === "0") return [words.who, game.querySelector("[name=ended]")];
  const empty = texts.findIndex((text, at) => text === "" && String(at + 1) !== ended && cellsOf(game)[at].type !== "hidden");
  return empty < 0 ? [] : [words.points, cellsOf(game)[empty]];
}

function complain(game, text, at) {
  const error = game.querySelector("[data-errors]");
  error.textContent = text ?? "";
  error.hidden = !text;
  at?.focus();
  if (text) error.scrollIntoView({ block: "nearest" });
}

document.addEventListener("input", ({ target }) => {
  const game = target.closest("form.game");
  if (!game) return;
  if (target.name === "ended") {
    drawEnded(game);
    const byKeys = target.matches(":focus-visible"); // who goes through the names with arrow keys stays with them
    if (!byKeys) setTimeout(toPointsUnlessThere, 0, game, document.activeElement); // Safari focuses the name after this event
  }
  const { expected, ...typed } = read(game);
  store.write([["put", "drafts", { id: DRAFT, user: facts.user, scope: facts.scope, ...typed, expected }]]);
});

document.addEventListener("submit", (submit) => {
  const game = submit.target.closest("form.game");
  if (!game) return;
  submit.preventDefault();
  const typed = read(game);
  const [why, at] = missing(game, typed);
  complain(game, why, at);
  if (why) return;
  const impossible = [...cellsOf(game)].filter((input) => input.type !== "hidden" && keys.doubt(input));
  if (impossible.length) {
    complain(game, impossible.map((input) => keys.doubt(input)).join(" "), impossible[0]);
    return impossible.forEach(keys.isSure);
  }
  send(typed);
  next(game, typed.game);
});

function send({ game, expected, players, ...typed }) {
  const { user, scope, urls } = facts;
  const body = { game, expected, players, cells: cells(typed) };
  queue.add({ user, scope, target: `g${game}`, url: urls.row, page: urls.page, typed, body }, DRAFT);
}

/** The form of the next game, which can be written before the last one is stored; the server's form takes its place. */
function next(game, written) {
  const [from, to] = [String(written), String(written + 1)];
  if (game.action.includes("?") || written >= facts.games) {
    game.hidden = true; // the answer brings what comes
    keys.close();
    history.replaceState(null, "", facts.urls.page); // no longer the address of an earlier game
    window.scrollTo({ top: 0 }); // to what comes next: the confirmation, or the game that is to be written
    return;
  }
  addSums(game);
  put(game, { ended: null, hand: false, texts: [] });
  game.elements.game.value = to;
  game.elements.expected.value = "0";
  game.dataset.game = to;
  for (const text of [game.querySelector(".game__title"), game.querySelector("[type=submit]")]) text.textContent = text.textContent.replace(from, to);
  for (const deals of game.querySelectorAll("[data-deals]")) deals.remove();
  const demand = game.querySelector("[data-demand]");
  if (demand) demand.textContent = facts.demands[written];
  const deals = Object.assign(document.createElement("small"), { textContent: ` ${words.deals}` });
  deals.dataset.deals = "";
  game.querySelector(`[data-seat="${facts.dealers[written]}"] [data-who]`)?.append(deals);
  game.querySelector("[name=ended]").focus();
  window.scrollTo({ top: 0 });
}

/* Answers */

function settled(job, kind, answer) {
  if (kind === "done") confirmedAt = Date.now();
  else refused.push({ job, kind, why: answer?.message ?? answer?.cells?.map(({ text }) => text).join(" ") ?? words.gone, version: answer?.version });
  if (answer?.parts) show(answer.parts);
  drawRefused();
  return kind === "done" ? [] : [["put", "drafts", { ...draftOf(job), id: `${DRAFT}:${job.target}` }]];
}

const draftOf = (job) => ({ user: facts.user, scope: facts.scope, game: job.body.game, expected: job.body.expected, players: job.body.players, cells: job.body.cells });

/** The list as it is stored. */
function show({ part, findings, form: fresh }) {
  list.innerHTML = part;
  document.dispatchEvent(new Event("romme:replaced"));
  wrong.innerHTML = findings;
  const holder = document.createElement("div");
  holder.innerHTML = fresh;
  showForm(holder, queue.jobs.length > 0);
}

/** The server's form; that of the page stays where somebody types or changes a game, or where it is ahead (`mayLead`). */
function showForm(fresh, mayLead) {
  const game = form();
  const theirs = fresh.querySelector("form.game");
  const shown = game && !game.hidden;
  const ahead = mayLead && (shown ? theirs && Number(game.dataset.game) > Number(theirs.dataset.game) : queue.jobs.length > 0);
  const typing = shown && (read(game).ended || read(game).texts.some(Boolean));
  if (ahead || (typing && theirs)) return;
  const begun = typing ? read(game) : null;
  const focused = place.contains(document.activeElement) ? document.activeElement.name : null;
  place.replaceChildren(...fresh.childNodes);
  drawBegun(begun);
  if (!form()) return keys.close();
  if (kept && isOfThis(kept, read(form()))) put(form(), kept); // this phone writes again
  kept = null;
  drawEnded(form());
  if (focused) form().querySelector(`[name="${focused}"]`)?.focus({ preventScroll: true });
}

// Another phone took the pen, somebody left the table, officials wrote a game: the form must know.
document.addEventListener("refreshed", ({ detail }) => {
  const fresh = detail.querySelector("#spiel");
  wrong.replaceChildren(...(detail.querySelector("#fehler")?.childNodes ?? []));
  if (fresh) showForm(fresh, true);
});

/** This phone writes no longer: which game was begun, until it writes again. */
function drawBegun(begun) {
  const note = document.getElementById("angefangen");
  kept = begun ?? kept;
  if (!note || !kept) return;
  note.hidden = false;
  note.textContent = fill(words.begun, { game: kept.game, cells: told(kept.players, cells(kept)) });
}

/** Who has what: "1 Anna Berg beendet, 2 Jan Kolb 17". */
function told(players, texts) {
  const mark = { R: words.ended, H: facts.hand };
  const has = (text) => (mark[text[0]] ? `${mark[text[0]]} ${text.slice(1)}`.trim() : text || "–");
  return texts.map((text, at) => `${facts.people[players[at]] ?? players[at]}: ${has(text)}`).join(", ");
}

/** What the server did not take stays here until somebody decides. */
function drawRefused() {
  const notes = document.getElementById("nicht-gespeichert");
  notes.replaceChildren(
    ...refused.map((one) => {
      const note = Object.assign(document.createElement("div"), { className: "note note--error stack stack--tight" });
      const game = one.job.body.game;
      const said = Object.assign(document.createElement("p"), { textContent: fill(words.refused, { game, why: one.why, cells: told(one.job.body.players, one.job.body.cells) }) });
      const row = Object.assign(document.createElement("p"), { className: "cluster" });
      row.append(
        action(words.again, () => settle(one, () => resend(one))),
        action(words.drop, () => settle(one)),
      );
      note.append(said, row);
      return note;
    }),
  );
}

function resend({ job, version }) {
  const body = { ...job.body, expected: version ?? job.body.expected, key: newKey() };
  queue.add({ user: facts.user, scope: facts.scope, target: job.target, url: facts.urls.row, page: facts.urls.page, body }, `${DRAFT}:${job.target}`);
}

function settle(one, then) {
  refused.splice(refused.indexOf(one), 1);
  store.write([["delete", "drafts", `${DRAFT}:${one.job.target}`]]);
  then?.();
  drawRefused();
}

function action(text, run) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button button--quiet", textContent: text });
  button.addEventListener("click", run);
  return button;
}

/* The one line that says whether the server has it. */

function say() {
  draw(list, document.getElementById("geaendert"), words, queue.jobs);
  const waiting = queue.jobs.length;
  const out = isOut || queue.signedOut;
  const bad = out || (waiting && queue.failures) || !store.durable;
  line.ariaLive = bad || line.dataset.kind === "bad" ? "polite" : "off"; // read out what changes, and not the seconds
  line.dataset.kind = bad ? "bad" : "good";
  if (out) {
    line.replaceChildren(words.signed_out, " ", Object.assign(document.createElement("a"), { href: facts.urls.join, textContent: words.join }));
    return;
  }
  const text = state(waiting);
  if (line.textContent !== text) line.textContent = text;
}

function state(waiting) {
  if (waiting && queue.failures) return waiting === 1 ? words.one_waits : fill(words.some_wait, { n: waiting });
  if (waiting) return words.sending;
  if (!store.durable) return words.not_kept;
  return Date.now() - confirmedAt < 20_000 ? words.saved : fill(words.saved_ago, { ago: ago() });
}

/** How long ago the server answered, in words that change seldom; the number stays beside its unit. */
function ago() {
  const seconds = Math.round((Date.now() - confirmedAt) / 1000);
  const [unit, n] =
    seconds < 60
      ? [words.seconds, Math.max(1, Math.floor(seconds / 10) * 10)]
      : [words.minutes, Math.floor(seconds / 60)];
  return fill(unit, { n }).replace(" ", "\u00a0");
}

new MutationObserver(say).observe(list, { childList: true });
document.addEventListener("romme:answered", () => {
  confirmedAt = Date.now();
  isOut = false;
  say();
});
document.addEventListener("romme:elsewhere", () => {
  isOut = true;
  say();
});
setInterval(say, 10_000);

keys.begin({ words, factor: facts.factor, bounds: facts.bounds });
const { jobs, drafts } = await store.read();
const mine = drafts.filter(({ user, scope }) => user === facts.user && scope === facts.scope);
const draft = mine.find(({ id }) => id === DRAFT);
if (draft && form() && isOfThis(draft, read(form()))) put(form(), draft);
else if (draft && !form()) drawBegun(draft);
else if (form()) {
  drawEnded(form());
  const namedEarly = [...form().querySelectorAll("[name=ended]")].some((one) => one.checked && !one.defaultChecked);
  if (namedEarly) toPointsUnlessThere(form()); // a name was tapped before this script had come
}
for (const { game, cells: typed, players, expected } of mine.filter(({ id }) => id !== DRAFT)) {
  refused.push({ job: { target: `g${game}`, body: { game, cells: typed, players, expected } }, why: words.kept });
}
drawRefused();
const waiting = jobs.filter(({ user, scope }) => user === facts.user && scope === facts.scope);
const begun = form();
for (const { body } of waiting) if (begun && body.game === Number(begun.dataset.game)) next(begun, body.game);
queue.resume(waiting);
say();
