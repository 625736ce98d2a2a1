/* The saved page that checks codes of papers, and archives, without a server. The program writes this script into the page, with the public
   keys of the organisers, after jsQR (static/vendor/jsqr). It reads what romme_turnier/core/codes writes: digits, then CBOR and an Ed25519 signature. */

const SIGNATURE = 64;
const KEY_SIGNS = 8;
const MARK = 3;
const HANDROMME = 100;
const LIST = 1;
const EDITION = 3;
const REPORT = 7;
const LEAGUE = 8;
const MOST = 9; // to 11: the most lists, evenings, Handrommés
const HONOURS = 12;
const SEAL_HALF = 12; // signs
const SEAL_GROUP = /.{4}(?=.)/g;
const SIDES = [1600, 1000, 2600]; // pixels of the longer side of a photo, tried one after the other
const HALVES = [0, 1 / 4, 1 / 2]; // where parts of half its sides begin, which overlap
const MOST_CODES = 4; // on a photo
const CONTEXT = new TextEncoder().encode("romme-turnier paper\n");
const ARCHIVE_CONTEXT = new TextEncoder().encode("romme-turnier archive\n");
const ARCHIVE_COMMENT = 207; // bytes at the end of an archive, with its key and signature
const ARCHIVE_SIGNATURE = /^romme-turnier ([0-9a-f]{64}) ([0-9a-f]{128})$/;

const { words, titles, keys, signs } = JSON.parse(document.getElementById("data").textContent);
const code = document.getElementById("code");
const archive = document.getElementById("archive");
const photo = document.getElementById("photo");
const name = document.getElementById("name");
const result = document.getElementById("result");
const place = document.getElementById("place");
let content = null;

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_all, key) => values[key]);
}

function bytesOf(digits) {
  const hex = BigInt(digits).toString(16);
  return bytesOfHex(hex.length % 2 ? `0${hex}` : hex);
}

/* The values of these bytes, or an error: whole numbers, byte strings, texts, arrays and null. */
function decoded(bytes) {
  let at = 0;
  const take = (length) => {
    if (at + length > bytes.length) throw new RangeError("too short");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (info) => {
    if (info < 24) return info;
    if (info > 27) throw new RangeError("no length");
    return take(2 ** (info - 24)).reduce((sum, byte) => sum * 256 + byte, 0);
  };
  const item = () => {
    const [head] = take(1);
    if (head === 0xf6) return null;
    const value = number(head & 31);
    switch (head >> 5) {
      case 0:
        return value;
      case 1:
        return -1 - value;
      case 2:
        return take(value);
      case 3:
        return new TextDecoder("utf-8", { fatal: true }).decode(take(value));
      case 4:
        return Array.from({ length: Math.min(value, bytes.length) }, item);
      default:
        throw new RangeError("another type");
    }
  };
  const value = item();
  if (at !== bytes.length) throw new RangeError("too long");
  return value;
}

function contentOf(bytes) {
  const [form, kind, key, subject, event, day, issued, part, number, unit, whole, rows, names] = decoded(bytes);
  if (form !== 1 || !titles[kind]) throw new RangeError("another form");
  const figures = rows.map((row) => Array.from(row));
  return { kind, key, subject, event, day, issued, part, number, unit, whole, rows: figures, names };
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOfHex(hex) {
  return Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
}

async function isGenuine(key, signature, signed, context) {
  const opened = await crypto.subtle.importKey("raw", bytesOfHex(key.public), { name: "Ed25519" }, false, ["verify"]);
  const whole = new Uint8Array(context.length + signed.length);
  whole.set(context);
  whole.set(signed, context.length);
  return crypto.subtle.verify({ name: "Ed25519" }, opened, signature, whole);
}

function dayOf(days) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(days * 86_400_000));
}

function figure(value, unit, hasDigits = false) {
  if (value === null) return "–";
  if (unit === 2 && value % 2) {
    const whole = Math.floor(Math.abs(value) / 2);
    return `${value < 0 ? "−" : ""}${whole ? figure(whole, 1) : ""}½`;
  }
  const digits = hasDigits || value % unit ? 2 : 0;
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: unit === 100 ? digits : 0,
    maximumFractionDigits: digits,
  });
  return format.format(value / unit).replace("-", "−");
}

function element(tag, text, into) {
  const made = document.createElement(tag);
  made.textContent = text;
  into.append(made);
  return made;
}

function headingsOf(kind, columns) {
  if (kind === LEAGUE) return [words.group, words.rank, words.points];
  if (kind === HONOURS) return [words.line, words.figure];
  if (kind >= MOST) return [words.count];
  return [words.rank, ...(columns === 3 ? [words.number] : []), words.result];
}

/* The seal of the lists on a closing report, from the numbers of its halves (tournament/papers/seal.py). */
function sealOf(halves) {
  const text = halves.map((half) => {
    let rest = half;
    return Array.from({ length: SEAL_HALF }, () => {
      const sign = signs[rest % signs.length];
      rest = Math.floor(rest / signs.length);
      return sign;
    }).join("");
  });
  return text.join("").replace(SEAL_GROUP, "$& ");
}

function rowsOf({ kind, rows, unit }) {
  if (kind !== LIST) {
    const hasDigits = kind === EDITION && rows.some((row) => row.at(-1) % unit); // all values of a season table, or none
    const lines = rows.map((row) => [...row.slice(0, -1).map((value) => value ?? "–"), figure(row.at(-1), unit, hasDigits)]);
    return [headingsOf(kind, rows[0].length), ...lines];
  }
  const [numbers, ...games] = rows;
  const results = games.pop();
  const seats = numbers.map((number, seat) => filled(words.seat_number, { seat: seat + 1, number: number ?? "–" }));
  const lines = games.map(([finisher, ...points], game) => {
    const seat = finisher % HANDROMME;
    const ended = seat ? filled(words.seat, { seat }) : "–";
    const said = finisher > HANDROMME ? `${ended}, ${words.hand}` : ended;
    return [game + 1].concat(points.map((value) => figure(value, 1)), said);
  });
  return [[words.game, ...seats, words.ended], ...lines, [words.result, ...results.map((value) => figure(value, 1)), ""]];
}

function showFigures(shown) {
  if (!shown.rows.length) {
    element("p", words.no_figures, result);
    return;
  }
  element("h2", words.compare, result);
  const table = element("table", "", element("div", "", result));
  rowsOf(shown).forEach((row, index) => {
    const line = element("tr", "", table);
    row.forEach((value, column) => element(index && column ? "td" : "th", value, line));
  });
  if (shown.kind === REPORT) {
    element("b", sealOf(shown.part.slice(2)), element("p", `${words.seal} `, result));
  }
  if (shown.whole > shown.rows.length) {
    element("p", filled(words.left_out, { n: shown.whole - shown.rows.length }), result);
  }
}

function refuse(why) {
  content = null;
  name.closest("section").hidden = true;
  const box = element("p", why, result);
  box.className = "bad";
  show();
}

/* Scrolls to the result, which is below the form on a phone. */
function show() {
  result.scrollIntoView({ block: "nearest" });
}

async function check() {
  result.textContent = place.textContent = "";
  const digits = digitsIn(code.value);
  if (!digits) return refuse(words.no_code);
  let bytes, read;
  try {
    bytes = bytesOf(digits);
    read = contentOf(bytes.subarray(0, -SIGNATURE));
  } catch {
    return refuse(words.no_code);
  }
  const key = keys.find((known) => known.public.startsWith(hexOf(read.key.subarray(0, KEY_SIGNS))));
  if (!key) return refuse(words.foreign);
  let genuine;
  try {
    genuine = await isGenuine(key, bytes.subarray(-SIGNATURE), bytes.subarray(0, -SIGNATURE), CONTEXT);
  } catch {
    return refuse(words.cannot);
  }
  if (!genuine) return refuse(words.foreign);
  content = read;
  element("p", key.organiser || words.organiser, result);
  element("h1", read.event, result);
  element("p", dayOf(read.day), result);
  const [series, table] = read.part;
  element("p", filled(titles[read.kind], { series, table, number: read.number }), result);
  const issued = { issued: dayOf(read.issued), ended: key.ended && dayOf(key.ended) };
  const box = element("p", filled(key.revoked ? words.revoked : words.genuine, issued), result);
  box.className = key.revoked ? "bad" : "good";
  showFigures(read);
  name.closest("section").hidden = key.revoked || !read.rows.length; // a thief can name anybody
  show();
}

function placeOf({ kind, rows }, row) {
  if (kind === LIST) return filled(words.seat, { seat: row + 1 });
  if (kind === LEAGUE) return filled(words.in_group, { group: rows[row][0], rank: rows[row][1] });
  if (kind === HONOURS) return filled(words.in_line, { row: row + 1 });
  return kind >= MOST ? words.honoured : `${words.rank} ${rows[row][0]}`;
}

async function compareName() {
  const typed = (name.value.normalize("NFC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).toSorted();
  if (!content || !typed.length) return;
  const text = new TextEncoder().encode(`${content.kind}:${content.subject}:${typed.join(" ")}`);
  const mark = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", text)).subarray(0, MARK));
  const places = [];
  for (let row = 0; row * MARK < content.names.length; row += 1) {
    if (hexOf(content.names.subarray(row * MARK, (row + 1) * MARK)) !== mark) continue;
    places.push(placeOf(content, row));
  }
  place.textContent = places.length ? `✓ ${words.named} ${places.join(", ")}` : `✗ ${words.not_named}`;
}

/* The longest row of digits in a text; undefined if none is long enough for a code. */
function digitsIn(text) {
  return (text.replace(/\s/g, "").match(/\d{100,}/g) ?? []).toSorted((a, b) => b.length - a.length)[0];
}

/* The text of the code on a photo, or an error. First the whole photo: large ones are read faster and more often when they
   are smaller. Then its parts, since jsQR gives up where corners of two codes seem to belong together, as on a whole list. */
async function textOn(file) {
  const picture = await createImageBitmap(file);
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  for (const side of SIDES) {
    const text = textIn(picture, whole, side);
    if (text) return text;
  }
  for (const top of HALVES) {
    for (const left of HALVES) {
      await new Promise((done) => setTimeout(done)); // the page stays alive
      const part = { left: left * picture.width, top: top * picture.height, width: picture.width / 2, height: picture.height / 2 };
      const text = textIn(picture, part, SIDES[0]);
      if (text) return text;
    }
  }
  throw new RangeError("no code");
}

/* The text of the code of a paper in a part of a photo, whose longer side gets `side` pixels; undefined if there is none.
   Other codes in it, as that with the address of a list, are painted over. */
function textIn(picture, part, side) {
  const scale = Math.min(1, side / Math.max(part.width, part.height));
  const [width, height] = [part.width, part.height].map((length) => Math.max(1, Math.round(length * scale)));
  const paper = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
  paper.drawImage(picture, part.left, part.top, part.width, part.height, 0, 0, width, height);
  for (let tried = 0; tried < MOST_CODES; tried += 1) {
    const seen = globalThis.jsQR(paper.getImageData(0, 0, width, height).data, width, height, { inversionAttempts: "dontInvert" });
    if (!seen) return undefined;
    if (digitsIn(seen.data)) return seen.data;
    const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = seen.location;
    paper.beginPath();
    for (const { x, y } of [topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner]) paper.lineTo(x, y);
    paper.fillStyle = "white";
    paper.fill();
  }
  return undefined;
}

async function readPhoto() {
  result.textContent = "";
  try {
    code.value = await textOn(photo.files[0]);
  } catch {
    return refuse(words.no_photo);
  }
  return check();
}

/* The description of an archive: its first file, which is not compressed (tournament/papers/archive.py). */
function aboutIn(bytes) {
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  const start = 30 + head.getUint16(26, true) + head.getUint16(28, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(start, start + head.getUint32(18, true))));
}

async function checkArchive() {
  result.textContent = place.textContent = "";
  const bytes = new Uint8Array(await archive.files[0].arrayBuffer());
  const [signed, comment] = [bytes.subarray(0, -ARCHIVE_COMMENT), bytes.subarray(-ARCHIVE_COMMENT)];
  const parts = ARCHIVE_SIGNATURE.exec(new TextDecoder("latin1").decode(comment));
  if (!parts) return refuse(words.no_archive);
  const [, publicKey, signature] = parts;
  const key = keys.find((known) => known.public === publicKey);
  if (!key) return refuse(words.archive_changed);
  let genuine;
  try {
    genuine = await isGenuine(key, bytesOfHex(signature), signed, ARCHIVE_CONTEXT);
  } catch {
    return refuse(words.cannot);
  }
  if (!genuine) return refuse(words.archive_changed);
  content = null;
  name.closest("section").hidden = true;
  const about = aboutIn(signed);
  element("p", about.organiser, result);
  element("h1", about.name, result);
  const days = { made: dayOf(about.made_day), ended: key.ended && dayOf(key.ended) };
  const box = element("p", filled(key.revoked ? words.archive_revoked : words.archive_genuine, days), result);
  box.className = key.revoked ? "bad" : "good";
  show();
}

document.getElementById("check").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
document.getElementById("compare").addEventListener("submit", (event) => {
  event.preventDefault();
  compareName();
});
photo.addEventListener("change", readPhoto);
archive.addEventListener("change", checkArchive);
