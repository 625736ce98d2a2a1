/* Cards are dragged: from the hand onto the open pile, onto a meld or elsewhere in the hand, from the stock and the pile to the
   hand, from group to group while the table is rearranged. A drop does what a button of the page does; where there is no
   button for it, nothing can be dropped. */

import { chosen } from "./hand.js";

const TREMBLE = 8; // pixels that a tap may move
const HOLD = 200; // milliseconds that a finger rests before it takes a card along; one that moves earlier scrolls the page
const EDGE = 56; // pixels from above and below within which the page scrolls under a card
const SPEED = 9; // pixels for each picture

let form = null;
let send = null;
let drag = null;

/** Whether a finger is on a card, or a card in the air: what was touched must not be replaced until the finger is lifted. */
export const dragging = () => Boolean(drag);

/** `sending` posts the data of the form, with where a card was dropped. */
export function startDragging(table, sending) {
  form = table;
  send = sending;
  form.addEventListener("pointerdown", grasp);
  form.addEventListener("touchmove", (touch) => drag && isHeld(touch) && touch.cancelable && touch.preventDefault(), { passive: false });
  form.addEventListener("contextmenu", (menu) => drag?.finger && menu.preventDefault());
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && letGo());
}

function grasp(press) {
  const source = press.target.closest("[data-drag]");
  if (drag || !source || !press.isPrimary || press.button !== 0 || form.matches("[aria-busy]")) return;
  if (source.dataset.drag && !button(source.dataset.drag)) return; // the stock when it is not one's turn
  const finger = press.pointerType === "touch";
  drag = { source, finger, pointer: press.pointerId, since: press.timeStamp, moving: false, x: press.clientX, y: press.clientY, fromX: press.clientX, fromY: press.clientY };
}

/** By the time at which the screen was touched: a slow phone hears of that late. */
const isHeld = ({ timeStamp }) => !drag.finger || drag.moving || timeStamp - drag.since >= HOLD;

function move(pointer) {
  if (pointer.pointerId !== drag?.pointer) return;
  if (!pointer.buttons) return letGo(); // lifted where the page was not told, as over a menu
  drag.x = pointer.clientX;
  drag.y = pointer.clientY;
  if (!drag.moving) {
    if (Math.hypot(drag.x - drag.fromX, drag.y - drag.fromY) < TREMBLE) return;
    if (!isHeld(pointer)) {
      letGo();
      return;
    }
    lift();
  }
  follow();
}

function lift() {
  const box = drag.source.querySelector("[name=k]");
  drag.marks = box?.checked ? [...chosen()] : box ? [box.value] : [];
  drag.cards = box ? drag.marks.map(cardMarked) : [drag.source];
  drag.scrolled = scrollY;
  drag.moving = true;
  form.classList.add("dragging");
  for (const card of drag.cards) card.classList.add("dragged");
  drag.frame = requestAnimationFrame(scrollAtEdge);
}

const cardMarked = (value) => form.querySelector(`[name=k][value="${CSS.escape(value)}"]`).closest("[data-drag]");
const button = (does) => form.querySelector(`button[name=do][value="${CSS.escape(does)}"]`);

/** The cards go where the pointer is, and what lies there says whether they can be dropped. */
function follow() {
  const by = `${drag.x - drag.fromX}px ${drag.y - drag.fromY + scrollY - drag.scrolled}px`;
  for (const card of drag.cards) card.style.translate = by;
  const below = document.elementFromPoint(drag.x, drag.y)?.closest("[data-drop]");
  point(below && form.contains(below) && drop(below) ? below : null);
}

function point(target) {
  drag.target?.classList.remove("drop-here");
  drag.gap?.label.classList.remove("gap-before", "gap-behind");
  drag.target = target;
  drag.gap = null;
  if (!target) return;
  target.classList.add("drop-here");
  if (target.dataset.drop !== "hand" || drag.source.dataset.drag) return;
  drag.gap = gapIn(target);
  drag.gap?.label.classList.add(drag.gap.behind ? "gap-behind" : "gap-before");
}

/** What is sent when the cards are dropped there; "" if that cannot be. */
function drop(target) {
  const { drag: takes } = drag.source.dataset;
  const to = target.dataset.drop;
  if (to === "hand") return takes || "sortieren";
  const stays = drag.cards.every((card) => target.contains(card));
  return !takes && !stays && button(to) ? to : "";
}

/** The card of the hand beside which those that are dragged would come to stand. */
function gapIn(hand) {
  let nearest = null;
  for (const label of hand.querySelectorAll("[data-drag]:not(.dragged, .held--grouped)")) {
    const { left, top, width, height } = label.getBoundingClientRect();
    const x = drag.x - left - width / 2;
    const far = Math.hypot(x, 2 * (drag.y - top - height / 2)); // rather one in the same row
    if (!nearest || far < nearest.far) nearest = { label, far, behind: x > 0 };
  }
  return nearest;
}

function release(pointer) {
  if (pointer.pointerId !== drag?.pointer) return;
  if (!drag.moving) {
    letGo(); // a tap
    return;
  }
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  const { target, marks, gap } = drag;
  const what = target && drop(target);
  if (!what || (what === "sortieren" && !gap)) {
    letGo();
    return;
  }
  const data = new FormData(form);
  if (what === "sortieren") data.set("do", `sortieren ${orderWith(target, gap)}`);
  else {
    data.delete("k");
    for (const one of marks) data.append("k", one);
    data.set("do", what);
  }
  data.set("folge", data.getAll("k").join(" "));
  const dropped = drag;
  drag = null;
  rest(dropped);
  send(data).then(() => putBack(dropped)); // the cards lie where they were dropped until there is an answer
}

/** The whole hand in its new order, as the command has it. */
function orderWith(hand, { label, behind }) {
  const cards = [...hand.querySelectorAll("[data-drag]")].filter((one) => !drag.cards.includes(one));
  cards.splice(cards.indexOf(label) + (behind ? 1 : 0), 0, ...drag.cards);
  return cards.map((one) => one.querySelector("[name=k]").value.split(".")[0]).join(" ");
}

function swallow(click) {
  click.preventDefault();
  click.stopPropagation();
}

function scrollAtEdge() {
  if (!drag?.moving) return;
  const by = drag.y < EDGE ? -SPEED : drag.y > innerHeight - EDGE ? SPEED : 0;
  if (by) {
    scrollBy({ top: by, behavior: "instant" });
    follow();
  }
  drag.frame = requestAnimationFrame(scrollAtEdge);
}

function letGo() {
  if (!drag) return;
  const gone = drag;
  drag = null;
  rest(gone);
  putBack(gone);
}

function rest(gone) {
  cancelAnimationFrame(gone.frame);
  form.classList.remove("dragging");
  gone.target?.classList.remove("drop-here");
  gone.gap?.label.classList.remove("gap-before", "gap-behind");
}

function putBack({ cards = [] }) {
  for (const card of cards) {
    card.classList.remove("dragged");
    card.style.translate = "";
  }
}
