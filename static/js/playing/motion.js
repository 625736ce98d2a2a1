/* A card that was drawn, taken or laid travels to its place; new cards of the hand are marked. */

const FOR = 200; // milliseconds
const NO_TRAVEL = matchMedia("(prefers-reduced-motion: reduce)");
const face = (card) => card.innerHTML;
let fresh = { turn: "", marks: [] };

const cardsOf = (root) =>
  [...(root?.querySelectorAll(".playing-card") ?? [])].map((card) => ({ card, face: face(card), box: card.getBoundingClientRect() }));

/** The places of the cards, to be taken before the table changes. */
export function cardsAt(place) {
  const held = new Map([...place.querySelectorAll(".hand [name=k]")].map((box) => [box.value, cardsOf(box.parentElement)[0]]));
  const melds = new Map([...place.querySelectorAll(".lying")].map((meld) => [meld.dataset.drop, cardsOf(meld)]));
  const [stock, pile] = ["[data-stock]", "[data-pile]"].map((name) => place.querySelector(name));
  return {
    held,
    melds,
    stock: { left: Number(stock?.dataset.stock), box: stock?.firstElementChild.getBoundingClientRect() },
    pile: { state: pile?.dataset.pile, top: cardsOf(pile).at(-1) },
    acting: place.querySelector(".player--awaited")?.getBoundingClientRect(),
    turn: place.querySelector("[name=zug]").value,
  };
}

/** Lets cards travel from their places `before` to those of now. */
export function travel(before, place) {
  const now = cardsAt(place);
  if (!before.turn || !now.turn) return;
  const gone = [...before.held].filter(([mark]) => !now.held.has(mark)).map(([, card]) => card);
  const fromHand = (like) => gone.find((card) => card.face === like)?.box ?? before.acting;
  const drawn = now.stock.left < before.stock.left;
  const come = [...now.held].filter(([mark]) => !before.held.has(mark));
  if (before.held.size) {
    for (const [, card] of come) fly(card, drawn ? before.stock.box : before.pile.top?.box);
    if (come.length) fresh = { turn: now.turn, marks: come.map(([mark]) => mark) };
  }
  if (fresh.turn === now.turn) {
    for (const mark of fresh.marks) now.held.get(mark)?.card.closest(".held").classList.add("held--new");
  }
  for (const [name, cards] of now.melds) {
    const lay = (before.melds.get(name) ?? []).map((card) => card.face);
    for (const card of cards) {
      if (lay.includes(card.face)) lay.splice(lay.indexOf(card.face), 1);
      else fly(card, fromHand(card.face));
    }
  }
  if (now.pile.top && now.pile.state !== before.pile.state && now.pile.top.face !== before.pile.top?.face) fly(now.pile.top, fromHand(now.pile.top.face));
  if (drawn && !come.length && before.acting) fly({ card: place.querySelector("[data-stock] .back"), box: before.acting }, before.stock.box, true);
}

/** A picture of the card moves between the places; the card itself appears at the end. */
function fly({ card, box }, from, leaves = false) {
  if (NO_TRAVEL.matches || !from || !from.width || !box.width) return;
  const picture = card.cloneNode(true);
  picture.removeAttribute("data-drag");
  picture.classList.add("travelling");
  const size = leaves ? from : box;
  Object.assign(picture.style, { left: `${from.left + (from.width - size.width) / 2}px`, top: `${from.top}px`, width: `${size.width}px`, height: `${size.height}px` });
  document.body.append(picture);
  const to = `${box.left + (box.width - size.width) / 2 - from.left - (from.width - size.width) / 2}px ${box.top - from.top}px`;
  picture.animate([{ translate: "0 0" }, { translate: to }], { duration: FOR, easing: "ease-out" }).onfinish = () => picture.remove();
  if (!leaves) card.animate([{ opacity: 0 }, { opacity: 0 }], FOR);
}
