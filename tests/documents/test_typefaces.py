"""Papers are printed in the program's own typefaces, whatever the machine has."""

import os
import shutil
from pathlib import Path

import pytest

from romme_turnier.documents.participants.start_cards import start_cards
from romme_turnier.documents.render.pdf import render_pdf
from romme_turnier.tournament import models
from tests.documents.conftest import read, words_of

pytestmark = pytest.mark.django_db


def test_a_name_that_the_typeface_cannot_write_is_printed_with_the_bundled_one_beside_it(event: models.Event) -> None:
    models.Player.objects.filter(registrations__number=1).update(first_name="Ιωάννης", last_name="Чайковский-Nguyễn")
    reader = read(render_pdf("documents/participants/start_cards.html", start_cards(event) or {}))
    assert "Чайковский- Nguyễn" in words_of(reader, 1)
    assert "Ιωάννης" in words_of(reader, 1)


def test_typefaces_are_found_again_when_the_machine_has_cleared_its_temporary_files(event: models.Event) -> None:
    context = start_cards(event) or {}
    before = render_pdf("documents/participants/start_cards.html", context)
    shutil.rmtree(Path(os.environ["FONTCONFIG_FILE"]).parent)
    assert render_pdf("documents/participants/start_cards.html", context) == before
