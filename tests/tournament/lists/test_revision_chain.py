"""Revisions of a list, chained by their hashes."""

import json

import pytest

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions
from romme_turnier.tournament.lists.revision_chain import broken_links, commitment, totals_of_content
from romme_turnier.tournament.models.fields import canonical
from tests.factories import enter, list_of, make_complete, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def spielliste() -> models.Spielliste:
    spielliste = list_of(seat_series(make_event()))
    make_complete(spielliste)
    enter(spielliste, 1, "0 25 30 40", reason="verschrieben")
    enter(spielliste, 2, "0 25 30 40", reason="noch einmal")
    return spielliste


def revisions(spielliste: models.Spielliste) -> list[models.Revision]:
    return list(spielliste.revisions.order_by("number"))


def test_chain_of_revisions_is_whole(spielliste: models.Spielliste) -> None:
    one, two, three = revisions(spielliste)
    assert (one.previous_hash, two.previous_hash, three.previous_hash) == ("", one.hash, two.hash)
    assert broken_links([three, one, two]) == []


def test_changed_content_is_found(spielliste: models.Spielliste) -> None:
    two = revisions(spielliste)[1]
    two.content["games"][0]["points"] = [0, 2, 30, 40]
    two.save()
    assert broken_links(revisions(spielliste)) == [2]


def test_changed_content_with_a_new_hash_is_found_at_the_next(spielliste: models.Spielliste) -> None:
    two = revisions(spielliste)[1]
    two.hash = "0" * 64
    two.save()
    assert broken_links(revisions(spielliste)) == [2, 3]


def test_removed_revision_is_found(spielliste: models.Spielliste) -> None:
    revisions(spielliste)[1].delete()
    assert broken_links(revisions(spielliste)) == [3]


def test_canonical_content_does_not_depend_on_order() -> None:
    assert canonical({"b": 1, "a": "ü"}) == canonical({"a": "ü", "b": 1}) == '{"a":"ü","b":1}'.encode()


def test_names_and_reasons_are_not_in_the_hashed_content(spielliste: models.Spielliste) -> None:
    official = make_official(spielliste.table.series.event, username="geheimnisvoll")
    decisions.add_penalty(spielliste, seat=2, game=3, points=100, reason="Karten geworfen", expected=None, by=official)
    text = json.dumps([revision.content for revision in revisions(spielliste)], ensure_ascii=False)
    for secret in ("Vera", "Spieler", "verschrieben", "Karten geworfen", "eheimnisvoll"):
        assert secret not in text


def test_database_keys_are_not_in_the_hashed_content(spielliste: models.Spielliste) -> None:
    content = revisions(spielliste)[0].content
    assert [seat["number"] for seat in content["seats"]] == [1, 2, 3, 4]
    assert not {"id", "pk", "registration", "user"} & set(content) | {
        key for seat in content["seats"] for key in seat if key not in ("seat", "number", "name")
    }


def test_name_can_be_shown_to_be_the_one_committed_to(spielliste: models.Spielliste) -> None:
    registration = models.Registration.objects.get(number=2)
    committed = revisions(spielliste)[0].content["seats"][1]["name"]
    assert committed == commitment(registration.salt, "Vera2 Spieler2")
    assert committed != commitment(registration.salt, "Vera3 Spieler3")


def test_erasing_a_person_breaks_no_chain(spielliste: models.Spielliste) -> None:
    models.Player.objects.update(first_name="gelöscht", last_name="")
    models.Registration.objects.update(salt="")
    assert broken_links(revisions(spielliste)) == []


def test_content_names_the_roles_of_who_changed_it() -> None:
    event = make_event()
    official = make_official(event, models.EventRole.Role.REFEREE)
    spielliste = list_of(seat_series(event))
    make_complete(spielliste, by=official)
    assert revisions(spielliste)[0].content["by"] == ["referee"]


def test_totals_of_a_revision_are_every_figure_of_its_seats(spielliste: models.Spielliste) -> None:
    content = revisions(spielliste)[-1].content
    stored = models.ListTotal.objects.filter(seat__table=spielliste.table).order_by("seat__number")
    figures = [SeatTotals(*row) for row in stored.values_list(*SeatTotals._fields)]
    assert totals_of_content(content) == figures
    assert [total["result"] for total in content["totals"]] == [one.total for one in figures]


def test_revision_of_before_a_figure_is_read_without_it(spielliste: models.Spielliste) -> None:
    content = revisions(spielliste)[-1].content
    for total in content["totals"]:
        del total["handrommes"]
    assert [one.handrommes for one in totals_of_content(content)] == [0, 0, 0, 0]
