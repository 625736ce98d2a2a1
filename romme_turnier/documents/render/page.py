"""Shows a paper as a page for the browser to print: without WeasyPrint's libraries, or on request.

The HTML and the style sheets are the same, including `@page`. Features that browsers lack are translated: a running
foot (`element()`) becomes text of the margin. The styles in the head become a style sheet with its own address, since
the content security policy demands one. That address carries the sheet itself, signed.
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

from romme_turnier.documents.render.typography import typeset
from romme_turnier.tournament.models import Event

_SALT = "style of a paper"
_FOR_GOOD = "private, max-age=31536000, immutable"
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_STATIC = re.compile(r'"static:([^"]+)"')
_FEET = {"foot-left": "@bottom-left", "foot-middle": "@bottom-center"}


@cache
def pdf_is_possible() -> bool:
    """Returns whether WeasyPrint and its libraries are installed; checks only once."""
    try:
        import_module("weasyprint")
    except (ImportError, OSError):
        return False
    return True


def page_of(paper: str, event: Event, *, back: str) -> str:
    """Returns the page for a paper's HTML, with a bar shown only on screen; `back` is the address of the print page."""
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
    """Returns the page of a paper; never cached, as it names people."""
    response = HttpResponse(typeset(page_of(paper, event, back=back)))
    response["Cache-Control"] = "private, no-store"
    return response


def signed_style(sheet: str) -> str:
    """Returns the part of an address that carries a signed style sheet."""
    return signing.dumps(sheet, salt=_SALT, compress=True)


@require_safe
def style(_request: HttpRequest, signed: str) -> HttpResponse:
    """Sends the style sheet that a signed address carries. Only the program can sign one."""
    try:
        sheet: Any = signing.loads(signed, salt=_SALT)
    except signing.BadSignature as error:
        raise Http404 from error
    response = HttpResponse(sheet, content_type="text/css")
    response["Cache-Control"] = _FOR_GOOD
    return response


def _feet(paper: str) -> list[str]:
    """Returns style rules for page footers; the footer of a list is part of its sheet (browser.css)."""
    rules = []
    for name, where in _FEET.items():
        if foot := re.search(rf'<p class="{name}">(.*?)</p>', paper, re.DOTALL):
            words = html.unescape(re.sub(r"<[^>]+>", "", foot[1])).strip()
            # Every character that could end the string is written as its number.
            escaped = "".join(char if char.isalnum() else f"\\{ord(char):x} " for char in words)
            rules.append(f'@page {{ {where} {{ content: "{escaped}" }} }}')
    return rules


def _bar(back: str) -> str:
    hint = _(
        "Drucken Sie diese Seite mit dem Browser, einseitig und ohne zu verkleinern; „Kopf- und Fußzeilen“ lassen Sie "
        "weg. Edge und Chrome setzen alles wie gedacht, Firefox lässt die Fußzeilen weg."
    )
    words = {"print": _("Drucken"), "back": _("Zur Seite Drucken"), "hint": hint}
    safe = {name: html.escape(text) for name, text in words.items()}
    return (
        f'<div class="paper-bar" role="region" aria-label="{safe["print"]}">'
        f'<button type="button" class="paper-bar__print" data-print hidden>{safe["print"]}</button>'
        f'<a class="paper-bar__back" href="{html.escape(back)}">{safe["back"]}</a>'
        f'<span class="paper-bar__hint">{safe["hint"]}</span></div>'
    )
