"""Explanations of a difference between a list and its scorer's sums (§ 2.2.5)."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, strategies as st

from romme_turnier.core.lists.claims import Claims, Figure
from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.length import games
from romme_turnier.core.lists.scorer_errors import Cause, Explained, explain
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Penalty, Terms, Vacancy
from romme_turnier.core.rules.system.registry import get_ruleset

GAMES = 12
TERMS = Terms(get_ruleset("rommeordnung"), games(GAMES), BonusRule(BonusMode.PER_LIST, 20, 15, 50))
POINTS = (37, 0, 58, 12)


def a_list(first: tuple[int, ...] = POINTS, **more: object) -> ListSheet:
    """Game 1 as given, in the others a finisher going round and points that resemble nothing else."""
    rows = [Game(1, first.index(0) + 1, False, first)]
    for number in range(2, GAMES + 1):
        finisher = (number - 1) % 4
        rows.append(
            Game(
                number,
                finisher + 1,
                False,
                tuple(0 if seat == finisher else 2 + number + 5 * seat for seat in range(4)),
            )
        )
    return replace(ListSheet(4, tuple(rows)), **more)  # type: ignore[arg-type]


def sums(sheet: ListSheet) -> list[int]:
    return [totals.minus for totals in evaluate(sheet, TERMS).totals]


def claiming(sheet: ListSheet, figure: str, seat: int, off: int) -> ListSheet:
    """The scorer's figures are right, except one that is off by this amount."""
    totals = evaluate(sheet, TERMS).totals
    right = {
        "totals": [t.minus for t in totals],
        "results": [t.total for t in totals],
        "finished": [t.finished for t in totals],
    }[figure]
    right[seat - 1] += off
    return replace(sheet, claims=replace(sheet.claims, **{figure: tuple(right)}))


def differences(sheet: ListSheet, terms: Terms) -> tuple[Explained, ...]:
    return explain(sheet, terms, evaluate(sheet, terms))


def only(sheet: ListSheet) -> Explained:
    (found,) = differences(sheet, TERMS)
    return found


def codes(found: Explained) -> list[str]:
    return [cause.code for cause in found.causes]


def test_nothing_differs_when_the_scorer_added_up_rightly() -> None:
    sheet = a_list()
    for figure in ("totals", "results", "finished"):
        sheet = claiming(sheet, figure, 1, 0)
    assert differences(sheet, TERMS) == ()


def test_nothing_is_compared_while_a_game_is_missing() -> None:
    sheet = claiming(a_list(), "totals", 1, 9)
    assert differences(replace(sheet, games=sheet.games[:-1]), TERMS) == ()


def test_transposed_digits_come_first_when_an_entry_explains_the_sum_so() -> None:
    found = only(claiming(a_list(), "totals", 1, 73 - 37))
    assert found.causes[0] == Cause("digits_transposed", (1,), 37, 73)
    assert found.causes[-1].code == "wrong_number"


def test_cells_swapped_explains_both_columns_when_two_entries_changed_places() -> None:
    sheet = claiming(claiming(a_list(), "totals", 1, 0), "totals", 1, 21)
    totals = list(sheet.claims.totals or ())
    totals[2] = (totals[2] or 0) - 21
    first, third = differences(replace(sheet, claims=Claims(totals=tuple(totals))), TERMS)
    assert first.causes[0] == Cause("cells_swapped", (1,), 37, 58, other=3)
    assert third.causes[0] == Cause("cells_swapped", (1,), 58, 37, other=1)


@pytest.mark.parametrize(("off", "code"), [(58, "entry_duplicated"), (-58, "entry_missing")])
def test_an_entry_added_twice_or_left_out_is_named_when_it_makes_the_difference(off: int, code: str) -> None:
    assert Cause(code, (1,), 58) in only(claiming(a_list(), "totals", 3, off)).causes


@pytest.mark.parametrize("off", [10, -10, 100, -100])
def test_a_carry_is_named_when_the_sum_is_off_by_ten_or_a_hundred(off: int) -> None:
    assert Cause("carried_wrongly", amount=off) in only(claiming(a_list(), "totals", 3, off)).causes


def test_digits_that_look_alike_come_before_others_when_one_digit_explains_the_sum() -> None:
    misread = [c for c in only(claiming(a_list((37, 0, 58, 12)), "totals", 3, 3)).causes if c.code == "digit_misread"]
    # 8 is not taken for 11; of the later rows 3 more makes a 5 of a 2, an 8 of a 5, …
    assert misread
    alike = [
        {str(c.entry)[-1], str(c.instead)[-1]} in ({"5", "8"}, {"3", "6"}, {"4", "7"}, {"6", "9"}) for c in misread
    ]
    assert alike == sorted(alike, reverse=True)


def test_a_row_that_is_impossible_as_it_stands_is_looked_at_first() -> None:
    sheet = a_list()
    impossible = replace(sheet.games[5], points=(1, *sheet.games[5].points[1:4]))
    assert impossible.finisher != 1
    sheet = replace(sheet, games=(*sheet.games[:5], impossible, *sheet.games[6:]))
    found = only(claiming(sheet, "totals", 1, 6))  # a 1 for a 7
    assert next(cause for cause in found.causes if cause.code == "digit_misread").games == (6,)


def test_a_forgotten_handromme_mark_is_named_when_the_result_is_fifty_lower() -> None:
    """§ 3.2.2: the sums are right, the mark is missing; only games that could have been one are named."""
    sheet = a_list((67, 0, 58, 72))
    found = only(claiming(claiming(sheet, "totals", 1, 0), "results", 2, -50))
    assert found.difference.figure == Figure.RESULT
    assert found.causes[0] == Cause("handromme_mark_missing", (1,), amount=50)


def test_a_handromme_that_was_not_deducted_is_named_when_the_result_is_fifty_higher() -> None:
    sheet = a_list((67, 0, 58, 72))
    sheet = replace(sheet, games=(replace(sheet.games[0], handromme=True), *sheet.games[1:]))
    found = only(claiming(claiming(sheet, "totals", 1, 0), "results", 2, 50))
    assert found.causes[0] == Cause("handromme_not_deducted", (1,), amount=50)


@pytest.mark.parametrize(("off", "code"), [(20, "bonus_not_deducted"), (-20, "bonus_deducted_twice")])
def test_a_bonus_forgotten_or_taken_twice_is_named_when_it_makes_the_difference(off: int, code: str) -> None:
    """§ 3.2.1"""
    found = only(claiming(claiming(a_list(), "totals", 1, 0), "results", 1, off))
    assert found.causes[0] == Cause(code, amount=20)


def test_the_other_reading_of_the_bonus_is_named_when_it_makes_the_difference() -> None:
    """§ 3.2.1: 20 for each of the three games that the seat ended."""
    found = only(claiming(claiming(a_list(), "totals", 1, 0), "results", 3, 20 - 60))
    assert "bonus_read_otherwise" in codes(found)


def test_a_penalty_that_was_not_added_is_named_when_it_makes_the_difference() -> None:
    """§ 8.3"""
    sheet = a_list(penalties=(Penalty(1, 1, 100),))
    found = only(claiming(claiming(sheet, "totals", 1, 0), "results", 1, -100))
    assert Cause("penalty_not_added", (1,), amount=100) in found.causes


def test_a_lost_minus_is_named_when_the_result_has_the_other_sign() -> None:
    sheet = a_list((67, 0, 58, 72))
    sheet = replace(sheet, penalties=())
    wide = replace(TERMS, bonus=replace(TERMS.bonus, four=400))
    totals = evaluate(sheet, wide).totals
    claims = Claims(totals=tuple(t.minus for t in totals), results=(-totals[0].total, *(t.total for t in totals[1:])))
    (found,) = differences(replace(sheet, claims=claims), wide)
    assert "sign_lost" in codes(found)


def test_a_result_that_only_carries_the_wrong_sum_on_asks_for_nothing_of_its_own() -> None:
    sheet = claiming(claiming(a_list(), "totals", 1, 36), "results", 1, 36)
    assert differences(sheet, TERMS)[1].causes == (Cause("follows_from_sum", amount=36),)


def test_a_finisher_in_the_wrong_column_is_named_when_two_counts_are_off_by_one() -> None:
    sheet = claiming(a_list(), "finished", 1, 1)
    finished = list(sheet.claims.finished or ())
    finished[1] = (finished[1] or 0) - 1
    first, _second = differences(replace(sheet, claims=Claims(finished=tuple(finished))), TERMS)
    ended_by_two = tuple(game.number for game in sheet.games if game.finisher == 2)
    assert first.causes[0] == Cause("finisher_elsewhere", ended_by_two, other=2)


def test_entries_after_a_seat_was_left_explain_nothing() -> None:
    sheet = a_list()
    rows = tuple(
        game if game.number < 5 else replace(game, finisher=2, points=(None, 0, *game.points[2:]))
        for game in sheet.games
    )
    sheet = replace(sheet, games=rows, vacancies=(Vacancy(1, 5),))
    rows = tuple(
        replace(g, points=(*g.points[:2], g.points[2] or 9, g.points[3] or 9)) if g.number > 4 else g for g in rows
    )
    sheet = replace(sheet, games=rows)
    found = only(claiming(sheet, "totals", 1, 2))
    assert all(game < 5 for cause in found.causes for game in cause.games)


def in_doubt(sheet: ListSheet, *endings: Ending) -> ListSheet:
    """Game 1 ended in one of these ways; each player has the points of the reading that is worst (§ 2.2.6)."""
    doubt = EndingReading(1, endings)
    certain = doubt.certain
    first = Game(1, certain.finisher, certain.handromme, (37, 41, 58, 12))
    return replace(sheet, games=(first, *sheet.games[1:]), endings=(doubt,))


ONE, TWO = Ending(1), Ending(2)


def test_a_game_counted_for_a_candidate_of_a_doubtful_ending_is_named() -> None:
    """§ 2.2.6: the ending is doubtful, but the scorer counted it for seat 2."""
    found = only(claiming(in_doubt(a_list(), ONE, TWO), "finished", 2, 1))
    assert found.causes[0] == Cause("ending_in_doubt", (1,), amount=1, ending=TWO)


def test_a_column_without_the_points_of_a_candidate_names_the_doubtful_ending() -> None:
    found = only(claiming(in_doubt(a_list(), ONE, TWO), "totals", 2, -41))
    assert found.causes[0] == Cause("ending_in_doubt", (1,), amount=-41, ending=TWO)


def test_a_doubtful_handromme_that_was_deducted_is_named_for_the_result() -> None:
    sheet = in_doubt(a_list(), ONE, Ending(1, handromme=True))
    sheet = replace(sheet, games=(replace(sheet.games[0], finisher=1, points=(0, 41, 58, 62)), *sheet.games[1:]))
    found = only(claiming(claiming(sheet, "totals", 1, 0), "results", 1, -50))
    assert found.causes[0] == Cause("ending_in_doubt", (1,), amount=-50, ending=Ending(1, handromme=True))
    assert all(1 not in cause.games for cause in found.causes if cause.code == "handromme_mark_missing")


def test_losses_counted_once_name_a_handromme_in_doubt_where_it_counts_double() -> None:
    rommee = replace(TERMS, ruleset=get_ruleset("rommee"))
    sheet = in_doubt(a_list(), ONE, Ending(1, handromme=True))
    sheet = replace(sheet, games=(replace(sheet.games[0], finisher=1, points=(0, 41, 58, 62)), *sheet.games[1:]))
    right = [totals.minus for totals in evaluate(sheet, rommee).totals]
    claims = Claims(totals=(*right[:2], right[2] - 58, right[3]))
    (found,) = differences(replace(sheet, claims=claims), rommee)
    assert found.causes[0] == Cause("ending_in_doubt", (1,), amount=-58, ending=ONE)


@given(
    endings=st.lists(
        st.builds(Ending, st.none() | st.integers(1, 4), st.booleans()), min_size=2, max_size=5, unique=True
    ),
    system=st.sampled_from(["rommeordnung", "classic", "rommee"]),
    mode=st.sampled_from(BonusMode),
    data=st.data(),
)
def test_scorer_that_counts_one_reading_for_all_gets_this_cause(
    endings: list[Ending], system: str, mode: BonusMode, data: st.DataObject
) -> None:
    """Brute force: the same list without the doubt, as the scorer read it, gives the figures that were claimed."""
    terms = replace(TERMS, ruleset=get_ruleset(system), bonus=replace(TERMS.bonus, mode=mode))
    sheet = in_doubt(a_list(), *endings)
    read = data.draw(st.sampled_from(endings))
    points = tuple(
        0 if seat == read.finisher and any(one.finisher != seat for one in endings) else entry
        for seat, entry in enumerate(sheet.games[0].points, start=1)
    )
    taken = replace(
        sheet,
        games=(Game(1, read.finisher, read.handromme, points), *sheet.games[1:]),
        endings=(),
        ruled=frozenset({1}),  # a game without a finisher is accepted
    )
    totals = evaluate(taken, terms).totals
    figure = data.draw(st.sampled_from(["totals", "results", "finished"]))
    wrote = {
        "totals": [one.minus for one in totals],
        "results": [one.total for one in totals],
        "finished": [one.finished for one in totals],
    }
    for found in differences(replace(sheet, claims=Claims(**{figure: tuple(wrote[figure])})), terms):
        assert Cause("ending_in_doubt", (1,), amount=found.difference.off, ending=read) in found.causes


# Every cause that is named must really explain the difference, and the slip that was made must be named.


def explained(sheet: ListSheet, found: Explained, cause: Cause) -> bool:
    """Independent check: correct the mistake and add up again."""
    seat, claimed, computed = found.difference.seat, found.difference.claimed, found.difference.computed
    column = [game.points[seat - 1] or 0 for game in sheet.games]
    off = claimed - sum(column)
    at = cause.games[0] - 1 if cause.games else 0
    good = {
        "digits_transposed": lambda: sum(column) - column[at] + (cause.instead or 0) == claimed,
        "digit_misread": lambda: sum(column) - column[at] + (cause.instead or 0) == claimed,
        "entry_duplicated": lambda: sum(column) + column[at] == claimed,
        "entry_missing": lambda: sum(column) - column[at] == claimed,
        "carried_wrongly": lambda: off in (10, -10, 100, -100),
        "figure_transposed": lambda: (cause.entry, cause.instead) == (claimed, computed),
        "figure_misread": lambda: (cause.entry, cause.instead) == (claimed, computed),
        "wrong_number": lambda: (
            all(column[game - 1] + (cause.amount or 0) >= 2 for game in cause.games) and cause.amount == off
        ),
    }
    return good[cause.code]()


@given(off=st.integers(-200, 200), seat=st.integers(1, 4), first=st.permutations([37, 0, 58, 12]))
def test_every_cause_named_makes_the_difference_good(off: int, seat: int, first: list[int]) -> None:
    sheet = claiming(a_list(tuple(first)), "totals", seat, off)
    claimed = sheet.claims.totals or ()
    assume(off and (claimed[seat - 1] or 0) >= 0)
    found = only(sheet)
    for cause in found.causes:
        assert explained(sheet, found, cause), cause
    assert codes(found).count("wrong_number") <= 1
    assert "wrong_number" not in codes(found)[:-1]


@given(game=st.integers(1, GAMES), seat=st.integers(1, 4), data=st.data())
def test_the_slip_that_was_made_is_named_when_two_digits_were_transposed(
    game: int, seat: int, data: st.DataObject
) -> None:
    written = data.draw(st.integers(12, 98))
    typed = int(str(written)[::-1])
    assume(written % 11 and typed >= 2 and written % 10 != 0)
    sheet = a_list()
    row = sheet.games[game - 1]
    assume(row.finisher != seat)
    points = list(row.points)
    points[seat - 1] = typed
    paper = list(row.points)
    paper[seat - 1] = written
    right = replace(sheet, games=tuple(replace(g, points=tuple(paper)) if g.number == game else g for g in sheet.games))
    ours = replace(sheet, games=tuple(replace(g, points=tuple(points)) if g.number == game else g for g in sheet.games))
    found = only(replace(ours, claims=Claims(totals=tuple(sums(right)))))
    assert Cause("digits_transposed", (game,), typed, written) in found.causes
