"""Messages of forms for missing or unreadable input: plain, at the field, and with its label."""

from decimal import Decimal
from typing import Any

import pytest
from django import forms
from django.template.loader import render_to_string

from romme_turnier.accounts.forms import FirstOfficialForm
from romme_turnier.documents.tables.moments import MomentField
from romme_turnier.web.form_words import errors_of, explains_required, marks_required, summary_of
from romme_turnier.web.organiser.fields import amount_field, date_field


class ExampleForm(forms.Form):
    name = forms.CharField(label="Name", max_length=5)
    why = forms.CharField(label="Wozu")
    kind = forms.ChoiceField(label="Was", choices=[("a", "A")])
    whom = forms.ChoiceField(label="Wer ist eingeladen?", choices=[("a", "A")])
    sure = forms.BooleanField(label="Es stimmt")
    file = forms.FileField(label="Datei")
    own = forms.CharField(label="Eigenes", error_messages={"required": "Ohne das geht es nicht."})
    fee = amount_field("Betrag", min_value=Decimal("0.01"))
    free = amount_field("Startgeld", min_value=Decimal(0), required=False)
    table = forms.IntegerField(label="Tisch", min_value=1, max_value=99, required=False)
    rank = forms.IntegerField(label="Rang", min_value=1, required=False)
    day = date_field("Tag")
    at = MomentField(label="Beginn", required=False)


def said(**typed: Any) -> dict[str, list[str]]:
    form = ExampleForm(typed)
    return {bound.name: errors_of(bound) for bound in form if bound.errors}


def test_missing_answers_are_asked_for_by_their_names() -> None:
    missing = {
        "name": ["Bitte den Namen eintragen."],
        "why": ["Bitte eintragen: Wozu."],
        "kind": ["Bitte wählen: Was."],
        "whom": ["Bitte wählen: Wer ist eingeladen?"],
        "sure": ["Bitte ankreuzen: Es stimmt."],
        "file": ["Bitte eine Datei wählen."],
        "own": ["Ohne das geht es nicht."],
        "fee": ["Bitte den Betrag eintragen."],
    }
    assert said() == missing


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("name", "Annika", "Höchstens 5 Zeichen; hier stehen 6."),
        ("fee", "1e3", "Das ist kein Betrag. Bitte zum Beispiel so eintragen: 8,40"),
        ("fee", "viel", "Das ist kein Betrag. Bitte zum Beispiel so eintragen: 8,40"),
        ("fee", "0", "Der Betrag muss größer als 0 sein."),
        ("fee", "-5", "Der Betrag muss größer als 0 sein."),
        ("fee", "1.000.000,00", "So groß kann der Betrag nicht sein."),
        ("free", "-5", "Ein Betrag unter 0 geht hier nicht."),
        ("table", "1e3", "Bitte eine Zahl von 1 bis 99 eintragen."),
        ("table", "0", "Bitte eine Zahl von 1 bis 99 eintragen."),
        ("table", "100", "Bitte eine Zahl von 1 bis 99 eintragen."),
        ("rank", "-5", "Bitte eine Zahl ab 1 eintragen."),
        ("day", "202026-10-17", "Bitte einen Tag eintragen, das Jahr mit vier Ziffern."),
        ("at", "202026-10-17T09:00", "Bitte Tag und Uhrzeit eintragen, das Jahr mit vier Ziffern."),
    ],
)
def test_what_cannot_be_taken_is_refused_in_plain_words(field: str, typed: str, words: str) -> None:
    assert said(**{field: typed})[field] == [words]


@pytest.mark.parametrize("typed", ["15 €", "15,-", "15,00", "15"])
def test_amount_is_taken_as_people_write_it(typed: str) -> None:
    form = ExampleForm({"fee": typed})
    form.is_valid()
    assert form.cleaned_data["fee"] == Decimal(15)
    assert "fee" not in form.errors


def test_summary_names_the_field_once() -> None:
    form = ExampleForm({"fee": "viel"})
    assert summary_of(form["name"]) == ["Bitte den Namen eintragen."]
    assert summary_of(form["fee"])[0].startswith("Betrag: Das ist kein Betrag.")
    html = render_to_string("forms/error_summary.html", {"form": form})
    assert "Bitte den Namen eintragen." in html
    assert "Name:" not in html


def test_required_fields_are_marked_and_the_mark_is_explained_once() -> None:
    form = ExampleForm()
    assert explains_required(form)
    assert [bound.name for bound in form if marks_required(bound)][:2] == ["name", "why"]
    assert not marks_required(form["table"])
    assert render_to_string("forms/error_summary.html", {"form": form}).count("Pflichtangabe") == 1
    assert "Pflichtangabe" in form["name"].as_field_group()
    assert "Pflichtangabe" not in form["table"].as_field_group()


class OneField(forms.Form):
    name = forms.CharField(label="Name")
    sure = forms.BooleanField(label="Auch das", required=False)


def test_nothing_is_marked_when_all_must_be_filled_in() -> None:
    assert not marks_required(OneField()["name"])
    assert "Pflichtangabe" not in render_to_string("forms/error_summary.html", {"form": OneField()})


@pytest.mark.django_db
def test_weak_password_is_refused_where_it_was_chosen() -> None:
    typed = {"display_name": "Petra Sommer", "username": "petra", "password1": "123", "password2": "123"}
    form = FirstOfficialForm(typed)
    assert not form.is_valid()
    assert list(form.errors) == ["password1"]


class ChosenForm(forms.Form):
    name = forms.CharField(label="Name")
    note = forms.CharField(label="Notiz", required=False)
    kind = forms.ChoiceField(label="Art", choices=[("a", "A"), ("b", "B")], initial="a")
    open = forms.ChoiceField(label="Offen", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)


def test_choice_that_is_made_is_not_marked() -> None:
    form = ChosenForm()
    assert [bound.name for bound in form if marks_required(bound)] == ["name", "open"]
