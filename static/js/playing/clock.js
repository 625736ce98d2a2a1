/* While the open card can be claimed: the seconds that are left, and a look at the table once they have run out. */

let ticking = 0;

export function startClock(place, look) {
  clearInterval(ticking);
  const claim = place.querySelector("[data-left]");
  if (!claim) return;
  const shown = claim.querySelector("[data-clock]");
  const end = performance.now() + Number(claim.dataset.left) * 1000;
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    shown.textContent = `${Math.max(0, left)}\u00a0s`;
    if (left > 0) return;
    clearInterval(ticking);
    look();
  };
  tick();
  ticking = setInterval(tick, 500);
}
