"""Fixtures shared by the tests of pages."""

import pytest
from django.test import Client

from romme_turnier.accounts.models import User
from romme_turnier.documents import delivery, views
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.web.rulebook import views as rulebook
from tests.cast import signed_in


@pytest.fixture
def chief(db: None) -> Client:
    """A superuser, signed in."""
    return signed_in(User.objects.create_superuser("chief", display_name="Chief"))


@pytest.fixture
def printed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printouts are filled, not laid out: a file is its HTML. How they look is for tests/documents."""
    for printing in (views, rulebook):
        monkeypatch.setattr(printing, "render_pdf", lambda template, context: html_of(template, context).encode())
    monkeypatch.setattr(rulebook, "folded", lambda pdf: pdf)
    monkeypatch.setattr(
        delivery,
        "render_batch",
        lambda pieces, title: title.encode() + b"".join(html_of(*one).encode() for one in pieces),
    )
