"""The picture that every page and paper draws of a list, against the list and its evaluation."""

from dataclasses import replace

from hypothesis import given, strategies as st

from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.core.lists.picture import Picture, picture_of
from romme_turnier.core.lists.sheet import ListSheet, Reading, Terms
from romme_turnier.core.lists.sums import SumKey
from romme_turnier.core.rules.system.criteria import Scoring, criteria_under
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset
from romme_turnier.core.violations import Violation
from tests.core.lists.sheets import plain_rows, row, terms
from tests.core.lists.test_sheet_by_chance import sheets
from tests.core.lists.test_sums import lists

usual = st.tuples(sheets(4, 12), st.sampled_from(sorted(RULE_SYSTEMS)).map(lambda key: terms(ruleset=key)))


def drawn(sheet: ListSheet, terms: Terms) -> Picture:
    return picture_of(sheet, terms, evaluate(sheet, terms))


@given(lists() | usual)
def test_each_cell_shows_its_entry(entered: tuple[ListSheet, Terms]) -> None:
    sheet, terms = entered
    games = {game.number: game for game in sheet.games}
    for shown in drawn(sheet, terms).rows:
        game = games.get(shown.number)
        assert shown.entered == (game is not None)
        assert shown.game == game or not shown.entered
        assert [cell.points for cell in shown.cells] == list(shown.game.points)
        assert {cell.seat for cell in shown.cells if cell.ended} == {shown.game.finisher} - {None}
        assert {cell.seat for cell in shown.cells if cell.vacant} == sheet.left_by(shown.number)
        assert [cell.seat for cell in shown.cells if cell.deals] == [shown.dealer]


@given(lists())
def test_texts_of_a_row_are_what_is_typed_for_it(entered: tuple[ListSheet, Terms]) -> None:
    sheet, terms = entered
    for shown in drawn(sheet, terms).rows:
        texts = [cell.text for cell in shown.cells]
        assert parse_row(shown.number, texts, highest_wins=terms.ruleset.highest_wins).game == shown.game


@given(lists() | usual)
def test_cells_come_to_the_sums_below_them(entered: tuple[ListSheet, Terms]) -> None:
    sheet, terms = entered
    terms = replace(terms, ruleset=replace(terms.ruleset, running_sums=True))
    shown = drawn(sheet, terms)
    for seat, total in enumerate(shown.sums[0].values):
        cells = [row.cells[seat] for row in shown.rows if not row.cells[seat].vacant]
        assert sum((cell.points or 0) * cell.factor for cell in cells) == total
        assert [cell.so_far for cell in cells if cell.so_far is not None][-1:] in ([], [total])


@given(usual)
def test_every_finding_is_at_its_game_and_its_seat(entered: tuple[ListSheet, Terms]) -> None:
    sheet, terms = entered
    evaluation, shown = evaluate(sheet, terms), drawn(sheet, terms)
    at_games = [violation for row in shown.rows for violation in (*row.violations, *row.accepted)]
    assert sorted(map(_key, at_games)) == sorted(map(_key, (*evaluation.violations, *evaluation.ruled)))
    wrong = {(row.number, cell.seat) for row in shown.rows for cell in row.cells if cell.wrong}
    assert wrong == {(v.params["game"], v.params["seat"]) for v in evaluation.violations if v.params.get("seat")}
    assert [row.number for row in shown.rows if row.missing] == list(evaluation.missing)


def _key(violation: Violation) -> str:
    return f"{violation.code} {sorted(violation.params.items(), key=str)}"


def test_list_shows_games_that_are_missing_and_games_beyond_its_length() -> None:
    shown = drawn(ListSheet(4, (row(2, 0, 20, 30, 40), row(5, 0, 20, 30, 40))), terms(games=3))
    assert [(row.number, row.entered, row.missing) for row in shown.rows] == [
        (1, False, True),
        (2, True, False),
        (3, False, True),
        (5, True, False),
    ]


def test_row_in_doubt_has_the_factor_of_a_handromme_that_it_may_be() -> None:
    doubt = EndingReading(1, (Ending(1), Ending(1, handromme=True)))
    sheet = ListSheet(4, plain_rows(games=2), readings=(Reading(1, 2, (7, 20)),), endings=(doubt,))
    first, second = drawn(sheet, terms(games=2, ruleset="rommee")).rows
    assert (first.in_doubt, first.factor, second.in_doubt, second.factor) == (True, 2, False, 1)
    assert [cell.factor for cell in first.cells] == [2, 2, 2, 2]
    assert second.cells[0].text == "7/20"


def test_bonus_and_place_are_unknown_and_the_result_provisional_until_all_games_are_in() -> None:
    rules = get_ruleset("rommeordnung")
    with_places = replace(
        terms(games=2), ruleset=replace(rules, criteria=criteria_under(rules.criteria, Scoring.TABLE_POINTS))
    )
    rows = plain_rows(games=2)
    sums = drawn(ListSheet(4, rows[:1]), with_places).sums
    assert [line.line.key for line in sums if None in line.values] == [SumKey.BONUS, SumKey.TABLE_POINTS]
    assert [line.line.key for line in sums if line.provisional] == [SumKey.RESULT]
    sums = drawn(ListSheet(4, rows), with_places).sums
    assert not any(None in line.values or line.provisional for line in sums)
