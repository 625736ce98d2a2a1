"""Papers are printed in the program's own typefaces, on every machine."""

import os
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from fontTools.ttLib import TTFont

from romme_turnier.documents.availability import LETTERS, names_beyond_papers
from romme_turnier.documents.participants.papers import start_cards
from romme_turnier.documents.render.pdf import render_pdf
from romme_turnier.tournament import models
from tests.documents.conftest import read, words_of

pytestmark = pytest.mark.django_db


def test_name_that_the_typeface_cannot_write_is_printed_with_the_bundled_one(event: models.Event) -> None:
    models.Player.objects.filter(registrations__number=1).update(first_name="Ιωάννης", last_name="Чайковский-Nguyễn")
    reader = read(render_pdf("documents/participants/start_cards.html", start_cards(event) or {}))
    assert "Чайковский- Nguyễn" in words_of(reader, 1)
    assert "Ιωάννης" in words_of(reader, 1)


def test_typefaces_are_found_again_when_the_machine_has_cleared_its_temporary_files(event: models.Event) -> None:
    context = start_cards(event) or {}
    before = render_pdf("documents/participants/start_cards.html", context)
    shutil.rmtree(Path(os.environ["FONTCONFIG_FILE"]).parent)
    assert render_pdf("documents/participants/start_cards.html", context) == before


def test_names_that_no_typeface_of_papers_can_write_are_told_before_printing(
    official: Client, event: models.Event
) -> None:
    page = reverse("organiser:print_page", args=[event.slug])
    names = {1: "Чайковский", 2: "Łukasz Nguyễn", 3: "محمد", 4: "山田"}
    for number, name in names.items():
        models.Player.objects.filter(registrations__number=number).update(last_name=name)
    assert names_beyond_papers(event) == ["Vera3 محمد", "Vera4 山田"]
    assert "Diese Namen kann das Papier nicht schreiben" in official.get(page).content.decode()
    models.Player.objects.update(last_name="Yamada")
    assert names_beyond_papers(event) == []
    assert "kann das Papier nicht schreiben" not in official.get(page).content.decode()


def test_letters_that_papers_can_write_are_those_of_their_typefaces() -> None:
    files = Path(settings.STATICFILES_DIRS[0], "fonts", "paper").glob("*-Regular.ttf")
    there = {code for file in files for code in TTFont(file).getBestCmap()}
    for first, last in (("A", "z"), ("À", "ɏ"), ("Α", "ω"), ("А", "я")):  # Latin, Greek, Cyrillic
        assert {code for code in range(ord(first), ord(last) + 1) if chr(code).isalpha()} <= there & LETTERS
    assert {chr(code) for code in there - LETTERS if chr(code).isalpha()} == {"ℓ"}
