"""How soon Regel-Check answers on a phone: ``python -m benchmarks.day.rule_check_phone [ADDRESS …]``.

Chromium of 360 px with a processor four times slower and 20 ms to the server: milliseconds from the end of a tap on a
card, and from a letter that is typed, until the answer is painted; median and worst. Without an address the program is
served here. The pages at several addresses are asked in turns, so that two states of the program meet the same load.

The loop is a fixed one in the page, by the clock, before each question. A question is undisturbed if its loop took
about as long as the quickest tenth: then the machine was busy with nothing else.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

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
LETTERS = "9H10HJH2S"  # each changes the answer
STILL = 150  # milliseconds between two questions
SHOWN = 500  # milliseconds until a page is drawn after another one covered it
PRESSED = 80  # milliseconds that a finger stays on the glass
DISTURBED = 1.25  # duration relative to that of the loop on an idle machine

WATCH = """() => {
  for (const event of ["pointerup", "keydown"]) {
    addEventListener(event, (one) => { window.began = one.timeStamp; }, true);
  }
  new MutationObserver(() => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel(); // its message comes when the frame has been made
    port1.onmessage = () => window.answered(performance.now() - window.began);
    port2.postMessage(0);
  })).observe(document.querySelector("[data-answer]"), { childList: true, characterData: true, subtree: true });
}"""
# Returns where a finger meets it: Playwright's own tap looks many times, and the page would wait for that.
PLACE = """(what) => {
  const button = document.querySelector(what);
  button.scrollIntoView({ block: "center" });
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
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


@dataclass(frozen=True, slots=True)
class Taken:
    """Milliseconds of the fixed loop, and then of a question until its answer was painted."""

    what: str
    loop: float
    painted: float


def main(addresses: list[str]) -> None:
    if chromium() is None:
        sys.stdout.write("There is no Chromium on this machine.\n")
        return
    with served(addresses) as servers, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        pages = {server: phone(browser, server) for server in servers}
        times: dict[str, list[Taken]] = {server: [] for server in servers}
        for _round in range(ROUNDS):
            for server, page in pages.items():
                page.bring_to_front()
                page.wait_for_timeout(SHOWN)
                times[server] += [asked(page, what) for what in (*TAPS, *LETTERS)]
                page.locator('[data-tap][value="leeren"]').tap()
        browser.close()
    for server, taken in times.items():
        report(server, taken)


def report(server: str, taken: list[Taken]) -> None:
    loops = sorted(one.loop for one in taken)
    usual = loops[len(loops) // 10]
    sys.stdout.write(f"{server}: loop {statistics.median(loops):.0f} ms, undisturbed {usual:.0f}\n")
    for what, is_tap in (("tap", True), ("key", False)):
        every = [one for one in taken if (one.what in TAPS) is is_tap]
        still = [one for one in every if one.loop < DISTURBED * usual]
        sys.stdout.write(f"  {what}: {in_short(every)}; undisturbed {in_short(still)}\n")


def in_short(taken: list[Taken]) -> str:
    painted = [one.painted for one in taken]
    return f"{statistics.median(painted):.0f} ms, worst {max(painted):.0f} (of {len(painted)})"


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


def asked(page: Page, what: str) -> Taken:
    """Taps a card, or types a letter into the field of cards."""
    if what in TAPS:
        at = page.evaluate(PLACE, f'[data-tap][value="{what}"]')
        loop = page.evaluate(READY, STILL)
        touch(page, at)
    else:
        page.locator("#karten").focus()
        loop = page.evaluate(READY, STILL)
        page.keyboard.press(what)
    return Taken(what, loop, page.evaluate("window.answer"))


def touch(page: Page, at: Sequence[float]) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]})
    page.wait_for_timeout(PRESSED)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    devtools.detach()


if __name__ == "__main__":
    main(sys.argv[1:])
