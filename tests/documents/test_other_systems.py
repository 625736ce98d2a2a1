"""Lists on paper under rule systems other than the Romméordnung."""

import re

import pytest
from django.template.loader import render_to_string
from weasyprint.formatting_structure.boxes import TextBox

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.documents.lists.papers import table_card
from romme_turnier.documents.lists.sheets import lists_document, lists_in_parts
from romme_turnier.documents.seating.table_signs import table_signs_with_names
from tests.documents import longest
from tests.documents.layout import faults, laid_out
from tests.factories import fill, list_of, make_complete, make_event, seat_series

pytestmark = pytest.mark.django_db


def words(html: str) -> str:
    return " ".join(html.split())


def paper(ruleset: str, rows: dict[int, str], *, empty: bool = False, batch: bool = False) -> str:
    series = seat_series(make_event(players=3, ruleset=ruleset, games_per_list=2), tables=[(1, 2, 3)])
    make_complete(list_of(series), rows)
    if batch:
        [context] = lists_in_parts(series, empty=empty, part=1)
        return words(render_to_string("documents/lists/sheets_batch.html", context))
    return words(render_to_string("documents/lists/sheets.html", lists_document(series, empty=empty)))


@pytest.mark.parametrize("batch", [False, True])
def test_list_marks_the_game_whose_points_count_twice(*, batch: bool) -> None:
    shown = paper("rommee", {1: "0 20 30", 2: "12 * 25"}, batch=batch)
    assert shown.count('2<span class="factor"> × 2</span>') == 1
    assert "▸ × 2: Handrommé, die Punkte dieses Spiels zählen in der Summe doppelt." in shown


def test_list_without_such_a_game_says_nothing_of_it() -> None:
    assert "× 2" not in paper("rommee", {1: "0 20 30", 2: "12 0 25"})


def test_blank_list_says_what_to_note_at_a_handromme() -> None:
    shown = paper("rommee", {}, empty=True)
    assert "Handrommé: 0 und H. Dann „× 2“ neben die Spielnummer" in shown


def test_blank_list_asks_for_no_nought_where_points_are_won() -> None:
    shown = paper("treppenromme", {1: "R75 40 0", 2: "20 R88 12"}, empty=True)
    assert "X ins schmale Feld neben die Punkte. Beendet es niemand: kein X. Rommé-Hand: H statt X." in shown
    assert "0 und" not in shown
    assert "Bonus" not in shown


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize(
    ("ruleset", "empty", "lines"), [("treppenromme", True, 2), ("treppenromme", False, 0), ("rommee", True, 0)]
)
def test_blank_list_has_a_line_for_the_hands_below_each_game_where_they_are_won(
    ruleset: str, lines: int, *, empty: bool, batch: bool
) -> None:
    shown = paper(ruleset, {}, empty=empty, batch=batch)
    assert shown.count("auf der Hand</th>") == lines
    assert ("bekommt dazu, wer beendet hat. Bei Rommé-Hand doppelt." in shown) == bool(lines)


@pytest.mark.parametrize(("target", "lines"), [(500, 13), (1000, 0)])
def test_list_to_a_score_fills_one_sheet_and_long_ones_have_no_room_for_hands(target: int, lines: int) -> None:
    event = make_event(players=4, ruleset="treppenromme", games_per_list=0, length_unit="target", length_number=target)
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    context = lists_document(series, empty=True)
    assert render_to_string("documents/lists/sheets.html", context).count("auf der Hand</th>") == lines
    document = laid_out("documents/lists/sheets.html", context)
    assert (len(document.pages), faults(document)) == (1, [])


@pytest.mark.parametrize("batch", [False, True])
def test_filled_list_of_classic_has_each_loss_and_their_sum_so_far(*, batch: bool) -> None:
    shown = paper("classic", {1: "0 20 30", 2: "12 0 25"}, batch=batch)
    halves = [("X 0", "0"), ("20", "20"), ("30", "30"), ("12", "12"), ("X 0", "20"), ("25", "55")]
    found = re.findall(
        r'<td class="points half[^"]*">([^<]*)</td> <td class="points half so-far-half[^"]*">([^<]*)<', shown
    )
    by_column = [("X 0 12", "0 12"), ("20 X 0", "20 20"), ("30 25", "30 55")]
    assert found == (by_column if batch else halves)
    assert "▸ Die kleinere Zahl in einem Feld ist die Summe bis zu diesem Spiel." in shown


def test_blank_list_of_classic_has_room_for_the_sum_after_every_game_and_no_row_for_it() -> None:
    series = seat_series(make_event(players=4, ruleset="classic"), tables=[(1, 2, 3, 4)])
    shown = words(render_to_string("documents/lists/sheets.html", lists_document(series, empty=True)))
    assert shown.count("so-far-half") == 12 * 4
    assert "Wer beendet: X und 0. Rechts daneben: die Summe bis zu diesem Spiel." in shown
    assert "Summe bis 4" not in shown


@pytest.mark.parametrize("seats", [4, 10])
@pytest.mark.parametrize("empty", [False, True])
def test_running_sums_fit_into_the_halves_of_any_table(seats: int, *, empty: bool) -> None:
    event = make_event(players=seats, ruleset="classic", table_size=seats)
    series = seat_series(event, 1, [range(1, seats + 1)])
    fill(list_of(series), {game: " ".join(["0", *["112"] * (seats - 1)]) for game in range(1, 13)})
    document = laid_out("documents/lists/sheets.html", lists_document(series, empty=empty))
    assert (len(document.pages), faults(document)) == (1, [])


def test_list_shows_only_the_sums_that_its_system_knows() -> None:
    shown = paper("classic", {})
    assert "Minuspunkte" in shown
    assert not [word for word in ("Bonus", "Handrommé", "Strafpunkte") if word in shown]


@pytest.mark.parametrize("ruleset", RULE_SYSTEMS)
def test_card_for_the_tables_is_whole_to_its_last_line_twice_on_one_sheet(ruleset: str) -> None:
    event = make_event(players=0, name=longest.EVENT[:120], ruleset=ruleset, phone_lists="allowed", confirmations=2)
    context = table_card(event)
    assert context is not None
    document = laid_out("documents/lists/table_card.html", context)
    assert len(document.pages) == 1
    assert faults(document) == []
    drawn = [box.text for box in document.pages[0]._page_box.descendants() if isinstance(box, TextBox)]
    shown = words(" ".join(drawn))
    assert shown.count("Vertippt?") == shown.count("Akku leer") == shown.count("schreiben nur noch auf Papier.") == 2
    assert shown.count("die Punkte aller") == (2 if event.rules.highest_wins else 0)
    assert shown.count("auch das antippen") == (2 if event.rules.has_handromme else 0)


@pytest.mark.parametrize("seats", [4, 5, 10])
def test_sign_of_a_large_table_is_one_sheet_with_all_names_above_its_code(seats: int) -> None:
    event = make_event(players=seats, ruleset="classic", table_size=seats, published_at="2026-10-01T00:00Z")
    event.registrations.update(publish_name=True)
    series = seat_series(event, 1, [range(1, seats + 1)])
    document = laid_out(
        "documents/seating/table_signs.html", table_signs_with_names(series, base="http://10.0.0.5:8000/")
    )
    assert len(document.pages) == 1
    drawn = list(document.pages[0]._page_box.descendants(placeholders=True))
    names = [box for box in drawn if box.element is not None and "sign__name" in box.element.get("class", "").split()]
    code = next(box for box in drawn if box.element is not None and box.element.get("class") == "where")
    assert len({box.element for box in names}) == seats
    assert max(box.position_y + box.margin_height() for box in names if hasattr(box, "margin_height")) < code.position_y
