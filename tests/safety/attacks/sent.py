"""The requests of the program's pages: every form and every request of its scripts, as a browser sends them.

The addresses are from tests/web/matrix.py, the forms those on the pages of a user with all rights.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.http import HttpResponse
from django.urls import Resolver404, resolve

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """One request: `fields` of a form or of the query, or `json`; `files` are the names of its files."""

    address: str  # as in the matrix
    who: str
    method: str
    path: str
    fields: Fields = ()
    files: frozenset[str] = frozenset()
    json: Any = None


@dataclass
class _Form:
    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    files: set[str] = field(default_factory=set)


class _Forms(HTMLParser):
    """Forms with their contents."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(_Form(of.get("method", "get").lower(), of.get("action", "")))
        elif tag in ("input", "button", "textarea", "select") and of.get("name"):
            self._control(tag, of)
        elif tag == "option" and self._select and "selected" in of:
            self.forms[-1].fields.append((self._select, of.get("value", "")))
        if tag == "button" and of.get("formaction"):
            self.forms.append(replace(self.forms[-1], action=of["formaction"], fields=[*self.forms[-1].fields]))

    def _control(self, tag: str, of: dict[str, str]) -> None:
        self._select = of["name"] if tag == "select" else ""
        if of.get("type") == "file":
            self.forms[-1].files.add(of["name"])
        else:
            self.forms[-1].fields.append((of["name"], of.get("value", "")))


_FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
_QUESTION = re.compile(r'<a\b[^>]* href="([^"?]*\?[^"]*)"')


def sent_from(page: HttpResponse, path: str, who: str) -> Iterator[Sent]:
    """Yields what the page can send to this program, and the questions in its links."""
    if not page.headers.get("Content-Type", "").startswith("text/html"):
        return
    html, forms = page.content.decode(), _Forms()
    for form in _FORM.findall(html):
        forms.feed(form)
    for form in forms.forms:
        where = urlsplit(urljoin(path, form.action))
        fields = tuple(one for one in form.fields if one[0] != "csrfmiddlewaretoken")
        if address := name_of(where.path):
            yield Sent(address, who, form.method, where.path, fields, frozenset(form.files))
    for link in _QUESTION.findall(html):
        where = urlsplit(urljoin(path, unescape(link)))
        if not where.netloc and (address := name_of(where.path)):
            yield Sent(address, who, "get", where.path, tuple(parse_qsl(where.query, keep_blank_values=True)))


@cache
def name_of(path: str) -> str:
    """The address as the matrix names it; "" for one outside of the program."""
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""
