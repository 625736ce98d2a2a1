"""The list on paper: room for the pen, and facts about its table."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from weasyprint import layout
from weasyprint.formatting_structure import boxes

from romme_turnier.core.lists.check_word import LENGTH
from romme_turnier.core.lists.sums import shown_sums
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.documents.lists.legend import legend
from romme_turnier.documents.lists.sheets import lists_document, lists_in_parts
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from tests.documents.layout import faults, laid_out
from tests.factories import enter, list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

TEMPLATE = "documents/lists/sheets.html"
MILLIMETRE = 96 / 25.4  # of a CSS pixel
LINE = 0.5  # as much of a cell as its border may take


def blank(ruleset: str = "rommeordnung", *, seats: int = 4, **fields: Any) -> dict[str, Any]:
    event = make_event(players=seats, ruleset=ruleset, **fields)
    return lists_document(seat_series(event, 1, [range(1, seats + 1)]), empty=True)


def words(context: dict[str, Any]) -> str:
    return " ".join(render_to_string(TEMPLATE, context).split())


def boxes_of(context: dict[str, Any]) -> list[Any]:
    document = laid_out(TEMPLATE, context)
    assert len(document.pages) == len(context["lists"])
    return list(_all(document.pages[0]._page_box))


def _all(box: Any) -> Iterator[Any]:
    yield box
    for child in getattr(box, "all_children", lambda: ())():
        yield from _all(child)


def cells(found: list[Any], name: str) -> list[Any]:
    """Cells of tables whose element has the class `name`."""
    return [
        box for box in found if isinstance(box, boxes.TableCellBox) and name in (box.element.get("class") or "").split()
    ]


def size(box: Any) -> tuple[float, float]:
    return box.border_width() / MILLIMETRE, box.border_height() / MILLIMETRE


def sizes_of_text(found: list[Any], name: str) -> set[float]:
    """In points."""
    blocks = [box for box in found if getattr(box, "element_tag", "") and name in _classes(box)]
    return {round(line.style["font_size"] * 0.75, 1) for block in blocks for line in _all(block) if is_text(line)}


def _classes(box: Any) -> list[str]:
    return (box.element.get("class") or "").split() if box.element is not None else []


def is_text(box: Any) -> bool:
    return isinstance(box, boxes.TextBox) and bool(box.text.strip())


# One sheet a table


@pytest.mark.parametrize("template", ["sheets", "sheets_batch"])
def test_each_sheet_of_a_file_is_laid_out_once_and_has_its_own_foot(
    template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = lists_document(seat_series(make_event()), empty=True, base="http://10.0.0.5:8000/")
    made: list[int] = []
    make_page = layout.page.make_page

    def counted(*arguments: Any) -> Any:
        made.append(1)
        return make_page(*arguments)

    monkeypatch.setattr(layout.page, "make_page", counted)
    document = laid_out(f"documents/lists/{template}.html", context)
    assert len(made) == len(document.pages) == 2
    feet = [" ".join(box.text for box in _all(page._page_box) if is_text(box)) for page in document.pages]
    for place, foot in enumerate(feet, start=1):
        assert foot.endswith(f"10.0.0.5:8000/t/testpokal/serie/1/tisch/{place}/ Vordruck Seite {place} von 2")


def test_blank_list_leads_a_phone_of_the_table_in_where_lists_are_kept_on_phones() -> None:
    series = seat_series(make_event(phone_lists="allowed"))
    base, pin = "http://10.0.0.5:8000/", pin_of(list_of(series))
    sheets = lists_document(series, empty=True, base=base)
    assert sheets["lists"][0].address == f"{base}t/testpokal/serie/1/tisch/1/mit/?p={pin}"
    assert f"S1T1 · PIN {pin}<" in words(sheets)
    assert faults(laid_out(TEMPLATE, sheets)) == []
    filled, unreached = lists_document(series, empty=False, base=base), lists_document(series, empty=True)
    models.Event.objects.update(phone_lists="paper")
    on_paper = lists_document(models.Series.objects.get(), empty=True, base=base)
    for other in (filled, unreached, on_paper):
        assert "PIN" not in words(other)
        assert pin not in other["lists"][0].address


# Room for the pen


@pytest.mark.parametrize(("seats", "width"), [(4, 34), (3, 47.6)])
def test_cells_to_write_in_are_ten_millimetres_high_and_wide_enough(seats: int, width: float) -> None:
    found = boxes_of(blank(seats=seats))
    points, marks = cells(found, "points"), cells(found, "mark")
    assert len(points) == len(marks) == 12 * seats
    for cell, wanted in (*((box, width) for box in points), *((box, 7) for box in marks)):
        wide, high = size(cell)
        assert wide == pytest.approx(wanted, abs=LINE)
        assert high == pytest.approx(10, abs=LINE / 2)


def test_check_word_has_a_box_for_each_letter() -> None:
    event = make_event(players=4, phone_lists="allowed")
    models.Player.objects.update(first_name="Klaus-Peter", last_name="Schmidt-Rüdenhausen")  # takes two lines
    context = lists_document(seat_series(event, 1, [range(1, 5)]), empty=True, base="https://saal.example")
    letters = [box for box in boxes_of(context) if box.element_tag == "span" and "word-boxes__letter" in classes(box)]
    assert len(letters) == LENGTH
    assert all(width > 5 and height > 6 for width, height in map(size, letters))
    legend = [box for box in boxes_of(context) if box.element_tag == "li"]
    assert max(box.position_y + box.height for box in legend) <= min(box.position_y for box in letters)
    assert not [box for box in boxes_of(blank(slug="papier")) if "word-boxes__letter" in classes(box)]


def classes(box: Any) -> list[str]:
    return (box.element.get("class") or "").split() if box.element is not None else []


def test_sums_and_signatures_have_room_for_a_hand() -> None:
    found = boxes_of(blank())
    assert {round(size(box)[1]) for box in cells(found, "sum")} == {9}
    assert len(cells(found, "sum")) == 6 * 4
    assert [round(size(box)[0]) for box in cells(found, "sign")] == [41] * 4
    assert min(size(box)[1] for box in cells(found, "sign")) > 11


def test_corrections_have_rows_of_their_own() -> None:
    context = blank()
    found = boxes_of(context)
    assert len(cells(found, "correction")) >= 2 * 4
    assert min(size(box)[1] for box in cells(found, "correction")) > 5.5
    assert "<th" in words(context)
    for head in ("Spiel", "Platz", "alt → neu", "Kürzel aller"):
        assert f">{head}</th>" in words(context)


def test_names_are_set_in_thirteen_points_and_the_legend_in_ten() -> None:
    found = boxes_of(blank())
    assert sizes_of_text(found, "player__name") == {13}
    assert sizes_of_text(found, "below__legend") == {10}


@pytest.mark.parametrize("seats", [6, 10])
def test_long_names_of_large_tables_are_parted_with_a_hyphen(seats: int) -> None:
    event = make_event(players=seats, ruleset="classic", table_size=seats)
    names = [("Hannelore", "Querengässer"), ("Elfriede", "Schmidt-Rüdenhausen"), ("Maximiliane", "Wummensteiner")]
    for entry, (first, last) in zip(event.registrations.select_related("player"), names * 4, strict=False):
        entry.player.first_name, entry.player.last_name = first, last
        entry.player.save()
    found = boxes_of(lists_document(seat_series(event, 1, [range(1, seats + 1)]), empty=True))
    lines = [text_of(box) for box in found if isinstance(box, boxes.LineBox) and "player__name" in _classes(box)]
    ends = tuple(part for name in names for part in name)
    assert len(lines) > 2 * seats
    assert [
        line for line in lines if not (line.endswith("-") or any(end.endswith(line.split()[-1]) for end in ends))
    ] == []


def test_sum_so_far_has_a_line_after_every_fourth_game_but_the_last() -> None:
    shown = words(blank())
    assert "Summe bis 4<" in shown
    assert "Summe bis 8<" in shown
    assert "Summe bis 12" not in shown


def test_numbers_of_games_stand_at_both_edges() -> None:
    found = boxes_of(blank())
    texts = [text_of(box) for box in cells(found, "game")]
    assert [texts.count(str(game)) for game in range(1, 13)] == [2] * 12


def test_dealers_have_a_box_to_tick_on_a_blank_list_only() -> None:
    context = blank()
    assert len(cells(boxes_of(context), "dealer--ticks")) == 12
    filled = lists_document(context["series"], empty=False)
    assert "dealer--ticks" not in words(filled)


def test_labels_keep_away_from_the_lines_next_to_them() -> None:
    found = boxes_of(blank())
    for label in cells(found, "sum-label"):
        for line in (box for box in _all(label) if is_text(box)):
            assert line.position_x + line.width < label.position_x + label.border_width() - MILLIMETRE * 0.9


def text_of(box: Any) -> str:
    return "".join(one.text for one in _all(box) if is_text(one)).strip()


@pytest.mark.parametrize("ruleset", RULE_SYSTEMS)
@pytest.mark.parametrize("seats", [3, 4])
def test_blank_list_of_every_system_fits_its_sheet(ruleset: str, seats: int) -> None:
    assert faults(laid_out(TEMPLATE, blank(ruleset, seats=seats))) == []


def test_batch_measures_the_same() -> None:
    context = blank()
    [batch] = lists_in_parts(context["series"], empty=True, part=1)
    document = laid_out("documents/lists/sheets_batch.html", batch)
    assert faults(document) == []
    single = boxes_of(context)
    drawn = list(_all(document.pages[0]._page_box))
    for name in ("sum", "sign", "so-far"):
        tops = [[box.position_y for box in cells(found, name)] for found in (single, drawn)]
        assert tops[0] == pytest.approx(tops[1], abs=MILLIMETRE / 2)


# Facts about the table


@pytest.mark.parametrize(("seats", "bonus", "other"), [(4, "−20", "15"), (3, "−15", "20")])
def test_bonus_of_this_table_is_printed_and_no_other(seats: int, bonus: str, other: str) -> None:
    context = blank(seats=seats)
    [sheet] = context["lists"]
    [values] = [line.values for line in sheet.sums if line.label == "Bonus"]
    assert values == (bonus,) * seats
    assert other not in " ".join(sheet.legend)
    assert f"Ergebnis = Minuspunkte − {bonus[1:]} − 50 je Handrommé + Strafpunkte" in sheet.legend


def test_bonus_for_each_game_ended_is_left_to_the_pen() -> None:
    [sheet] = blank(bonus_mode=models.Event.Bonus.PER_FINISHED_GAME)["lists"]
    [line] = [line for line in sheet.sums if line.label.startswith("Bonus")]
    assert (line.label, line.values) == ("Bonus, je −20", ("",) * 4)
    assert "Ergebnis = Minuspunkte − 20 je beendetem Spiel − 50 je Handrommé + Strafpunkte" in sheet.legend


def test_filled_list_deducts_once() -> None:
    series = seat_series(make_event(players=4, games_per_list=1), 1, [(1, 2, 3, 4)])
    make_checked(list_of(series), {1: "* 77 88 99"})
    [sheet] = lists_document(series, empty=False)["lists"]
    assert [(line.label, line.values[0]) for line in sheet.sums][:3] == [
        ("Minuspunkte", "0"),
        ("Bonus", "−20"),
        ("Handrommé, je −50", "−50"),
    ]


@pytest.mark.parametrize(
    ("ruleset", "said", "unsaid"),
    [
        ("rommeordnung", "dass das vorige Spiel stimmt (§ 2.2.3).", "Kontrakte"),
        ("classic", "dass das vorige Spiel stimmt.", "Handrommé"),
        ("rommee", "In der Summe zählen die Punkte doppelt.", "§"),
        ("treppenromme", "Beendet es niemand: kein X.", "0 und"),
        ("contract", "dass das vorige Spiel stimmt.", "Bonus"),
    ],
)
def test_legend_says_only_what_holds_under_the_rules(ruleset: str, said: str, unsaid: str) -> None:
    event = make_event(players=0, ruleset=ruleset)
    lines = " ".join(legend(event, shown_sums(event.terms, 4)))
    assert said in lines
    assert unsaid not in lines


CONTRACTS = [
    "2 Sätze, 10 Handkarten",
    "1 Satz und 1 Sequenz, 10 Handkarten",
    "2 Sequenzen, 10 Handkarten",
    "3 Sätze, 10 Handkarten",
    "2 Sätze und 1 Sequenz, 12 Handkarten",
    "1 Satz und 2 Sequenzen, 12 Handkarten",
    "3 Sequenzen, 12 Handkarten",
]


@pytest.mark.django_db
@pytest.mark.parametrize("template", ["sheets", "sheets_batch"])
@pytest.mark.parametrize("empty", [True, False])
def test_each_game_stands_below_its_contract_and_the_cards_dealt(template: str, empty: bool) -> None:
    series = seat_series(make_event(players=5, ruleset="contract"), 1, [(1, 2, 3, 4, 5)])
    context = lists_document(series, empty=empty)
    html = " ".join(html_of(f"documents/lists/{template}.html", context).split())
    assert re.findall(r'class="contract">([^<]*)<', html) == CONTRACTS
    places = [html.index(f">{words}<") for words in CONTRACTS]
    assert places == sorted(places)


def test_list_without_contracts_has_no_lines_for_them(checked: models.Series) -> None:
    html = html_of("documents/lists/sheets.html", lists_document(checked, empty=True))
    assert 'class="contract"' not in html


# Signatures


def signed(series: models.Series) -> list[str]:
    [sheet] = lists_document(series, empty=False)["lists"]
    return [column.signed for column in sheet.columns]


@pytest.fixture
def checked(db: None) -> models.Series:
    series = seat_series(make_event(players=4, games_per_list=2), 1, [(1, 2, 3, 4)])
    make_checked(list_of(series))
    return series


def test_filled_list_says_who_signed_as_it_was_handed_in(checked: models.Series) -> None:
    models.HandIn.objects.create(spielliste=list_of(checked), paper="in", unsigned=[2])
    there = "auf dem Papier unterschrieben"
    assert signed(checked) == [there, "Unterschrift fehlt", there, there]


def test_filled_list_does_not_claim_signatures_that_nobody_noted(checked: models.Series) -> None:
    assert signed(checked) == ["Unterschrift nicht vermerkt"] * 4
    models.HandIn.objects.create(spielliste=list_of(checked), paper="lost")
    assert signed(checked) == ["Papier verloren"] * 4


def test_filled_list_has_no_lines_to_sign_on_and_names_who_checked(checked: models.Series) -> None:
    shown = words(lists_document(checked, empty=False))
    assert "Listenführer" not in shown
    assert "geprüft: Spielleitung, " in shown
    models.Spielliste.objects.update(status="complete")
    assert "noch nicht geprüft" in words(lists_document(checked, empty=False))


def test_reading_says_which_figure_counts() -> None:
    series = seat_series(make_event(players=4, games_per_list=1), 1, [(1, 2, 3, 4)])
    enter(list_of(series), 1, "0 43/93 20 30")
    [sheet] = lists_document(series, empty=False)["lists"]
    assert "Spiel 1, Platz 2: gelesen als 43 oder 93, es zählt 93" in sheet.notes
