/* The sums that run along while a list is typed. What counts is what the server adds up after each save. */

const MINUS = "\u2212";

const NOBODYS = "\u2013";

/** With a real minus; a half as by hand, null as a dash. */
export function written(number) {
  if (number === null) return NOBODYS;
  const [whole, half] = [Math.floor(Math.abs(number)), number % 1 ? "½" : ""];
  return `${number < 0 ? MINUS : ""}${whole || !half ? whole : ""}${half}`;
}

/**
 * Sums of rows as `parseRow` reads them, game 1 first: {lines: figures by seat for each of `terms.sums`, complete,
 * soFar: what the points of each seat have come to, game by game, scored: its scoring points of each game}.
 *
 * Which lines there are, what each counts and what it does to the result is the server's word (core/lists/sums.py).
 */
export function addUp(rows, terms) {
  const seats = Array.from({ length: terms.seats }, (_, at) => at + 1);
  const isIn = (row, at) => terms.ruled.includes(at + 1) || isWhole(row, at + 1, terms);
  const complete = terms.target === null ? rows.every(isIn) : isDecided(rows.slice(0, lastIn(rows, isIn)), seats, terms);
  const bySeat = seats.map((seat) => figures(count(rows, seat, terms), complete, terms));
  const lineOf = (at) => bySeat.map((values) => values[at]);
  const results = lineOf(terms.sums.findIndex(({ counted }) => counted === "result"));
  const lines = terms.sums.map(({ counted }, at) => (counted === "place" ? places(results, complete, terms) : lineOf(at)));
  const scored = rows.map((row, at) => seats.map((seat) => (isThere(seat, at + 1, terms) ? scoringPoints(row, seat, terms) : null)));
  return { lines, complete, soFar: sumsSoFar(rows, seats, terms), scored };
}

const isThere = (seat, game, terms) => game < (terms.left[seat] ?? Infinity);

/**
 * The scoring points of a seat in a game, the least that any reading gives; null without points, and where the event
 * counts none (`scoring_points_of` in core/lists/rows.py).
 */
export function scoringPoints(row, seat, { points_per_game: given }) {
  const points = row.points[seat - 1];
  if (!given || points === null) return null;
  const hand = given.steps.find(([most]) => points <= most)?.[1] ?? 0;
  const endings = row.doubt?.endings ?? [[row.finisher, row.handromme]];
  return Math.min(...endings.map(([finisher, handromme]) => (finisher !== seat ? hand : handromme ? given.handromme : given.ended)));
}

/** Null where a seat has no points in a game (core/lists/picture.py). */
function sumsSoFar(rows, seats, terms) {
  const sums = seats.map(() => 0);
  return rows.map((row, at) =>
    seats.map((seat, place) => {
      const points = isThere(seat, at + 1, terms) ? row.points[place] : null;
      return points === null ? null : (sums[place] += points * factor(row, seat, terms));
    }),
  );
}

/** How many games are in, from the first on. */
function lastIn(rows, isIn) {
  const gap = rows.findIndex((row, at) => !isIn(row, at));
  return gap < 0 ? rows.length : gap;
}

/** Whether one player has reached the score that ends the list, and more than all others (core/lists/evaluation.py). */
function isDecided(rows, seats, terms) {
  const points = seats.map((seat) => count(rows, seat, terms).points);
  const best = Math.max(...points);
  return best >= terms.target && points.filter((one) => one === best).length === 1;
}

/** The points for the places at the table, null before all games are in (core/lists/totals.py). */
function places(results, complete, terms) {
  if (!complete) return results.map(() => null);
  const merit = (result, at) => (terms.out.includes(at + 1) ? null : terms.noting ? result : -result);
  const merits = results.map(merit);
  const counting = merits.filter((one) => one !== null);
  return merits.map((mine) => {
    if (mine === null) return 0;
    const better = counting.filter((one) => one > mine).length;
    const equals = counting.filter((one) => one === mine).length;
    return results.length - better - (equals + 1) / 2;
  });
}

/** What the lines of one seat say. */
function figures(counts, complete, terms) {
  const amounts = terms.sums.map((line) => (line.at_end && !complete ? 0 : line.each * (counts[line.counted] ?? 0)));
  const result = terms.sums.reduce((sum, line, at) => sum + line.sign * amounts[at], 0);
  return terms.sums.map((line, at) => {
    if (line.counted === "result") return result;
    if (line.at_end && !complete) return null;
    return line.sign < 0 ? 0 - amounts[at] : amounts[at];
  });
}

/** What of a seat the lines can count. */
function count(rows, seat, terms) {
  const played = rows.filter((_, at) => isThere(seat, at + 1, terms));
  const ended = played.filter((row) => row.finisher === seat);
  return {
    points: played.reduce((sum, row) => sum + (row.points[seat - 1] ?? 0) * factor(row, seat, terms), 0),
    list: Number(!(seat in terms.left)),
    finished: ended.length,
    handrommes: ended.filter((row) => row.handromme).length,
    penalties: terms.penalties[seat - 1],
    scoring_points: played.reduce((sum, row) => sum + (scoringPoints(row, seat, terms) ?? 0), 0),
  };
}

/** How often the points of a seat count; `row.doubt`: by the reading that is worst for it (§ 2.2.6). */
function factor(row, seat, terms) {
  if (row.doubt) return row.doubt.factors[seat - 1];
  return row.handromme ? terms.hand_factor : 1;
}

/** A row as it is read, with the doubt that the server noted while the cells say no more than what is certain. */
export function withDoubt(row, doubt) {
  return doubt && doubt.finisher === row.finisher && doubt.handromme === row.handromme ? { ...row, doubt } : row;
}

/** Whether every seat that is still there has an entry, and the game an end. */
function isWhole(row, game, terms) {
  const entered = row.points.every((points, at) => points !== null || !isThere(at + 1, game, terms));
  const blank = row.finisher === null && !row.handromme && row.points.every((points) => points === null);
  return entered && !blank && (row.finisher !== null || Boolean(row.doubt) || !terms.finisher_required);
}
