/* The sums that run along while a list is typed. What counts is what the server adds up after each save. */

const MINUS = "\u2212";

/** With a real minus. */
export const signed = (number) => (number < 0 ? `${MINUS}${-number}` : String(number));

/** Sums by seat of rows as `parseRow` reads them, game 1 first: {minus: […], bonus: […], …, complete}. */
export function addUp(rows, terms) {
  const seats = Array.from({ length: terms.seats }, (_, at) => at + 1);
  const leftFrom = (seat) => terms.left[seat] ?? Infinity;
  const complete = rows.every((row, at) => terms.ruled.includes(at + 1) || isWhole(row, at + 1, terms));
  const sums = { minus: [], bonus: [], handromme: [], penalties: [], result: [], finished: [], complete };
  for (const seat of seats) {
    const played = rows.filter((_, at) => at + 1 < leftFrom(seat));
    const ended = played.filter((row) => row.finisher === seat);
    const minus = played.reduce(
      (sum, row) => sum + (row.points[seat - 1] ?? 0) * (row.handromme ? terms.hand_factor : 1),
      0,
    );
    const times = terms.bonus_per_game ? ended.length : Number(leftFrom(seat) === Infinity);
    const bonus = complete && !terms.highest_wins ? times * terms.bonus : 0;
    const byHand = terms.highest_wins ? 0 : ended.filter((row) => row.handromme).length * terms.handromme;
    const penalties = terms.penalties[seat - 1] * (terms.highest_wins ? -1 : 1);
    sums.minus.push(minus);
    sums.bonus.push(-bonus);
    sums.handromme.push(-byHand);
    sums.penalties.push(penalties);
    sums.result.push(minus - bonus - byHand + penalties);
    sums.finished.push(ended.length);
  }
  return sums;
}

/** Whether every seat that is still there has an entry, and the game an end. */
function isWhole(row, game, terms) {
  const entered = row.points.every((points, at) => points !== null || game >= (terms.left[at + 1] ?? Infinity));
  const blank = row.finisher === null && !row.handromme && row.points.every((points) => points === null);
  return entered && !blank && (row.finisher !== null || !terms.finisher_required);
}
