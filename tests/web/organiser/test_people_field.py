"""One rule for naming a person: number, start card, fragments of name and club."""

import pytest
from django import forms

from romme_turnier.tournament.models import Club, Event, Registration
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.web.organiser.fields import PeopleField, PersonField, label_of
from tests.factories import make_event, register

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Registration]:
    event = make_event(players=0)
    nord, sued = (Club.objects.create(name=name) for name in ("RC Nord", "RC Süd"))
    register(event, 1, first_name="Anna", last_name="Nüßlein", club=nord)
    register(event, 2, first_name="Łukasz", last_name="Meier", club=sued)
    register(event, 12, first_name="Anna", last_name="Meier", club=nord)
    register(event, 14, first_name="Anna", last_name="Meiering", club=sued)
    register(event, None, first_name="Bert", last_name="Ohne", club=None)
    return everybody(event)


def everybody(event: Event) -> list[Registration]:
    return list(event.registrations.select_related("player", "club"))


@pytest.mark.parametrize(
    ("typed", "last_name"),
    [
        ("1", "Nüßlein"),
        ("nuess", "Nüßlein"),
        ("luk", "Meier"),
        ("MEI süd luk", "Meier"),
        ("anna meier", "Meier"),  # in full, so it is not Anna Meiering
        ("Meier, Anna", "Meier"),
        ("12 Anna Meier", "Meier"),
        ("ohne", "Ohne"),
    ],
)
def test_person_is_found_by_what_is_typed(people: list[Registration], typed: str, last_name: str) -> None:
    assert PersonField(people).clean(typed).player.last_name == last_name


def test_person_is_found_by_the_start_card(people: list[Registration]) -> None:
    [holder] = [one for one in people if one.number == 14]
    card = f"http://192.168.178.20:8000/t/testpokal/ich/?k={card_code(holder)}&nr=14"
    assert PersonField(people).clean(card) == holder


def test_everybody_is_found_by_the_label_that_a_browser_completes(people: list[Registration]) -> None:
    assert [PersonField(people).clean(label_of(one)) for one in people] == people


def test_several_who_fit_are_named_and_the_number_decides(people: list[Registration]) -> None:
    with pytest.raises(forms.ValidationError, match="2 Łukasz Meier, 12 Anna Meier, 14 Anna Meiering"):
        PersonField(people).clean("mei")


@pytest.mark.parametrize("typed", ["99", "Xaver", "?", "é"])
def test_no_player_is_informed(people: list[Registration], typed: str) -> None:
    with pytest.raises(forms.ValidationError, match="passt hier niemand"):
        PersonField(people).clean(typed)


def test_empty_field_means_nobody_only_if_that_is_allowed(people: list[Registration]) -> None:
    assert PersonField(people, required=False).clean(" ") is None
    with pytest.raises(forms.ValidationError):
        PersonField(people).clean("")


@pytest.mark.parametrize("typed", ["1, 12", "1 12", "1;12", "nuess, anna meier", "1,12,1, ,"])
def test_several_are_separated_by_commas_and_named_once(people: list[Registration], typed: str) -> None:
    assert [one.number for one in PeopleField(people).clean(typed)] == [1, 12]
