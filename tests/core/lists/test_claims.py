"""The scorer's figures against those of the entries (§ 2.2.5)."""

from hypothesis import given, strategies as st

from romme_turnier.core.lists.claims import Claims, Difference, Figure, carried_on, compare
from romme_turnier.core.lists.totals import SeatTotals

ENTRIES = (SeatTotals(minus=281, bonus=20, finished=3), SeatTotals(minus=100, bonus=20, penalties=100))

amounts = st.integers(0, 9)  # small, so that claimed and computed figures are often equal
some_totals = st.builds(SeatTotals, amounts, amounts, amounts, amounts, amounts, amounts)
a_line = st.none() | st.lists(st.none() | st.integers(-9, 30), min_size=4, max_size=4).map(tuple)
some_claims = st.builds(Claims, a_line, a_line, a_line)
four_seats = st.lists(some_totals, min_size=4, max_size=4)


def test_figures_that_agree_or_were_not_written_are_no_differences() -> None:
    assert list(compare(Claims(), ENTRIES)) == []
    assert list(compare(Claims(totals=(281, None), results=(261, 180), finished=(3, 0)), ENTRIES)) == []


def test_each_figure_that_differs_is_named_by_seat_with_both_numbers() -> None:
    claims = Claims(totals=(218, 100), results=(198, 80), finished=(None, 1))
    assert list(compare(claims, ENTRIES)) == [
        Difference(1, Figure.TOTAL, 218, 281),
        Difference(1, Figure.RESULT, 198, 261),
        Difference(2, Figure.RESULT, 80, 180),
        Difference(2, Figure.FINISHED, 1, 0),
    ]


def test_a_result_carries_a_wrong_sum_on_when_both_are_off_by_the_same() -> None:
    claims = Claims(totals=(218, 101), results=(198, 80))
    first, its_result, second, own = list(compare(claims, ENTRIES))
    found = (first, its_result, second, own)
    assert [carried_on(one, found) for one in found] == [None, first, None, None]


@given(some_claims, four_seats)
def test_correcting_every_difference_leaves_none_and_touches_nothing_else(
    claims: Claims, totals: list[SeatTotals]
) -> None:
    """Brute force: any written sums, cell by cell."""
    found = {(one.seat, one.figure): one for one in compare(claims, totals)}
    for figure in Figure:
        written = claims.of(figure) or (None,) * 4
        for seat, (claimed, sums) in enumerate(zip(written, totals, strict=True), start=1):
            own = {"total": sums.minus, "finished": sums.finished}.get(
                figure, sums.minus - sums.bonus - sums.handromme_bonus + sums.penalties
            )
            one = found.pop((seat, figure), None)
            if claimed is None or claimed == own:
                assert one is None
            else:
                assert one == Difference(seat, figure, claimed, own)
                assert one.computed + one.off == claimed
    assert not found


@given(some_claims, four_seats)
def test_a_result_is_carried_on_just_when_correcting_the_sum_would_mend_it(
    claims: Claims, totals: list[SeatTotals]
) -> None:
    found = list(compare(claims, totals))
    for one in found:
        sums = totals[one.seat - 1]
        written = claims.totals[one.seat - 1] if claims.totals else None
        mends = one.figure is Figure.RESULT and written is not None and one.claimed - written == sums.total - sums.minus
        assert (carried_on(one, found) is not None) == mends
