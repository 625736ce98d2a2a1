"""A game whose finisher or kind of end is doubtful: all readings are kept, the worst counts (§ 2.2.6)."""

from typing import Any

import pytest

from romme_turnier.core.lists.endings import Ending
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.standings_json import player_standings
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.endings import doubt_ending, withdraw_doubt
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.restoring import restore
from romme_turnier.tournament.lists.revision_chain import broken_links
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import enter, fill, list_of, make_checked, make_complete, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db
Totals = models.ListTotal
FIRST_OR_THIRD = (Ending(1), Ending(3))


@pytest.fixture
def spielliste() -> models.Spielliste:
    return list_of(seat_series(make_event(bonus_mode="per_finished_game")))


def note(spielliste: models.Spielliste, **more: Any) -> models.EndingReading:
    """Game 5 is "0 20 8 40" on paper, the 8 perhaps a 0 and the 0 perhaps a 6."""
    given: dict[str, Any] = {
        "game": 5,
        "endings": FIRST_OR_THIRD,
        "points": {1: (6,), 3: (8,)},
        "reason": "beide wollen beendet haben",
        "expected": None,
        "by": None,
    }
    return doubt_ending(spielliste, **(given | more))


def entered(spielliste: models.Spielliste, game: int = 5) -> tuple[int | None, bool, list[int | None]]:
    row = spielliste.rows.get(number=game)
    return row.finisher, row.handromme, [entry.points for entry in row.entries.all()]


def last_logged(spielliste: models.Spielliste) -> models.LogEntry:
    return spielliste.log.latest("version")


def row_json_of(*points: int) -> dict[str, Any]:
    return {"finisher": None, "handromme": False, "points": list(points), "readings": {}}


def total(spielliste: models.Spielliste, seat: int) -> Totals:
    return Totals.objects.get(seat__table=spielliste.table, seat__number=seat)


def test_all_readings_are_kept_and_the_worst_counts_for_each(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    before = {seat: total(spielliste, seat) for seat in (1, 2, 3, 4)}
    note(spielliste)
    assert entered(spielliste) == (None, False, [6, 20, 8, 40])
    assert models.EndingReading.objects.get().endings == [[1, False], [3, False]]
    assert total(spielliste, 1).minus == before[1].minus + 6
    assert total(spielliste, 1).finished == before[1].finished - 1
    assert total(spielliste, 1).bonus == before[1].bonus - 20
    assert total(spielliste, 3).minus == before[3].minus - 30 + 8
    assert total(spielliste, 3).finished == before[3].finished
    assert all(total(spielliste, seat).counts for seat in (1, 2, 3, 4))


def test_a_doubtful_mark_leaves_the_game_to_who_ended_it(spielliste: models.Spielliste) -> None:
    fill(spielliste, {5: "* 40 50 60"})
    note(spielliste, endings=(Ending(1), Ending(1, handromme=True)), points={})
    assert entered(spielliste) == (1, False, [0, 40, 50, 60])
    assert (total(spielliste, 1).finished, total(spielliste, 1).handromme_bonus) == (12, 0)


def test_list_is_completed_and_checked_with_a_game_in_doubt(spielliste: models.Spielliste) -> None:
    fill(spielliste, {5: "0 20 0 40"})
    with pytest.raises(TournamentError):
        entries.complete(spielliste, expected=None, by=None)
    note(spielliste)
    entries.complete(spielliste, expected=None, by=None)
    entries.check(spielliste, expected=None, by=None)
    assert models.Spielliste.objects.get(pk=spielliste.pk).problems == 0


def test_noting_is_one_entry_of_the_log_with_old_and_new(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    note(spielliste, points={1: (6, 16), 3: (8,)})
    entry = spielliste.log.latest("version")
    assert (entry.what, entry.game) == ("ending", 5)
    assert entry.old == {"finisher": 1, "handromme": False, "points": [0, 20, 30, 40], "readings": {}}
    assert entry.new == {
        "finisher": None,
        "handromme": False,
        "points": [16, 20, 8, 40],
        "readings": {"1": [6, 16]},
        "endings": [[1, False], [3, False]],
        "reason": "beide wollen beendet haben",
    }


def test_noting_on_a_complete_list_is_one_revision_and_its_players_are_told(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    note(spielliste, consent=[3])
    revisions = list(spielliste.revisions.all())
    assert [revision.number for revision in revisions] == [1, 2]
    assert revisions[1].content["endings"][0]["endings"] == [[1, False], [3, False]]
    assert broken_links(revisions) == []
    assert list(models.Notice.objects.values_list("seat", flat=True)) == [1]


def test_a_candidate_is_told_though_entry_and_result_stay_the_same(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    note(spielliste, points={1: (6,)})
    assert list(models.Notice.objects.order_by("seat").values_list("seat", flat=True)) == [1, 3]


def test_row_typed_again_keeps_the_doubt_unless_it_settles_the_ending(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    note(spielliste)
    enter(spielliste, 5, "6 25 8 40")
    assert models.EndingReading.objects.count() == 1
    assert last_logged(spielliste).new == {**row_json_of(6, 25, 8, 40), "endings": [[1, False], [3, False]]}


def test_officials_settle_the_doubt_with_a_row_that_says_who_ended_the_game(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    note(spielliste)
    scorer = make_official(spielliste.table.series.event, models.EventRole.Role.ENTRY, username="eingabe")
    with pytest.raises(TournamentError, match="ist als unklar vermerkt"):
        enter(spielliste, 5, "0 20 8 40", by=scorer)
    assert models.EndingReading.objects.count() == 1
    enter(spielliste, 5, "0 20 8 40")
    assert not models.EndingReading.objects.exists()
    assert last_logged(spielliste).old == {**row_json_of(6, 20, 8, 40), "endings": [[1, False], [3, False]]}


def test_noting_again_replaces_the_readings(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    note(spielliste)
    note(spielliste, endings=(Ending(1), Ending(2), Ending(3)), points={2: (20, 26)})
    assert models.EndingReading.objects.get().endings == [[1, False], [2, False], [3, False]]
    assert entered(spielliste) == (None, False, [6, 26, 8, 40])


def test_readings_are_taken_back_and_the_row_says_what_it_holds(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    withdraw_doubt(note(spielliste), reason="geklärt", expected=None, by=None)
    assert not models.EndingReading.objects.exists()
    assert models.Spielliste.objects.get(pk=spielliste.pk).problems == 1  # no player has ended the game


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"endings": (Ending(1),)}, "mindestens zwei Lesarten"),
        ({"endings": (Ending(1), Ending(1))}, "mindestens zwei Lesarten"),
        ({"endings": (Ending(1), Ending(5))}, "So viele Plätze"),
        ({"endings": (Ending(1), Ending(None))}, "immer jemand"),
        ({"game": 13}, "nur 12 Spiele"),
        ({"reason": " "}, "Grund"),
    ],
)
def test_noting_is_refused_when_it_makes_no_sense(
    spielliste: models.Spielliste, given: dict[str, Any], words: str
) -> None:
    with pytest.raises(TournamentError, match=words):
        note(spielliste, **given)
    assert not models.GameRow.objects.exists()


def test_restoring_brings_the_readings_back(spielliste: models.Spielliste) -> None:
    make_complete(spielliste)
    note(spielliste)
    enter(spielliste, 5, "0 20 8 40", reason="die Zeugen sind sich einig")
    assert not models.EndingReading.objects.exists()
    restore(spielliste.revisions.get(number=2), reason="doch nicht", expected=None, by=None)
    assert models.EndingReading.objects.get().endings == [[1, False], [3, False]]
    assert entered(spielliste) == (None, False, [6, 20, 8, 40])


def test_everything_stored_agrees_when_a_game_is_in_doubt(spielliste: models.Spielliste) -> None:
    make_checked(spielliste)
    note(spielliste)
    assert not list(differences(models.Event.objects.get()))
    assert not spielliste.rows.get(number=5).stands


@pytest.mark.parametrize("ruleset", ["rommeordnung", "rommee"])
def test_event_file_says_what_counts_and_why_and_gives_the_same_standings(ruleset: str) -> None:
    event = make_event(ruleset=ruleset, bonus_mode="per_finished_game")
    spielliste = list_of(seat_series(event))
    make_checked(spielliste, {6: "0 40 50 60"})
    note(spielliste, points={1: (6, 16), 3: (8,)})
    note(spielliste, game=6, endings=(Ending(1), Ending(1, handromme=True)), points={2: (40, 45)})
    written = export_event(event)
    content = written["series"][0]["tables"][0]["list"]
    assert content["games"][4] == {"number": 5, "finisher": None, "handromme": False, "points": [16, 20, 8, 40]}
    twice = 2 if ruleset == "rommee" else 1
    assert content["games"][5]["points"] == [0, 45 * twice, 50 * twice, 60 * twice]
    assert content["rulings"][0] == {
        "game": 5,
        "reason": "Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart: "
        "beide wollen beendet haben",
    }
    copy = import_event({**written, "event": {**written["event"], "slug": "kopie"}}).event
    assert player_standings(copy, 1)["rows"] == player_standings(event, 1)["rows"]
    assert export_event(copy)["series"] == written["series"]


def test_page_reads_the_list_as_it_is_stored(spielliste: models.Spielliste) -> None:
    fill(spielliste)
    note(spielliste)
    assert load(spielliste.pk).ending_readings[0].reason == "beide wollen beendet haben"
