"""Shows a paper as a page for the browser to print: if WeasyPrint's libraries are missing, or on request.

The templates and the style sheets are the same as for PDFs. With `browser` in the context, the templates add a bar
that only the screen shows, and load style sheets and the logo from the server.
"""

import secrets
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from django.http import HttpResponse

from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.render.typography import typeset


@cache
def pdf_is_possible() -> bool:
    """Returns whether WeasyPrint and its libraries are installed; checks only once."""
    try:
        import_module("weasyprint")
    except (ImportError, OSError):
        return False
    return True


def page_response(template: str, context: Mapping[str, Any], *, back: str) -> HttpResponse:
    """Returns a paper as a page; `back` is the address of the print page.

    The page is never cached, because it names people.
    """
    nonce = secrets.token_urlsafe(16)  # only this answer may use it
    response = HttpResponse(typeset(html_of(template, {**context, "browser": {"back": back, "nonce": nonce}})))
    response["Cache-Control"] = "private, no-store"
    styles = {"style-src": ["'self'", f"'nonce-{nonce}'"]}
    setattr(response, "_csp_update", styles)  # noqa: B010 - as django-csp's decorator for views does
    return response
