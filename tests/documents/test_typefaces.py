"""Papers are printed in the program's own typefaces, whatever the machine has."""

import re
from typing import cast

import pytest
from django.conf import settings
from fontTools.ttLib import TTFont
from pypdf.generic import DictionaryObject

from romme_turnier.documents.participants.start_cards import start_cards
from romme_turnier.documents.render.pdf import render_pdf
from romme_turnier.tournament import models
from tests.documents import longest
from tests.documents.conftest import read, words_of
from tests.documents.every import pieces_of
from tests.documents.layout import laid_out

pytestmark = pytest.mark.django_db

BUNDLED = settings.RESOURCES / "static" / "fonts" / "paper"
SUBSET = re.compile("^/[A-Z]{6}\\+")  # the letters before the name say that not the whole typeface is in the file


def _bundled() -> set[str]:
    """Returns the names that papers give to the bundled typefaces."""
    names = (TTFont(file)["name"] for file in BUNDLED.glob("*.ttf"))
    return {
        f"{one.getDebugName(1)}-{one.getDebugName(2)}".replace(" ", "-").removesuffix("-Regular").removesuffix("-Book")
        for one in names
    }


def _named_in(pdf: bytes) -> set[str]:
    found = set()
    for page in read(pdf).pages:
        fonts = cast(DictionaryObject, cast(DictionaryObject, page["/Resources"]).get("/Font", {}))
        found |= {
            SUBSET.sub("", str(cast(DictionaryObject, font.get_object())["/BaseFont"])) for font in fonts.values()
        }
    return found


def test_every_typeface_of_every_paper_is_bundled() -> None:
    event = longest.everything(7, series=2)
    longest.with_cards(event, 3)
    named = {name: _named_in(laid_out(template, context).write_pdf()) for name, template, context in pieces_of(event)}
    assert {name: fonts for name, fonts in named.items() if not fonts or not fonts <= _bundled()} == {}


def test_a_name_that_the_typeface_cannot_write_is_printed_with_the_bundled_one_beside_it(event: models.Event) -> None:
    models.Player.objects.filter(registrations__number=1).update(first_name="Ιωάννης", last_name="Чайковский-Nguyễn")
    reader = read(render_pdf("documents/participants/start_cards.html", start_cards(event) or {}))
    assert "Чайковский- Nguyễn" in words_of(reader, 1)
    assert "Ιωάννης" in words_of(reader, 1)
