/* How rows, sums and states look: the server's words and signs, and between two saves the page's own. */

import { fill } from "./words.js";
import { withDoubt, written } from "./sums.js";

const element = (name, css, text) => Object.assign(document.createElement(name), { className: css, textContent: text });

export class Look {
  constructor(facts) {
    this.facts = facts;
    this.words = facts.words;
    this.rows = new Map(facts.stored.rows.map((row) => [row.game, row]));
    this.claims = facts.stored.claims;
  }

  /** Draw a unit: `waits` says that a save of it is on its way. */
  draw(unit, waits) {
    const stored = unit.game ? this.rows.get(unit.game) : this.claims;
    const wrong = this.#wrong(unit, stored, waits);
    const moment = this.#moment(unit, waits);
    const shown = JSON.stringify([moment ?? stored, wrong.map((input) => input?.name), unit.savedHere, unit.conflict]);
    if (unit.shown === shown) return; // most of the list, at most keystrokes
    unit.shown = shown;
    for (const input of unit.present) input.toggleAttribute("aria-invalid", false);
    for (const input of wrong) input?.setAttribute("aria-invalid", "true");
    if (unit.game) this.#drawGame(unit, stored, moment);
    else this.#drawClaims(unit, stored, moment);
    this.#drawConflict(unit);
  }

  #wrong(unit, stored, waits) {
    if (unit.wrong.length) return unit.wrong;
    if (unit.touched || waits || unit.conflict) return [];
    return unit.game
      ? stored.wrong.map((seat) => unit.inputs[seat - 1])
      : unit.inputs.filter((input) => stored.wrong.includes(input.name));
  }

  /** Class, sign and lines of the moment. */
  #moment(unit, waits) {
    if (unit.conflict) return ["is-problem is-conflict", "▲", [this.words.conflict]];
    if (unit.errors.length) return ["is-problem", "▲", unit.errors];
    if (waits) return ["is-waiting", "…", [this.words.waiting]];
    if (unit.touched) return ["is-typing", "○", [this.words.typing]];
    return null;
  }

  #drawGame(unit, stored, moment) {
    const [css, sign, lines] = moment ?? [stored.css, stored.sign, stored.lines];
    const settled = !moment;
    unit.row.className = css + (settled && unit.savedHere ? " is-changed" : "");
    unit.row.querySelector(".sheet__sign").textContent = sign;
    unit.row.querySelector("[data-factor]")?.toggleAttribute("hidden", !this.#countsMore(unit, stored));
    const words = unit.row.querySelector(".sheet__words");
    words.replaceChildren(...lines.flatMap((line, at) => [...(at ? [element("br", "", "")] : []), element("span", "sheet__line", line)]));
    if (!settled) return;
    if (!lines.length && unit.savedHere) words.append(element("span", "sheet__saved", this.words.saved));
    if (stored.remedy) {
      const link = element("a", "no-print", stored.remedy.words);
      link.href = stored.remedy.url;
      words.append(" ", link);
    }
    if (stored.case) {
      const link = element("a", "no-print", this.words.rule_check);
      Object.assign(link, { href: stored.case, target: "_blank", rel: "noopener" });
      words.append(" ", link);
    }
  }

  /** Whether the points of anybody count more than once in this game. */
  #countsMore(unit, stored) {
    const row = withDoubt(unit.parsed, stored.doubt);
    return row.doubt ? row.doubt.factors.some((factor) => factor !== 1) : row.handromme;
  }

  #drawClaims(unit, stored, moment) {
    unit.lines.forEach((line, at) => {
      const said = stored.lines[at].map((words) => element("span", "differs", words));
      const now = moment && at === 0 ? moment[2].map((words) => element("span", unit.errors.length ? "problem" : "sheet__saved", words)) : [];
      line.querySelector(".sheet__state").replaceChildren(...(moment ? now : said));
    });
    if (!moment && unit.savedHere && !stored.lines.flat().length) {
      unit.lines[0].querySelector(".sheet__state").append(element("span", "sheet__saved", this.words.saved));
    }
  }

  /** Both values at the row: what was typed stays in its cells, what is stored stands right below. */
  #drawConflict(unit) {
    const lines = unit.game ? [unit.row] : unit.lines;
    for (const line of lines) {
      if (line.nextElementSibling?.classList.contains("is-stored")) line.nextElementSibling.remove();
    }
    if (!unit.conflict) return;
    const seats = this.facts.terms.seats;
    lines.forEach((line, at) => {
      const row = element("tr", "is-stored", "");
      const head = element("th", "sheet__no", "");
      head.scope = "row";
      head.append(element("span", "visually-hidden", this.words.stored_row));
      const cells = unit.conflict.cells.slice(at * seats, (at + 1) * seats);
      const state = element("td", "sheet__state", "");
      if (!at) state.append(element("span", "sheet__line", this.words.stored_row), this.#decision(unit));
      row.append(head, ...cells.map((text) => element("td", "", text || "–")), state);
      line.after(row);
    });
  }

  #decision(unit) {
    const buttons = element("div", "cluster", "");
    for (const [choice, words] of [["mine", this.words.mine], ["theirs", this.words.theirs]]) {
      const button = element("button", "button button--quiet button--small", words);
      button.type = "button";
      button.dataset.decide = choice;
      button.dataset.target = unit.target;
      const where = unit.game ? fill(this.words.game, { game: unit.game }) : this.words.claims;
      button.setAttribute("aria-label", `${words}, ${where}`);
      buttons.append(button);
    }
    return buttons;
  }

  /** The figures of the lines that are shown, of all that there are, and those in the games. */
  drawSums({ lines, complete, soFar, scored }) {
    for (const mark of document.querySelectorAll("[data-provisional]")) mark.hidden = complete;
    const keys = this.facts.terms.sums.map(({ key }) => key);
    for (const line of document.querySelectorAll("tr[data-sum]")) {
      const values = lines[keys.indexOf(line.dataset.sum)];
      [...line.querySelectorAll(".sheet__sum")].forEach((cell, at) => drawText(cell, written(values[at])));
    }
    for (const [figures, css] of [[soFar, ".sheet__so-far"], [scored, ".sheet__scored"]]) {
      for (const cell of document.querySelectorAll(css)) {
        const seat = cell.closest("td").cellIndex;
        drawText(cell, String(figures[cell.closest("tr").dataset.game - 1][seat - 1] ?? ""));
      }
    }
  }

  /** The list's badge, its versions in every form, and the parts that the server draws. */
  drawList(answer) {
    const badge = document.querySelector("#listenstand .badge");
    if (badge) drawBadge(badge, answer.list);
    for (const input of document.querySelectorAll("input[name=version]")) input.value = answer.list.version;
    for (const row of answer.rows) {
      setHidden(`g${row.game}version`, row.version);
      setHidden(`g${row.game}shown`, row.shown);
    }
    setHidden("claims_shown", answer.claims.version);
    for (const [name, html] of Object.entries(answer.fragments)) drawPart(document.getElementById(`teil-${name}`), html);
  }
}

function drawText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

const SIGNS = { missing: "○", problem: "▲", open: "…", good: "✓", done: "✓", quiet: "–" };

function drawBadge(badge, { kind, word }) {
  badge.className = `badge badge--${kind}`;
  const sign = badge.querySelector("[aria-hidden]");
  badge.replaceChildren(...(sign ? [Object.assign(sign, { textContent: SIGNS[kind] }), word] : [word]));
}

function setHidden(name, value) {
  const input = document.querySelector(`input[type=hidden][name="${name}"]`);
  if (input) input.value = value;
}

/** Without the token, which is another one each time, and without the version. */
const bare = (html) => html.replace(/(name="(?:csrfmiddlewaretoken|version)" value=")[^"]*/g, "$1").trim();

function drawPart(place, html) {
  if (!place || place.contains(document.activeElement)) return;
  if ((place.dataset.shown ??= bare(place.innerHTML)) === bare(html)) return;
  place.dataset.shown = bare(html);
  place.innerHTML = html;
}
