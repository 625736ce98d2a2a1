"""The look of the program: readable colours, errors at their fields, pages for failures."""

import re
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client

from romme_turnier.tournament.shared.colours import contrast
from tests.factories import make_official

STATIC = Path(settings.RESOURCES) / "static"
TEMPLATES = Path(settings.RESOURCES) / "templates"
TOKEN = re.compile(r"--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));")


def _tokens(scheme: str) -> dict[str, str]:
    css, _mark, felt = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8").partition(".wall-felt")
    tokens = {name: both or (light if scheme == "light" else dark) for name, light, dark, both in TOKEN.findall(css)}
    return tokens | ({name: colour for name, _light, _dark, colour in TOKEN.findall(felt)} if scheme == "felt" else {})


INKS = ("ink", "ink-2", "accent", "accent-strong", "error")
GROUNDS = ("paper", "paper-2", "paper-3", "accent-quiet", "error-quiet")
WORDS = [(ink, ground, 7) for ink in INKS for ground in GROUNDS]
SIGNS = [("rule-strong", "paper", 3), ("focus", "paper", 3)]
SIGNS += [("rule-cell", ground, 3) for ground in ("paper", "accent-quiet", "error-quiet")]  # and the rows of a list
ON_COLOUR = [
    ("on-accent", "accent", 7),
    ("on-accent", "accent-strong", 7),
    ("on-felt", "felt", 7),
    ("paper", "error", 7),
]


@pytest.mark.parametrize("scheme", ["light", "dark", "felt"])
@pytest.mark.parametrize(("ink", "ground", "least"), [*WORDS, *ON_COLOUR, *SIGNS])
def test_colours_can_be_read_when_set_on_each_other(ink: str, ground: str, least: float, scheme: str) -> None:
    """Seven to one for all words (WCAG 2.2, 1.4.6), three to one for marks without text (1.4.11)."""
    colours = _tokens(scheme)
    assert contrast(colours[ink], colours[ground]) >= least


def test_colours_come_from_tokens_when_a_style_sheet_needs_one() -> None:
    for sheet in (STATIC / "css").rglob("*.css"):
        if sheet.name not in {"tokens.css", "print.css"} and sheet.parent.name != "documents":  # that is for paper
            colours = re.findall(r":[^;{]*(#[0-9a-f]{3,6})\b", sheet.read_text(encoding="utf-8"))
            assert set(colours) <= {"#000", "#fff"}, sheet.name


def test_templates_keep_to_the_content_policy_when_read() -> None:
    for template in TEMPLATES.rglob("*.html"):
        if "documents" in template.parts:
            continue
        if template.name == "offline.html":  # a file to save, with an inline script and its policy
            continue
        text = template.read_text(encoding="utf-8")
        assert not re.search(r"<[^>]+\sstyle=", text), template
        assert not re.search(r"<[^>]+\son[a-z]+=", text), template
        assert not re.search(r"<script(?![^>]*\ssrc=)", text), template


class ExampleForm(forms.Form):
    name = forms.CharField(label="Name", help_text="Wie auf der Startkarte.")
    club = forms.CharField(label="Club", required=False)
    bonus = forms.ChoiceField(label="Bonus", widget=forms.RadioSelect, choices=[("a", "einmal"), ("b", "je Spiel")])
    consent = forms.BooleanField(label="Name darf veröffentlicht werden", required=False)


def test_a_field_ties_hint_and_error_to_its_control_when_wrong() -> None:
    html = ExampleForm({})["name"].as_field_group()
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html
    assert "Fehler:" in html
    assert 'aria-invalid="true"' in html


def test_a_field_says_so_when_it_must_be_filled_in() -> None:
    assert "(Pflichtangabe)" in ExampleForm()["name"].as_field_group()
    assert "(Pflichtangabe)" not in ExampleForm()["club"].as_field_group()


def test_choices_stand_in_a_fieldset_with_a_legend_when_they_are_radio_buttons() -> None:
    html = ExampleForm()["bonus"].as_field_group()
    assert "<fieldset" in html
    assert "<legend>Bonus" in html


def test_the_summary_links_each_error_to_its_field_when_a_form_is_wrong() -> None:
    html = render_to_string("forms/error_summary.html", {"form": ExampleForm({})})
    assert 'href="#id_name"' in html
    assert 'href="#id_bonus_0"' in html
    assert "id_club" not in html


def test_the_summary_is_absent_when_a_form_is_fresh() -> None:
    assert "error-summary" not in render_to_string("forms/error_summary.html", {"form": ExampleForm()})


@pytest.mark.parametrize("code", ["400", "500"])
def test_pages_for_the_worst_stand_alone_when_nothing_else_works(code: str) -> None:
    text = (TEMPLATES / f"{code}.html").read_text(encoding="utf-8")
    assert "extends" not in text
    assert "Rommé-Turnier" in render_to_string(f"{code}.html")


def test_a_forbidden_page_names_the_right_when_one_is_missing() -> None:
    html = render_to_string("403.html", {"needed": "Listen prüfen", "of_organiser": False, "is_by_office": False})
    assert "<strong>Listen prüfen</strong>" in html


@pytest.mark.django_db
def test_an_unknown_address_gets_a_german_page_when_asked_for(client: Client) -> None:
    make_official()  # an empty program would lead to its set-up
    response = client.get("/gibt-es-nicht/")
    assert response.status_code == 404
    assert "Diese Seite gibt es nicht" in response.content.decode()
