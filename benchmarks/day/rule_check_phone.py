"""How soon Regel-Check answers on a phone: ``python -m benchmarks.day.rule_check_phone [ADDRESS …]``.

Chromium of 360 px with a processor four times slower and 20 ms to the server: milliseconds from a tap on a card, and
from a letter that is typed, until the answer is painted; median and worst. Without an address the program is served
here. The pages at several addresses are asked in turns, so that two states of the program meet the same load.

The loop is a fixed one in the page, by the clock, before each question: the more its median exceeds its best, the more
the machine was busy with something else, and the less the other figures say.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright runs an event loop in this thread

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, Page, sync_playwright

from romme_turnier.accounts.models import User
from tools.debian import chromium

SLOWER = 4
LATENCY = 20  # milliseconds
BYTES_A_SECOND = 2_500_000
ROUNDS = 4
TAPS = ("♥9", "♥10", "♥B", "♠2", "♦7", "♣A", "Joker", "♥5", "♥6", "leeren")
LETTERS = "9H 10H JH 2S"
STILL = 150  # milliseconds between two questions

WATCH = """() => {
  for (const event of ["pointerup", "keydown"]) {
    addEventListener(event, (one) => { window.began = one.timeStamp; }, true);
  }
  new MutationObserver(() => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel(); // its message comes when the frame has been made
    port1.onmessage = () => window.answered(performance.now() - window.began);
    port2.postMessage(0);
  })).observe(document.querySelector("[data-answer]"), { childList: true });
}"""
# Returns what the loop took, and makes ready for the next answer.
READY = """async (still) => {
  await new Promise((resolve) => setTimeout(resolve, still));
  window.answer = new Promise((resolve) => { window.answered = resolve; });
  const start = performance.now();
  let mixed = 1;
  for (let number = 0; number < 8_000_000; number++) mixed = (Math.imul(mixed, 1103515245) + 12345) & 0x7fffffff;
  return mixed < 0 || performance.now() - start;
}"""


def main(addresses: list[str]) -> None:
    if chromium() is None:
        sys.stdout.write("There is no Chromium on this machine.\n")
        return
    with served(addresses) as servers, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        pages = {server: phone(browser, server) for server in servers}
        times: dict[str, dict[str, list[float]]] = {server: {"loop": [], "tap": [], "key": []} for server in servers}
        for _round in range(ROUNDS):
            for server, page in pages.items():
                measure(page, times[server])
        browser.close()
    for server, found in times.items():
        loop = found.pop("loop")
        sys.stdout.write(f"{server}: loop {statistics.median(loop):.0f} ms, best {min(loop):.0f}\n")
        for what, taken in found.items():
            middle, worst = statistics.median(taken), max(taken)
            sys.stdout.write(f"  {what}: {middle:.0f} ms, worst {worst:.0f} (of {len(taken)})\n")


@contextmanager
def served(addresses: list[str]) -> Iterator[list[str]]:
    if addresses:
        yield addresses
        return
    User.objects.create_superuser("leitung", password="nur-fuer-diese-messung")  # noqa: S106 - gone in a minute
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    try:
        yield [f"http://127.0.0.1:{server.port}"]
    finally:
        server.terminate()


def phone(browser: Browser, server: str) -> Page:
    page = browser.new_page(
        locale="de-DE",
        viewport={"width": 360, "height": 740},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
    )
    page.goto(f"{server}/regel-check/")
    page.evaluate(WATCH)
    network = {"offline": False, "latency": LATENCY}
    network |= {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.emulateNetworkConditions", network)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def measure(page: Page, times: dict[str, list[float]]) -> None:
    page.bring_to_front()
    for card in TAPS:
        times["loop"].append(page.evaluate(READY, STILL))
        page.locator(f'[data-tap][value="{card}"]').tap()
        times["tap"].append(page.evaluate("window.answer"))
    page.locator("#karten").focus()
    for letter in LETTERS:
        times["loop"].append(page.evaluate(READY, STILL))
        page.keyboard.press(letter if letter != " " else "Space")
        times["key"].append(page.evaluate("window.answer"))
    page.evaluate(READY, STILL)
    page.locator('[data-tap][value="leeren"]').tap()
    page.evaluate("window.answer")


if __name__ == "__main__":
    main(sys.argv[1:])
