/* What is typed into the cells of a row. The twin of core/lists/notation.py; a test holds the two together. */

import { noted } from "./noting.js";

const MOST_DIGITS = 4;
const CELL = /^([RH]?)([0-9]+(?:\/[0-9]+)*)?(\??)(\*?)$/;
const HALF_A_READING = /^[RH]?[0-9?]*(?:\/[0-9?]*)+\*?$/;
const NONE = 0;
const PLAIN_ZERO = 1;
const EXPLICIT = 2;

/** Cells as one text to compare: blanks and capitals do not matter. */
export const joined = (cells) => cells.map(plain).join("|");

const plain = (text) => text.replace(/\s+/g, "").toUpperCase();

/** The row that these cells say, seat 1 first: {finisher, handromme, points, readings, errors}; `noting` where the most
    points win. */
export function parseRow(typed, noting = null) {
  const highestWins = Boolean(noting);
  const cells = highestWins ? noted(typed, noting) : typed;
  const read = cells.map((text) => parseCell(text, highestWins));
  return {
    finisher: onlyMarked(read),
    handromme: read.some((cell) => cell.handromme),
    points: read.map((cell) => cell.points),
    readings: read.flatMap((cell, at) => (cell.readings.length ? [{ seat: at + 1, values: cell.readings }] : [])),
    errors: read.flatMap((cell, at) => (cell.error ? [{ seat: at + 1, code: cell.error, text: cells[at] }] : [])),
  };
}

/** Whether two rows of cells say the same, however they are written. */
export function sayTheSame(one, other, noting = null) {
  const [a, b] = [parseRow(one, noting), parseRow(other, noting)];
  return !a.errors.length && !b.errors.length && JSON.stringify(a) === JSON.stringify(b);
}

/** The seat that ended the game, if just one says so. */
function onlyMarked(cells) {
  for (const mark of [EXPLICIT, PLAIN_ZERO]) {
    const seats = cells.flatMap((cell, at) => (cell.mark === mark ? [at + 1] : []));
    if (seats.length) return seats.length === 1 ? seats[0] : null;
  }
  return null;
}

function parseCell(typed, highestWins) {
  const text = plain(typed);
  const match = CELL.exec(text);
  if (!match) return wrong(HALF_A_READING.test(text) ? "reading_incomplete" : "not_understood");
  const [, lead, written = "", doubt, star] = match;
  const digits = written ? written.split("/").map((number) => number.replace(/^0+/, "") || "0") : [];
  if (digits.some((number) => number.length > MOST_DIGITS)) return wrong("points_too_large");
  let values = digits.map(Number);
  if (doubt && (values.some(Boolean) || values.length > 1 || (lead && values.length))) return wrong("not_understood");
  const alone = !values.length && !doubt;
  const onlyZero = values.length === 1 && values[0] === 0;
  const explicit = Boolean(lead) || (Boolean(star) && (alone || (onlyZero && !doubt)));
  if (alone && explicit) values = [0];
  const zero = values.length === 1 && values[0] === 0;
  const worst = highestWins ? Math.min : Math.max;
  return {
    points: values.length ? worst(...values) : null,
    mark: explicit ? EXPLICIT : !doubt && !highestWins && zero ? PLAIN_ZERO : NONE,
    handromme: Boolean(star) || lead === "H",
    readings: values.length > 1 ? values : [],
    error: null,
  };
}

const wrong = (error) => ({ points: null, mark: NONE, handromme: false, readings: [], error });

const LONGEST_NUMBER = 6;

/** A whole number as the scorer wrote it, with any kind of minus; null if it is none. */
export function parseNumber(typed) {
  const text = typed.replace(/\s+/g, "").replace(/[−–]/g, "-");
  return new RegExp(`^-?[0-9]{1,${LONGEST_NUMBER}}$`).test(text) ? Number(text) : null;
}
