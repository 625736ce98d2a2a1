"""A morning at a club's laptop over HTTP: the first account, an event, its players, a draw, the lists.

`python -m tools.laptop.day ADDRESS FILE` against an unused program, at the address that it prints; FILE gets the
printed paper. It uses only the pages, and presses the buttons that a person would. It needs only the standard library,
so that it runs with a folder for laptops (tools/laptop), and the tests use it, too.
"""

import sys
from dataclasses import dataclass, field
from datetime import date, timedelta
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

PLAYERS = (
    "Anna Adler",
    "Bernd Bach",
    "Clara Conrad",
    "Dieter Dorn",
    "Erna Ebel",
    "Fritz Fuchs",
    "Greta Groß",
    "Hans Heil",
)
EVENT, DESK = "Probepokal", "/leitung/probepokal/"
PASSWORD = "Kreuz-Bube-liegt-oben"  # noqa: S105 - of a program that is thrown away


class UnexpectedError(AssertionError):
    """A page is not what this morning needs."""


@dataclass
class Form:
    """A form of a page and the data that it would send now; `buttons` by their labels."""

    action: str
    sent_with: str
    values: list[tuple[str, str]] = field(default_factory=list)  # a name may come several times
    names: set[str] = field(default_factory=set)  # of all fields, also of those that are not chosen yet
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    """Collects the forms of a page, without fields outside of a form that name it by id, which are not needed here."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._area = self._select = ""
        self._chosen: str | None = None
        self._button: tuple[str, str] | None = None
        self._words = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        name, form = given.get("name", ""), self._form
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get"))
            self.found.append(self._form)
        elif form is None:
            return
        elif tag == "input" and name:
            form.names.add(name)
            kind = given.get("type", "text")
            if kind not in ("checkbox", "radio", "submit", "file") or "checked" in given:
                form.values.append((name, given.get("value", "on" if kind == "checkbox" else "")))
        elif tag == "textarea":
            form.names.add(name)
            self._area, self._words = name, ""
        elif tag == "select":
            form.names.add(name)
            self._select, self._chosen = name, None
        elif tag == "option" and self._select and ("selected" in given or self._chosen is None):
            self._chosen = given.get("value", "")
        elif tag == "button":
            self._button, self._words = (name, given.get("value", "")), ""

    def handle_data(self, data: str) -> None:
        if self._area or self._button is not None:
            self._words += data

    def handle_endtag(self, tag: str) -> None:
        form = self._form
        if tag == "form":
            self._form = None
        elif form is None:
            return
        elif tag == "textarea":
            form.values.append((self._area, self._words.removeprefix("\n")))  # the first line's end belongs to the tag
            self._area = ""
        elif tag == "select":
            form.values.append((self._select, self._chosen or ""))
            self._select = ""
        elif tag == "button" and self._button is not None:
            form.buttons[" ".join(self._words.split())] = self._button
            self._button = None


class Browser:
    """One person at one browser, without scripts."""

    def __init__(self, start: str) -> None:
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.at, self.body, self.kind = start, b"", ""

    @property
    def text(self) -> str:
        return self.body.decode()

    def open(self, address: str) -> "Browser":
        return self._get(Request(urljoin(self.at, address)))  # noqa: S310 - the program's own pages

    def press(self, button: str, **typed: str) -> "Browser":
        """Fills the form that has this button and sends it. Raises UnexpectedError if there is none."""
        forms = _Forms()
        forms.feed(self.text)
        form = next((form for form in forms.found if button in form.buttons), None)
        if form is None or not typed.keys() <= form.names:
            there = {words: sorted(form.names) for form in forms.found for words in form.buttons}
            raise UnexpectedError(f"{self.at} has no button {button!r} with {[*typed]}, but {there}")
        kept = [(name, value) for name, value in form.values if name not in typed]
        values = [*kept, *typed.items(), *(pair for pair in [form.buttons[button]] if pair[0])]
        target = urljoin(self.at, form.action or self.at)
        if form.sent_with.casefold() == "get":
            return self.open(f"{target.partition('?')[0]}?{urlencode(values)}")
        return self._get(Request(target, urlencode(values).encode(), {"Referer": self.at}))  # noqa: S310

    def _get(self, request: Request) -> "Browser":
        with self._opener.open(request, timeout=60) as answer:
            self.at, self.body = answer.url, answer.read()
            self.kind = answer.headers.get_content_type()
        return self

    def expect(self, words: str) -> "Browser":
        if words not in self.text:
            raise UnexpectedError(f"{self.at} does not say {words!r}: {self.text[-3000:]}")
        return self


def morning(start: str) -> Browser:
    """Returns the browser of the official, in front of the tables of the first series.

    `start`: the address with the word for the first visit, as the program prints it.
    """
    browser = Browser(start).open(start)
    whoever = {"display_name": "Petra Sommer", "username": "petra", "password1": PASSWORD, "password2": PASSWORD}
    browser.press("Konto anlegen und anmelden", **whoever)
    day = f"{date.today() + timedelta(days=7):%Y-%m-%d}T10:00"  # noqa: DTZ011 - any day to come will do
    browser.open("/leitung/neu/").press("Turnier anlegen", name=EVENT, starts_at=day, bonus_mode="per_list")
    browser.open(f"{DESK}teilnehmer/import/").press("Liste prüfen", text="\n".join(PLAYERS)).press("Teilnehmer melden")
    browser.open(f"{DESK}teilnehmer/startnummern/").press("8 Startnummern vergeben")
    return browser.open(f"{DESK}serie/1/auslosen/").press("Vorschau auslosen").press("Diese Auslosung übernehmen")


def lists(browser: Browser) -> Browser:
    """Returns it in front of the lists: a PDF, or a page to print."""
    return browser.open(f"{DESK}serie/1/leere-listen.pdf")


if __name__ == "__main__":
    printed = lists(morning(sys.argv[1]))
    Path(sys.argv[2]).write_bytes(printed.body)
    print(f"{printed.kind}, {len(printed.body)} bytes, from {printed.at}")
