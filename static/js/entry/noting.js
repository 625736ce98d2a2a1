/* What is noted during a game in which points are won: sums, melds, hands. The twin of core/lists/noted_points.py; a test
   holds the two together. `values`: what aces count by their place, and how often the hands do at a Rommé-Hand. */

const CELL = /^([RH]?)([^()*]*)(?:\(([0-9]{1,4})\)?)?\s*(\*?)$/;
const NUMBER = /^[0-9]{1,4}$/;
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const LETTERS = { B: "J", D: "Q" };
const FACES = "BJDQK";
const ACE = 12;
const SUITS = 4;
const MELD_FROM = 3;
const FACE = 10;

/** The cells with plain points; one that cannot be read so stays as it was typed. */
export function noted(cells, values) {
  const matches = cells.map((text) => CELL.exec(text.trim().toUpperCase()));
  const ended = cells.map((_, seat) => seat).filter((seat) => matches[seat]?.[1] || matches[seat]?.[4]);
  const held = new Map(matches.flatMap((match, seat) => (match?.[3] ? [[seat, Number(match[3])]] : [])));
  if (held.size && (ended.length !== 1 || held.has(ended[0]))) return cells;
  return cells.map((text, seat) => {
    const match = matches[seat];
    const gets = held.size > 0 && ended.includes(seat);
    const read = match && readings(match[2], values, gets || held.has(seat));
    if (!read) return text;
    const [, lead, , , star] = match;
    if (!gets) return `${lead}${read.join("/")}${star}`;
    const oneStroke = lead === "H" || Boolean(star);
    const left = sum([...held.values()]) * (oneStroke ? values.stroke : 1);
    return `${oneStroke ? "H" : "R"}${read.map((points) => points + left).join("/")}`;
  });
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

function readings(text, values, empty) {
  if (!text.trim()) return empty ? [0] : null;
  const read = text.split("/").map((reading) => pointsOf(reading, values));
  return read.includes(null) ? null : read;
}

function pointsOf(text, values) {
  const parts = text.split("+").map((part) => pointsOfPart(part.trim().split(/\s+/), values));
  return parts.includes(null) ? null : sum(parts);
}

function pointsOfPart(words, values) {
  const ranks = words.map((word) => RANKS.indexOf(LETTERS[word] ?? word));
  if (words.length >= MELD_FROM && !ranks.includes(-1)) return pointsOfMeld(ranks, values);
  if (words.length === 1 && words[0] && FACES.includes(words[0])) return FACE;
  const number = words.join("");
  return NUMBER.test(number) ? Number(number) : null;
}

/** A set, or a run as it lies, in either direction. */
function pointsOfMeld(ranks, values) {
  if (ranks.every((rank) => rank === ranks[0])) {
    return ranks.length > SUITS ? null : ranks.length * (ranks[0] === ACE ? values.set : worth(ranks[0]));
  }
  const upward = follow(ranks) ? ranks : ranks.map((_, at) => ranks[ranks.length - 1 - at]);
  if (!follow(upward) || ranks.length > RANKS.length) return null;
  const place = (at) => (at === 0 ? values.low : at === ranks.length - 1 ? values.top : values.middle);
  return sum(upward.map((rank, at) => (rank === ACE ? place(at) : worth(rank))));
}

const follow = (ranks) => ranks.every((rank, at) => !at || rank === (ranks[at - 1] + 1) % RANKS.length);

const worth = (rank) => Math.min(rank + 2, FACE);
