/* The clock of the hall counts down between two looks at the server. It goes by the server's time: the clock of a
   laptop or a phone may be wrong. */

let ahead = 0; // milliseconds that the server's clock is ahead of ours

async function setByServer() {
  const asked = Date.now();
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
  const said = Date.parse(answer.headers.get("Date"));
  if (said) ahead = said - (asked + Date.now()) / 2;
}

const two = (number) => String(number).padStart(2, "0");

/** Minutes and seconds; of what is far away hours, too. */
function counted(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes < 100 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

function tick() {
  for (const timer of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(timer.dataset.until) * 1000 - Date.now() - ahead) / 1000));
    const text = left ? (timer.dataset.left ?? "{time}").replace("{time}", counted(left)) : timer.dataset.over;
    if (timer.textContent !== text) timer.textContent = text;
  }
}

setInterval(tick, 250);
if (document.querySelector("[data-until], [data-hall-time]")) setByServer().catch(() => {}).then(tick);
