"""The pictures of the README and the handbook, taken from the demo event: `python -m tools.screenshots`.

Runs inside the virtual environment of the tests. Server and database are its own and are gone afterwards.
"""

import io
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.debian import chromium
from tools.project import ROOT, StopError, say

PICTURES = ROOT / "docs" / "img"
_COLOURS = 96  # enough for these pages, with small files
_WIDE: ViewportSize = {"width": 1200, "height": 760}
_PHONE: ViewportSize = {"width": 390, "height": 720}
_SCREEN: ViewportSize = {"width": 1280, "height": 720}
_HEIGHTS = {  # if the subject of the picture is further down
    "liste": 1160,
    "auslosung": 900,
    "kasse": 900,
    "streitfall": 1250,
    "meldung": 1000,
    "papier": 900,
    "ausschreibung": 1250,
}
_KEYS_SHOWN = 9_000  # milliseconds: the wall shows its keys, and a new announcement first
BEFORE = "/leitung/fruehlingspokal/"  # the event that waits for its first draw: tools/picture_scene.py
TIED = "/leitung/clubabend/"  # and the event that waits for a play-off


@dataclass(frozen=True, slots=True)
class Program:
    """The running program: its address, and its accounts."""

    address: str
    username: str
    password: str


def main() -> int:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with running() as program, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        desk = _page(browser, _WIDE)
        event = sign_in(desk, program)
        for name, path in _desk_pages(desk, event).items():
            desk.set_viewport_size({"width": _WIDE["width"], "height": _HEIGHTS.get(name, _WIDE["height"])})
            _take(desk, name, program.address + path)
        wall = _page(browser, _SCREEN)
        _take(wall, "leinwand", f"{program.address}{_public(event)}saal/?tafel=clock-1", after=_KEYS_SHOWN)
        phone = _page(browser, _PHONE)
        _take(phone, "platz", f"{program.address}{_public(event)}sitz/?q=7")
        _take(phone, "anmelden", f"{program.address}{_public(BEFORE)}anmelden/")
        _take(phone, "rangliste-oeffentlich", f"{program.address}{_public(event)}rangliste/")
        phone.goto(program.address)
        season = str(phone.locator("a[href^='/saison/']").first.get_attribute("href"))
        _take(phone, "saison", program.address + season)
        browser.close()
    return 0


@contextmanager
def running() -> Iterator[Program]:
    """The program on an empty database with the demo event, and the additional scene of the pictures."""
    with tempfile.TemporaryDirectory(prefix="romme-screenshots-") as folder:
        port = _free_port()
        environ = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/demo.sqlite3",
            "DEBUG": "1",  # static files straight from the sources
            "MODE": "local",
            "SECRET_KEY": "only-for-pictures" * 4,
        }
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "--verbosity=0"], env=environ, cwd=ROOT, check=True)
        made = subprocess.run([*manage, "demo"], env=environ, cwd=ROOT, check=True, capture_output=True, text=True)
        subprocess.run([sys.executable, "-m", "tools.picture_scene"], env=environ, cwd=ROOT, check=True)
        username, password = re.findall(r": {2,}(\S+)$", made.stdout, re.MULTILINE)[:2]
        address = f"http://127.0.0.1:{port}"
        command = [*manage, "runserver", "--noreload", "--verbosity=0", address.removeprefix("http://")]
        server = subprocess.Popen(command, env=environ, cwd=ROOT, stderr=subprocess.DEVNULL)
        try:
            _wait_for(address)
            yield Program(address, username, password)
        finally:
            server.terminate()
            server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str) -> None:
    for _attempt in range(150):
        try:
            urllib.request.urlopen(address, timeout=5).close()  # noqa: S310 - our own server
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    raise StopError(f"Nothing answers at {address}.")


def _page(browser: Browser, size: ViewportSize) -> Page:
    context = browser.new_context(
        viewport=size,
        locale="de-DE",
        timezone_id="Europe/Berlin",
        color_scheme="light",
    )
    return context.new_page()


def sign_in(page: Page, program: Program) -> str:
    """Signs in, and returns the address of the demo event's page."""
    page.goto(f"{program.address}/konto/anmelden/")
    page.fill("[name=login]", program.username)
    page.fill("[name=password]", program.password)
    page.click("main button[type=submit]")
    page.wait_for_url("**/leitung/")
    return str(page.locator("main tbody a[href*=lindenhof]").first.get_attribute("href"))


def _public(event: str) -> str:
    return event.replace("/leitung/", "/t/")


def _desk_pages(page: Page, event: str) -> dict[str, str]:
    """Returns the pages of the officials' desk, by the name of their picture."""
    lists = f"{event}serie/3/listen/"
    page.goto(page.url.rpartition("/leitung/")[0] + lists)
    faulty = page.locator("li:has(.badge--problem) a").first.get_attribute("href")
    return {
        "uebersicht": event,
        "teilnehmer": f"{event}einlass/",
        "saal": f"{event}serie/3/",
        "listen": lists,
        "liste": str(faulty),
        "abgabe": f"{event}serie/3/abgabe/?tisch=5",
        "rangliste": f"{event}rangliste/2/",
        "entscheidungsspiel": f"{TIED}entscheidungsspiel/",
        "streitfall": f"{event}streitfaelle/1/",
        "kasse": f"{event}kasse/",
        "preise": f"{event}kasse/preise/",
        "papier": f"{event}papier/",
        "auslosung": f"{BEFORE}serie/1/auslosen/",
        "meldung": f"{BEFORE}einlass/?q=zeis",
        "ausschreibung": _public(BEFORE),
    }


def _take(page: Page, name: str, address: str, *, after: int = 0) -> None:
    answer = page.goto(address)
    if answer is None or not answer.ok:
        raise StopError(f"{address} cannot be shown, so there is no picture {name}.")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(after)
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    target = PICTURES / f"{name}.png"
    picture.convert("RGB").quantize(_COLOURS).save(target, optimize=True)
    say(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    sys.exit(main())
