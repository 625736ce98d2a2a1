"""Rows of a list are judged by the options of the announcement."""

import pytest

from romme_turnier.tournament.exchange.integrity import differences_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from tests.factories import enter, list_of, make_complete, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db


def played(ruleset: str, options: dict[str, bool | int] | None, cells: str) -> LoadedList:
    """The list of an event with these options, one game of it entered."""
    event = make_event(players=4, ruleset=ruleset, options=options, games_per_list=2)
    spielliste = list_of(seat_series(event, tables=[(1, 2, 3, 4)]))
    enter(spielliste, 1, cells, by=make_official(event))
    return load(spielliste.pk)


@pytest.mark.parametrize(
    ("ruleset", "options", "cells", "problems"),
    [
        ("rommee", {}, "0 500 20 30", 1),
        ("rommee", {"knocking": True}, "0 500 20 30", 0),
        ("classic", {}, "0 300 20 30", 1),
        ("classic", {"take_many": True}, "0 300 20 30", 0),
        ("contract", {}, "0 500 20 30", 0),
        ("contract", {}, "0 790 20 30", 1),
    ],
)
def test_row_that_what_was_agreed_upon_makes_impossible_is_marked(
    ruleset: str, options: dict[str, bool | int], cells: str, problems: int
) -> None:
    spielliste = played(ruleset, options, cells)
    assert spielliste.row.problems == problems
    assert [row.stands for row in spielliste.rows.values()] == [not problems]
    assert list(differences_of(spielliste)) == []


def test_who_announces_keeps_points_and_others_may_lay_down_everything() -> None:
    assert played("classic", {"without_laying_out": 10}, "R8 0? 20 30").row.problems == 0


def test_loser_without_points_is_stored_where_nobody_was_asked_about_options() -> None:
    assert played("classic", None, "R 0? 20 30").row.problems == 0


def test_row_is_judged_as_before_where_nobody_was_asked_about_options() -> None:
    assert played("rommee", None, "0 500 20 30").row.problems == 0


def test_options_are_hashed_with_a_list_where_the_rule_system_has_any() -> None:
    for ruleset, options, hashed in (
        ("contract", {"joker_25": True}, {"joker_25": True}),
        ("contract", {}, {}),
        ("contract", None, None),
        ("rommeordnung", {}, None),
    ):
        event = make_event(
            players=4, ruleset=ruleset, options=options, slug=f"{ruleset}-{options is None}-{bool(options)}"
        )
        spielliste = list_of(seat_series(event, tables=[(1, 2, 3, 4)]))
        make_complete(spielliste, by=make_official(event))
        assert spielliste.revisions.get().content.get("options") == hashed
