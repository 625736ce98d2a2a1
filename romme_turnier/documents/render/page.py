"""A paper as a page that the browser prints: where WeasyPrint's libraries are missing, and for who wants to.

The same HTML and the same style sheets, `@page` and all. What a browser does not know is put into its words: a foot
that runs on (`element()`) becomes text of the margin, and what is written into the head goes into a style sheet at an
address of its own, as the content security policy asks. That address carries the sheet itself, signed.
"""

import html
import re
from functools import cache
from importlib import import_module
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.tournament.models import Event

_SALT = "style of a paper"
_FOR_GOOD = "private, max-age=31536000, immutable"
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_STATIC = re.compile(r'"static:([^"]+)"')
_FEET = {"foot-left": "@bottom-left", "foot-middle": "@bottom-center"}


@cache
def pdf_is_possible() -> bool:
    """Returns whether WeasyPrint and what it needs of the system are there; looks once."""
    try:
        import_module("weasyprint")
    except (ImportError, OSError):
        return False
    return True


def page_of(paper: str, event: Event, *, back: str) -> str:
    """Returns the page for a paper's HTML, with a bar that only the screen shows; `back`: address of the print page."""
    style = "\n".join([*_STYLE.findall(paper), *_feet(paper)])
    text = _STATIC.sub(lambda name: f'"{static(name[1])}"', _STYLE.sub("", paper))
    if logo := getattr(event, "logo", None):
        text = text.replace(logo.inline, reverse("public:logo", args=[logo.digest]))
    own = reverse("documents:style", args=[signed_style(style)])
    head = [
        f'<link rel="stylesheet" href="{static("css/documents/browser.css")}">',
        f'<link rel="stylesheet" href="{own}">',
        f'<script src="{static("js/print_paper.js")}" defer></script>',
    ]
    text = text.replace("</head>", "".join(head) + "</head>", 1)
    return re.sub(r"(<body[^>]*>)", lambda body: body[1] + _bar(back), text, count=1)


def page_response(paper: str, event: Event, *, back: str) -> HttpResponse:
    """Never cached, as it names people."""
    response = HttpResponse(page_of(paper, event, back=back))
    response["Cache-Control"] = "private, no-store"
    return response


def signed_style(sheet: str) -> str:
    """Returns what an address names a style sheet by."""
    return signing.dumps(sheet, salt=_SALT, compress=True)


@require_safe
def style(_request: HttpRequest, signed: str) -> HttpResponse:
    """What a paper says in its own style sheet. Only the program itself can write such an address."""
    try:
        sheet: Any = signing.loads(signed, salt=_SALT)
    except signing.BadSignature as error:
        raise Http404 from error
    response = HttpResponse(sheet, content_type="text/css")
    response["Cache-Control"] = _FOR_GOOD
    return response


def _feet(paper: str) -> list[str]:
    """The foot of each page; that of a list stands on its sheet (browser.css)."""
    rules = []
    for name, where in _FEET.items():
        if found := re.search(rf'<p class="{name}">(.*?)</p>', paper, re.DOTALL):
            words = html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip()
            rules.append(f"@page {{ {where} {{ content: {_quoted(words)} }} }}")
    return rules


def _quoted(words: str) -> str:
    """As a string of CSS; whatever could end it is written by its number."""
    return '"' + "".join(sign if sign.isalnum() else f"\\{ord(sign):x} " for sign in words) + '"'


def _bar(back: str) -> str:
    hint = _(
        "Drucken Sie diese Seite mit dem Browser, ohne zu verkleinern; „Kopf- und Fußzeilen“ lassen Sie weg. "
        "Edge und Chrome setzen alles wie gedacht, Firefox lässt die Fußzeilen weg."
    )
    words = {"print": _("Drucken"), "back": _("Zur Seite Drucken"), "hint": hint}
    safe = {name: html.escape(text) for name, text in words.items()}
    return (
        f'<div class="paper-bar" role="region" aria-label="{safe["print"]}">'
        f'<button type="button" class="paper-bar__print" data-print hidden>{safe["print"]}</button>'
        f'<a class="paper-bar__back" href="{html.escape(back)}">{safe["back"]}</a>'
        f'<span class="paper-bar__hint">{safe["hint"]}</span></div>'
    )
