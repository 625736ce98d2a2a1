"""How tables of a series keep their lists: as announced, or as officials said for the series."""

from dataclasses import fields, replace
from typing import Any

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import statements
from romme_turnier.tournament.at_table.own_terms import set_own_terms
from romme_turnier.tournament.at_table.terms import ListTerms, announced, phone_terms, terms_of
from romme_turnier.tournament.events.announcement_words import lists_in_words
from romme_turnier.tournament.events.announcements import Announcement, update_event
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.log_lines import log_lines
from tests.factories import make_official
from tests.tournament.at_table.scene import AtTable

Status = models.Spielliste.Status

AS_ANNOUNCED = ListTerms(phone_lists="allowed", confirmations=2, blind_check=True)


@pytest.mark.parametrize(
    ("own", "holds"),
    [
        ({}, AS_ANNOUNCED),
        ({"phone_lists": "paper"}, ListTerms("paper", 2, blind_check=True)),
        ({"confirmations": 3}, ListTerms("allowed", 3, blind_check=True)),
        ({"confirmations": 0}, ListTerms("allowed", None, blind_check=True)),
        ({"blind_check": False}, ListTerms("allowed", 2, blind_check=False)),
    ],
)
def test_series_has_its_own_terms_where_it_says_so_and_the_announced_ones_otherwise(
    own: dict[str, object], holds: ListTerms
) -> None:
    event = models.Event(phone_lists="allowed", confirmations=2, blind_check=True)
    assert terms_of(models.Series(event=event, **own)) == holds
    assert announced(event) == AS_ANNOUNCED


def test_tables_keep_lists_on_phones_unless_lists_are_on_paper_only() -> None:
    series = models.Series(event=models.Event(phone_lists="paper"))
    assert not terms_of(series).on_phones
    series.phone_lists = "asked"
    assert terms_of(series).on_phones


def say(table: AtTable, **said: Any) -> None:
    said = {"phone_lists": "", "confirmations": None, "blind_check": None, "by": None} | said
    set_own_terms(table.series, **said)


def test_what_is_said_of_a_series_holds_for_it_alone_and_leaves_one_row_in_the_log(table: AtTable) -> None:
    say(table, phone_lists="paper", blind_check=True, by=make_official(table.event))
    series = models.Series.objects.get()
    assert (terms_of(series).on_phones, terms_of(series).blind_check) == (False, True)
    assert announced(series.event).on_phones
    row = models.EventLog.objects.get()
    (line,) = log_lines([row])
    assert (line.what, line.subject) == ("Wie die Tische einer Serie ihre Listen führen", "Serie 1")
    assert {*line.changes} == {"Listen der Tische: – → nur auf Papier", "Gegenprobe aus dem Gedächtnis: – → ja"}


@pytest.mark.parametrize("wrong", [{"phone_lists": "wax"}, {"confirmations": 11}, {"confirmations": -1}])
def test_what_cannot_be_chosen_is_refused(table: AtTable, wrong: dict[str, Any]) -> None:
    with pytest.raises(TournamentError) as refused:
        say(table, **wrong)
    assert [refused.value.about] == list(wrong)


def test_nothing_is_said_any_more_of_a_closed_series(table: AtTable) -> None:
    models.Series.objects.update(closed_at=table.series.seats_released_at or table.event.starts_at)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        say(table, phone_lists="paper")


def test_list_with_as_many_confirmations_as_are_needed_from_now_on_is_complete(table: AtTable) -> None:
    pen = table.pen()
    shown = fingerprint_of(table.write_all(pen))
    for phone in (pen, table.phone(2)):
        statements.confirm(phone, fingerprint=shown)
    say(table, confirmations=3)
    assert table.fresh().status == Status.OPEN
    say(table, confirmations=2)
    assert table.fresh().status == Status.COMPLETE
    assert table.spielliste.revisions.get().consent == [1, 2]


def test_contradicted_list_is_not_complete_regardless_of_the_confirmations_needed(table: AtTable) -> None:
    pen = table.pen()
    shown = fingerprint_of(table.write_all(pen))
    statements.confirm(pen, fingerprint=shown)
    statements.contradict(table.phone(2), fingerprint=shown, text="falsch")
    say(table, confirmations=1)
    assert table.fresh().status == Status.OPEN


def test_announcement_names_the_series_that_is_otherwise(table: AtTable) -> None:
    assert "Serie" not in lists_in_words(table.event)
    say(table, phone_lists="paper")
    assert lists_in_words(table.event).splitlines()[1:] == ["Serie 1: nur auf Papier"]
    say(table, phone_lists="asked", confirmations=2)
    models.Event.objects.update(phone_lists="paper")
    assert lists_in_words(models.Event.objects.get()).splitlines() == [
        "nur auf Papier",
        "Serie 1: auf Papier und an jedem Tisch am Handy; am Ende bestätigen 2 Spieler",
    ]


def test_terms_of_all_series_on_phones_are_what_is_announced_and_what_is_said_of_a_series(table: AtTable) -> None:
    usual = announced(table.event)
    assert phone_terms(table.event) == [usual]
    say(table, confirmations=2)
    assert phone_terms(table.event) == [replace(usual, confirmations=2), usual]
    models.Event.objects.update(series_count=1)
    say(table, phone_lists="paper")
    assert phone_terms(models.Event.objects.get()) == []


def test_fewer_confirmations_in_the_announcement_complete_lists_of_every_series_that_follows_it(table: AtTable) -> None:
    pen = table.pen()
    statements.confirm(pen, fingerprint=fingerprint_of(table.write_all(pen)))
    event = table.event
    said = {field.name: getattr(event, field.name) for field in fields(Announcement) if hasattr(event, field.name)}
    said |= {"fine_scale": (), "fee_kinds": None, "timetable": None, "confirmations": 1}
    update_event(event, Announcement(**said), by=make_official(event))
    assert table.fresh().status == Status.COMPLETE
