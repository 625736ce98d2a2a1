"""Remarks on a list: each decision has its words for the row, the officials' page and paper."""

from typing import Any

import pytest

from romme_turnier.core.lists.endings import Ending
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.decisions import add_penalty, leave_seat, let_row_stand
from romme_turnier.tournament.lists.endings import doubt_ending
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.remarks import Decision, decision_words, remarks_on_list, remarks_on_row
from tests.factories import enter

pytestmark = pytest.mark.django_db


def test_every_decision_is_worded_for_row_desk_and_paper(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 1 40")
    enter(spielliste, 2, "0 20 30 40")
    by_nobody: dict[str, Any] = {"expected": None, "by": None}
    let_row_stand(spielliste, game=1, reason="bestätigt", **by_nobody)
    add_penalty(spielliste, seat=3, game=2, points=100, reason="geworfen", **by_nobody)
    doubt_ending(spielliste, game=3, endings=(Ending(1), Ending(3)), points={}, reason="unklar", **by_nobody)
    leave_seat(spielliste, seat=4, from_game=11, reason="krank", **by_nobody)
    loaded = load(spielliste.pk)
    decisions: tuple[Decision, ...] = (*loaded.rulings, *loaded.penalties, *loaded.ending_readings, *loaded.vacancies)
    doubt = "Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart"
    assert [tuple(decision_words(decision, loaded.event.rules)) for decision in decisions] == [
        (
            1,
            "gilt nach Entscheidung: bestätigt",
            "Spiel 1 gilt: bestätigt",
            "Spiel 1 gilt nach Entscheidung der Spielleitung: bestätigt",
        ),
        (
            2,
            "Platz 3: 100 Strafpunkte, geworfen",
            "100 Strafpunkte für Platz 3 in Spiel 2: geworfen",
            "Spiel 2, Platz 3: 100 Strafpunkte, geworfen",
        ),
        (3, f"{doubt} (§ 2.2.6): unklar", f"Spiel 3, {doubt}: unklar", f"Spiel 3, {doubt}: unklar"),
        (
            11,
            "",
            "Platz 4 verlassen ab Spiel 11: krank",
            "Platz 4 verlassen ab Spiel 11, Liste zählt nicht: krank",
        ),
    ]


@pytest.mark.parametrize(
    ("counts", "at_desk", "on_paper"),
    [
        (True, "Platz 4 verlassen ab Spiel 11: krank, die Liste zählt", "Liste zählt nach Entscheidung: krank"),
        (False, "Platz 4 verlassen ab Spiel 11: krank", "Liste zählt nicht: krank"),
    ],
)
def test_words_for_a_vacated_seat_say_whether_the_list_counts(
    spielliste: models.Spielliste, counts: bool, at_desk: str, on_paper: str
) -> None:
    vacancy = leave_seat(spielliste, seat=4, from_game=11, reason="krank", counts=counts, expected=None, by=None)
    words = decision_words(vacancy, vacancy.spielliste.table.series.event.rules)
    assert words.at_desk == at_desk
    assert words.on_paper.endswith(on_paper)


def test_row_has_its_faults_then_the_decisions_about_it_then_its_warnings(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 1 40")
    let_row_stand(spielliste, game=1, reason="bestätigt", expected=None, by=None)
    add_penalty(spielliste, seat=2, game=1, points=150, reason="geworfen", expected=None, by=None)
    add_penalty(spielliste, seat=2, game=2, points=100, reason="anderes Spiel", expected=None, by=None)
    loaded = load(spielliste.pk)
    assert remarks_on_row(loaded.picture.row(1), loaded) == [
        "Platz 3: 1 Punkt ist nicht möglich, mindestens 2 (§ 8.2)",
        "gilt nach Entscheidung: bestätigt",
        "Platz 2: 150 Strafpunkte, geworfen",
        "Platz 2: 150 Strafpunkte passen nicht zu einer Hand mit 20 Punkten (§ 8.3)",
    ]
    assert remarks_on_row(loaded.picture.row(12), loaded) == ["fehlt"]
    assert remarks_on_list(loaded) == []
